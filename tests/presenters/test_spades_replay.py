"""The replay of Spades from the rules alone: every number at every step, against the engine's own."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.state import Seat
from games.spades.score import BLIND
from games.spades.state import own
from games.spades.table import PRESENTER
from games.spades.words import bid_words
from games.viewmodel.seats import name_in
from games.viewmodel.words import plain_number
from tests.engine.spades_positions import E, N, S
from tests.presenters.replayed import Replayed, cells, notes, on_the_table, review, shown
from tests.records.spades_hands import Play, exchanged, misdealt, solo, suicide

GAMES = {"misdeal": misdealt, "exchange": exchanged, "suicide": suicide, "solo": solo}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("near", [S, E])
def test_every_step_shows_what_the_engine_says(name: str, near: Seat) -> None:
    told = Replayed(GAMES[name](), near=near)
    for number, states in told.states.items():
        for step, state in enumerate(map(own, states)):
            at = told.at(step, number)
            more = shown(at)
            assert [seat.seat for seat in more.seats] == [(near + i) % 4 for i in range(4)]
            for seat in more.seats:
                assert [face.text for face in seat.cards] == [one.text for one in state.hands[seat.seat]]
                assert (seat.took, seat.bid) == (state.tricks[seat.seat], bid_words(state.bids[seat.seat]))
                assert seat.is_dealer == (seat.seat == state.dealer)
                assert seat.is_turn == (step < at.last and state.turn == seat.seat)
            order = [(near + i) % state.terms.sides for i in range(state.terms.sides)]
            assert [side.points for side in more.sides] == [plain_number(state.standings[one].score) for one in order]
            there = {one.seat: one.face.text for one in more.trick if one.face}
            assert there == on_the_table(state.actions)
            assert at.actor == ("" if step == 0 else name_in(told.game, state.actions[-1][0]))


SAID = [
    (exchanged, "look", 0, "You did not bid blind and looked."),
    (exchanged, "bid", 0, "You bid 3."),
    (exchanged, "blind_nil", 0, "Bruno bid nil without looking."),
    (exchanged, "give", 0, "Bruno gave Odile the queen of spades and the king of hearts."),
    (exchanged, "return", 0, "Odile gave Bruno the 3 of diamonds and the queen of spades back."),
    (suicide, "bid", 2, "Marta bid 4. One Nil: your 5 becomes nil."),
    (suicide, "bid", 3, "Odile bid nil. One Nil: Bruno’s nil becomes 4."),
    (misdealt, "misdeal", 0, "You declared a misdeal: one spade or none."),
    (misdealt, "misdeal", 0, "Nothing is scored; the same dealer deals again."),
]


@pytest.mark.parametrize(("game", "verb", "nth", "words"), SAID)
def test_a_step_is_said(game: Any, verb: str, nth: int, words: str) -> None:
    assert words in Replayed(game()).after(verb, nth).say


def test_of_somebody_elses_game_nobody_is_you() -> None:
    told = Replayed(suicide(), own_seat=None)
    assert told.after("bid", 2).say == "Marta bid 4. One Nil: alice’s 5 becomes nil."
    assert [seat.name for seat in shown(told.at(0)).seats] == ["alice", "Bruno", "Marta", "Odile"]


def test_given_cards_lie_open_and_the_hands_change() -> None:
    told = Replayed(exchanged())
    given, returned = told.after("give"), told.after("return")
    assert [face.text for face in shown(given).passed] == ["QS", "KH"]
    assert [len(seat.cards) for seat in shown(given).seats] == [13, 11, 13, 15]
    assert [face.text for face in shown(returned).passed] == ["3D", "QS"]
    assert [len(seat.cards) for seat in shown(returned).seats] == [13] * 4
    assert shown(told.after("play")).passed == ()


def test_a_trick_names_who_led_and_who_won() -> None:
    told = Replayed(exchanged())
    at = told.after("play", 3)
    state = own(told.states[1][at.step])
    winner = next(one for one in shown(at).trick if one.wins)
    assert winner.seat == state.leader and sum(state.tricks) == 1
    assert at.where == "Trick 1 of 13." and "won" in at.say
    assert not any(one.wins for one in shown(told.after("play", 2)).trick)
    assert [one.face is None for one in shown(told.after("play", 0)).trick] == [False, True, True, True]


def test_the_jump_before_the_tricks_names_the_bids() -> None:
    told = Replayed(exchanged())
    jump = told.at(0).before
    assert jump is not None and jump.text == "Bids: you 3, Bruno blind nil, Marta 4, Odile 3"
    assert told.steps[1][jump.step - 1].action.verb == "return"


def test_a_side_of_partners_won_what_either_won() -> None:
    told = Replayed(exchanged())
    state = own(told.states[1][-1])
    near = sum(jump.is_near for jump in told.at(-1).tricks)
    assert near == state.tricks[S] + state.tricks[N]
    alone = Replayed(solo())
    assert sum(jump.is_near for jump in alone.at(-1).tricks) == own(alone.states[1][-1]).tricks[S]


# -- points -------------------------------------------------------------------------------------------


def hand_of(bids: Sequence[int | str], **start: Any) -> Replayed:
    game = Play({"variant": "custom1", **start.pop("options", {})}, dealer=E, **start)
    game.deal()
    game.bid(*bids)
    game.play_out()
    return Replayed(game)


@pytest.mark.parametrize("bids", [(3, 3, 3, 3), (0, 3, 4, 2), (1, BLIND, 1, 0), (5, 4, 5, 4), (0, 0, 0, 0)])
def test_the_points_add_up_to_the_engines(bids: tuple[int | str, ...]) -> None:
    told = hand_of(bids, score=(100, -50), bags=(9, 3), options={"ten_for_200": True})
    state, (hand,) = own(told.states[1][-1]), told.hands
    assert cells(told, "Score") == tuple(plain_number(one.score) for one in state.standings)
    assert [note.split()[-1] for note in notes(told, "Bags")] == [str(one.bags) for one in state.standings]
    lines: Any = hand.sheet["lines"]
    assert cells(told, "This hand") == tuple(f"{line['points']:+d}".replace("-", "−") for line in lines)
    assert bool(cells(told, "Nils")) == any(line["nils"] for line in lines)
    assert bool(cells(told, "Bonus")) == any(line["bonus"] for line in lines)
    assert bool(cells(told, "Penalty")) == any(line["penalties"] for line in lines)
    for place, line in enumerate(lines):
        assert notes(told, "Contract")[place] == (f"{line['taken']} of {line['bid']}" if line["bid"] else "")
        assert cells(told, "Contract")[place] == f"{line['contract']:+d}".replace("-", "−").replace("+0", "0")
        assert cells(told, "Bags")[place] == (f"+{line['bags_taken']}" if line["bags_taken"] else "0")


def test_a_misdeal_has_no_tricks_and_no_points() -> None:
    told = Replayed(misdealt())
    at = told.at(-1)
    assert at.tricks == () and at.before is None
    assert at.points is not None and at.points.rows == ()
    assert {seat.ends for seat in shown(told.at(0)).seats} == {""}
    assert [len(seat.cards) for seat in shown(at).seats] == [13] * 4


# -- the game -----------------------------------------------------------------------------------------


def test_the_review_has_a_line_a_hand() -> None:
    told = Replayed(misdealt())
    more = review(told)
    assert more.sides == ("You and Marta", "Bruno and Odile")
    misdeal, scored = more.lines
    assert (misdeal.cells, misdeal.note) == ((), "You declared a misdeal: one spade or none")
    standings = own(told.state).standings
    assert [cell.total for cell in scored.cells] == [plain_number(one.score) for one in standings]
    assert [len(cell.notes) for cell in scored.cells] == [2, 2]


def test_alone_there_are_four_sides() -> None:
    told = Replayed(solo())
    more = review(told)
    assert more.sides == ("You", "Bruno", "Marta", "Odile")
    assert len(more.lines[0].cells) == 4
    page = PRESENTER.review(told.game)
    assert page.title == "Solo Spades" and page.about == "you against Bruno, Marta and Odile"
    scores = [one.score for one in own(told.state).standings]
    others = ", ".join(plain_number(one) for one in sorted((scores[0], *scores[2:]), reverse=True))
    assert page.heading == f"Bruno won, {scores[1]} to {others}"
