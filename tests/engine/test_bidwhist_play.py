"""Bid Whist from the first card on: what may be played and who wins it, reneges at the table, a settled rest."""

from collections.abc import Iterator
from random import Random

import pytest

from games.bidwhist.auction import pack
from games.bidwhist.state import BidWhistState, tricks_of
from games.engine.actions import Action
from games.engine.cards import card, cards
from games.engine.notation import action_text, read_action
from games.engine.options import Options
from games.engine.state import GameEnded, HandEnded, Phase, Played, TrickWon
from tests.engine.bidwhist_positions import (
    EXCHANGE,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    act,
    before_last,
    last_trick,
    legal,
    playing,
    reviewed,
    said,
    sent,
    step,
    wins,
    written,
)

PLAYS: list[tuple[str, str, str, str, str]] = [
    # bid, name, the trick so far, the hand, what may be played
    ("4U", "H", "", "AS 7H BJ", "AS 7H BJ"),
    ("4U", "H", "9S", "AS 7H BJ", "AS"),
    ("4U", "H", "9S", "7H BJ 4C", "7H BJ 4C"),
    ("4U", "H", "9H", "AS 7H BJ", "7H BJ"),
    ("4U", "H", "9H", "AS 4C BJ", "BJ"),
    ("4U", "H", "BJ", "AS 7H", "7H"),
    ("4U", "H", "LJ", "AS 7C", "AS 7C"),
    ("4N", "up", "9S", "AS 7H BJ", "AS"),
    ("4N", "up", "9S", "7H BJ LJ", "BJ LJ"),
    ("4N", "up", "9S", "7H 4C", "7H 4C"),
    ("4N", "up", "LJ", "7H BJ", "7H BJ"),
    ("4N", "up", "LJ BJ", "7H 4C", "7H 4C"),
    ("4N", "up", "LJ 9C", "7H 4C", "4C"),
    ("4N", "down", "LJ 9C", "7H BJ", "BJ"),
]


@pytest.mark.parametrize(("bid", "name", "trick", "hand", "may"), PLAYS)
def test_what_may_be_played(bid: str, name: str, trick: str, hand: str, may: str) -> None:
    leader = (4 - len(trick.split())) % 4
    assert legal(playing(hand, bid=bid, name=name, leader=leader, trick=trick), S) == may


WINNERS: list[tuple[str, str, str, str]] = [
    ("4U", "H", "9C KC AC TC", "AC"),
    ("4U", "H", "9C KC 2H 3H", "3H"),
    ("4U", "H", "9C AD AS KC", "KC"),
    ("4U", "H", "AH LJ KH 2C", "LJ"),
    ("4U", "H", "9C LJ BJ AC", "BJ"),
    ("4U", "H", "LJ AH KH QH", "LJ"),
    ("4D", "H", "9C KC 2C TC", "2C"),
    ("4D", "H", "2C AC 3C 4C", "AC"),
    ("4D", "H", "AC KH QH 4C", "QH"),
    ("4D", "H", "2H LJ AH 3H", "LJ"),
    ("4N", "up", "9C KC AD TC", "KC"),
    ("4N", "down", "9C KC 2D TC", "9C"),
    ("4N", "down", "9C AC 2C BJ", "AC"),
    ("4N", "up", "9C BJ LJ 2C", "9C"),
    ("4N", "up", "BJ 2C AD 3C", "3C"),
    ("4N", "down", "BJ LJ KC AD", "KC"),
]


@pytest.mark.parametrize(("bid", "name", "trick", "winner"), WINNERS)
def test_who_wins(bid: str, name: str, trick: str, winner: str) -> None:
    assert wins(bid, name, trick) == winner


def test_a_trick_is_told_card_by_card_and_its_winner_leads() -> None:
    state = playing("9C 2S", "KC 3S", "2H 4S", "AC 5S", won=(5, 5))
    first = step(state, S, Action("play", "9C"))
    assert first.events == (Played(S, card("9C"), 11, 0),)
    state = said(first.state, (W, "play", "KC"), (N, "play", "2H"))
    assert sent(state, None)["table"]["trick"] == [[S, "9C"], [W, "KC"], [N, "2H"]]
    last = step(state, E, Action("play", "AC"))
    assert last.events == (Played(E, card("AC"), 11, 3), TrickWon(11, N))
    assert RULES.waits_for(last.state) == {N} and RULES.view(last.state, None).table.books == (7, 5)


