"""Every stored column of games is changed in turn: the verification reports it, or it is named here with its reason."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

import pytest
import time_machine
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.models import Guest, User
from games.dealing import ALGORITHM
from games.models import (
    Attempt,
    Bid,
    Board,
    Chain,
    DecisionLine,
    Discard,
    Entry,
    Game,
    Hand,
    LeaderboardRow,
    PersonLine,
    Play,
    Practice,
    Review,
    Seal,
    Seat,
    Tally,
    Trick,
)
from games.services.counting import tallies
from games.services.past import reviews, verification
from games.services.people import lobby
from tests.boards.walked import begun, first_legal, walked
from tests.playing import place_for
from tests.records.stored import given_up

pytestmark = pytest.mark.django_db

#: The tables in which every column is changed.
CHECKED: Final[tuple[type[models.Model], ...]] = (
    *(Game, Seat, Entry, Seal, Hand, Bid, Discard, Trick, Play, PersonLine, Review),
    *(DecisionLine, Tally, LeaderboardRow, Practice, Attempt, Board, Chain),
)
#: Tables of wishes, invitations and words: a row says what a person did, and no other row says it too.
SAID_ONCE: Final = frozenset(
    {
        *("challenge", "entrant", "setup", "share", "waitingroom", "waitingseat", "givenseed", "said"),
        "countingprogress",
    }
)
#: Columns that nothing can contradict.
FREE: Final = {
    # Names, chances and versions that were set when the game began.
    "game": {
        *("rules_version", "secret", "started_at", "origin"),
        # The state of the table, which no log tells.
        *("said", "reviews_due_at", "clock", "question", "lies_open"),
    },
    "seat": {"bot_version", "is_first", "seen_at", "declines", "skips_blind"},
    "seal": {"opens_at"},
    "review": {"written_at"},
    "practice": {"steps", "answers", "due_at"},
    # When it was begun, for whom, and where it stands among others: counted once, while others may still come.
    "attempt": {"entrant", "number", "begun_at", "percentile"},
    "board": {"opens_at", "field", "counted_at", "number", "was_played"},
}


@pytest.fixture
def stored(easy_boards: None, alice: User, bob: User) -> tuple[User, User]:
    """A game given up and a board, both reviewed, and then a game given up before its first deal."""
    with time_machine.travel("2026-11-20T12:00:00+00:00"):
        Guest.objects.create()
        given_up(alice)
        walked(begun(alice), first_legal)
        lobby.abandon(place=place_for(bob))
        for code in list(Game.objects.values_list("code", flat=True)):
            reviews.review(code=code)
    return alice, bob


def found() -> Iterator[str]:
    for verdict in verification.verify(games=Game.objects.all()):
        yield from verdict.differences
    yield from verification.wrong_totals()


def test_every_change_that_other_rows_contradict_is_noticed(stored: tuple[User, User]) -> None:
    with time_machine.travel("2026-11-21T12:00:00+00:00"):
        tallies.catch_up()
        assert list(found()) == []
        missed = {
            f"{model._meta.model_name}.{field.name}"
            for model in CHECKED
            for field in model._meta.concrete_fields
            if not field.primary_key and not _is_noticed(model, field)
        }
    free = {f"{table}.{name}" for table, names in FREE.items() for name in names}
    assert (sorted(missed - free), sorted(free - missed)) == ([], [])


def test_every_table_of_games_is_checked_or_said_once() -> None:
    tables = {model._meta.model_name for model in apps.get_app_config("games").get_models()}
    assert tables == SAID_ONCE | {model._meta.model_name for model in CHECKED}


def _is_noticed(model: type[models.Model], field: Any) -> bool:
    """Whether the database refuses the change of one row, or the verification reports it."""
    row = _row(model)
    try:
        with transaction.atomic():
            model._default_manager.filter(pk=row.pk).update(**{field.attname: _changed(row, field)})
            differing = any(found())
            transaction.set_rollback(True)
    except IntegrityError:
        return True
    return differing


def _row(model: type[models.Model]) -> Any:
    rows = model._default_manager.order_by("pk")
    if model is Board or model is Attempt:
        return rows.get(**({"level": ""} if model is Attempt else {"games__isnull": False}))
    if model is Game:
        return rows.get(status="finished")
    if model is Seal:
        return rows.filter(algorithm=ALGORITHM, events__gt=0).first()
    return rows.last() if model is Entry else rows.first()


def _changed(row: Any, field: Any) -> Any:
    value = getattr(row, field.attname)
    if field.is_relation:
        other = field.related_model.objects.exclude(pk=value).order_by("pk").last()
        return None if field.null and value is not None else getattr(other, "pk", 1_000_000)
    if isinstance(field, models.JSONField):
        return [*value, 1] if isinstance(value, list) else {**(value or {}), "changed": 1}
    if isinstance(value, bool):
        return not value
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.IntegerField | models.FloatField):
        return 1 if value is None else value + 1
    if isinstance(field, models.DateTimeField):
        return (value or timezone.now()) + timedelta(days=1)
    if isinstance(field, models.DateField):
        return (value or date(2026, 11, 19)) + timedelta(days=1)
    if isinstance(field, models.BinaryField):
        return bytes(value)[:-1] + bytes([bytes(value)[-1] ^ 1])
    if field.choices:
        return next(one for one, _name in field.choices if one != value)
    return f"{value[:-1]}{'x' if not value.endswith('x') else 'y'}"
