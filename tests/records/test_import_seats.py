"""Whose seat is whose in a record that is taken in, and who of them has left."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Entry, PersonLine, Seat
from games.services.past import records
from tests.records.played import log_of, long_record, record
from tests.records.stored import refused, took

pytestmark = pytest.mark.django_db

PERSON = {"player": "person"}


def seats_left_by(seat: int | None) -> list[dict[str, Any]]:
    names = enumerate(("alice", "Ama"))
    return [{"name": name, **PERSON, **({"left": True} if number == seat else {})} for number, name in names]


@pytest.mark.parametrize(
    ("seats", "chosen", "own"),
    [
        ([{**PERSON}, {"player": "easy"}], None, 0),
        ([{"player": "easy"}, {**PERSON, "name": "Bob"}], None, 1),
        ([{**PERSON, "name": "Bob"}, {**PERSON, "name": "ALICE"}], None, 1),
        ([{**PERSON, "name": "Bob"}, {**PERSON, "name": "ALICE"}], 0, 1),
        ([{**PERSON, "name": "Bob"}, {**PERSON, "name": "Eve"}], 1, 1),
        ([{**PERSON}, {"player": "easy"}], 1, 0),
        ([{}, {"player": "easy"}], None, 0),
        ([{"name": "Alice"}, {"name": "Bob"}], None, 0),
        ([{"name": "Bob"}, {**PERSON, "name": "Eve"}], None, 1),
    ],
)
def test_the_person_gets_the_right_seat(alice: User, seats: Any, chosen: int | None, own: int) -> None:
    [game] = took(alice, {**long_record(), "seats": seats}, seat=chosen)
    assert Seat.objects.get(user=alice).number == own
    assert Entry.objects.filter(game=game, seat=own, source="person").exists()


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        ([{**PERSON, "name": "Bob"}, {**PERSON, "name": "Eve"}], None),
        ([{**PERSON, "name": "alice"}, {**PERSON, "name": "Alice"}], None),
        ([{**PERSON}, {**PERSON}], 2),
        ([{"player": "easy"}, {"player": "program"}], 0),
    ],
)
def test_it_asks_when_the_seat_is_not_clear(alice: User, seats: Any, chosen: int | None) -> None:
    assert refused(alice, {**long_record(), "seats": seats}, seat=chosen) == (1, "WHOSE_SEAT", None, None)


@pytest.mark.parametrize(
    ("other", "level", "name"),
    [
        ({"player": "medium", "name": "Marta 2"}, "medium", ""),
        ({"player": "program", "name": "Program 2"}, "", "Program 2"),
        ({"player": "random"}, "", ""),
        ({"name": "Bo\u202e\x00<b>\ud800"}, "", "Bo<b>"),
        ({"player": "grandmaster", "name": "x" * 10_000}, "", "x" * 40),
        ({"player": 7, "name": ["Bo"]}, "", ""),
        ({**PERSON, "name": "王芳"}, "", "王芳"),
    ],
)
def test_the_other_side_is_a_level_or_a_name(alice: User, other: Any, level: str, name: str) -> None:
    took(alice, {**long_record(), "seats": [{**PERSON, "name": "alice"}, other]})
    seat = Seat.objects.get(number=1)
    assert (seat.level, seat.name, seat.user, seat.guest) == (level, name, None, None)


def test_a_game_that_somebody_else_gave_up_is_told_so_everywhere(alice: User, as_alice: Client) -> None:
    game = {**record(said=log_of("twoman", 1, actions=9)), "seats": seats_left_by(None)}
    left, given_up = took(alice, *({**game, "ended": {"why": "abandoned", "seat": seat}} for seat in (1, 0)))
    endings = [line.marks.split()[0] for line in PersonLine.objects.filter(user=alice, number=0).order_by("game")]
    assert endings == ["left", "abandoned"]
    assert "Ama has left the game" in as_alice.get(f"/games/{left.code}/").content.decode()
    assert "has left" not in as_alice.get(f"/games/{given_up.code}/").content.decode()
    for result, words, code in (("left", "Left by others", left.code), ("given_up", "Given up", given_up.code)):
        shown = as_alice.get(f"/games/?result={result}").content.decode()
        assert words in shown and [found for found in (left.code, given_up.code) if found in shown] == [code]


@pytest.mark.parametrize(
    ("seat", "words"), [(0, "You had left it, so for you it counts as given up."), (1, "have given it up: Ama.")]
)
def test_of_a_game_that_came_in_it_is_told_who_had_left_before_its_end(
    alice: User, as_alice: Client, seat: int, words: str
) -> None:
    [stored] = took(alice, {**long_record(), "seats": seats_left_by(seat)})
    for address in (f"/games/{stored.code}/", f"/games/{stored.code}/review/"):
        assert words in as_alice.get(address).content.decode()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_record_goes_out_with_who_has_left(alice: User, seat: int) -> None:
    [stored] = took(alice, {**long_record(), "seats": seats_left_by(seat)})
    assert json.loads(records.game_line(code=stored.code))["seats"] == seats_left_by(seat)
