"""Whole games of Two-Man Spades and their records, for tests of what is done with them: taken in, refused, altered."""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from accounts.people import Person
from games.models import Game
from games.presenters.proofs import program
from games.services.past import records
from games.services.past.imports import import_file
from games.services.past.record_files import BadFile
from games.services.people import lobby
from games.services.table.tables import Place
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


def took(person: User, *games: Any, seat: int | None = None) -> list[Game]:
    """The games that came of these records, in their order."""
    found = import_file(person=Person(user=person), lines=as_lines(games), seat=seat)
    return [Game.objects.get(code=code) for code in found.codes]


def as_lines(games: tuple[Any, ...]) -> list[bytes]:
    return [one if isinstance(one, bytes) else json.dumps(one).encode() for one in games]


def refused(person: User, *games: Any, seat: int | None = None) -> tuple[int, str, int | None, int | None]:
    """What is said of a bad file: line, code, hand, action. Nothing of it may be there."""
    before = Game.objects.count()
    with pytest.raises(BadFile) as found:
        import_file(person=Person(user=person), lines=as_lines(games), seat=seat)
    assert Game.objects.count() == before
    bad = found.value
    return bad.line, bad.wrong.code, bad.wrong.hand, bad.wrong.action


def altered(game: Any, change: Callable[[Any], object]) -> Any:
    copy = json.loads(json.dumps(game))
    change(copy)
    return copy


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
