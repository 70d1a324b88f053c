"""`make trial`: test the site while its processes are killed. Prints a table; exits with 1 if a row is "lost".

`--only kills boards` runs only these parts; `--write docs/reliability.md` stores the table in that document.
"""

import argparse
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from games.management.progress import beside_the_bar, watched
from games.registry import GAMES
from tools.site import ROOT
from tools.trial import faults
from tools.trial.judging import ATTEMPTS, SECRETS, StoredAttempt, counted_twice, other_answers, shown_early
from tools.trial.players import PATIENCE, BoardPlayer, Player, TablePlayer
from tools.trial.site import TrialSite, on_files, on_servers

#: Options that end a game after a few hands.
SHORT: Final[dict[str, dict[str, str]]] = {
    "twoman": {"target": "100", "mercy_lead": "100"},
    "spades": {"variant": "custom1", "winning_score": "100", "losing_score": "-100"},
    "bidwhist": {"win_score": "5", "lose_score": "-5", "renege": "table"},
    "cardduel": {},
}
#: Number of players alone with bots at each game, and the tables with several people, as (game, number of people).
ALONE: Final = 5
TABLES: Final = (("twoman", 2), ("cardduel", 2), ("spades", 2), ("spades", 4), ("bidwhist", 2), ("bidwhist", 4))
CROWD_SECONDS, BOARD_PLAYERS, DEALS, BOARD_SECONDS = 150, 6, 4, 90
HISTORY, MOVERS, LONGEST_LOCK, MINUTES = 100_000, 8, 2.0, 20
HEADING: Final = "## The last trial"
ABOUT: Final = """
The site under faults: real servers, several processes of each part, killed and crashed while people play. The lines are
those of the table above; times are of the machine it ran on.
```
python -m tools.trial --write docs/reliability.md
```
"""


