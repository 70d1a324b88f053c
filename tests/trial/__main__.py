"""`make trial`: the site under faults at length; prints a table, and ends with 1 where anything was lost or doubled.

`--only kills boards` runs some parts, `--write docs/reliability.md` keeps the table there. All of it takes at most
twenty minutes on two cores, or that is lost too.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Final

from games.management.progress import watched
from games.registry import GAMES
from tests.services import FOUND_POSTGRESQL
from tests.site import ROOT, TESTS_OWN
from tests.trial import boards, crowd, growth, outages, people, streams
from tests.trial.house import House, on_files, on_servers
from tests.trial.kills import WITH_BEAT, Outcome, play_under_kills
from tests.trial.report import Report
from tests.trial.servers import own_postgresql
from tests.trial.traveller import PATIENCE, Traveller

#: Games that are over in a few hands, where the rules have an option for it.
SHORT: Final = {
    "twoman": {"target": "100", "mercy_lead": "100"},
    "spades": {"variant": "custom1", "winning_score": "100", "losing_score": "-100"},
    "bidwhist": {"win_score": "5", "lose_score": "-5"},
}
#: Somebody's actions at least; and at most, until the game in play is over: few of these games are longer.
ACTIONS, WHOLE = 16, 100
ON_FILES: Final = 12
CRASHES: Final = 3
#: Somebody's moves while something is away, and by how many versions the game has to go on at least.
MOVES, PROGRESS = 4, 3
STREAMS: Final = 50
UNREAD_MOVES: Final = 12
PLAYERS, SECONDS = 24, 150
#: Two or four people, and at Bid Whist reneges that are called.
COMPANIES: Final = tuple(
    people.Company(kind, count, {**SHORT.get(kind, {}), **more})
    for kind, count, more in (
        ("twoman", 2, {}),
        ("cardduel", 2, {}),
        ("spades", 2, {}),
        ("spades", 4, {}),
        ("bidwhist", 2, {"renege": "table"}),
        ("bidwhist", 4, {"renege": "table"}),
    )
)
TOGETHER: Final = 90
SOLVERS, SOLVING = 6, 90
HISTORY, MOVERS = 100_000, 4
MEGABYTE: Final = 1_000_000
BACKUP: Final = "tests/deploy/test_backup.py"
LONGEST_LOCK: Final = 2.0
MINUTES: Final = 20


def kills(report: Report, house: House) -> None:
    """Line 1: whole games of each kind, somebody killed at every action."""
    house.start("beat")
    try:
        for kind in GAMES:
            chosen = SHORT.get(kind, {})
            found = play_under_kills(house, kind, actions=ACTIONS, most=WHOLE, seed=1, victims=WITH_BEAT, **chosen)
            what = f"kill -9 at every action, PostgreSQL, whole games of {kind}"
            report.whole("1", what, f"{found.ended} to the end, {_told(found)}", _wrong(found))
    finally:
        if "beat" in house.pids:
            house.kill("beat")


def kills_on_files(report: Report, house: House) -> None:
    """Line 1 on SQLite and the queue of files."""
    for kind in GAMES:
        found = play_under_kills(house, kind, actions=ON_FILES, seed=2)
        report.whole("1", f"kill -9 at every action, SQLite, {kind}", _told(found), _wrong(found))


def database(report: Report, house: House) -> None:
    """Line 2: PostgreSQL stopped at once in mid-hand."""
    for kind in GAMES:
        found = outages.crash_in_mid_hand(house, kind, crashes=CRASHES, moves=2, seed=3)
        told = f"{found.outcome.actions} crashes, back after {found.back_after:.1f} s"
        wrong = _wrong(found.outcome) + [f"{one} in place of 503" for one in found.statuses if one != 503]
        report.whole("2", f"PostgreSQL stopped at once in mid-hand, {kind}", told, wrong)


def broker(report: Report, house: House) -> None:
    """Line 8: Redis dead, then silent; a hand is played, and workers answer again."""
    for name, away in (("dead", outages.without_redis), ("silent", outages.with_a_silent_redis)):
        for kind in GAMES:
            traveller = Traveller(house, Random(4))
            table = traveller.play(traveller.sit_at(kind), 1)
            with away(house):
                _, gone = traveller.play_on(kind, table, MOVES)
            told = f"by {gone}, answers to {traveller.slowest:.1f} s, Marta to {traveller.waited:.0f} s"
            report.whole("8", f"Redis {name}, {kind} goes on", told, _unwell(house, traveller, gone))
        took = outages.replies_again(house, "twoman", seed=5)
        report.row("8", "Redis back, a worker answers within", f"{took:.1f} s", ok=took < PATIENCE)


def queue_of_files(report: Report, house: House) -> None:
    """Line 8: the folder of the queue cannot be written to."""
    traveller = Traveller(house, Random(4))
    table = traveller.play(traveller.sit_at("twoman"), 2)
    with outages.without_the_queues_folder(house):
        _, gone = traveller.play_on("twoman", table, MOVES)
    report.whole("8", "the queue's folder broken, twoman goes on", f"by {gone}", _unwell(house, traveller, gone))
    house.all_run()
    took = outages.replies_again(house, "twoman", seed=5)
    report.row("8", "the folder back, a worker answers within", f"{took:.1f} s", ok=took < PATIENCE)


def beats(report: Report, house: House) -> None:
    """Lines 9 and 10: what the broker forgot is done by the sweep, once, though two beats notify."""
    codes = crowd.forgotten_by_the_broker(house, games=10)
    before = {code: house.ledger.entries(code) for code in codes}
    crowd.fill_with_stale_notices(house, codes, notices=20)
    with crowd.quick_beats(house):
        house.start("worker", "worker2")
        took = crowd.come_to_rest(house)
    fresh = {code: house.ledger.entries(code)[len(before[code]) :] for code in codes}
    twice = [code for code, lines in fresh.items() if len({one[0] for one in lines}) != len(lines) or len(lines) > 2]
    report.whole("9, 10", "notices lost, 220 stale ones, two beats: all is done", f"within {took:.1f} s", twice)


def open_streams(report: Report, house: House) -> None:
    """Lines 12 and 13: a stop with open streams, and streams that nobody reads."""
    took, back, current = streams.stop_under_streams(house, streams=STREAMS)
    report.row("12", f"a server with {STREAMS} open streams ends within", f"{took:.1f} s", ok=took < 10)
    told = f"{current} of {STREAMS} in {back:.1f} s"
    report.row("12", "they come back and show the table as it is", told, ok=current == STREAMS)
    slowest, grown, held = streams.unread_streams(house, streams=STREAMS, moves=UNREAD_MOVES)
    told = f"{grown / MEGABYTE:.1f} MB, {held} connections, answers to {slowest:.1f} s"
    is_little = slowest < 10 and grown < 50 * MEGABYTE and held < STREAMS
    report.row("13", f"{STREAMS} streams that nobody reads cost", told, ok=is_little)


def many(report: Report, house: House) -> None:
    """A crowd, with somebody killed every few seconds; in the end everything has to follow from the logs."""
    found = crowd.play_together(house, players=PLAYERS, seconds=SECONDS, kills=True)
    house.all_run()
    told = f"{len(found.answered)} moves, {len(found.codes)} games, {found.kills} kills"
    report.whole(
        "1, 9", f"{PLAYERS} players for {SECONDS} s, a part killed every {crowd.KILL_EVERY:g} s", told, found.faults
    )
    rest = crowd.come_to_rest(house)
    told = f"Marta to {found.waited:.1f} s, at rest after {rest:.1f} s"
    report.row("9", "no game stands still", told, ok=max(found.waited, rest) < PATIENCE)


def among_people(report: Report, house: House) -> None:
    """Tables of two and of four people in every game, with somebody killed every few seconds."""
    found = people.play_among_people(house, COMPANIES, seconds=TOGETHER, kills=True)
    told = f"{len(found.answered)} moves, {len(found.codes)} games, {found.kills} kills"
    what = (
        f"{found.people} people at {len(COMPANIES)} tables for {TOGETHER} s, a part killed every {crowd.KILL_EVERY:g} s"
    )
    report.whole("1, 9", what, told, found.faults)
    told = f"{found.left} times, {found.back} times back"
    report.row("49", "somebody leaves, a stand-in or the others go on", told, ok=min(found.left, found.back) > 0)
    told = f"{found.hands} hands told to {found.people} people"
    report.row("6", "the statistics of each have the hands of the table", told, ok=found.hands > 0 and not found.faults)


def among_boards(report: Report, house: House) -> None:
    """Today's boards and a challenge, with a part or the database killed every few seconds."""
    house.start("beat")
    try:
        found = boards.play_boards(house, players=SOLVERS, seconds=SOLVING, kills=True)
    finally:
        if "beat" in house.pids:
            house.kill("beat")
    told = f"{len(found.answered)} moves, {len(found.codes)} games, {found.kills} kills"
    what = f"{found.people} people at today's boards and a challenge of {boards.DEALS}, likewise"
    report.whole("1, 50", what, told, found.faults)
    told = f"{found.ended} ended, {found.met} answers met again, {found.refused} refused"
    report.row("50", "counted once, told alike, nothing told early", told, ok=min(found.met, found.refused) > 0)


