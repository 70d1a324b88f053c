"""Finished games and their records, for tests: played here, stored from a record, exported."""

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
from games.models import Entry, Game, Seal, Seat
from games.presenters.proofs import program
from games.records.actions import recorded_actions
from games.records.reading import read
from games.records.referee import referee
from games.registry import levels
from games.services.log import logs
from games.services.moves import store
from games.services.past import records
from games.services.people import lobby
from games.services.table.seating import seats_of_game, usual_seating
from games.services.table.tables import Place
from games.snapshot import Status
from tests.playing import again, dealt, place_for, play_on


def finished(person: User, seed: int = 1, **chosen: Any) -> Place:
    """A short game played to its end."""
    place = place_for(person, target=100, **chosen)
    play_on(place, Random(seed))
    return again(person, place.code)


def given_up(person: User) -> Place:
    """A game given up in the middle of its second hand."""
    place = place_for(person)
    play_on(place, Random(1), hands=1)
    dealt(place)
    lobby.abandon(place=place)
    return again(person, place.code)


def exported(place: Place) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(records.game_line(code=place.code))
    return found


def stored(told: Any, people: Mapping[int, User]) -> Game:
    """Store the game of a record, with users at these seats and the weakest bots at the others.

    The deals follow from no seed, so each seal is of an algorithm that `verification` does not know.
    """
    record, at = read(json.dumps(told)), timezone.now()
    rules, result, ended = record.rules, referee(record).result, record.ended
    game = Game(
        key=rules.key,
        options=differing(rules.options, record.options),
        rules_version=rules.version,
        status=Status.ABANDONED if result is None else Status.FINISHED,
        winner=None if result is None else result.winner,
        why=(ended.why if ended is not None else "") if result is None else result.why or "",
        gave_up=None if ended is None else ended.seat,
        **dict.fromkeys(("started_at", "moved_at", "ended_at"), at),
    )
    bots = usual_seating(key=rules.key, level=levels(rules.key)[0])
    sitting = [Person(user=people[n]) if n in people else bots[n - 1] for n in range(rules.seats)]
    log = logs.opened(game)
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
def loaded() -> ModuleType:
    """The program as it is given away."""
    module = ModuleType("verify_deal")
    exec(compile(program(), "verify_deal.py", "exec"), module.__dict__)
    return module


def ran(*words: str) -> tuple[str, int]:
    """What is printed, and the exit status."""
    out = io.StringIO()
    try:
        call_command(*words, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def file_of(folder: Path, *games: Any) -> str:
    path = folder / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return str(path)
