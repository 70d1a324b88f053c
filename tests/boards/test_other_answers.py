"""Cards that were played before, in a game whose computer players answered otherwise: no person is said to have parted
there. Recounted here from the entries.
"""

from itertools import groupby, zip_longest
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.engine.state import SeatView
from games.models import Entry, Game
from games.registry import levels
from games.services.boards import played
from tests.boards.challenged import compared, done, opened, parting_of
from tests.boards.test_played import first_hand, one_game
from tests.boards.walked import first_legal, last_legal
from tests.players import let_play

pytestmark = pytest.mark.django_db
KEYS = ("twoman", "spades", "bidwhist")
#: The computer player that is asked takes the last thing it may from this card of its own on.
TURNS = 3


class Turning:
    """Does what comes first; from one of its cards on what comes last, where it is told to."""

    version = 1

    def __init__(self) -> None:
        self.turns = False

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        own = sum(seat == view.seat and action.verb == "play" for seat, action in view.actions)
        return actions[-1 if self.turns and view.phase == "play" and own >= TURNS else 0]


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> Turning:
    turning = Turning()
    for key in KEYS:
        let_play(monkeypatch, key, dict.fromkeys(levels(key), turning))
    return turning


def said(game: Game) -> list[tuple[bool, str]]:
    """Whether the person did it, and what, of the first hand after its deal, as long as it was not played by itself."""
    some = game.entries.filter(hand=1, source__in=[Entry.Source.PERSON, Entry.Source.COMPUTER]).order_by("ordinal")
    return [(one.seat == 0, one.action) for one in some]


def aligned(game: Game) -> list[tuple[bool, str]]:
    """The person first where both made a secret choice."""
    groups = groupby(said(game), key=lambda one: '"discard"' in one[1])
    return [one for is_secret, some in groups for one in (sorted(some, reverse=True) if is_secret else some)]


@pytest.mark.parametrize("key", KEYS)
def test_where_a_computer_player_did_otherwise_first_nobody_is_said_to_have_parted(
    alice: User, bob: User, as_bob: Client, players: Turning, key: str
) -> None:
    own = first_hand(one_game(alice, key))
    token = played.open_challenge(place=own)
    players.turns = True
    (other,) = done(bob, token)
    mine, theirs = aligned(own.game), aligned(other.game)
    first = next(at for at, (one, two) in enumerate(zip_longest(mine, theirs)) if one != two)
    assert not mine[first][0], "a computer player did"
    parting = parting_of(bob, token)
    assert parting.by_others
    assert parting.at == sum(is_own for is_own, _text in mine[:first])
    assert sorted(number for choice in parting.choices for number in choice.steps) == [0, 1]
    page = as_bob.get(f"/c/{token}/result/").content.decode()
    assert page.count("the computer players had done otherwise before") == 1
    assert "All did the same" not in page


@pytest.mark.parametrize("key", KEYS)
def test_where_a_person_did_otherwise_first_they_part_there(alice: User, bob: User, players: Turning, key: str) -> None:
    """What the computer players do otherwise afterwards is an answer to it."""
    own = first_hand(one_game(alice, key))
    token = played.open_challenge(place=own)
    players.turns = True
    (other,) = done(bob, token, last_legal)
    mine, theirs = ([text for is_own, text in aligned(one.game) if is_own] for one in (own, other))
    at = next(at for at, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two)
    parting = parting_of(bob, token)
    assert (parting.at, parting.by_others) == (at, False)


def test_those_who_met_the_same_are_compared_on(alice: User, bob: User, charlie: User, players: Turning) -> None:
    """Two who join meet the same: they part where one of them does otherwise, after the opener’s game has parted."""
    token = played.open_challenge(place=first_hand(one_game(alice, "spades")))
    players.turns = True
    done(bob, token)
    count = iter(range(99))
    done(charlie, token, lambda place, rng: (last_legal if next(count) > TURNS + 4 else first_legal)(place, rng))
    partings = compared(bob, token).boards[0].partings
    assert [one.by_others for one in partings] == [True, False]
    groups = [sorted(sorted(choice.steps) for choice in one.choices) for one in partings]
    assert groups == [[[0], [1, 2]], [[1], [2]]]
    assert partings[0].at < partings[1].at


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_who_of_two_secret_choices_was_first_parts_nobody(alice: User, bob: User, key: str) -> None:
    """One waits for the computer player, the other does not."""
    token = opened(alice, key)
    done(alice, token)
    done(bob, token, computers_first=True)
    assert compared(alice, token).boards[0].partings == ()
