"""Boards whose first hand was void and dealt once more: what tells of them tells of the hand that was scored, and where
people part may be in either. Recounted here from the entries.
"""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.state import SeatView
from games.models import Attempt, Entry, Game, Hand, Review
from games.registry import levels, presenter
from games.services.log import logs
from games.services.past import reviews
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests.boards.challenged import done, opened, parting_of
from tests.boards.walked import Choose, legal
from tests.players import let_play

pytestmark = pytest.mark.django_db


class Passing:
    """Passes wherever it may, and else does what comes first."""

    version = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        return next((one for one in actions if one.verb == "pass"), actions[0])


@pytest.fixture(autouse=True)
def _all_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    let_play(monkeypatch, "bidwhist", dict.fromkeys(levels("bidwhist"), Passing()))


def bids_in(hand: int, last: bool = False) -> Choose:
    """Passes before that hand; bids in it, and plays the first or the last card it may."""

    def choose(place: Place, rng: Random) -> Action:
        view, actions = tables.see(place).view, legal(place)
        passes = [one for one in actions if one.verb == "pass"]
        if passes:
            return passes[0] if view.number < hand else next(one for one in actions if one.verb != "pass")
        return actions[-1 if last else 0]

    return choose


def decided(game: Game) -> list[tuple[int, int, str]]:
    """The hand, how many actions of it stood before, and what the person did."""
    found, steps = [], dict[int, int]()
    for entry in game.entries.exclude(source__in=logs.ASIDES).order_by("ordinal"):
        before = steps.get(entry.hand, 0)
        steps[entry.hand] = before + 1
        if entry.seat == 0 and entry.source == Entry.Source.PERSON:
            found.append((entry.hand, before, entry.action))
    return found


@pytest.mark.parametrize("hand", [1, 2])
def test_people_part_in_the_hand_in_which_they_do(alice: User, bob: User, hand: int) -> None:
    """Two who pass the first hand out part in the second; whoever bids in the first has parted there."""
    token = opened(alice, "bidwhist", all_pass="redeal")
    (one,) = done(alice, token, bids_in(2))
    (other,) = done(bob, token, bids_in(hand, last=True))
    assert Hand.objects.filter(game=one.game).count() == 2
    mine, theirs = decided(one.game), decided(other.game)
    at = next(at for at, (own, their) in enumerate(zip(mine, theirs, strict=False)) if own[2] != their[2])
    parting = parting_of(alice, token)
    assert parting.at == at and mine[at][0] == theirs[at][0] == hand
    told = {number: (choice.hands[number], step) for choice in parting.choices for number, step in choice.steps.items()}
    assert told == {0: mine[at][:2], 1: theirs[at][:2]}
    assert parting.plays == sum(text.startswith('["play"') for _hand, _step, text in mine[:at])
    for place, (number, step, text) in ((one, mine[at]), (other, theirs[at])):
        assert action_text(replay.hand_of(place, number=number, step=step).done[-1].action) == text


def test_pages_lead_to_the_hand_that_was_scored_and_to_the_void_one_where_people_part(
    alice: User, bob: User, as_alice: Client
) -> None:
    token = opened(alice, "bidwhist", all_pass="redeal")
    (one,) = done(alice, token, bids_in(2))
    done(bob, token, bids_in(1))
    page = as_alice.get(f"/c/{token}/result/").content.decode()
    links = re.findall(rf'href="(/c/{token}/boards/1/\d/[^"]*)"', page)
    step = decided(one.game)[0][1]
    assert sorted(links) == sorted(
        [f"/c/{token}/boards/1/0/", f"/c/{token}/boards/1/1/"]
        + [f"/c/{token}/boards/1/{number}/1/?step={step}" for number in (0, 1)]
    )
    assert [as_alice.get(link).context["at"].number for link in (f"/c/{token}/boards/1/0/", *links[2:])] == [2, 1, 1]
    assert as_alice.get(f"/c/{token}/boards/1/0/3/").status_code == 404
    assert as_alice.get(f"/c/{token}/boards/1/1/2/").status_code == 404, "that game had one hand"
    assert f"/games/{one.code}/hands/2/replay/" in as_alice.get(f"/c/{token}/").content.decode()
    told = replay.game_of(one)
    assert presenter("bidwhist").in_short(told, told.hands[1]) in page


def test_the_error_rate_is_that_of_all_decisions_of_the_board(alice: User) -> None:
    """Of the newest review of each hand, whichever of them was written last."""
    (place,) = done(alice, opened(alice, "bidwhist", all_pass="redeal"), bids_in(2))
    reviews.review(code=place.code)
    rows = Review.objects.filter(game=place.game, seat=0).order_by("number")
    losses = [[one["loss"] for one in row.decisions] for row in rows]
    assert [bool(one) for one in losses] == [True, True]
    every = [loss for some in losses for loss in some]
    assert Attempt.objects.get().error_rate == pytest.approx(sum(every) / 1000 / len(every))
