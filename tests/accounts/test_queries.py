"""Queries whose SQL is written once answer as Django's own do, and ask anew each time."""

from collections.abc import Callable

import pytest
from django.db import NotSupportedError, connection, transaction
from django.db.models import Model, QuerySet
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Guest, Preferences, User
from accounts.people import Person
from accounts.queries import ASKED, Kept
from games.models import Entry, Seat
from games.registry import GAMES, levels
from games.services.people import lobby
from games.services.table import tables

pytestmark = pytest.mark.django_db


def told(row: Model | None) -> object:
    return None if row is None else [getattr(row, field.attname) for field in row._meta.concrete_fields]


def everything(seat: Seat) -> list[object]:
    people = [seat.user, seat.guest]
    return [
        *map(told, (seat, seat.game, *people)),
        *(told(getattr(one, "preferences", None)) for one in people if one is not None),
    ]


@pytest.mark.parametrize("prefers", [True, False])
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("sits", ["user", "guest"])
def test_seats_are_as_djangos_own_query_has_them(alice: User, kind: str, sits: str, prefers: bool) -> None:
    person = Person(user=alice) if sits == "user" else Person(guest=Guest.objects.create())
    if prefers:
        Preferences.objects.create(user=person.user, guest=person.guest)
    lobby.open_game(person=person, key="twoman", level="easy")
    code = lobby.open_game(person=person, key=kind, level=levels(kind)[0])
    with CaptureQueriesContext(connection) as asked:
        found = [everything(seat) for seat in tables.seats_at(code)]
    assert len(asked) == 1
    assert found == [everything(seat) for seat in Seat.objects.filter(game__code=code).order_by("number")]
    assert len(found) > 1


def test_what_has_changed_since_is_seen(alice: User) -> None:
    code = lobby.open_game(person=Person(user=alice), key="twoman", level="easy")
    assert [seat.user for seat in tables.seats_at(code)] == [alice, None]
    User.objects.filter(pk=alice.pk).update(username="alicia")
    seat, _ = tables.seats_at(code)
    assert seat.user is not None and seat.user.get_username() == "alicia"
    with pytest.raises(tables.NotSeated):
        tables.seats_at(f"{code}x")


def test_several_values_are_given_in_their_order(alice: User) -> None:
    entries = Kept(lambda: Entry.objects.filter(game=ASKED, ordinal__gte=ASKED).order_by("ordinal"))
    code = lobby.open_game(person=Person(user=alice), key="twoman", level="easy")
    game = tables.seats_at(code)[0].game
    for ordinal in (3, 1, 2):
        at = timezone.now()
        Entry.objects.create(game=game, ordinal=ordinal, hand=0, seat=0, action="x", source="person", at=at)
    assert [one.ordinal for one in entries(game.pk, 2)] == [2, 3]
    assert [model_to_dict(one) for one in entries(game.pk, 0)] == [
        model_to_dict(one) for one in Entry.objects.order_by("ordinal")
    ]
    assert entries(game.pk + 1, 0) == []


@pytest.mark.parametrize(
    "write", [lambda: Entry.objects.filter(game=ASKED, source="person"), lambda: Entry.objects.filter(ordinal=7)]
)
def test_a_query_with_values_of_its_own_is_not_kept(write: Callable[[], "QuerySet[Entry]"]) -> None:
    with pytest.raises(ValueError, match="values of its own"):
        Kept(write)(1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite keeps no plan that could be of other days")
def test_a_migration_under_a_prepared_statement_is_nobodys_error(alice: User) -> None:
    """It widens a column of a table that was asked for before. In a transaction the rollback leaves no such plan."""
    code = lobby.open_game(person=Person(user=alice), key="twoman", level="easy")
    alter = "ALTER TABLE games_seat ALTER COLUMN name TYPE varchar({})"
    wide = Seat._meta.get_field("name").max_length
    assert wide is not None
    other = connection.copy()  # psycopg drops the plans of one that alters a table itself
    try:
        for more, is_in_transaction in ((1, False), (2, True), (0, False)):
            found = tables.seats_at(code)
            with other.cursor() as cursor:
                cursor.execute(alter.format(wide + more))
            if is_in_transaction:
                with pytest.raises(NotSupportedError), transaction.atomic():
                    tables.seats_at(code)
            assert tables.seats_at(code) == found
    finally:
        other.close()


@pytest.mark.parametrize("kind", GAMES)
def test_seats_of_a_game_name_the_same_one(alice: User, kind: str) -> None:
    code = lobby.open_game(person=Person(user=alice), key=kind, level=levels(kind)[0])
    seats = tables.seats_at(code)
    assert len({id(seat.game) for seat in seats}) == 1 and len({id(seat) for seat in seats}) == len(seats)
