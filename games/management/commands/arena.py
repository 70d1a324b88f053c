"""`manage.py arena GAME PLAYER PLAYER... --games N`: matches between computer players.

Exits with 3 if games were forfeited, since the rates then do not measure strength alone. Exits with 1 if the match was
aborted, and with 2 if the arguments are wrong.
"""

import json
import sys
from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Final, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.arena.match import Match, PlayerResults, forfeited, line, played, table
from games.arena.players import FIRST_PATIENCE, PATIENCE, unknown
from games.bots.base import ImpossibleView
from games.engine.options import Value
from games.management.progress import beside_the_bar, watched
from games.registry import GAMES

#: Exit status of a match with forfeited games.
FORFEITED: Final = 3
#: Longest time limit: one day in seconds. No match needs more, and the system rejects far longer timeouts.
MOST_PATIENCE: Final = 86_400.0


class Command(BaseCommand):
    help = "Play computer players and outside programs against each other, and print their results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("players", metavar="PLAYER", nargs="+")
        parser.add_argument("--games", type=int, required=True, metavar="N")
        parser.add_argument("--duplicate", action="store_true", help="play every deal again with seats swapped")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
        parser.add_argument(
            "--patience",
            type=float,
            default=PATIENCE,
            metavar="SECONDS",
            help=f"time limit for each answer of an outside program; at least {FIRST_PATIENCE:g} for the first",
        )
        parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
        parser.add_argument("--random-options", action="store_true")
        parser.add_argument("--out", metavar="FILE.jsonl", help="write every game as a record, one per line")
        parser.add_argument("--json", action="store_true", help="print only JSON")

    def handle(self, *args: Any, **given: Any) -> None:
        match = _match(given)
        results = [PlayerResults(name) for name in match.players]
        games = watched(played(match, given["jobs"]), total=match.games, unit="game")
        try:
            with _opened(given["out"]) as file:
                for game in games:
                    if game.lost is not None:
                        name = match.players[game.seating[game.lost.seat]]
                        with beside_the_bar():
                            self.stderr.write(f"game {game.index + 1}: {name} (seat {game.lost.seat}) {game.lost.how}")
                    for who, result in enumerate(results):
                        result.add(game, who)
                    if file is not None:
                        _write(file, line(match, game))
        except ImpossibleView as fault:
            raise CommandError(f"A player received an impossible view: {fault}.") from fault
        if given["json"]:
            self.stdout.write(json.dumps({"players": [one.as_json() for one in results]}, ensure_ascii=False))
        else:
            self.stdout.write(table(results))
        if sentence := forfeited(results):
            (self.stderr if given["json"] else self.stdout).write(sentence)
            sys.exit(FORFEITED)


def _match(given: dict[str, Any]) -> Match:
    """Return the requested match. If it cannot be played, raise CommandError with one sentence and exit status 2."""
    game = GAMES.get(given["game"])
    if game is None:
        raise _wrong(f"There is no game “{given['game']}”: choose {', '.join(GAMES)}.")
    options = dict(_option(text) for text in given["option"])
    match = Match(
        game=given["game"],
        players=tuple(given["players"]),
        games=given["games"],
        seed=given["seed"],
        duplicate=given["duplicate"],
        options=options,
        random_options=given["random_options"],
        patience=given["patience"],
    )
    for refusal in game.rules.check(options):
        raise _wrong(refusal.reason)
    for name in match.players:
        if (sentence := unknown(match.game, name)) is not None:
            raise _wrong(sentence)
    count, seats = len(match.players), game.rules.seats
    if count < 2 or seats % count:
        raise _wrong(f"{match.game} has {seats} seats: name {'2' if seats == 2 else '2 or 4'} players.")
    if match.games < 1 or given["jobs"] < 1:
        raise _wrong("--games and --jobs must be at least 1.")
    if not 0 < match.patience <= MOST_PATIENCE:
        raise _wrong(f"--patience must be above 0 and at most {MOST_PATIENCE:g}.")
    if match.duplicate and match.games % count:
        raise _wrong(f"With --duplicate the games come in rounds of {count}: --games must be a multiple.")
    return match


def _option(text: str) -> tuple[str, Value]:
    """Parse KEY=VALUE. Whole numbers, true, false and null are parsed as JSON; any other value is a string."""
    key, sign, written = text.partition("=")
    if not sign:
        raise _wrong(f"An option is written KEY=VALUE, not “{text}”.")
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return key, written
    return key, value if value is None or isinstance(value, int | str) else written


def _opened(path: str | None) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    try:
        return open(path, "w", encoding="utf-8")
    except OSError as error:
        raise _wrong(f"“{path}” cannot be written: {error.strerror}.") from error


def _write(file: TextIO, record: str) -> None:
    """Write and flush the record. Without the flush, a full disk would raise an error only later."""
    try:
        file.write(record + "\n")
        file.flush()
    except OSError as error:
        with suppress(OSError):
            file.close()  # retries the failed write and raises again
        raise CommandError(f"“{file.name}” cannot be written: {error.strerror}.") from error


def _wrong(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=2)