@dataclass
class Report:
    """The rows of the table, each printed when added: line (of docs/reliability.md), test, measured values, verdict."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    @property
    def lost(self) -> list[str]:
        return [what for _line, what, _figure, verdict in self.rows if verdict != "ok"]

    def row(self, line: str, what: str, figure: str, wrong: Collection[str]) -> None:
        """Add a row with the verdict "lost" if `wrong` has any violations, else "ok"."""
        verdict = "lost" if wrong else "ok"
        self.rows.append((line, what, figure, verdict))
        with beside_the_bar():
            print(f"  {line:<6} {what:<70} {figure:<50} {verdict}", *list(wrong)[:5], sep="\n         ", flush=True)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Report an exception in the block as a row with the verdict "lost", so that later parts still run."""
        try:
            yield
        except Exception as broken:
            self.row("", f"{name} broke off", "", [repr(broken)[:400]])

    def write(self, path: Path) -> None:
        """Write the table into a document: replace everything from `HEADING` on, or append it."""
        before = path.read_text(encoding="utf-8").partition(HEADING)[0].rstrip("\n")
        git = ["git", "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout
        rows = [f"| {' | '.join(row)} |" for row in (("line", "what", "figure", ""), ("---",) * 4, *self.rows)]
        held = f"Held on {date.today():%Y-%m-%d} at {commit.strip()}.\n"
        path.write_text("\n".join([before, "", HEADING + ABOUT + held, *rows, ""]), encoding="utf-8")


def kills(report: Report, site: TrialSite) -> None:
    """Kill processes at each of 16 actions; on PostgreSQL continue to the end of the game, up to 100 actions."""
    server, most = ("PostgreSQL", 100) if site.postgresql else ("SQLite", 0)
    site.start("beat")
    for kind, options in SHORT.items():
        found = faults.kill_at_every_action(site, kind, 16, most=most, seed=1, victims=faults.WITH_BEAT, **options)
        figure = f"{found.kills} kills, {found.unanswered} actions cut off, of which {found.stored} stored"
        what = f"kill -9 at each of {found.actions} actions in {found.games} games, {server}, {kind}"
        report.row("1", what, figure, found.faults)
    site.kill("beat")


def database(report: Report, site: TrialSite) -> None:
    for kind in GAMES:
        crashes = [faults.crash_database(site, kind, seed=seed) for seed in range(3)]
        wrong = [fault for outcome, _answers, _back_after in crashes for fault in outcome.faults]
        figure = f"{len(crashes)} crashes, back after {max(back_after for *_others, back_after in crashes):.1f} s"
        report.row("2", f"PostgreSQL stopped at once in mid-hand, {kind}", figure, wrong)


def notices(report: Report, site: TrialSite) -> None:
    took, wrong = faults.lose_notices(site, games=10, stale=20)
    report.row("9, 10", "notices lost, 220 stale ones, two beats: all is done", f"within {took:.1f} s", wrong)


def crowd(report: Report, site: TrialSite) -> None:
    """Play many games, alone and with several people, while a process is killed every few seconds."""
    is_enough, killed = faults.after(CROWD_SECONDS), list[str]()
    alone = [(kind, Player(site, f"{kind} {number}")) for kind in GAMES for number in range(ALONE)]
    work = [partial(faults.play_games, is_enough, kind, [one]) for kind, one in alone]
    players = [one for _kind, one in alone]
    for kind, people in TABLES:
        table = [TablePlayer(site, f"{kind} {people} {number}") for number in range(people)]
        players += table
        work.append(partial(faults.play_games, is_enough, kind, table, **SHORT[kind]))
    wrong = faults.play_together(players, work, partial(faults.kill_in_turn, site, faults.IN_TURN, killed))
    what = f"{len(alone)} players alone, {len(players) - len(alone)} at tables, a part killed every few seconds"
    report.row("1, 9", what, moves(players, killed), wrong)
    pressed = sum((one.pressed for one in players), Counter[str]())
    figure = f"{pressed['abandon']} times, {pressed['stand-in']} stand-ins, {pressed['back']} times back"
    report.row("49", "a player leaves, the others go on", figure, [] if pressed["back"] else ["no player came back"])
    waited, rest = max(one.waited for _kind, one in alone), faults.until_bots_rest(site)
    figure = f"bots to {waited:.1f} s, at rest after {rest:.1f} s"
    report.row("9", "no game stands still", figure, over(PATIENCE, waited, rest))


def boards(report: Report, site: TrialSite) -> None:
    """Play the same boards as guests and accounts while a process or the database is killed every few seconds."""
    players, killed = list[BoardPlayer](), list[str]()
    players += [BoardPlayer(site, number, players) for number in range(BOARD_PLAYERS)]
    for one in players[::2]:
        one.sign_up(f"Player{one.number}")
    challenge, is_enough = players[0].open_challenge("twoman", deals=DEALS), faults.after(BOARD_SECONDS)
    work = [partial(faults.play_boards, is_enough, one, challenge, DEALS) for one in players]
    site.start("beat")
    wrong = faults.play_together(players, work, partial(faults.kill_in_turn, site, faults.IN_TURN_AT_BOARDS, killed))
    site.kill("beat")
    attempts = [StoredAttempt(*row) for row in site.database.rows(ATTEMPTS)]
    others, met = other_answers(attempts, {one.code: site.database.entries(one.code) for one in attempts})
    opens_at = dict(site.database.rows(SECRETS))
    wrong += others + counted_twice(attempts)
    wrong += [f"game {code} has no stored attempt" for code in codes(players) - {one.code for one in attempts}]
    wrong += [fault for one in players for fault in one.faults + shown_early(one.seeds, opens_at)]
    refused = sum(one.refused for one in players)
    wrong += [] if met and refused else ["no answer was compared, or no page refused"]
    what = f"{BOARD_PLAYERS} people at today's boards and a challenge of {DEALS}, likewise"
    figure = f"{moves(players, killed)}, {met} answers met again, {refused} pages refused"
    report.row("1, 50", what, figure, wrong)


def migration(report: Report, site: TrialSite) -> None:
    """Migrate database tables with a long history while people play."""
    site.manage("shell", "-c", f"from tools import history; history.fill({HISTORY}, 5, whole=True)")
    spans: list[tuple[float, float, list[float]]] = []
    done, players = threading.Event(), [Player(site, number) for number in range(MOVERS)]

    def migrate(_is_over: faults.Condition) -> None:
        try:
            time.sleep(5)
            spans.append(faults.migrate(site.database.address))
            time.sleep(5)
        finally:
            done.set()

    work = [partial(faults.play_games, done.is_set, "spades", [one]) for one in players]
    wrong = faults.play_together(players, work, migrate)
    [(begun, ended, waits)] = spans
    during = [one for player in players for one in player.answered if begun <= one.time <= ended]
    statuses = sum((one.statuses for one in players), Counter[int]())
    wrong += [f"{n} responses with status {status}" for status, n in statuses.items() if not 200 <= status < 500]
    wrong += [] if during else ["no move during the migration"]
    what = f"column, indexes and constraint with {HISTORY} hands while people play"
    report.row("14", what, f"{ended - begun:.1f} s, {len(during)} moves", wrong)
    slowest = max(one.slowest for one in players)
    report.row("14", "the longest answer", f"{slowest:.1f} s", over(PATIENCE, slowest))
    figure = f"{max(waits):.2f} s in {len(waits)} looks"
    report.row("14", "the longest wait for a lock", figure, over(LONGEST_LOCK, *waits))
    verified = site.manage("verify_games", "--game", *codes(players))
    report.row("6", "every row follows from logs and seals", verified.splitlines()[-1], [])


def verdict(report: Report, site: TrialSite) -> None:
    """Check all games of a site. If a row differs, `manage.py verify_games` fails and `manage` raises."""
    report.row("5", "no gap, no ordinal and no card twice", "all logs", site.database.faults())
    report.row("6", "every row follows from logs and seals", site.manage("verify_games").splitlines()[-1], [])


def over(limit: float, *figures: float) -> list[str]:
    return [f"{one:g} exceeds the limit {limit:g}" for one in figures if one > limit]


def codes(players: Iterable[Player]) -> set[str]:
    return {action.code for one in players for action in one.answered}


def moves(players: Sequence[Player], killed: Collection[str]) -> str:
    count = sum(len(one.answered) for one in players)
    return f"{count} moves, {len(codes(players))} games, {len(killed)} kills"


#: The sites of a trial, each with its parts and its last check.
PARTS: Final = (
    (on_servers, {"kills": kills, "database": database, "notices": notices, "crowd": crowd, "boards": boards}, verdict),
    (on_files, {"files": kills}, verdict),
    (on_servers, {"history": migration}, None),
)
EVERY: Final = [name for _site, parts, _last in PARTS for name in parts]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=EVERY, default=EVERY, help="run only these parts")
    parser.add_argument("--write", type=Path, help="store the table in this document")
    options, report, begun = parser.parse_args(), Report(), time.monotonic()
    try:
        for made, parts, last in PARTS:
            if chosen := {name: part for name, part in parts.items() if name in options.only}:
                with report.part("a site"), made() as site:
                    site.start()
                    for name, part in watched([*chosen.items(), *([("verdict", last)] if last else [])], unit="part"):
                        with report.part(name):
                            site.start_missing()
                            part(report, site)
        minutes = (time.monotonic() - begun) / 60
        if {*options.only} == {*EVERY}:
            what = f"the whole trial takes at most {MINUTES} minutes"
            report.row("", what, f"{minutes:.1f} min", over(MINUTES, minutes))
    finally:  # store the rows so far even after an interruption
        if options.write is not None:
            report.write(options.write)
    print(f"\n{len(report.rows)} rows, {len(report.lost)} lost, {minutes:.1f} minutes.")
    return 1 if report.lost else 0


if __name__ == "__main__":
    sys.exit(main())
