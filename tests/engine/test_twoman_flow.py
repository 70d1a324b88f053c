"""The course of a hand of Two-Man Spades: blind decisions, discards, bids, tricks, and when the rest is settled."""

from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.state import DEALER, BidSaid, Dealt, Discarded, GameEnded, HandEnded, Phase, Played, Started, TrickWon
from tests.engine.positions import RULES, act, bidding, dealt, last_trick, playing, refusal, said, standings, step

BEHIND = standings("0", "140")


def test_a_hand_begins_with_discards_where_nobody_is_behind() -> None:
    state = dealt()
    assert (state.phase, RULES.waits_for(state)) == (Phase.DISCARD, {0, 1})


@pytest.mark.parametrize("first", [0, 1])
def test_discards_are_made_in_any_order_and_shown_together(first: int) -> None:
    card = {0: "TC", 1: "3C"}
    state = said(dealt(), (first, "discard", card[first]))
    assert RULES.waits_for(state) == {1 - first}
    assert RULES.view(state, 1 - first).table.discards == (None, None)
    assert RULES.view(state, first).table.discards[first] is cards(card[first])[0]
    state = said(state, (1 - first, "discard", card[1 - first]))
    for seat in (0, 1, None):
        assert RULES.view(state, seat).table.discards == cards("TC 3C")
        assert all(not action.hidden for _, action in RULES.view(state, seat).actions)


def test_the_leader_of_the_first_trick_bids_first() -> None:
    state = bidding(parity=("even", "odd"))
    assert RULES.waits_for(state) == {1}
    state = said(state, (1, "bid", 5))
    assert RULES.waits_for(state) == {0}
    state = said(state, (0, "bid", 4))
    assert (state.phase, state.bids, RULES.waits_for(state)) == (Phase.PLAY, (4, 5), {1})


def test_only_the_seat_behind_is_asked_for_a_blind_decision() -> None:
    state = dealt(**BEHIND)
    assert (state.phase, RULES.waits_for(state)) == (Phase.BLIND, {0})
    assert RULES.view(state, 0).hand is None
    assert RULES.view(state, 1).hand is not None


def test_whoever_looks_bids_like_any_other() -> None:
    state = said(dealt(**BEHIND), (0, "look", None))
    view = RULES.view(state, 0)
    assert (state.phase, view.table.blind, len(view.hand or ())) == (Phase.DISCARD, ("look", None), 11)
    state = said(state, (0, "discard", "TC"), (1, "discard", "3C"))
    assert RULES.waits_for(state) == {0}


@pytest.mark.parametrize("odd", [0, 1])
def test_a_blind_bid_is_public_at_once_and_answered_after_the_discards(odd: int) -> None:
    """T3, whoever leads."""
    parity = ("odd", "even") if odd == 0 else ("even", "odd")
    state = said(dealt(parity=parity, **BEHIND), (0, "blind", 6))
    assert RULES.view(state, 1).table.blind == (6, None)
    assert RULES.view(state, 1).table.bids == (6, None)
    assert RULES.waits_for(state) == {0, 1}
    state = said(state, (0, "discard", "TC"), (1, "discard", "3C"))
    assert (state.phase, RULES.waits_for(state)) == (Phase.BID, {1})
    state = said(state, (1, "bid", 4))
    assert (state.phase, state.bids, RULES.waits_for(state)) == (Phase.PLAY, (6, 4), {odd})
    assert refusal(state, 0, "bid", 7) is not None


def test_a_blind_nil_counts_as_a_bid_of_none() -> None:
    table = RULES.view(said(dealt(**BEHIND), (0, "blind_nil", None)), 1).table
    assert (table.blind, table.bids) == (("nil", None), (0, None))


def test_a_new_hand_forgets_the_old_one_and_keeps_the_scores() -> None:
    done = last_trick(bids=(4, 6), tricks=(4, 6), before=("0 2", "0")).state
    state = act(done, DEALER, RULES.chance(done, lambda n: n - 1))
    assert state.displays == (52, 60)
    assert (state.number, state.bids, state.discards, state.blind) == (2, (None, None), (None, None), (None, None))
    assert (state.tricks, state.trick, state.broken, state.won, state.actions) == ((0, 0), (), False, ((), ()), ())


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = said(playing("7H 2C 5D", "8H 3C 6D"), (0, "play", "7H"), (1, "play", "8H"))
    assert RULES.waits_for(state) == {1}
    state = said(state, (1, "play", "3C"), (0, "play", "2C"))
    assert RULES.waits_for(state) == {1}


