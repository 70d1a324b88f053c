"""Helpers: finished games as rows, played or stored from a record; exported records; and the commands on records."""

import io
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.engine.options import differing
from games.engine.state import DEALER
from games.records import export
from games.records.format import read
from games.records.proofs import program
from games.records.referee import recorded_actions, referee
from games.registry import levels
from games.snapshot import Status
from games.table import logs, opening, store
from games.table.models import Entry, Game, Seal, Seat
from games.table.opening import seats_of_game, usual_seating
from games.table.tables import Place
from tests.play import deal_hand, open_table, play_out, reload


def play_finished_game(person: User, seed: int = 1, **chosen: Any) -> Place:
    """Play a short game to its end."""
    place = open_table(person, target=100, **chosen)
    play_out(place, Random(seed))
    return reload(person, place.code)


def give_up_in_second_hand(person: User) -> Place:
    """Give up a game in its second hand."""
    place = open_table(person)
    play_out(place, Random(1), hands=1)
    deal_hand(place)
    opening.abandon(place=place)
    return reload(person, place.code)


def export_record(place: Place) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export.game_line(code=place.code))
    return found


def store_record(told: Any, people: Mapping[int, User]) -> Game:
    """Store the game of a record, with `people` at their seats and the weakest bots at the others.

    The deals follow from no seed, so the seals name an unknown algorithm.
    """
    record, at = read(json.dumps(told)), timezone.now()
    rules, result = record.rules, referee(record).result
    why, gave_up = record.ended or ("", None)
    game = Game(
        key=rules.key,
        options=differing(rules.options, record.options),
        rules_version=rules.version,
        status=Status.ABANDONED if result is None else Status.FINISHED,
        winner=None if result is None else result.winner,
        why=why if result is None else result.why or "",
        gave_up=gave_up,
        **dict.fromkeys(("started_at", "moved_at", "ended_at"), at),
    )
    bots = usual_seating(key=rules.key, level=levels(rules.key)[0])
    sitting = [Person(user=people[n]) if n in people else bots[n - 1] for n in range(rules.seats)]
    log = logs.new_log(game)
    for one in recorded_actions(record):
        source = Entry.Source.PERSON if one.seat in people else Entry.Source.COMPUTER
        log = log.with_action(one.seat, one.action, Entry.Source.DEALER if one.seat == DEALER else source, at)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats_of_game(game=game, sitting=sitting))
    Seal.objects.bulk_create(Seal(game=game, number=n + 1, algorithm="chosen") for n in range(game.number))
    store.write_whole(game, log)
    return game


@cache
def verify_deal_program() -> ModuleType:
    """Return the downloadable program, loaded as a module."""
    module = ModuleType("verify_deal")
    exec(compile(program(), "verify_deal.py", "exec"), module.__dict__)
    return module


def run_command(*words: str) -> tuple[str, int]:
    """Run a management command; return what it prints and the exit status."""
    out = io.StringIO()
    try:
        call_command(*words, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def write_file(folder: Path, *games: Any) -> str:
    """Write records, or lines as they are, into a new file; return its path."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in games]
    path = folder / f"{len(list(folder.iterdir()))}.jsonl"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return str(path)