def test_the_last_trick_may_be_seen_until_ones_own_side_has_played() -> None:
    state = playing("9C 2S 3S", "KC 3H 5H", "2H 4S 6S", "AC 5S 7S", won=(5, 4))
    for seat, text in ((S, "9C"), (W, "KC"), (N, "2H"), (E, "AC")):
        state = said(state, (seat, "play", text))
    snapshot = [RULES.view(state, seat).last_trick for seat in range(4)]
    assert all(trick is not None and trick.cards == cards("9C KC 2H AC") for trick in snapshot)
    assert RULES.view(state, None).last_trick is None
    state = said(state, (N, "play", "4S"))
    assert [RULES.view(state, seat).last_trick is None for seat in range(4)] == [True, False, True, False]
    state = said(state, (E, "play", "5S"))
    assert [RULES.view(state, seat).last_trick is None for seat in range(4)] == [True] * 4
    assert RULES.view(state, S).review == ()


def test_a_strict_hand_ends_with_its_last_card() -> None:
    done = last_trick(before_last("4U", 9))
    *_, ended = done.events
    assert isinstance(ended, HandEnded)
    assert ended.record == {"contract": "4U", "trump": "H", "declarer": S, "books": (10, 3), "score": (4, 0)}
    done = last_trick(before_last("4N", 9))
    *_, ended, over = done.events
    assert isinstance(ended, HandEnded) and isinstance(over, GameEnded)
    assert ended.record == {"contract": "4N", "direction": "up", "declarer": S, "books": (10, 3), "score": (8, 0)}
    assert (over.result.winner, over.result.why, over.result.record) == (0, None, {"winner": 0, "wins": (1, 0)})
    assert RULES.result(done.state) == over.result


# -- reneges at the table ------------------------------------------------------------------------------


def reneged() -> BidWhistState:
    """North holds a club and has trumped one: he wins the ninth trick."""
    state = playing("9C 2S 3S 4S", "KC 3H 5H 6H", "2H 8C 5S 6S", "AC 7S 8S 9S", won=(4, 4), options=TABLE)
    return said(state, (S, "play", "9C"), (W, "play", "KC"), (N, "play", "2H"), (E, "play", "AC"))


def test_nothing_is_said_of_a_renege_and_the_trick_keeps_its_winner() -> None:
    state = reneged()
    assert (state.turn, state.reneges) == (N, ((9, 0),))
    assert not any("renege" in written(state, seat) for seat in (None, S, W, N, E))


def test_a_call_within_a_trick_opens_all_tricks_and_play_goes_on_after_it() -> None:
    state = said(reneged(), (N, "play", "8C"), (E, "play", "7S"))
    done = step(state, W, Action("call"))
    assert done.events == () and RULES.waits_for(done.state) == {W} and done.state.phase is Phase.REVIEW
    assert all(len(RULES.view(done.state, seat).review) == 9 for seat in (None, S, W, N, E))
    assert legal(done.state, W).split()[-2:] == ["book:9", "book:None"] and legal(done.state, S) == ""
    after = said(done.state, (W, "book", 9))
    assert (after.phase, after.turn, after.trick) == (Phase.PLAY, S, cards("8C 7S"))
    assert [(one.seat, one.book, one.is_right) for one in RULES.view(after, S).called] == [(W, 9, True)]
    assert RULES.view(after, None).table.books == (6, 4)  # moved only when the hand is scored
    assert RULES.view(after, S).review == ()


def test_not_throwing_off_a_joker_is_a_renege_too() -> None:
    state = playing("9C", "BJ AH", "2C", "3C", bid="4N", name="up", won=(5, 5), options=TABLE)
    assert said(state, (S, "play", "9C"), (W, "play", "AH")).reneges == ((11, 1),)
    assert said(state, (S, "play", "9C"), (W, "play", "BJ")).reneges == ()


