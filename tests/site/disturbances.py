"""Faults that tests inject into a running site: lost servers and queues, stopped processes, hanging workers."""

import os
import re
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from tools.trial.site import TrialSite, until

#: Text that a reviewer logs when it begins to hang.
HELD: Final = "held."


# ---------- losses: the function returned by each restores what was lost ----------
def lose_redis(site: TrialSite) -> Callable[[], object]:
    assert site.redis is not None
    site.redis.crash()
    return site.redis.start


def silence_redis(site: TrialSite) -> Callable[[], object]:
    """Suspend Redis, so that it accepts connections but never responds, as behind a broken network."""
    assert site.redis is not None
    site.redis.process.send_signal(signal.SIGSTOP)
    return partial(site.redis.process.send_signal, signal.SIGCONT)


def lose_queue_folder(site: TrialSite) -> Callable[[], object]:
    """Replace the queue's folder by a file, so that not even root can write into it."""
    folder = site.folder / "queue" / "tasks"
    aside = folder.rename(folder.with_name("tasks-aside"))
    folder.write_text("no folder")

    def bring_back() -> None:
        folder.unlink()
        aside.rename(folder)

    return bring_back


def stop(site: TrialSite, name: str) -> float:
    """Stop a process by SIGTERM, as a deployment does. Return the seconds that it took."""
    pid = site.pids.pop(name)
    os.kill(pid, signal.SIGTERM)
    return until(lambda: not Path(f"/proc/{pid}").exists())


def memory_of(pid: int) -> int:
    """Return the resident anonymous memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"RssAnon:\s+(\d+) kB", status)[0]) * 1024


# ---------- functions that a worker or a reviewer calls first ----------
class Endless:
    version = 1

    def choose(self, view: object, rng: object) -> None:
        while True:
            sum(range(100))


def choose_never() -> None:
    """Replace each bot by one that never chooses, and interrupt replies after five seconds."""
    from games import tasks
    from games.table import players, thinking

    vars(players)["prepare"] = lambda: None
    vars(thinking)["ready"] = lambda key, level: Endless()
    tasks.reply.soft_time_limit = 5


def retry_lost_reviews_at_once() -> None:
    """Let the sweep retry a due review at once instead of after a minute."""
    from games.reviews import reviewing

    vars(reviewing)["LOST"] = timedelta(0)


def hold_first_hand() -> None:
    """Hang in the review of a game's first hand, after its rows are written and before they are committed."""
    from games.reviews import counting

    retry_lost_reviews_at_once()
    collect = counting.collect_practice

    def held(**values: Any) -> None:
        if values["reviews"][0].number < 2:
            os.write(1, f"{HELD}\n".encode())
            signal.pause()
        collect(**values)

    vars(counting)["collect_practice"] = held
