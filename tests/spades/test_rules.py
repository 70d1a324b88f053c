"""Rules of Spades: bids, blind nils, exchanges, misdeals, plays, events, and views."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.state import DEALER, BidChanged, BidSaid, GameEnded, HandEnded, Phase, view_json
from games.spades.rules import givers_of, misdeal_grounds
from tests.engine.telling import listed
from tests.spades.positions import (
    DEAL,
    NO_BLIND,
    ONE_SPADE,
    RULES,
    E,
    N,
    S,
    W,
    bidden,
    deal_again,
    dealt,
    last_trick,
    legal,
    playing,
    said,
    step,
)

DOWN = {"blind_nil_200_down": True}
MISDEALS = {"allow_misdeals": True, "allow_blind_nils": False}


def table(state: Any, seat: int | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


def seats_without_cards(state: Any) -> str:
    """Return the seats whose views hide their own cards."""
    return "".join("SWNE"[seat] for seat in range(4) if table(state, seat)["hand"] is None)


# Bids

BIDS: list[tuple[dict[str, Any], tuple[Any, ...], str]] = [
    (NO_BLIND, (), "0 1 2 3 4 5 6 7 8 9 10 11 12 13"),
    ({}, (), "look blind_nil"),
    (NO_BLIND, (9, 9), "0 1 2 3 4"),
    ({"variant": "custom1", "min_team": 4, **NO_BLIND}, (1, 5), "3 4 5 6 7 8 9 10 11 12"),
    ({"variant": "custom1", "max_ind": 5, "min_team": 8}, (), "3 4 5"),
    ({"variant": "custom1", "max_ind": 5, "min_team": 8}, (3, 4), "5"),
    ({"variant": "custom1", "min_ind": 3, "max_team": 7}, (), "3 4"),
    ({"variant": "custom1", "min_ind": 3, "max_team": 7}, (4, 3), "3"),
    ({"variant": "custom1", "min_team": 4}, (), "look blind_nil"),
    ({"variant": "custom1", "min_team": 4}, ("b0", 5), "4 5 6 7 8 9 10 11 12 13"),
    ({"variant": "custom1", "partners": False, "min_ind": 2, "max_ind": 4, "min_team": 9}, (4,), "2 3 4"),
    ({"variant": "suicide"}, (), "0 4 5 6 7 8 9 10 11 12 13"),
    ({"variant": "suicide"}, (0, 5), "0 4 5 6 7 8 9 10 11 12 13"),
    ({"variant": "custom1", "one_nil": True, "max_ind": 6, "min_ind": 2, "max_team": 5}, (), "0 2 3 4 5"),
    ({"variant": "custom1", "one_nil": True}, (0, 0), "0 1 2 3 4 5 6 7 8 9 10 11 12 13"),
    ({"variant": "mirrors"}, (), "4"),
    ({"variant": "mirrors"}, (4, 3, 3), "3"),
    ({"variant": "mirrors", "partners": False}, (4, 3, 3), "3"),
]


@pytest.mark.parametrize(("options", "before", "offers"), BIDS)
def test_bids_are_offered_within_the_limits(options: dict[str, Any], before: tuple[Any, ...], offers: str) -> None:
    state = bidden(dealt(options=options), *before)
    if state.phase is Phase.BLIND and not offers.startswith("look"):
        state = said(state, (state.turn, "look", None))
    assert legal(state, state.turn) == offers


def test_in_mirrors_a_hand_without_spades_bids_an_ordinary_nil() -> None:
    hands = (DEAL[0].replace("AS KS 5S 4S", "KH 7H 6H JD"), DEAL[1].replace("KH 7H 6H JD", "AS KS 5S 4S"), *DEAL[2:])
    state = dealt(*hands, options={"variant": "mirrors"})
    assert (legal(state, S), bidden(state, 0).bids[S]) == ("0", 0)


def test_one_nil_allows_a_side_one_nil_and_one_bid() -> None:
    for bids, stand in [
        ((5, 6, 4), (0, 6, 4, None)),
        ((0, 6, 4), (0, 6, 4, None)),
        ((5, 6, 0), (5, 6, 0, None)),
        ((0, 6, 0), (4, 6, 0, None)),
        ((5, 6, 4, 7), (0, 0, 4, 7)),
        ((0, 0, 0, 0), (4, 4, 0, 0)),
    ]:
        assert bidden(dealt(options={"variant": "suicide"}), *bids).bids == stand


def test_an_override_is_an_event_and_visible_to_later_bidders() -> None:
    state = bidden(dealt(options={"variant": "suicide"}), 5, 6)
    done = step(state, N, Action("bid", 4))
    assert done.events == (BidSaid(N, "4", 4), BidChanged(S, 0))
    assert table(done.state, E)["table"]["bids"] == [0, 6, 4, None]
    assert table(done.state, E)["actions"] == [[S, "bid", 5], [W, "bid", 6], [N, "bid", 4]]


def test_one_nil_raises_to_the_lowest_bid_of_the_limits() -> None:
    limits: dict[str, Any]
    for limits, raised in (({"min_ind": 2, "min_team": 3}, 3), ({}, 1)):
        assert bidden(dealt(options={"variant": "custom1", "one_nil": True, **limits}), 0, 4, 0).bids[S] == raised


# Blind nils

OFFERED: list[tuple[dict[str, Any], tuple[int, ...], bool]] = [
    ({}, (0, 0), True),
    (NO_BLIND, (0, 0), False),
    (DOWN, (0, 0), False),
    (DOWN, (-50, 150), True),
    (DOWN, (-49, 150), False),
    ({"variant": "solo", **DOWN}, (0, 200, 0, 0), True),
    ({"variant": "solo", **DOWN}, (0, 0, 199, 0), False),
    ({"variant": "solo", **DOWN}, (200, 0, 0, 0), False),
    ({"variant": "custom1", "min_ind": 1}, (0, 0), False),
    ({"variant": "custom1", "bid_spades": True}, (0, 0), False),
    ({"variant": "custom1", "one_nil": True}, (0, 0), False),
    ({"variant": "custom1", "one_nil": True, "partners": False}, (0, 0, 0, 0), True),
    ({"variant": "mirrors"}, (0, 0), False),
    ({"variant": "suicide"}, (0, 0), False),
]


def test_cards_are_hidden_where_a_blind_nil_is_offered() -> None:
    for options, score, is_offered in OFFERED:
        state = dealt(options=options, score=score)
        assert (state.phase is Phase.BLIND) is is_offered
        assert (table(state, S)["hand"] is None) is is_offered


def test_cards_are_hidden_until_the_seat_looks_or_bids_blind() -> None:
    state = dealt()
    assert seats_without_cards(state) == "SWNE"
    assert seats_without_cards(bidden(said(state, (S, "look", None)), 3)) == "WNE"
    state = bidden(state, 3, "b0")
    assert seats_without_cards(state) == "NE" and table(state, W)["table"]["bids"] == [3, "b0", None, None]
    assert seats_without_cards(dealt(options=DOWN, score=(0, 200))) == "SN"  # the side that is far behind


def test_a_look_before_the_seats_turn_shows_its_cards_and_forgoes_the_blind_nil() -> None:
    state = said(dealt(), (W, "look", None))
    assert seats_without_cards(state) == "SNE"
    assert (state.phase, legal(state, S)) == (Phase.BLIND, "look blind_nil"), "the look of West changed the turn"
    state = bidden(said(state, (S, "look", None)), 3)
    assert (state.phase, state.turn) == (Phase.BID, W)


def test_a_seat_that_can_no_longer_bid_nil_sees_its_cards_on_its_turn() -> None:
    state = bidden(dealt(options={"variant": "custom1", "min_team": 5}), 2)
    assert table(state, N)["hand"] is None
    state = bidden(state, 5)
    assert state.phase is Phase.BID and table(state, N)["hand"] is not None


# Exchanges

EXCHANGES: list[tuple[int, int, tuple[Any, ...], str]] = [
    # number of cards, dealer, bids in order, and the seats that give
    (0, E, ("b0", 3, 4, 3), ""),
    (1, E, (3, 3, 4, 3), ""),
    (1, E, (3, 0, 4, 3), ""),
    (1, E, ("b0", 3, 4, 3), "S"),
    (2, E, (3, "b0", "b0", 4), "WN"),
    (2, N, ("b0", "b0", 3, 4), "ES"),
    (2, E, (3, "b0", 4, "b0"), ""),
    (2, E, ("b0", "b0", "b0", 4), "W"),
    (2, E, ("b0", 4, 0, 4), "S"),
]


def test_a_blind_nil_bidder_gives_cards_unless_the_partner_bid_blind_too() -> None:
    for count, dealer, bids, givers in EXCHANGES:
        state = bidden(dealt(options={"blind_nil_exchange": count}, dealer=dealer), *bids)
        assert "".join("SWNE"[seat] for seat in givers_of(state.terms, state.bids, dealer)) == givers
        assert state.phase is (Phase.EXCHANGE if givers else Phase.PLAY)


def test_the_exchanges_of_both_sides_follow_one_another() -> None:
    state = bidden(dealt(options={"blind_nil_exchange": 2}), 3, "b0", "b0", 4)
    assert RULES.waits_for(state) == {W} and legal(state, W) == "give:0 give:1 give:2"
    state = said(state, (W, "give", ("QS", "KH")))
    assert RULES.waits_for(state) == {E} and legal(state, E) == "return:2" and len(state.hands[E]) == 15
    state = said(state, (E, "return", ("QS", "3D")))
    assert RULES.waits_for(state) == {N} and len(state.hands[E]) == len(state.hands[W]) == 13
    assert set(cards("QS 3D")) <= set(state.hands[W]) and cards("KH")[0] in state.hands[E]
    done = step(state, N, Action("give", ()))
    assert done.events == () and done.state.phase is Phase.PLAY and RULES.waits_for(done.state) == {S}


# Misdeals


def test_a_misdeal_needs_one_of_its_grounds() -> None:
    for hand, grounds in [
        (ONE_SPADE[0], ("FEW_SPADES",)),
        ("AH KH QH 5H 4H 3H AD KD QD 4D AC KC QC", ("FEW_SPADES",)),
        ("AS KS 9S 8S 7S 6S 5S AH 2H 3D 4D 5C 6C", ("LONG_SUIT",)),
        ("AS KS 2H 3H 4H 5H 6H 7H 8H 3D 4D 5C 6C", ("LONG_SUIT",)),
        ("AS TS 2H 3H 4H 5H 6H 7H TD 3D 4D 5C 6C", ("NO_FACE",)),
        ("2S TS 2H 3H 4H 5H 6H 7H TD 3D 4D 5C JC", ()),
        ("AS KS 9S 8S 7S 6S 2H AH 3H 3D 4D 5C 6C", ()),
        ("2S 2H 3H 4H 5H 6H 7H 8H TD 3D 4D 5C 6C", ("FEW_SPADES", "LONG_SUIT", "NO_FACE")),
    ]:
        assert misdeal_grounds(cards(hand)) == grounds


def test_a_misdeal_voids_the_hand_and_the_same_dealer_deals_again() -> None:
    assert "misdeal" not in legal(dealt(options=MISDEALS), S)
    state = bidden(dealt(*ONE_SPADE, options=MISDEALS, dealer=W, score=(70, 80), bags=(3, 4)), 3, 3)
    assert legal(state, S).endswith("10 misdeal")
    done = step(state, S, Action("misdeal"))
    assert done.events == (HandEnded({"misdeal": S}, {"misdeal": S}),)
    assert RULES.waits_for(done.state) == {DEALER} and RULES.result(done.state) is None
    for seat in (W, N, E, None):
        assert table(done.state, seat)["actions"][-1] == [S, "misdeal"]
    again = deal_again(done.state, *ONE_SPADE)
    assert (again.dealer, again.number, again.bids, again.void) == (W, 2, (None,) * 4, False)
    assert [(one.score, one.bags) for one in again.standings] == [(70, 3), (80, 4)]
    assert deal_again(replace(again, void=False, phase=Phase.DEAL)).dealer == N


# Plays, and the hands after them


def test_the_dealers_left_bids_and_leads_first() -> None:
    state = dealt(options=NO_BLIND, dealer=N)
    assert RULES.waits_for(state) == {E}
    state = bidden(state, 3, 3, 3, 3)
    assert RULES.waits_for(state) == {E}
    assert listed(table(state, None)["table"]) == (
        "dealer 2, score [0, 0], bags [0, 0], bids [3, 3, 3, 3], tricks [0, 0, 0, 0], trick [], broken False"
    )


def test_a_trick_is_kept_by_seat_and_its_winner_leads() -> None:
    state = said(playing("AS 7H", "KS 8H", "QS 9H", "JS TH"), (S, "play", "7H"), (W, "play", "8H"))
    assert table(state, N)["table"]["trick"] == [[S, "7H"], [W, "8H"]]
    state = said(state, (N, "play", "9H"), (E, "play", "TH"))
    assert (state.leader, state.trick, state.tricks) == (E, (), (5, 0, 0, 1))


BEAT = {"must_beat_highest": True}
CLUBS = {"first_trick_low_clubs": True, **BEAT}
PLAYS: list[tuple[dict[str, Any], int, str, str, str]] = [
    # options, tricks done, the trick so far, the hand, what may be played
    ({}, 5, "", "AS 7H", "7H"),
    ({}, 5, "QH", "AS 7H", "7H"),
    ({}, 5, "QH", "AS 7D", "AS 7D"),
    (BEAT, 5, "", "7H 2H", "7H 2H"),
    (BEAT, 5, "QH", "7H KH AH", "KH AH"),
    (BEAT, 5, "QH 2S", "7H AH", "7H AH"),
    (BEAT, 5, "KH 9H", "AH 2H 5S", "AH"),
    (BEAT, 5, "9H 4S", "2S 7S KC", "7S"),
    (BEAT, 5, "QH 9D", "2S 3D 4C", "2S"),
    (BEAT, 5, "QH", "3D 4C", "3D 4C"),
    (BEAT, 5, "9S", "TS 2S AH", "TS"),
    (BEAT, 5, "9S", "8S 2S AH", "8S 2S"),
    (BEAT, 5, "9S", "AH 3D", "AH 3D"),
    (CLUBS, 0, "", "9C 4C AS 5H", "4C"),
    (CLUBS, 0, "", "AS 5H", "AS 5H"),
    (CLUBS, 0, "5H", "9C 4C AH", "4C"),
    (CLUBS, 0, "5H 2S", "AS 2H KD", "AS 2H KD"),
]


@pytest.mark.parametrize(("options", "done", "trick", "hand", "may"), PLAYS)
def test_only_legal_plays_are_offered(options: dict[str, Any], done: int, trick: str, hand: str, may: str) -> None:
    """Neither a nil bid nor a winning partner exempts a player from `must_beat_highest` (S13)."""
    leader = (4 - len(trick.split())) % 4
    for bid in (4, 0, "b0"):
        state = playing(hand, leader=leader, trick=trick, done=done, options=options, bids=(bid, 3, 3, 3))
        assert legal(state, S) == may


def test_a_ruff_breaks_spades_and_wins_even_a_first_trick_of_clubs() -> None:
    state = playing("5H AH", "2S KH", "4C QH", "AC JH", done=0, options={"first_trick_low_clubs": True})
    state = said(state, (S, "play", "5H"), (W, "play", "2S"), (N, "play", "4C"), (E, "play", "AC"))
    assert state.leader == W and state.broken
    for west, broken in (("3H", False), ("3S", True)):
        state = playing("KH 2H", f"{west} 4{west[1]}", "5H 6H", "7H 8H")
        assert said(state, (S, "play", "KH"), (W, "play", west)).broken is broken


def test_the_deal_passes_on_after_a_scored_hand_and_the_last_hand_ends_the_game() -> None:
    done = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(400, 0))
    assert RULES.waits_for(done.state) == {DEALER}
    assert deal_again(done.state).dealer == W
    done = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(430, 0))
    *_, ended = done.events
    assert isinstance(ended, GameEnded) and ended.result.record == {"winner": 0, "why": "score"}
    assert RULES.result(done.state) == ended.result


def test_the_rest_is_settled_when_no_decision_is_left() -> None:
    hearts_first, loose = ("QS 2H", "KS 3H", "AH 2C", "4C 5C"), {"spades_must_be_broken": False}
    assert RULES.settled(playing("AS KS QS", "2H 3H 4H", "5H 6H 7H", "8H 9H TH", done=10))
    assert not RULES.settled(playing("AS 2S QH", "KS 3H 4H", "5H 6H 7H", "8H 9H TH", done=10))
    assert not RULES.settled(playing("AS KS QS JS", "2H 3H 4H 5H", "6H 7H 8H 9H", "2D 3D 4D 5D", done=9))
    assert RULES.settled(playing(*hearts_first, done=11))
    assert not RULES.settled(playing(*hearts_first, done=11, options=loose))