def test_a_call_given_up_is_written_with_null() -> None:
    assert action_text(Action("book")) == '["book",null]'
    assert read_action('["book",null]') == Action("book") == read_action('["book"]')
    state = said(reneged(), (W, "call", None), (W, "book", None))
    assert sent(state, None)["actions"][-2:] == [[W, "call"], [W, "book", None]]


def test_both_sides_confirm_before_a_hand_is_scored() -> None:
    state = last_trick(before_last("4U", 9, TABLE)).state
    assert state.phase is Phase.REVIEW and RULES.waits_for(state) == {S, W, N, E}
    state = said(state, (N, "confirm", None))
    assert RULES.waits_for(state) == {W, E} and legal(state, N) == legal(state, S) == "call"
    state = said(state, (S, "call", None), (S, "book", 1))
    assert RULES.waits_for(state) == {W, E}, "a call does not undo a confirmation"
    done = step(state, E, Action("confirm"))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert ended.record["books"] == (7, 6)
    assert RULES.view(done.state, None).table.books == (7, 6)


def test_the_last_trick_can_be_called_in_the_review() -> None:
    state = playing("AC", "9H", "3D", "4D", name="D", won=(9, 2), options=TABLE, reneges=((12, 1),))
    done = reviewed(state, (S, 12))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert ended.record["books"] == (13, 0) and ended.sheet["moved"] == 3


# -- whether anything is left to decide ------------------------------------------------------------------


def test_the_table_plays_out_the_end_of_a_hand_when_nothing_is_left_to_decide() -> None:
    tops = ("AH KH QH", "2C 3C 4C", "5C 6C 7C", "8C 9C TC")
    assert RULES.settled(playing(*tops, won=(5, 4)))
    assert RULES.settled(playing("BJ LJ AH", *tops[1:], bid="4D", won=(5, 4)))
    assert not RULES.settled(playing("AH KH 2S", "JC 3C 4C", "5C 6C 7C", "8S 9C TC", won=(5, 4)))
    assert not RULES.settled(playing(*tops, won=(5, 4), options=TABLE))
    assert not RULES.settled(
        playing(*(f"{hand} {more}" for hand, more in zip(tops, ("JH", "2D", "3D", "4D"), strict=True)))
    )


def test_which_partner_wins_does_not_matter() -> None:
    """South and North hold all that is high, and either of them may take the second trick."""
    assert RULES.settled(playing("AH KC", "2C 3C", "AC QH", "4C 5C", won=(5, 5), bid="4N", name="up"))
    assert RULES.settled(playing("AH 2H", "2C 3C", "KH QH", "4C 5C", won=(5, 5), bid="4N", name="up"))


ENDS: list[tuple[str, str, Options]] = [
    ("4U", "H", {}),
    ("4D", "H", {}),
    ("4N", "up", {"jokers": 0}),
    ("4N", "down", EXCHANGE),
    ("4N", "down", {}),
]


@pytest.mark.parametrize(("bid", "name", "options"), ENDS)
def test_the_table_decides_as_playing_every_card_would(bid: str, name: str, options: Options) -> None:
    """Exactly, but for jokers still held in no trump, of which it decides nothing."""
    rng, found = Random(f"{bid}{name}"), set[bool]()
    whole = [one for one in pack(2) if not (one.is_joker and options)]
    for left in (2,) * 40 + (3,) * 2:
        few = rng.sample(whole[-18:] if rng.random() < 0.5 else whole, 4 * left)
        hands = [" ".join(one.text for one in few[seat::4]) for seat in range(4)]
        state = playing(*hands, bid=bid, name=name, leader=rng.randrange(4), won=(5, 7 - left), options=options)
        is_settled = len(set(every_end(state))) == 1
        has_joker = bid == "4N" and any(one.is_joker for one in few)
        assert RULES.settled(state) is (is_settled and not has_joker)
        found.add(is_settled)
    assert found == {True, False}


def every_end(state: BidWhistState) -> Iterator[int]:
    """The tricks of the declarer's side after every line of legal plays."""
    for action in RULES.legal_actions(state, state.turn):
        assert isinstance(action, Action)
        after = act(state, state.turn, action)
        yield from every_end(after) if after.phase is Phase.PLAY else iter((tricks_of(after, 0),))
