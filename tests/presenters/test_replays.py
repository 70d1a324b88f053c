"""Replays of whatever game is told in tricks, from the rules alone: what they all have in common."""

import re
from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.engine.bidwhist_positions import TABLE, E, S, W
from tests.presenters.replayed import Game, Replayed, cells, drawn, notes, review, shown
from tests.records import bidwhist_hands, spades_hands
from tests.records.twoman_hands import at_random

#: Past games, by name.
PAST: dict[str, Callable[[], Game]] = {
    "twoman": lambda: at_random(3),
    "spades, exchanged": spades_hands.exchanged,
    "spades, misdealt": spades_hands.misdealt,
    "spades, suicide": spades_hands.suicide,
    "spades, solo": spades_hands.solo,
    "bidwhist, uptown": bidwhist_hands.uptown,
    "bidwhist, exchanged": bidwhist_hands.exchanged,
    "bidwhist, reneged": bidwhist_hands.reneged,
    "bidwhist, after kitty": bidwhist_hands.after_kitty,
}
OF_FOUR = ("spades, exchanged", "bidwhist, exchanged")


@pytest.mark.parametrize("name", PAST)
def test_every_step_is_drawn(name: str) -> None:
    """All cards lie open at each, and the points stand beside the last of a hand."""
    told = Replayed(PAST[name]())
    for number, states in told.states.items():
        for step in range(len(states)):
            page = drawn(told.at(step, number))
            assert page.count("data-card=") >= sum(len(hand) for hand in states[step].hands)
            assert ('id="points"' in page) == (step == len(states) - 1)
            assert "None" not in page


@pytest.mark.parametrize("name", PAST)
def test_a_hidden_name_is_a_number_everywhere(name: str) -> None:
    told = Replayed(PAST[name](), own_seat=None, names=False)
    pages = "".join(drawn(told.at(step)) for step in range(len(told.states[1])))
    pages += str(told.presenter.review(told.game))
    assert "alice" not in pages and "You" not in pages and "Player 1" in pages


@pytest.mark.parametrize("name", PAST)
def test_in_german_whoever_looks_on_their_own_game_is_spoken_of_in_the_right_case(name: str) -> None:
    """A name fits any case, “du” one alone."""
    told = Replayed(PAST[name]())
    with translation.override("de"):
        said = " ".join(told.at(step, number).say for number in told.states for step in range(len(told.states[number])))
    assert re.search(r"\bdu\b", said, re.IGNORECASE)
    assert not re.search(r"\b(an|auf|für|gegen|mit|ohne|von|zu) du\b", said)


@pytest.mark.parametrize(("name", "tricks"), [("spades, exchanged", 13), ("bidwhist, reneged", 12)])
def test_jumps_lead_to_the_first_card_of_each_trick(name: str, tricks: int) -> None:
    told = Replayed(PAST[name]())
    at = told.after("play", 6)
    assert [jump.number for jump in at.tricks] == list(range(1, tricks + 1))
    assert [jump.number for jump in at.tricks if jump.is_here] == [2]
    for jump in at.tricks:
        state = told.states[1][jump.step]
        cards = sum(action.verb == "play" for _seat, action in state.actions)
        assert (cards, len(state.trick)) == (4 * (jump.number - 1) + 1, 1)
        assert sum(wins for _text, wins in jump.cards) == 1


@pytest.mark.parametrize("name", OF_FOUR)
def test_seats_say_how_the_hand_will_end(name: str) -> None:
    told = Replayed(PAST[name]())
    end = shown(told.at(-1)).seats
    assert [seat.ends for seat in shown(told.at(0)).seats] == [f"ends with {seat.took}" for seat in end]
    assert {seat.ends for seat in end} == {""}


@pytest.mark.parametrize("name", OF_FOUR)
def test_the_other_side_is_told_first_from_its_own_seat(name: str) -> None:
    here, there = Replayed(PAST[name](), near=S), Replayed(PAST[name](), near=W)
    for row in (cells, notes):
        for title in ("Score", "Contract"):
            assert row(here, title) == row(there, title)[::-1]
    assert cells(here, "Score") and notes(here, "Contract")
    assert shown(there.at(0)).sides[0].name == "Bruno and Odile"


def bids_of_two() -> Game:
    game = spades_hands.Play({}, dealer=E)
    game.deal()
    game.bid(3, 3)
    return game


def called(*calls: str) -> Game:
    game = bidwhist_hands.Whist(TABLE, dealer=E)
    game.deal()
    game.call(*calls)
    return game


@pytest.mark.parametrize(
    ("game", "number"),
    [(at_random(2, actions=40), 2), (bids_of_two(), 1), (called("4U", "pass"), 1), (called("4U", *["pass"] * 3), 1)],
    ids=["twoman", "spades", "bidwhist, called", "bidwhist, not named"],
)
def test_a_game_given_up_can_be_replayed_to_where_it_stopped(game: Game, number: int) -> None:
    told = Replayed(game)
    at, page = told.at(-1, number), told.presenter.review(told.game)
    assert "Here the game ended." in at.say and at.points is None
    assert at.before is None or number > 1
    assert review(told).cut_short == number and page.heading == "A game given up"
    links = [(number, f"/{number}/")]
    assert "ended in this hand" in render_to_string(page.template, {"more": page.more, "hands": links})
