"""What only tests do to a running site: servers that are away, open event streams, workers and reviewers that hang."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tools.trial.players import Player
from tools.trial.site import TrialSite, until
from tools.visitor import Stream

#: Games to which the streams belong, several tabs at each.
TABLES: Final = 5
#: A line in the log of a reviewer that is held.
HELD: Final = "held."
CONNECTIONS: Final = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


# ---------- servers that are away ----------
@contextmanager
def without_redis(site: TrialSite) -> Iterator[None]:
    assert site.redis is not None
    site.redis.crash()
    try:
        yield
    finally:
        site.redis.start()


@contextmanager
def with_silent_redis(site: TrialSite) -> Iterator[None]:
    """Redis accepts connections and answers nothing, as behind a dead network."""
    assert site.redis is not None
    site.redis.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        site.redis.process.send_signal(signal.SIGCONT)


@contextmanager
def without_queue_folder(site: TrialSite) -> Iterator[None]:
    """A file takes the place of the folder, in which root cannot write either."""
    folder = site.folder / "queue" / "tasks"
    aside = folder.rename(folder.with_name("tasks-aside"))
    folder.write_text("no folder")
    try:
        yield
    finally:
        folder.unlink()
        aside.rename(folder)


def seconds_to_reply(site: TrialSite, *, seed: int) -> float:
    """Return the longest wait for a bot in some moves, once all parts run again."""
    player = Player(site, seed)
    table = player.settled(player.move(player.sit_at("twoman")))
    player.waited = 0.0
    player.play(table, 3)
    return player.waited


def stop(site: TrialSite, name: str) -> float:
    """Ask a process to end, as a deploy does; return the seconds that it took."""
    pid = site.pids.pop(name)
    os.kill(pid, signal.SIGTERM)
    return until(lambda: not Path(f"/proc/{pid}").exists())


# ---------- event streams ----------
def stop_under_streams(site: TrialSite, *, streams: int) -> tuple[float, int]:
    """Stop a web server with open streams, then open them at another one.

    Return the seconds until it had ended, and how many streams then showed the current table.
    """
    seated = [Player(site, number) for number in range(TABLES)]
    tables = [one.settled(one.move(one.sit_at("twoman"))) for one in seated]
    tabs = [(seated[number % TABLES], tables[number % TABLES].version) for number in range(streams)]
    before = [Stream(player, version, url=site.url_of("web")) for player, version in tabs]
    took = stop(site, "web")
    for stream in before:
        with suppress(ConnectionError):
            while True:
                stream.next()
    now = [one.settled(one.move(table)).version for one, table in zip(seated, tables, strict=True)]
    after = [Stream(player, version, url=site.url_of("web2")) for player, version in tabs]
    current = sum(_reaches(stream, now[number % TABLES]) for number, stream in enumerate(after))
    for stream in (*before, *after):
        stream.close()
    site.start("web")
    return took, current


def _reaches(stream: Stream, version: int) -> bool:
    """Whether the stream brings the table of that version and skips over it never."""
    shown = stream.next().version
    while shown < version:
        shown = stream.next().version
    return shown == version


def leave_streams_unread(site: TrialSite, *, streams: int, moves: int) -> tuple[float, int, int]:
    """Play while streams of the table are open that read nothing.

    Return the longest answer in seconds, the bytes by which the server grew, and its additional database connections.
    """
    player = Player(site, 1)
    table = player.play(player.sit_at("twoman"), 3)
    memory, connections = _memory(site.pids["web"]), site.database.rows(CONNECTIONS)[0][0]
    unread = [Stream(player, 0, url=site.url_of("web"), narrow=True) for _ in range(streams)]
    player.slowest = 0.0
    player.play(table, moves)
    grown, more = _memory(site.pids["web"]) - memory, site.database.rows(CONNECTIONS)[0][0] - connections
    for stream in unread:
        stream.close()
    return player.slowest, grown, more


def _memory(pid: int) -> int:
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
