"""Bid Whist: who acts when, what is offered, what each seat sees, and what an action brings about."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action, Pick
from games.engine.bidwhist_kitty import pack
from games.engine.bidwhist_state import BidWhistState, tricks_of
from games.engine.cards import card, cards
from games.engine.notation import action_text, read_action, view_json
from games.engine.options import Options
from games.engine.state import (
    DEALER,
    BidSaid,
    Dealt,
    Discarded,
    GameEnded,
    HandEnded,
    Phase,
    Played,
    Started,
    TrickWon,
)
from tests.engine.bidwhist_positions import (
    EXCHANGE,
    JOKERS_OUT,
    KITTY,
    KITTY_OUT,
    NAMES,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    act,
    before_last,
    called,
    deal_again,
    dealt,
    discarded,
    last_trick,
    legal,
    named,
    playing,
    refusal,
    reviewed,
    said,
    step,
    wins,
)

SIX = "7C 5D 2D 2H 2C 7D"


def sent(state: Any, seat: int | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


def written(state: Any, seat: int | None) -> str:
    """All that a seat is sent but the options, as text."""
    return json.dumps({name: told for name, told in sent(state, seat).items() if name != "options"})


# -- deal ----------------------------------------------------------------------------------------------


def test_the_dealer_draws_who_deals_first() -> None:
    state = RULES.initial({})
    drawn = {RULES.chance(state, Random(seed).randrange).argument["dealer"] for seed in range(30)}  # type: ignore
    assert drawn == {0, 1, 2, 3}
    done = step(state, DEALER, Action("start", {"dealer": 2}))
    assert done.events == (Started({"dealer": 2}),)
    first = step(done.state, DEALER, RULES.chance(done.state, Random(1).randrange))
    assert isinstance(first.events[0], Dealt) and (first.events[0].number, first.events[0].first) == (1, E)


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_gets_the_first_card(dealer: int) -> None:
    """With draws that move no card the pack is dealt in its order."""
    state = RULES.initial({"jokers": 1}, {"dealer": dealer})
    state = act(state, DEALER, RULES.chance(state, lambda n: n - 1))
    whole = pack(1)
    for steps in range(4):
        seat = (dealer + 1 + steps) % 4
        assert set(state.hands[seat]) == set(whole[steps:48:4])
    assert set(state.kitty) == set(whole[48:]) and len(state.kitty) == 5
    assert state.turn == (dealer + 1) % 4


def test_the_deal_moves_on_after_every_hand() -> None:
    done = last_trick(before_last("4U", 9, dealer=N))
    assert RULES.waits_for(done.state) == {DEALER}
    assert deal_again(done.state).dealer == E


# -- auction and naming --------------------------------------------------------------------------------


def test_each_seat_speaks_once_and_the_highest_bid_buys_the_hand() -> None:
    state = called(dealt(), "4U", "pass", "5D")
    assert RULES.waits_for(state) == {E} and state.contract is None
    done = step(state, E, Action("pass"))
    assert done.events == (BidSaid(E, "pass", None),)
    assert RULES.waits_for(done.state) == {N}
    assert sent(done.state, None)["table"] == {
        "dealer": E,
        "score": [0, 0],
        "calls": [[S, "4U"], [W, "pass"], [N, "5D"], [E, "pass"]],
        "contract": "5D",
        "trump": None,
        "direction": None,
        "declarer": N,
        "books": [0, 0],
        "trick": [],
    }


def test_a_bid_is_told_with_the_books_it_promises() -> None:
    assert step(dealt(), S, Action("bid", "5N")).events == (BidSaid(S, "5N", 11),)


AUCTIONS: list[tuple[tuple[str, ...], str]] = [
    (("4U", "pass", "pass", "pass"), "4U by S"),
    (("pass", "pass", "pass", "4D"), "4D by E"),
    (("4U", "4N", "5D", "5N"), "5N by E"),
    (("4U", "pass", "5U", "pass"), "5U by N"),
    (("7N", "pass", "pass", "pass"), "7N by S"),
]


@pytest.mark.parametrize(("calls", "bought"), AUCTIONS)
def test_who_buys_the_hand(calls: tuple[str, ...], bought: str) -> None:
    contract = called(dealt(), *calls).contract
    assert contract is not None and f"{contract.bid} by {NAMES[contract.declarer]}" == bought


@pytest.mark.parametrize(
    ("bid", "offers", "name", "table"),
    [
        ("4U", "C D H S", "H", ("H", None)),
        ("4D", "C D H S", "S", ("S", None)),
        ("4N", "up down", "down", (None, "down")),
    ],
)
def test_what_is_named_is_seen_by_all(bid: str, offers: str, name: str, table: tuple[Any, Any]) -> None:
    assert legal(called(dealt(), bid, "pass", "pass", "pass"), S) == offers
    state = named(bid, name)
    for seat in (None, S, W, N, E):
        told = sent(state, seat)["table"]
        assert (told["trump"], told["direction"]) == table


# -- kitty ---------------------------------------------------------------------------------------------


def test_the_kitty_is_seen_by_nobody_until_it_is_taken_and_then_by_the_declarer() -> None:
    auction, taken = called(dealt(), "4U"), named("4U", "S")
    for text in KITTY.split():
        assert not any(text in written(auction, seat) for seat in (None, S, N, E))
        assert text in sent(taken, S)["hand"]
        assert not any(text in (sent(taken, seat)["hand"] or ()) for seat in (None, W, N, E))


def test_the_discard_is_book_one_and_known_to_the_declarer_alone() -> None:
    done = step(named("4U", "S"), S, Action("discard", tuple(SIX.split())))
    assert done.events == (Discarded(S, cards(SIX)),)
    assert RULES.waits_for(done.state) == {S} and len(RULES.view(done.state, S).hand or ()) == 12
    assert sent(done.state, S)["actions"][-1] == [S, "discard", SIX.split()]
    for seat in (None, W, N, E):
        assert sent(done.state, seat)["actions"][-1] == [S, "discard", ["??"] * 6]
        assert sent(done.state, seat)["table"]["books"] == [1, 0]


def test_a_pick_is_offered_as_in_the_player_protocol() -> None:
    assert sent(named("4U", "S"), S)["legal"] == [["discard", {"pick": 6}]]
    state = named("4N", "up", options=EXCHANGE)
    (pick,) = RULES.legal_actions(state, S)
    assert isinstance(pick, Pick) and pick.must == cards("BJ LJ") and len(pick.free) == 16
    assert pick.first == Action("discard", ("BJ", "LJ", "AS", "KS", "QS", "9S"))
    assert RULES.refusal(state, S, pick.first) is None


def exchanging() -> BidWhistState:
    state = named("4N", "up", options=EXCHANGE, hands=JOKERS_OUT, kitty=KITTY_OUT)
    return discarded(state, "2H 2C 7D 6D 4D 3D")


def test_jokers_are_turned_in_clockwise_from_the_declarers_left() -> None:
    state = exchanging()
    assert RULES.waits_for(state) == {DEALER}
    first = step(state, DEALER, Action("joker", (W, "LJ", "7D")))
    assert first.events == () and RULES.waits_for(first.state) == {DEALER}
    last = step(first.state, DEALER, Action("joker", (N, "BJ", "2C")))
    assert last.state.phase is Phase.PLAY and last.state.turn == S  # type: ignore[attr-defined]
    assert set(last.state.discard) == set(cards("2H 6D 4D 3D LJ BJ"))  # type: ignore[attr-defined]
    assert card("7D") in last.state.hands[W] and card("2C") in last.state.hands[N]  # type: ignore[attr-defined]
    assert last.events == (
        Discarded(S, cards("2H 6D 4D 3D")),
        Discarded(W, cards("LJ")),
        Discarded(N, cards("BJ")),
    )
    assert RULES.view(last.state, None).table.books == (1, 0)


def test_one_who_holds_both_turns_in_the_big_joker_first() -> None:
    hands = (JOKERS_OUT[0], JOKERS_OUT[1].replace("QD", "BJ"), JOKERS_OUT[2].replace("BJ", "QD"), JOKERS_OUT[3])
    state = discarded(named("4N", "up", options=EXCHANGE, hands=hands, kitty=KITTY_OUT), "2H 2C 7D 6D 4D 3D")
    assert refusal(state, DEALER, "joker", (W, "LJ", "2H")) == "BAD_DRAW"
    state = said(state, (DEALER, "joker", (W, "BJ", "2H")))
    assert refusal(state, DEALER, "joker", (W, "LJ", "2H")) == "BAD_DRAW"
    assert refusal(state, DEALER, "joker", (W, "LJ", "2C")) is None


def test_chance_draws_each_card_of_the_discard_but_no_joker() -> None:
    state = exchanging()
    drawn = {str(RULES.chance(state, Random(seed).randrange).argument[2]) for seed in range(60)}  # type: ignore[index]
    assert drawn == {"2H", "2C", "7D", "6D", "4D", "3D"}
    state = said(state, (DEALER, "joker", (W, "LJ", "7D")))
    drawn = {str(RULES.chance(state, Random(seed).randrange).argument[2]) for seed in range(60)}  # type: ignore[index]
    assert drawn == {"2H", "2C", "6D", "4D", "3D"}


def test_what_was_drawn_for_a_joker_is_seen_by_its_holder_alone() -> None:
    state = said(exchanging(), (DEALER, "joker", (W, "LJ", "7D")))
    assert sent(state, W)["actions"][-1] == [None, "joker", [W, "LJ", "7D"]]
    for seat in (None, S, N, E):
        assert sent(state, seat)["actions"][-1] == [None, "joker", [W, "??", "??"]]


def test_no_exchange_where_no_joker_is_out_or_there_are_trumps() -> None:
    mine = named("4N", "up", options=EXCHANGE)
    assert discarded(mine, "BJ LJ 2H 2C 7D 6D").phase is Phase.PLAY
    trumps = named("4U", "S", options=EXCHANGE, hands=JOKERS_OUT, kitty=KITTY_OUT)
    assert discarded(trumps, "2H 2C 7D 6D 4D 3D").phase is Phase.PLAY


# -- play ----------------------------------------------------------------------------------------------


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
    state = said(first.state, (W, "play", "KC"), (N, "play", "2H"))  # type: ignore[arg-type]
    assert sent(state, None)["table"]["trick"] == [[S, "9C"], [W, "KC"], [N, "2H"]]
    last = step(state, E, Action("play", "AC"))
    assert last.events == (Played(E, card("AC"), 11, 3), TrickWon(11, N))
    assert RULES.waits_for(last.state) == {N} and RULES.view(last.state, None).table.books == (7, 5)


def test_the_last_trick_may_be_seen_until_ones_own_side_has_played() -> None:
    state = playing("9C 2S 3S", "KC 3H 5H", "2H 4S 6S", "AC 5S 7S", won=(5, 4))
    for seat, text in ((S, "9C"), (W, "KC"), (N, "2H"), (E, "AC")):
        state = said(state, (seat, "play", text))
    seen = [RULES.view(state, seat).last_trick for seat in range(4)]
    assert all(trick is not None and trick.cards == cards("9C KC 2H AC") for trick in seen)
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
    after = said(done.state, (W, "book", 9))  # type: ignore[arg-type]
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
    state = said(state, (N, "confirm", None))  # type: ignore[arg-type]
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
