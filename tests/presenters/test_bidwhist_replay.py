"""The replay of Bid Whist from the rules alone: every number at every step, against the engine's own."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from games.bidwhist import words as whist_words
from games.bidwhist.state import books_of, own
from games.bidwhist.table import PRESENTER
from games.engine.state import DEALER
from games.viewmodel.seats import name_in
from games.viewmodel.words import plain_number
from tests.engine.bidwhist_positions import E, S
from tests.presenters.replayed import Replayed, cells, notes, on_the_table, review, shown
from tests.records.bidwhist_hands import Whist, after_kitty, exchanged, reneged, uptown

GAMES = {"uptown": uptown, "exchanged": exchanged, "reneged": reneged, "after kitty": after_kitty}


def books_sentence(state: Any, side: int) -> str:
    books = books_of(state)[side]
    if state.contract is not None and state.contract.side == side:
        return f"{books} of {state.contract.bid.promised} books"
    return f"{books} book" if books == 1 else f"{books} books"


def text(told: Replayed, title: str, number: int = 1) -> str:
    """What a row of the points says of them; empty where there is none."""
    points = told.at(-1, number).points
    assert points is not None
    return next((row.text for row in points.rows if row.title == title), "")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("near", [S, E])
def test_every_step_shows_what_the_engine_says(name: str, near: int) -> None:
    told = Replayed(GAMES[name](), near=near)
    for number, states in told.states.items():
        for step, state in enumerate(map(own, states)):
            at = told.at(step, number)
            more = shown(at)
            assert [seat.seat for seat in more.seats] == [(near + i) % 4 for i in range(4)]
            for seat in more.seats:
                assert {face.text for face in seat.cards} == {one.text for one in state.hands[seat.seat]}
                assert seat.took == sum(trick.winner == seat.seat for trick in state.tricks)
                assert seat.is_dealer == (seat.seat == state.dealer)
                assert seat.is_turn == (step < at.last and told.steps[number][step].seat == seat.seat)
                assert seat.is_near == (seat.seat % 2 == near % 2)
            order = (near % 2, 1 - near % 2)
            assert [side.points for side in more.sides] == [plain_number(state.score[side]) for side in order]
            assert [side.more for side in more.sides] == [books_sentence(state, side) for side in order]
            there = {one.seat: one.face.text for one in more.trick if one.face}
            assert there == on_the_table(state.actions)
            by = state.actions[-1][0] if step else DEALER
            assert at.actor == ("" if by == DEALER else name_in(told.game, by))


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_pack_lies_open_until_the_first_card(name: str) -> None:
    """The kitty, then the discard; in the step in which the kitty is taken it is shown once more."""
    told = Replayed(GAMES[name]())
    for number, states in told.states.items():
        for step, state in enumerate(map(own, states)):
            beside = {face.text for face in shown(told.at(step, number)).passed}
            taken = {one.text for one in own(states[max(0, step - 1)]).kitty}
            is_played = any(action.verb == "play" for _seat, action in state.actions)
            lies = set() if is_played else {one.text for one in (*state.kitty, *state.discard)}
            assert beside == lies or (beside == taken and not state.kitty and not state.discard)


def test_the_kitty_is_shown_when_it_is_taken() -> None:
    told = Replayed(exchanged())
    assert shown(told.at(0)).passed_name == "The kitty"
    named, put_aside = shown(told.after("direction")), shown(told.after("discard"))
    assert named.passed_name == "The kitty, taken"
    assert {face.text for face in named.passed} == {"2H", "2C", "7D", "6D", "4D", "3D"}
    assert len(named.near.cards) == 18
    assert put_aside.passed_name == "Put aside, the first book"
    assert {face.text for face in put_aside.passed} == {"7C", "2H", "7D", "6D", "4D", "3D"}
    late = Replayed(after_kitty())
    assert shown(late.after("pass", 2)).passed_name == "The kitty, taken"
    assert shown(late.after("trump")).passed == ()


def test_a_joker_goes_to_the_discard_and_a_card_comes_back() -> None:
    told = Replayed(exchanged())
    first, second = told.after("joker"), told.after("joker", 1)
    assert {face.text for face in shown(first).passed} == {"7C", "2H", "7D", "4D", "3D", "LJ"}
    assert {face.text for face in shown(second).passed} == {"7C", "7D", "4D", "3D", "LJ", "BJ"}
    assert first.actor == ""


SAID = [
    (uptown, "pass", 3, 1, "Everybody passed: nothing is scored, and the next dealer deals."),
    (uptown, "bid", 0, 2, "Marta bid 4 downtown."),
    (uptown, "bid", 1, 2, "You bid 5 uptown. You won the auction."),
    (uptown, "trump", 0, 2, "You named spades. You took the kitty."),
    (uptown, "discard", 0, 2, "You put 5 cards aside, the first book."),
    (after_kitty, "pass", 2, 1, "Odile passed. You won the auction. You took the kitty."),
    (after_kitty, "trump", 0, 1, "You named clubs."),
    (exchanged, "direction", 0, 1, "You named down: the two next to the ace. You took the kitty."),
    (exchanged, "joker", 0, 1, "Bruno turned in the little joker and drew the 6 of diamonds."),
    (exchanged, "joker", 1, 1, "Marta turned in the big joker and drew the 2 of hearts."),
    (reneged, "play", 4, 1, "You led the king of spades."),
    (reneged, "play", 5, 1, "Bruno played the king of diamonds. That was a renege."),
    (reneged, "call", 0, 1, "You called a renege: all tricks are looked through."),
    (reneged, "book", 0, 1, "You called trick 1, wrongly."),
    (reneged, "book", 1, 1, "You called trick 2, rightly."),
    (reneged, "book", 2, 1, "Odile called and gave up."),
    (reneged, "confirm", 0, 1, "Marta confirmed the hand."),
    (reneged, "confirm", 1, 1, "Bruno confirmed the hand. The hand is over."),
]


@pytest.mark.parametrize(("game", "verb", "nth", "number", "words"), SAID)
def test_a_step_is_said(game: Any, verb: str, nth: int, number: int, words: str) -> None:
    say = Replayed(game()).after(verb, nth, number).say
    assert say == words or say.endswith(f" {words}")


def test_as_dealt_the_first_call_is_named() -> None:
    assert Replayed(uptown()).at(0, 2).say == "You dealt; the first call is for Bruno."


def test_only_a_renege_is_called_one() -> None:
    told = Replayed(reneged())
    said = [told.at(step).say for step in range(1, len(told.states[1]))]
    assert sum("That was a renege" in one for one in said) == len(own(told.states[1][-1]).reneges) == 1


def test_each_seats_call_stands_with_it() -> None:
    told = Replayed(uptown())
    state = own(told.states[2][2])
    said = [seat.note for seat in shown(told.at(2, 2)).seats]
    assert said == ["no call yet", "pass", whist_words.call_words("4D"), "no call yet"]
    assert len(state.calls) == 2
    assert shown(told.at(-1, 2)).near.note.startswith("5 uptown · ")


def test_a_side_won_what_either_of_it_won() -> None:
    told = Replayed(reneged())
    won = own(told.states[1][-1]).tricks
    assert [jump.is_near for jump in told.at(-1).tricks] == [trick.winner % 2 == 0 for trick in won]


def test_the_jump_before_the_tricks_names_the_contract_and_the_discard() -> None:
    told = Replayed(exchanged())
    jump = told.at(0).before
    assert jump is not None
    assert jump.text == (
        "Calls: you 4 no trump, Bruno passes, Marta passes, Odile passes. You played 4 no trump, downwards. "
        "Put aside: [7C] [BJ] [7D] [LJ] [4D] [3D]"
    )
    assert told.steps[1][jump.step - 1].action.verb == "joker"
    assert told.steps[1][jump.step].action.verb == "play"


# -- points -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), [("uptown", 2), ("exchanged", 1), ("reneged", 1), ("after kitty", 1)])
def test_the_points_add_up_to_the_engines(name: str, number: int) -> None:
    told = Replayed(GAMES[name]())
    state = own(told.states[number][-1])
    line = state.line
    assert line is not None
    assert cells(told, "Score", number) == tuple(plain_number(one) for one in state.score)
    assert cells(told, "This hand", number) == (f"{line.points:+d}".replace("-", "−"), "0")
    assert notes(told, "Contract", number) == (
        f"{line.books} of {line.promised} books",
        whist_words.books_sentence(13 - line.books),
    )
    took = f"{line.tricks} tricks and the kitty: {whist_words.books_sentence(line.tricks + 1)}"
    counted = f"; after the calls {line.books} of" if line.books != line.tricks + 1 else " of"
    assert text(told, "Contract", number) == f"{took}{counted} {line.promised} promised."
    assert bool(text(told, "Reneges", number)) == bool(state.called)
    assert bool(cells(told, "No trump", number)) == line.is_doubled


def test_the_calls_of_reneges_stand_below_the_points() -> None:
    told = "You called trick 1, wrongly. You called trick 2, rightly. Odile called and gave up."
    assert text(Replayed(reneged()), "Reneges").startswith(told)
    assert text(Replayed(reneged(), own_seat=None), "Reneges").endswith(" went to alice and Marta.")


def test_a_hand_that_all_passed_has_no_tricks_and_no_points() -> None:
    at = Replayed(uptown()).at(-1)
    assert at.tricks == () and at.before is None
    assert at.points is not None and at.points.rows == ()
    assert [len(seat.cards) for seat in shown(at).seats] == [12] * 4 and len(shown(at).passed) == 5


# -- the game -----------------------------------------------------------------------------------------


def test_the_review_has_a_line_a_hand() -> None:
    told = Replayed(uptown())
    more = review(told)
    assert more.sides == ("You and Marta", "Bruno and Odile")
    passed, scored = more.lines
    assert (passed.cells, passed.note) == ((), "everybody passed")
    assert [cell.total for cell in scored.cells] == [plain_number(one) for one in own(told.state).score]
    line = own(told.state).line
    assert line is not None
    assert scored.cells[0].notes == ("You: 5 uptown in spades", f"{line.books} of 11 books")
    assert (scored.cells[1].change, scored.cells[1].notes) == ("0", (f"{13 - line.books} books",))


def test_the_review_is_drawn_and_names_the_winner() -> None:
    game = Whist({"win_score": 1, "lose_score": -1}, dealer=E)
    game.deal()
    game.call("4U", "pass", "pass", "pass")
    game.tell(S, "trump", "S")
    game.tell(S, "discard", ("2C", "7D", "6D", "2H", "7C", "2D"))
    game.play()
    told = Replayed(game)
    page, score = PRESENTER.review(told.game), own(told.state).score
    assert told.game.result is not None
    winner = told.game.result.winner or 0
    who = ("You and Marta", "Bruno and Odile")[winner]
    assert page.heading == f"{who} won, {plain_number(score[winner])} to {plain_number(score[1 - winner])}"
    assert page.about == "you and Marta against Bruno and Odile"
    drawn_page = render_to_string(page.template, {"more": page.more, "hands": [(1, "/1/")]})
    assert "4 uptown in spades" in drawn_page and "given up" not in drawn_page
