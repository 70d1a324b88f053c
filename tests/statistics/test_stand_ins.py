"""What a stand-in bid is told of nobody: neither the bid nor the contract that it made."""

import pytest

from accounts.models import User
from games.models import Entry, Game, PersonLine
from games.services.log import logs
from games.services.moves import store
from games.services.past import verification
from tests.statistics.played import demo_game

pytestmark = pytest.mark.django_db

#: What tells of a bid that a person made, by game: marks, and numbers.
TOLD = {
    "twoman": ({"made", "overbid", "exact", "underbid", "nil", "blind"}, {"bid", "blind"}),
    "spades": ({"made", "overbid", "exact", "met", "over", "under", "nil", "blind"}, {"bid", "blind", "contract"}),
    "bidwhist": ({"made", "overbid", "contract", "declared"}, {"contract", "taken"}),
}
KEYS = tuple(TOLD)


def told(key: str) -> tuple[set[str], set[str]]:
    """Of all hands: which marks and numbers there are that tell of a bid."""
    lines = list(PersonLine.objects.filter(number__gt=0))
    assert lines
    marks, numbers = TOLD[key]
    found = {mark for line in lines for mark in line.marks.split()}
    plain = {"bid" for mark in found if mark.removeprefix("bid").isdigit()}
    plain |= {"tricks" for mark in found if mark.removeprefix("tricks").isdigit()}
    return (found & marks) | plain, {name for line in lines for name in line.numbers} & numbers


def stand_in_bid(game: Game) -> None:
    """As the log has it where a computer player acted for that person before the first card."""
    bids = game.entries.filter(seat=0, source=Entry.Source.PERSON).exclude(action__startswith='["play"')
    assert bids.update(source=Entry.Source.COMPUTER)
    store.rebuild(game)


@pytest.mark.parametrize("key", KEYS)
def test_what_a_stand_in_bid_is_not_told_of_the_person(alice: User, key: str) -> None:
    game = demo_game(alice, key, seed=5, hands=8)
    marks, numbers = told(key)
    assert marks and numbers
    stand_in_bid(game)
    kept, counted = told(key)
    if key == "bidwhist":  # a contract of one's partner's is one's own side's still
        assert "declared" in marks and "declared" not in kept
        lines = PersonLine.objects.filter(number__gt=0)
        mine = {hand.number for hand in logs.read(game).hands if hand.record.get("declarer") == 0}
        assert mine and all(TOLD[key][0].isdisjoint(line.marks.split()) for line in lines if line.number in mine)
        assert all(TOLD[key][1].isdisjoint(line.numbers) for line in lines if line.number in mine)
    else:
        assert (kept, counted) == (set(), set())
    others = [one for one in verification.differences(game=game) if not one.startswith("who made entry")]
    assert others == []  # that no stand-in sat there is what this test has changed


@pytest.mark.parametrize("key", KEYS)
def test_what_was_taken_and_won_is_told_all_the_same(alice: User, key: str) -> None:
    game = demo_game(alice, key, seed=5, hands=8)
    names = ("points", "score", "other", "tricks", "took", "books")
    before = [[line.numbers.get(name) for name in names] for line in PersonLine.objects.order_by("number")]
    stand_in_bid(game)
    assert [[line.numbers.get(name) for name in names] for line in PersonLine.objects.order_by("number")] == before
