"""`make trial`: the site under faults at length; prints a table, and ends with 1 where anything was lost or doubled.

`--only kills crowd` runs some parts, `--write docs/reliability.md` keeps the table there. It takes at most twenty
minutes on two cores.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from games.engine.registry import RULESETS
from tests.site import ROOT, TESTS_OWN
from tests.trial import crowd, growth, outages, streams
from tests.trial.house import House, on_files, on_servers
from tests.trial.kills import WITH_BEAT, Outcome, play_under_kills
from tests.trial.report import Report
from tests.trial.traveller import PATIENCE, Traveller

#: Games that are over in a few hands, where the rules have an option for it.
SHORT: Final = {"twoman": {"target": "100"}, "bidwhist": {"win_score": "5", "lose_score": "-5"}}
#: More of somebody's actions than any of these games has.
WHOLE: Final = 120
ON_FILES: Final = 12
CRASHES: Final = 3
STREAMS: Final = 50
UNREAD_MOVES: Final = 12
PLAYERS, SECONDS = 24, 150
HISTORY, MOVERS = 100_000, 4
MEGABYTE: Final = 1_000_000
BACKUP: Final = "tests/deploy/test_backup.py"


def kills(report: Report, house: House) -> None:
    """Line 1: a whole game of each kind, somebody killed at every action."""
    house.start("beat")
    for kind in RULESETS:
        found = play_under_kills(house, kind, actions=WHOLE, seed=1, victims=WITH_BEAT, **SHORT.get(kind, {}))
        told = f"{found.actions} actions, {found.kills} kills, {found.unanswered} cut off"
        report.whole("1", f"kill -9 at every action, PostgreSQL, a game of {kind}", told, _wrong(found))
    house.kill("beat")


def kills_on_files(report: Report, house: House) -> None:
    """Line 1 on SQLite and the queue of files."""
    for kind in RULESETS:
        found = play_under_kills(house, kind, actions=ON_FILES, seed=2)
        told = f"{found.actions} actions, {found.kills} kills, {found.unanswered} cut off"
        report.whole("1", f"kill -9 at every action, SQLite, {kind}", told, _wrong(found))


def database(report: Report, house: House) -> None:
    """Line 2: PostgreSQL stopped at once in mid-hand."""
    for kind in RULESETS:
        found = outages.crash_in_mid_hand(house, kind, crashes=CRASHES, moves=2, seed=3)
        told = f"{found.outcome.actions} crashes, back after {found.back_after:.1f} s"
        wrong = _wrong(found.outcome) + [f"{one} in place of 503" for one in found.statuses if one != 503]
        report.whole("2", f"PostgreSQL stopped at once in mid-hand, {kind}", told, wrong)


def broker(report: Report, house: House) -> None:
    """Line 8: Redis dead, then silent; a hand is played, and workers answer again."""
    for name, away in (("dead", outages.without_redis), ("silent", outages.with_a_silent_redis)):
        for kind in RULESETS:
            traveller = Traveller(house, Random(4))
            table = traveller.play(traveller.sit_at(kind), 1)
            with away(house):
                table = traveller.play(table, 6)
            told = f"to {table.version}, answers to {traveller.slowest:.1f} s, Marta to {traveller.waited:.0f} s"
            report.whole("8", f"Redis {name}, {kind} goes on", told, _unwell(traveller))
        took = outages.replies_again(house, "twoman", seed=5)
        report.row("8", "Redis back, a worker answers within", f"{took:.1f} s", ok=took < PATIENCE)


def queue_of_files(report: Report, house: House) -> None:
    """Line 8: the folder of the queue cannot be written to."""
    traveller = Traveller(house, Random(4))
    table = traveller.play(traveller.sit_at("twoman"), 2)
    with outages.without_the_queues_folder(house):
        table = traveller.play(table, 8)
    report.whole("8", "the queue's folder broken, a hand is played", f"to {table.version}", _unwell(traveller))
    house.all_run()
    took = outages.replies_again(house, "twoman", seed=5)
    report.row("8", "the folder back, a worker answers within", f"{took:.1f} s", ok=took < PATIENCE)


def beats(report: Report, house: House) -> None:
    """Lines 9 and 10: what the broker forgot is done by the sweep, once, though two beats ring."""
    codes = crowd.forgotten_by_the_broker(house, games=10)
    before = {code: house.ledger.entries(code) for code in codes}
    crowd.fill_with_stale_bells(house, codes, bells=20)
    with crowd.quick_beats(house):
        house.start("worker", "worker2")
        took = crowd.come_to_rest(house)
    fresh = {code: house.ledger.entries(code)[len(before[code]) :] for code in codes}
    twice = [code for code, lines in fresh.items() if len({one[0] for one in lines}) != len(lines) or len(lines) > 2]
    report.whole("9, 10", "bells lost, 220 stale ones, two beats: all is done", f"within {took:.1f} s", twice)


def open_streams(report: Report, house: House) -> None:
    """Lines 12 and 13: a stop with open streams, and streams that nobody reads."""
    took, back, current = streams.stop_under_streams(house, streams=STREAMS)
    report.row("12", f"a server with {STREAMS} open streams ends within", f"{took:.1f} s", ok=took < 10)
    told = f"{current} of {STREAMS} in {back:.1f} s"
    report.row("12", "they come back and show the table as it is", told, ok=current == STREAMS)
    slowest, grown, held = streams.unread_streams(house, streams=STREAMS, moves=UNREAD_MOVES)
    told = f"{grown / MEGABYTE:.1f} MB, {held} connections, answers to {slowest:.1f} s"
    report.row("13", f"{STREAMS} streams that nobody reads cost", told, ok=grown < 50 * MEGABYTE and held < STREAMS)


def many(report: Report, house: House) -> None:
    """A crowd, with somebody killed every few seconds; in the end everything has to follow from the logs."""
    found = crowd.play_together(house, players=PLAYERS, seconds=SECONDS, kills=True)
    house.all_run()
    told = f"{found.moves} moves, {len(found.codes)} games, {found.kills} kills"
    report.whole(
        "1, 9", f"{PLAYERS} players for {SECONDS} s, a part killed every {crowd.KILL_EVERY:g} s", told, found.faults
    )
    rest = crowd.come_to_rest(house)
    told = f"Marta to {found.waited:.1f} s, at rest after {rest:.1f} s"
    report.row("9", "no game stands still", told, ok=max(found.waited, rest) < PATIENCE)


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
    """Line 14: the newest migrations made while people play, with a long history."""
    found = growth.migrate_under_moves(hands=HISTORY, players=MOVERS)
    told = f"{found.seconds:.1f} s, {found.moves} moves meanwhile, answers to {found.slowest:.1f} s"
    report.whole("14", f"{growth.STEPS} migrations under moves with {found.hands} hands", told, found.refused)
    report.row("14", "the longest wait for a lock", f"{found.longest_lock:.2f} s", ok=found.longest_lock < 2)


def backup(report: Report) -> None:
    """Line 15: a backup restored into an empty server; the test of the scripts says whether both are the same."""
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", BACKUP]
    environment = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True)
    told = done.stdout.strip().rpartition("\n")[2].strip("= ")
    report.row("15", "backup, restored into an empty server", told, ok=done.returncode == 0)


def _wrong(outcome: Outcome) -> list[str]:
    return outcome.lost + outcome.doubled


def _unwell(traveller: Traveller) -> list[str]:
    return [f"{count} answers of {status}" for status, count in traveller.statuses.items() if status >= 400]


ON_SERVERS: Final[dict[str, Callable[[Report, House], None]]] = {
    "kills": kills,
    "database": database,
    "broker": broker,
    "beats": beats,
    "streams": open_streams,
    "crowd": many,
}
ON_SMALL: Final[dict[str, Callable[[Report, House], None]]] = {"files": kills_on_files, "queue": queue_of_files}
ALONE: Final[dict[str, Callable[[Report], None]]] = {"history": history, "backup": backup}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    every = [*ON_SERVERS, *ON_SMALL, *ALONE]
    parser.add_argument("--only", nargs="+", choices=every, default=every, help="these parts alone")
    parser.add_argument("--write", type=Path, help="the file that keeps the table")
    asked, report = parser.parse_args(), Report()
    for parts, made in ((ON_SERVERS, on_servers), (ON_SMALL, on_files)):
        chosen = [part for name, part in parts.items() if name in asked.only]
        if chosen:
            with made() as house:
                _go_through(report, house, chosen)
    for name in [name for name in ALONE if name in asked.only]:
        ALONE[name](report)
    if asked.write is not None:
        report.write(asked.write)
    print(f"\n{len(report.rows)} rows, {len(report.lost)} lost.")
    return 1 if report.lost else 0


def _go_through(report: Report, house: House, parts: list[Callable[[Report, House], None]]) -> None:
    house.start()
    for part in parts:
        house.all_run()
        try:
            part(report, house)
        except (AssertionError, RuntimeError) as broken:
            report.whole("", f"{part.__name__} was not gone through", "", [str(broken)[:400]])
    house.all_run()
    verdict(report, house)


if __name__ == "__main__":
    sys.exit(main())
