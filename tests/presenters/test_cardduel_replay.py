"""A past duel step by step: what each step shows agrees with the engine's own states."""

import pytest
from django.template.loader import render_to_string

from games.cardduel.past import DuelReviewShown
from games.cardduel.seats import DuelShown
from games.cardduel.state import CardDuelState, own
from games.cardduel.table import CardDuelPresenter
from games.snapshot import PlayedGame, Replay, ReplayStep, Status
from games.viewmodel.replay import ReplayContext
from tests.presenters.seeing_duel import RULES, DuelTable

PLAYS = ("9C KS", "QD", "2C TS", "8D", "3C 7H", "4H")


def states_of(table: DuelTable) -> list[CardDuelState]:
    """As dealt, and after each action."""
    states = [own(DuelTable().deal().log.state)]
    for seat, action in own(table.log.state).actions:
        states.append(own(RULES.apply(states[-1], seat, action).state))
    return states


def replayed(table: DuelTable, step: int, *, own_seat: int | None = 0) -> Replay:
    """The duel so far, given up where it is not over."""
    last, hands, states, snapshot = own(table.log.state), table.log.hands, states_of(table), table.snapshot()
    game = PlayedGame(
        code="abc",
        key="cardduel",
        status=Status.FINISHED if snapshot.result else Status.ABANDONED,
        near=0,
        own=own_seat,
        seated=snapshot.seated,
        hands=hands,
        numbers=(1,),
        view=RULES.view(last, 0),
        result=snapshot.result,
    )
    steps = tuple(ReplayStep(seat, action, False) for seat, action in last.actions)
    views = tuple(RULES.opened(state, 0) for state in states)
    return Replay(game, 1, step, views, steps, hands[0] if hands else None, None)


def at(step: int, *plays: str, own_seat: int | None = 0) -> ReplayContext:
    return CardDuelPresenter().replay(replayed(DuelTable().deal().play(*(plays or PLAYS)), step, own_seat=own_seat))


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
    shown, state = more(at(step)), states_of(DuelTable().deal().play(*PLAYS))[step]
    assert (shown.near.hp, shown.far.hp) == state.hp
    assert shown.deck == len(state.deck)
    for side, seat in ((shown.near, 0), (shown.far, 1)):
        assert {one.text for one in side.cards} == {one.text for one in state.hands[seat]}


def test_a_closed_round_still_shows_its_plays() -> None:
    shown = more(at(2))
    assert [one.text for one in shown.plays[1].faces] == ["9C", "KS"]
    assert [one.text for one in shown.plays[0].faces] == ["QD"]
    assert shown.round == 1
    assert at(2).say == "You: 9 + K 13 = 22 attack − 12 shield = 10 damage. Marta: Q 12 shield."


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
    context = CardDuelPresenter().review(replayed(DuelTable().deal().play(*PLAYS), 0).game)
    assert isinstance(context.more, DuelReviewShown)
    assert [(line.number, line.step) for line in context.more.lines] == [(1, 1), (2, 3), (3, 5)]
    assert (context.heading, context.parted) == ("A duel given up", "Round by round")


BLAZES = [
    (0, "Your blaze failed; Marta won the duel"),
    (1, "alice’s blaze failed; you won the duel"),
    (None, "alice’s blaze failed; Marta won the duel"),
]


@pytest.mark.parametrize(("own_seat", "heading"), BLAZES)
def test_a_failed_blaze_is_the_invokers(own_seat: int | None, heading: str) -> None:
    game = replayed(DuelTable().deal().play("blaze"), 0, own_seat=own_seat).game
    assert CardDuelPresenter().review(game).heading == heading


def test_a_blaze_is_the_last_of_the_rounds() -> None:
    replay = replayed(DuelTable().deal().play("KS", "4H", "blaze"), 0)
    context = CardDuelPresenter().review(replay.game)
    assert isinstance(context.more, DuelReviewShown)
    assert [(one.number, one.step) for one in context.more.lines] == [(1, 1), (2, 3)]
    assert context.more.lines[-1].effects == ("Marta: blaze of glory.",)
    assert [(one.number, one.step) for one in CardDuelPresenter().replay(replay).tricks] == [(1, 1), (2, 3)]


def test_its_parts_are_rounds_and_no_tricks() -> None:
    html = render_to_string("games/replay/_at.html", {"at": at(2), "is_shared": True, "hands": ()})
    assert "Rounds" in html and "Trick" not in html and "this hand" not in html


@pytest.mark.parametrize("step", [0, 1, 2, 6])
def test_it_is_drawn(step: int) -> None:
    context = at(step)
    html = render_to_string("games/replay/_at.html", {"at": context, "is_shared": True, "hands": ()})
    assert f'data-step="{step}"' in html