def verdict(report: Report, house: House) -> None:
    """Line 6: every game of this house follows from its log, and the database has no ordinal or card twice."""
    report.whole(
        "5", "no gap, no ordinal and no card twice", f"{house.ledger.count('entry')} entries", house.ledger.faults()
    )
    try:
        told, wrong = house.manage("verify_games").strip(), []
    except RuntimeError as error:
        told, wrong = "", [str(error)]
    report.whole("6", "every row follows from the logs and the seals", told, wrong)


def history(report: Report) -> None:
    """Line 14: tables changed while people play, with a long history."""
    found = growth.migrate_under_moves(hands=HISTORY, players=MOVERS)
    told = f"{found.expanded.seconds:.1f} s, {found.moves_in(found.expanded)} moves meanwhile"
    what = f"column, index and constraint on {found.rows['entry']} entries, {found.rows['play']} plays"
    report.whole("14", what, told, found.faults + _nobody_moved(found, found.expanded))
    report.row("14", "the longest answer meanwhile", f"{found.slowest:.1f} s", ok=found.slowest < PATIENCE)
    told = f"{found.watch.longest:.2f} s in {found.watch.looks} looks"
    long = [] if found.watch.longest < LONGEST_LOCK else [f"longer than {LONGEST_LOCK:g} s"]
    report.whole("14", "the longest wait for a lock", told, long + found.watch.faults)


