"""Card Duel: who acts when, what is offered, what each seat sees, refills, and what an action brings about."""

from dataclasses import replace
from math import comb
from random import Random
from typing import Any

import pytest

from games.cardduel.score import WANDS
from games.cardduel.state import BLAZE, CardDuelState, Resolved
from games.engine.actions import Action, texts
from games.engine.cards import PACK, card, cards, shuffled
from games.engine.notation import view_json
from games.engine.state import DEALER, BidSaid, Dealt, GameEnded, HandEnded, Phase, Played, Refilled, Started, TrickWon
from tests.engine.cardduel_positions import (
    P1,
    P2,
    RULES,
    action,
    before_deal,
    duel,
    legal,
    offers,
    played,
    reshuffle,
    sizes,
    step,
    told,
)


def snapshot(state: CardDuelState, seat: int | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


# -- the deal ----------------------------------------------------------------------------------------


def test_the_dealer_starts_and_deals() -> None:
    state = RULES.initial({})
    done = step(state, DEALER, RULES.chance(state, lambda n: n - 1))
    assert done.events == (Started({"coin": P2}),)
    deal = RULES.chance(done.state, lambda n: n - 1)
    dealt = step(done.state, DEALER, deal)
    assert isinstance(deal.argument, dict)
    assert dealt.events == (Dealt(1, P2, deal.argument),)
    assert (dealt.state.phase, dealt.state.number, RULES.waits_for(dealt.state)) == (Phase.PLAY, 1, {P2})


@pytest.mark.parametrize("coin", [P1, P2])
def test_whoever_has_the_coin_is_dealt_the_first_five(coin: int) -> None:
    state = before_deal(coin)
    deck = shuffled(PACK, Random(7).randrange)
    after = step(state, DEALER, RULES.chance(state, Random(7).randrange)).state
    assert isinstance(after, CardDuelState)
    assert set(after.hands[coin]) == set(deck[:5])
    assert set(after.hands[1 - coin]) == set(deck[5:10])
    assert after.deck == deck[10:]


# -- what is offered ---------------------------------------------------------------------------------

OFFERS: list[tuple[str, str]] = [
    ("2S 3S 4H 5D 6D", "3S 2S 4H 6D 5D blaze"),
    ("2C 3S 4H 5D 6D", "3S 4H 6D 5D [2C]3S [2C]4H [2C]6D [2C]5D blaze"),
    (
        "3C 2C AS KH QD",
        "AS KH QD [3C]AS [3C]KH [3C]2C [3C]QD [2C]AS [2C]KH [2C]3C [2C]QD [3C 2C]AS [3C 2C]KH [3C 2C]QD blaze",
    ),
]


@pytest.mark.parametrize(("hand", "listed"), OFFERS)
def test_the_plays_offered(hand: str, listed: str) -> None:
    """In the order in which a hand is held, the blaze last: whoever takes the first offer ends no duel."""
    assert legal(duel(hand), P1) == listed


def test_there_are_as_many_plays_as_the_rules_count() -> None:
    rng = Random(3)
    for _ in range(200):
        hand = rng.sample(PACK, 5)
        wands = sum(one.suit is WANDS for one in hand)
        count = 5 - wands + sum(comb(wands, k) * (5 - k) for k in range(1, wands + 1))
        listed = offers(duel(" ".join(texts(hand))), P1)
        assert len(listed) == len(set(listed)) == count + 1


def test_nothing_is_offered_to_the_dealer_or_out_of_turn() -> None:
    short = played("KS", "2D", deck=1)
    assert legal(duel(), P2) == legal(duel(), DEALER) == legal(short, P1) == legal(short, P2) == ""
    assert RULES.legal_actions(short, DEALER) == RULES.legal_actions(before_deal(), DEALER) == ()


def test_wands_in_another_order_are_the_same_play() -> None:
    state = duel("2C 3C 4C KS AH")
    orders = [("2C", "3C", "4C", "KS"), ("4C", "2C", "3C", "KS"), ("3C", "4C", "2C", "KS")]
    after = {step(state, P1, Action("play", order)).state.actions for order in orders}
    assert after == {((P1, Action("play", ("4C", "3C", "2C", "KS"))),)}
    states = [step(state, P1, Action("play", order)).state for order in orders]
    assert states[0] == states[1] == states[2]


# -- rounds ------------------------------------------------------------------------------------------


def test_the_coin_passes_after_every_round() -> None:
    """Seat 0 has the low shields, seat 1 the high ones, and nobody else could play them."""
    state = told(duel("2D 3D 4D 5D 6D", "7D 8D 9D TD JD"), "2D", "7D", "8D", "3D", "4D", "9D", "TD", "5D", "6D")
    assert (state.round, state.turn, [one.coin for one in state.rounds]) == (5, P2, [P1, P2, P1, P2])
    assert state.discards == cards("2D 7D 8D 3D 4D 9D TD 5D")


def test_the_events_of_a_round() -> None:
    state = duel("9C KS 2H 3H 4H", "AD 5H 6H 7H 8H")
    first = step(state, P1, action("[9C]KS"))
    assert first.events == (Played(P1, card("9C"), 1, 0), Played(P1, card("KS"), 1, 1))
    second = step(first.state, P2, action("AD"))
    after = second.state
    assert isinstance(after, CardDuelState)
    effects = after.rounds[0].effects
    assert second.events == (
        Played(P2, card("AD"), 1, 2),
        Resolved(effects[0]),
        Resolved(effects[1]),
        TrickWon(1, None),
        Refilled(P2, state.deck[:1]),
        Refilled(P1, state.deck[1:3]),
    )
    assert after.discards == cards("9C KS AD")
    assert (after.hp, after.round, after.coin, after.plays) == ((30, 22), 2, P2, (None, None))


def test_the_end_of_a_duel_leaves_the_round_on_the_table() -> None:
    state = duel("9C KS 2H 3H 4H", "AS 5H 6H 7H 8H", hp=(9, 22))
    last = step(told(state, "[9C]KS"), P2, action("AS"))
    assert isinstance(last.state, CardDuelState) and last.state.end is not None
    assert [type(event) for event in last.events[-4:]] == [Resolved, TrickWon, HandEnded, GameEnded]
    assert (last.state.end.winner, last.state.end.why) == (P1, "hp")
    assert snapshot(last.state, None)["table"]["shown"] == [["9C", "KS"], "AS"]
    assert sizes(last.state) == "hands 3 4, deck 42, discard 0"


def test_a_blaze_is_said_and_ends_the_duel() -> None:
    done = step(told(duel("9C KS"), "[9C]KS"), P2, Action(BLAZE))
    after = done.state
    assert isinstance(after, CardDuelState) and after.end is not None
    record = {"hp": after.hp, "rounds": 1}
    assert done.events[0] == BidSaid(P2, BLAZE, None)
    assert isinstance(done.events[1], HandEnded) and done.events[1].record == record
    assert done.events[2:] == (GameEnded(after.end),)
    assert after.discards == cards("9C KS")
    assert RULES.waits_for(after) == frozenset() and after.phase is Phase.OVER


# -- refills -----------------------------------------------------------------------------------------

#: Both plays, what the deck holds before; where the cards lie then, and whether the table shuffles.
REFILLS: list[tuple[str, str, int, str, bool]] = [
    ("5S", "2D", 42, "hands 5 5, deck 40, discard 2", False),
    ("[2C 3C 4C 5C]6C", "[7C 8C 9C TC]JC", 42, "hands 5 5, deck 32, discard 10", False),
    ("[2C 3C 4C 5C]6C", "2D", 5, "hands 4 5, deck 0, discard 43", True),
    ("[2C 3C 4C 5C]6C", "2D", 6, "hands 5 5, deck 0, discard 42", False),
    ("[2C 3C 4C 5C]6C", "2D", 1, "hands 0 5, deck 0, discard 47", True),
    ("[2C 3C 4C 5C]6C", "2D", 0, "hands 0 4, deck 0, discard 48", True),
    ("5S", "2D", 2, "hands 5 5, deck 0, discard 42", False),
    ("5S", "2D", 1, "hands 4 5, deck 0, discard 43", True),
]


@pytest.mark.parametrize(("mine", "hers", "deck", "lie", "shuffles"), REFILLS)
def test_a_refill(mine: str, hers: str, deck: int, lie: str, shuffles: bool) -> None:
    state = played(mine, hers, deck=deck)
    assert sizes(state) == lie
    assert (RULES.waits_for(state) == {DEALER}) is shuffles
    if shuffles:
        after = reshuffle(state).state
        assert isinstance(after, CardDuelState)
        assert (len(after.hands[P1]), len(after.hands[P2]), after.discards) == (5, 5, ())
        assert (RULES.waits_for(after), after.shuffles) == ({P2}, 1)


def test_after_a_reshuffle_the_new_player_1_is_served_first_and_cards_come_again() -> None:
    state = played("5S", "[2C 3C]6D", deck=1)
    done = reshuffle(state, first="2C 5S 3C")
    assert done.events == (Refilled(P2, cards("2C 5S")), Refilled(P1, cards("3C")))
    again = step(done.state, P2, action("[2C]5S"))
    assert again.events == (Played(P2, card("2C"), 2, 0, shuffle=1), Played(P2, card("5S"), 2, 1, shuffle=1))


def test_the_reshuffle_is_drawn_from_the_discards_in_any_order() -> None:
    state = played("5S", "2D", deck=1)
    turned = replace(state, discards=state.discards[::-1])
    order = shuffled([one for one in PACK if one in state.discards], Random(4).randrange)
    for one in (state, turned):
        assert RULES.chance(one, Random(4).randrange) == Action("reshuffle", texts(order))


def test_no_reshuffle_after_the_end() -> None:
    for state in (played("AS", "2H", deck=0, hp=(9, 5)), played("5S", "2D", deck=0, round=200)):
        assert (state.phase, RULES.waits_for(state), state.shuffles) == (Phase.OVER, frozenset(), 0)
    assert told(duel(deck=0), BLAZE).phase is Phase.OVER


# -- what is seen ------------------------------------------------------------------------------------


def test_the_view_of_a_seat() -> None:
    state = told(duel("9C KS AH 2D 3D"), "AH", "JS")
    view = snapshot(state, P1)
    assert view["table"] == {
        "hp": [33, 30],
        "coin": P2,
        "round": 2,
        "shown": [None, None],
        "discards": ["AH", "JS"],
        "deck": 40,
        "hands": [5, 5],
    }
    assert view["actions"] == [[P1, "play", "AH"], [P2, "play", "JS"]]
    assert sorted(view["hand"]) == sorted(texts(state.hands[P1]))
    assert (view["phase"], view["number"], view["seat"], view["legal"]) == ("play", 1, P1, [])
    assert snapshot(state, None)["hand"] is None


#: Player 1's play; what he and the others see of it.
COVERED = [
    ("[9C]KS", ["9C", "KS"], ["9C", "??"]),
    ("[9C 2C]3C", ["9C", "2C", "3C"], ["9C", "2C", "??"]),
    ("KS", "KS", "KS"),
]


@pytest.mark.parametrize(("play", "own", "others"), COVERED)
def test_the_top_of_player_1_is_covered_until_player_2_has_acted(play: str, own: Any, others: Any) -> None:
    state = told(duel("9C KS 2C 3C AH", "4H 5H 6H 7H 8H"), play)
    for seat, shown in ((P1, own), (P2, others), (None, others)):
        view = snapshot(state, seat)
        assert view["table"]["shown"] == [shown, None]
        assert view["actions"] == [[P1, "play", shown]]
        assert view["table"]["hands"] == [5 - (1 if isinstance(own, str) else len(own)), 5]
    for end in ("4H", BLAZE):
        after = told(state, end)
        assert snapshot(after, P2)["actions"][0] == [P1, "play", own]


def test_the_top_of_player_2_is_open_at_once() -> None:
    state = told(duel("4H 5H 6H 7H 8H", "9C KS 2C 3C AH"), "4H", "[9C]KS")
    assert snapshot(state, P1)["actions"][-1] == [P2, "play", ["9C", "KS"]]


def test_nobody_learns_the_order_of_a_new_deck() -> None:
    state = reshuffle(played("5S", "2D", deck=1)).state
    for seat in (P1, P2, None):
        assert snapshot(state, seat)["actions"][-1] == [None, "reshuffle", ["??"] * 43]  # type: ignore[arg-type]
        assert snapshot(state, seat)["table"]["discards"] == []  # type: ignore[arg-type]


def test_after_a_blaze_both_hands_are_open() -> None:
    state = duel("9C KS AH 2D 3D", "4H 5H 6H 7H 8H")
    assert RULES.view(state, None).blaze is None
    after = told(state, BLAZE)
    for seat in (P1, P2, None):
        blaze = RULES.view(after, seat).blaze
        assert blaze is not None and blaze.hands == state.hands


def test_a_duel_is_never_settled() -> None:
    assert not any(RULES.settled(state) for state in (before_deal(), duel(), told(duel(), "KS"), told(duel(), BLAZE)))
