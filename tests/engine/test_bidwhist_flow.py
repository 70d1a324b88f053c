"""Bid Whist up to the first card: who acts when, what is offered, what each seat sees, what an action brings about."""

from random import Random
from typing import Any

import pytest

from games.bidwhist.auction import pack
from games.engine.actions import Action, Pick
from games.engine.cards import card, cards
from games.engine.state import DEALER, BidSaid, Discarded, Phase
from tests.engine.bidwhist_positions import (
    EXCHANGE,
    JOKERS_OUT,
    KITTY,
    KITTY_OUT,
    NAMES,
    RULES,
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
    exchanging,
    last_trick,
    legal,
    named,
    refusal,
    said,
    sent,
    step,
    written,
)

SIX = "7C 5D 2D 2H 2C 7D"


# -- deal ----------------------------------------------------------------------------------------------


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
    assert [len(RULES.view(taken, seat).kitty) for seat in (S, W, N, E, None)] == [6, 0, 0, 0, 0]


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


def test_jokers_are_turned_in_clockwise_from_the_declarers_left() -> None:
    state = exchanging()
    assert RULES.waits_for(state) == {DEALER}
    first = step(state, DEALER, Action("joker", (W, "LJ", "7D")))
    assert first.events == () and RULES.waits_for(first.state) == {DEALER}
    last = step(first.state, DEALER, Action("joker", (N, "BJ", "2C")))
    assert last.state.phase is Phase.PLAY and last.state.turn == S
    assert set(last.state.discard) == set(cards("2H 6D 4D 3D LJ BJ"))  # type: ignore[attr-defined]
    assert card("7D") in last.state.hands[W] and card("2C") in last.state.hands[N]
    assert last.events == (
        Discarded(S, cards("2H 6D 4D 3D")),
        Discarded(W, cards("LJ")),
        Discarded(N, cards("BJ")),
    )
    assert RULES.view(last.state, None).table.books == (1, 0)


def test_of_two_jokers_beyond_the_left_the_partners_is_turned_in_first() -> None:
    left, last = JOKERS_OUT[1].replace("LJ", JOKERS_OUT[3][:2]), JOKERS_OUT[3].replace(JOKERS_OUT[3][:2], "LJ")
    hands = (JOKERS_OUT[0], left, JOKERS_OUT[2], last)
    state = discarded(named("4N", "up", options=EXCHANGE, hands=hands, kitty=KITTY_OUT), "2H 2C 7D 6D 4D 3D")
    assert refusal(state, DEALER, "joker", (E, "LJ", "2H")) == "BAD_DRAW"
    assert refusal(state, DEALER, "joker", (N, "BJ", "2H")) is None


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