def test_a_forced_lead_breaks_spades() -> None:
    """T4."""
    state = said(playing("9S 4S", "2H 4D"), (0, "play", "9S"))
    assert state.broken


def test_bag_cards_go_to_the_winner_of_their_trick() -> None:
    state = said(playing("KC 2H 9D", "TC 3H 7D"), (0, "play", "KC"), (1, "play", "TC"))
    assert state.won == (cards("TC"), ())
    state = said(state, (0, "play", "9D"), (1, "play", "7D"))
    assert state.won == (cards("TC 7D"), ())


def test_what_each_action_brings_about() -> None:
    start = {"parity": ("odd", "even")}
    state: Any = RULES.initial({})
    events = [*step(state, DEALER, Action("start", start)).events]
    assert events == [Started(start)]
    found = step(state := act(state, DEALER, Action("start", start)), DEALER, RULES.chance(state, lambda n: 0))
    (event,) = found.events
    assert isinstance(event, Dealt) and (event.number, event.first) == (1, 0)
    assert step(dealt(), 0, Action("discard", "TC")).events == (Discarded(0, cards("TC")),)
    assert step(bidding(), 0, Action("bid", 0)).events == (BidSaid(0, "0", 0),)
    assert step(dealt(**BEHIND), 0, Action("look")).events == ()
    assert step(dealt(**BEHIND), 0, Action("blind", 6)).events == (BidSaid(0, "blind 6", 6, blind=True),)
    assert step(dealt(**BEHIND), 0, Action("blind_nil")).events == (BidSaid(0, "blind nil", 0, blind=True),)


def test_what_a_play_brings_about() -> None:
    begun = step(playing("7H 2C", "8H 3C"), 0, Action("play", "7H"))
    assert begun.events == (Played(0, cards("7H")[0], 9, 0),)
    full = step(begun.state, 1, Action("play", "8H"))
    assert full.events == (Played(1, cards("8H")[0], 9, 1), TrickWon(9, 1))
    last = last_trick(bids=(4, 6), tricks=(4, 6)).events
    assert [type(event) for event in last] == [Played, TrickWon, HandEnded]
    last = last_trick(bids=(4, 6), tricks=(4, 6), before=("290", "100")).events
    assert [type(event) for event in last] == [Played, TrickWon, HandEnded, GameEnded]


@pytest.mark.parametrize(
    ("mine", "hers", "fields", "settled"),
    [
        ("AS 9S 2S", "KH QC 4D", {}, True),
        ("AS 9S 2S", "KH QC 4D", {"leader": 1}, True),
        ("AS 9S 2S", "KS QC 4D", {}, False),
        ("AH KH QH", "2C 3C 4C", {"broken": True}, True),
        ("AH KH 2H", "QH 3C 4C", {}, False),
        # a trick each in any case; with a bag card among them it matters who gets it
        ("AH 2C", "KH 3C", {}, True),
        ("AD 2D", "KD 8D", {}, True),
        ("AD 2D", "KD 7D", {}, False),
        ("AC 2C", "KC TC", {}, False),
        ("AS KS", "7D TC", {}, True),
        # the ruff of JH breaks spades, so that TS may be led and AC thrown on it
        ("JH 3H AC", "JS TS 9C", {}, False),
        # a blind nil ends with its first trick
        ("3H AS 4S", "2H KS 2S", {"leader": 1}, False),
        ("3H AS 4S", "2H KS 2S", {"leader": 1, "blind": ("nil", None), "tricks": (0, 7)}, True),
    ],
)
def test_when_the_rest_is_settled(mine: str, hers: str, fields: dict[str, Any], settled: bool) -> None:
    assert RULES.settled(playing(mine, hers, **fields)) is settled


def test_nothing_is_settled_within_a_trick_or_before_the_first() -> None:
    assert not RULES.settled(playing("9S 2S", "QC 4D", leader=1, trick="KH"))
    state = playing("AS KS QS JS TS 9S 8S 7S 6S 5S", "AH KH QH JH TH 9H 8H 7H 6H 5H")
    assert state.played == 0
    assert not RULES.settled(state)
    state = said(state, (0, "play", "AS"), (1, "play", "5H"))
    assert RULES.settled(state)


def test_a_settled_hand_may_be_played_to_its_end() -> None:
    """T7: the engine accepts every legal play, the table plays the rest."""
    state = playing("AS 9S", "KH QC")
    assert RULES.settled(state)
    state = said(state, (0, "play", "9S"), (1, "play", "KH"), (0, "play", "AS"), (1, "play", "QC"))
    assert state.phase is Phase.DEAL
