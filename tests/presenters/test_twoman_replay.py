"""The replay of Two-Man Spades from the rules alone: every number at every step, against the engine's own."""

import pytest

from games.twoman.state import own
from games.viewmodel.words import plain_number, signed
from tests.presenters.replayed import Replayed, cells, review, shown
from tests.records.twoman_hands import at_random


@pytest.mark.parametrize("near", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_step_shows_what_the_engine_says(seed: int, near: int) -> None:
    told = Replayed(at_random(seed), near=near)
    for number, states in told.states.items():
        for step, state in enumerate(map(own, states)):
            at = told.at(step, number)
            more = shown(at)
            for side, strip, seat in zip(more.seats, more.sides, (near, 1 - near), strict=True):
                assert side.seat == seat
                assert [face.text for face in side.cards] == [one.text for one in state.hands[seat]]
                assert side.took == state.tricks[seat]
                if state.bids[seat] is None:
                    assert side.bid == ""
                else:
                    assert side.bid.split()[0] in {str(state.bids[seat]), "nil", "blind"}
                assert side.is_turn == (step < at.last and told.steps[number][step].seat == seat)
                if step == at.last and number in {hand.number for hand in told.hands}:
                    assert strip.points == plain_number(state.displays[seat])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_points_add_up_to_the_score(seed: int) -> None:
    told = Replayed(at_random(seed))
    for hand in told.hands:
        before = own(told.states[hand.number][0]).displays
        after = own(told.states[hand.number][-1]).displays
        parts = told.at(-1, hand.number).points
        assert parts is not None
        for side in (0, 1):
            worth = [row.cells[side][0] for row in parts.rows]
            assert cells(told, "This hand", hand.number)[side] == signed(sum(worth))
            assert cells(told, "Score", hand.number)[side] == plain_number(after[side])
            assert sum(worth) == after[side] - before[side]


def test_a_line_a_hand_and_the_last_is_the_end(seed: int = 2) -> None:
    told = Replayed(at_random(seed))
    lines = review(told).lines
    assert [line.number for line in lines] == [hand.number for hand in told.hands]
    last = own(told.state).displays
    near, far = lines[-1].cells
    assert (near.total, far.total) == (plain_number(last[0]), plain_number(last[1]))


@pytest.mark.parametrize("seed", range(4))
def test_a_blind_nil_is_won_or_lost_and_never_scored(seed: int) -> None:
    told = Replayed(at_random(seed, behind=True, blind="blind_nil"))
    at = told.after("blind_nil")
    assert "bid nil without looking." in at.say
    assert shown(at).near.bid == "blind nil"
    [line] = review(told).lines
    assert (line.cells, line.note) == ((), "a blind nil, not scored")
    end = told.at(-1)
    assert end.points is not None and "wins or loses the whole game" in end.points.note
    assert shown(end).sides[0].points == plain_number(own(told.states[1][0]).displays[0])


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("discard", " put aside the "),
        ("bid", " bid "),
        ("play", " led the "),
    ],
)
def test_a_step_is_said(verb: str, words: str) -> None:
    assert words in Replayed(at_random(4)).after(verb).say
