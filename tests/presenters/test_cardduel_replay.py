"""A past duel step by step: what each step shows agrees with the engine's own states."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.cardduel.past import DuelReviewShown
from games.cardduel.seats import DuelShown
from games.cardduel.table import CardDuelPresenter
from games.viewmodel.replay import ReplayContext
from tests.presenters.replayed import Replayed
from tests.presenters.seeing_duel import RULES, DuelTable

PLAYS = ("9C KS", "QD", "2C TS", "8D", "3C 7H", "4H")


def replayed(*plays: str, own_seat: int | None = 0) -> Replayed:
    """The duel so far, given up where it is not over."""
    said = [(line.seat, line.action) for line in DuelTable().deal().play(*plays).log.lines]
    start = {"coin": 0, "hp": (30, 30)}
    return Replayed(SimpleNamespace(rules=RULES, options={}, start=start, said=said), own_seat=own_seat)


def at(step: int, *, own_seat: int | None = 0) -> ReplayContext:
    return replayed(*PLAYS, own_seat=own_seat).at(step)


def more(context: ReplayContext) -> DuelShown:
    assert isinstance(context.more, DuelShown)
    return context.more


def test_as_dealt_both_hands_are_open() -> None:
    context = at(0)
    shown = more(context)
    assert [len(side.cards) for side in (shown.near, shown.far)] == [5, 5]
    assert context.say == "The coin is with you, who plays first."


@pytest.mark.parametrize("step", range(len(PLAYS) + 1))
def test_every_step_shows_the_engines_numbers(step: int) -> None:
    shown, state = more(at(step)), replayed(*PLAYS).states[1][step]
    assert (shown.near.hp, shown.far.hp) == state.hp
    assert shown.deck == len(state.deck)
    for side, seat in ((shown.near, 0), (shown.far, 1)):
        assert {one.text for one in side.cards} == {one.text for one in state.hands[seat]}


def test_a_closed_round_still_shows_its_plays() -> None:
    shown = more(at(2))
    assert [one.text for one in shown.plays[1].faces] == ["9C", "KS"]
    assert [one.text for one in shown.plays[0].faces] == ["QD"]
    assert shown.round == 1
    assert at(2).say == "You: 9 + K 13 = 22 attack − 12 shield: 10 damage. Bruno: Q 12 shield."


def test_the_covered_top_is_open_in_a_replay() -> None:
    shown = more(at(1))
    assert [one.text for one in shown.plays[1].faces] == ["9C", "KS"]
    assert shown.plays[1].words == "9 + K 13 = 22 attack"


def test_rounds_can_be_jumped_to() -> None:
    jumps = at(4).tricks
    assert [(one.number, one.step) for one in jumps] == [(1, 1), (2, 3), (3, 5)]
    assert [one.is_here for one in jumps] == [False, True, False]


def test_an_onlooker_is_told_of_nobody_as_you() -> None:
    assert at(2, own_seat=None).say.startswith("alice: 9 + K 13")


def test_the_review_leads_to_each_round() -> None:
    context = CardDuelPresenter().review(replayed(*PLAYS).game)
    assert isinstance(context.more, DuelReviewShown)
    assert [(line.number, line.step) for line in context.more.lines] == [(1, 1), (2, 3), (3, 5)]
    assert (context.heading, context.parted) == ("A duel given up", "Round by round")


BLAZES = [
    (0, "Your blaze failed; Bruno won the duel"),
    (1, "alice’s blaze failed; you won the duel"),
    (None, "alice’s blaze failed; Bruno won the duel"),
]


@pytest.mark.parametrize(("own_seat", "heading"), BLAZES)
def test_a_failed_blaze_is_the_invokers(own_seat: int | None, heading: str) -> None:
    game = replayed("blaze", own_seat=own_seat).game
    assert CardDuelPresenter().review(game).heading == heading


def test_a_blaze_is_the_last_of_the_rounds() -> None:
    told = replayed("KS", "4H", "blaze")
    context = CardDuelPresenter().review(told.game)
    assert isinstance(context.more, DuelReviewShown)
    assert [(one.number, one.step) for one in context.more.lines] == [(1, 1), (2, 3)]
    assert context.more.lines[-1].effects == ("Bruno: blaze of glory.",)
    assert [(one.number, one.step) for one in told.at(0).tricks] == [(1, 1), (2, 3)]


def test_its_parts_are_rounds_and_no_tricks() -> None:
    html = render_to_string("games/replay/_at.html", {"at": at(2), "is_shared": True, "hands": ()})
    assert "Rounds" in html and "Trick" not in html and "this hand" not in html
