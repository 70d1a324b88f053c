"""Records of boards: refereed like any, they name the day or the challenge, and no link by which one comes in."""

import json

import pytest

from accounts.models import User
from games.models import Board, Challenge
from games.services.counting import tallies
from tests.boards.challenged import done, opened
from tests.boards.walked import begun, first_legal, walked
from tests.records.played import right
from tests.records.stored import exported

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon", "easy_boards")]


def test_a_board_of_a_day_is_named_alike_by_all_who_have_played_it(alice: User, bob: User) -> None:
    places = [walked(begun(who), first_legal) for who in (alice, bob)]
    one, other = map(exported, places)
    commitment = Board.objects.get().commitment
    assert one["board"] == other["board"]
    assert one["board"] == {"day": tallies.today().isoformat(), "commitment": commitment, "counted": True}
    right(one)


def test_a_board_of_a_challenge_names_the_challenge_and_not_its_link(alice: User) -> None:
    token = opened(alice, deals=4)
    second = exported(done(alice, token)[1])
    row, board = Challenge.objects.get(), Board.objects.get(number=2)
    assert second["board"] == {
        "day": None,
        "challenge": {"opened": row.opened_at.date().isoformat(), "board": 2},
        "commitment": board.commitment,
        "counted": True,
    }
    assert token not in json.dumps(second)
    right(second)