def backup(report: Report) -> None:
    """Line 15: a backup restored into an empty server; the test of the scripts says whether both are the same."""
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", BACKUP]
    environment = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    with own_postgresql() as server:
        environment |= {"TEST_DATABASE": "postgresql", FOUND_POSTGRESQL: server.url, "SPADESITE_NO_SKIP": "1"}
        done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True)
    told = done.stdout.strip().rpartition("\n")[2].strip("= ")
    ran = done.returncode == 0 and re.fullmatch(r"\d+ passed in .+", told)  # none was skipped or left out
    what = "PostgreSQL's backup, restored into an empty database"
    report.whole("15", what, told, [] if ran else [done.stdout[-2000:]])


def _nobody_moved(found: growth.Growth, stretch: growth.Stretch) -> list[str]:
    return [] if found.moves_in(stretch) else ["nobody moved meanwhile"]


def _told(found: Outcome) -> str:
    return f"{found.actions} actions, {found.kills} kills, {found.unanswered} cut off, of which {found.stored} stored"


def _wrong(outcome: Outcome) -> list[str]:
    return outcome.lost + outcome.doubled


def _unwell(house: House, traveller: Traveller, gone: int) -> list[str]:
    """What was refused or lost; and a game that hardly went on."""
    found = [f"{count} answers of {status}" for status, count in traveller.statuses.items() if status >= 400]
    found += house.ledger.lost(traveller.answered)
    return found if gone >= PROGRESS else [*found, f"on by {gone} versions alone"]


ON_SERVERS: Final[dict[str, Callable[[Report, House], None]]] = {
    "kills": kills,
    "database": database,
    "broker": broker,
    "beats": beats,
    "streams": open_streams,
    "crowd": many,
    "people": among_people,
    "boards": among_boards,
}
ON_SMALL: Final[dict[str, Callable[[Report, House], None]]] = {"files": kills_on_files, "queue": queue_of_files}
ALONE: Final[dict[str, Callable[[Report], None]]] = {"history": history, "backup": backup}


EVERY: Final = (*ON_SERVERS, *ON_SMALL, *ALONE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=EVERY, default=EVERY, help="these parts alone")
    parser.add_argument("--write", type=Path, help="the file that keeps the table")
    asked, report, begun = parser.parse_args(), Report(), time.monotonic()
    try:
        _go_through(report, asked.only)
        minutes = (time.monotonic() - begun) / 60
        if set(asked.only) == set(EVERY):
            report.row("", "the whole trial takes at most twenty minutes", f"{minutes:.1f} min", ok=minutes <= MINUTES)
    finally:  # whatever ended it, the rows so far are kept
        if asked.write is not None:
            report.write(asked.write)
    print(f"\n{len(report.rows)} rows, {len(report.lost)} lost, {minutes:.1f} minutes.")
    return 1 if report.lost else 0


def _go_through(report: Report, only: Collection[str]) -> None:
    for parts, made in ((ON_SERVERS, on_servers), (ON_SMALL, on_files)):
        chosen = [part for name, part in parts.items() if name in only]
        if chosen:
            with _kept_going(report, made.__name__):
                _in_a_house(report, made(), chosen)
    for name in watched([name for name in ALONE if name in only], unit="part"):
        with _kept_going(report, name):
            ALONE[name](report)


def _in_a_house(
    report: Report, made: AbstractContextManager[House], parts: list[Callable[[Report, House], None]]
) -> None:
    with made as house:
        house.start()
        for part in watched([*parts, verdict], unit="part"):
            with _kept_going(report, part.__name__):
                house.all_run()
                part(report, house)


@contextmanager
def _kept_going(report: Report, name: str) -> Iterator[None]:
    """A part that breaks off is a row that was lost, and the parts after it are gone through all the same."""
    try:
        yield
    except (
        Exception
    ) as broken:  # a stuck game, a dead line, a server that does not start: a trial looks for all of them
        report.whole("", f"{name} was not gone through", "", [repr(broken)[:400]])


if __name__ == "__main__":
    sys.exit(main())
