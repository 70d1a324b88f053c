"""What only tests do to a running site: servers that are away, open event streams, workers and reviewers that hang."""

import os
import re
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from tools.trial.site import TrialSite, until

#: A line in the log of a reviewer that is held.
HELD: Final = "held."


# ---------- servers that are away, until the returned function is called ----------
def lose_redis(site: TrialSite) -> Callable[[], object]:
    assert site.redis is not None
    site.redis.crash()
    return site.redis.start


def silence_redis(site: TrialSite) -> Callable[[], object]:
    """Redis accepts connections and answers nothing, as behind a dead network."""
    assert site.redis is not None
    site.redis.process.send_signal(signal.SIGSTOP)
    return partial(site.redis.process.send_signal, signal.SIGCONT)


def lose_queue_folder(site: TrialSite) -> Callable[[], object]:
    """A file takes the place of the folder, in which root cannot write either."""
    folder = site.folder / "queue" / "tasks"
    aside = folder.rename(folder.with_name("tasks-aside"))
    folder.write_text("no folder")

    def bring_back() -> None:
        folder.unlink()
        aside.rename(folder)

    return bring_back


def stop(site: TrialSite, name: str) -> float:
    """Ask a process to end, as a deploy does; return the seconds that it took."""
    pid = site.pids.pop(name)
    os.kill(pid, signal.SIGTERM)
    return until(lambda: not Path(f"/proc/{pid}").exists())


def memory_of(pid: int) -> int:
    """Return the bytes that a process shares with no other."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"RssAnon:\s+(\d+) kB", status)[0]) * 1024


# ---------- called in a worker or a reviewer before it starts ----------
class Endless:
    version = 1

    def choose(self, view: object, rng: object) -> None:
        while True:
            sum(range(100))


def choose_never() -> None:
    """Play with bots that never choose. A reply is interrupted after five seconds, of which reading takes some."""
    from games import tasks
    from games.table import players, thinking

    vars(players)["prepare"] = lambda: None
    vars(thinking)["ready"] = lambda key, level: Endless()
    tasks.reply.soft_time_limit = 5


def retry_lost_reviews_at_once() -> None:
    """Take a review for lost at once in place of after a minute."""
    from games.reviews import reviewing

    vars(reviewing)["LOST"] = timedelta(0)


def hold_first_hand() -> None:
    """Stop at the first hand of a game, which is reviewed last, with its rows written and not committed."""
    from games.reviews import practice

    retry_lost_reviews_at_once()
    collect = practice.collect

    def held(**values: Any) -> None:
        if values["reviews"][0].number < 2:
            os.write(1, f"{HELD}\n".encode())
            signal.pause()
        collect(**values)

    vars(practice)["collect"] = held
