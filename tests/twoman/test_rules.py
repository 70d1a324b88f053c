"""Rules of Two-Man Spades: options, the course of a hand, a settled rest, scoring, and the end of a game."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.actions import plain
from games.engine.cards import cards
from games.engine.state import DEALER, GameEnded, HandEnded, Phase
from games.twoman.rules import TwoManState
from tests.engine.telling import listed
from tests.twoman.positions import (
    RULES,
    act,
    bidding,
    blind_of,
    compared,
    dealt,
    ending,
    last_trick,
    playing,
    refusal,
    said,
    scored,
    sheet_of,
    standings,
)

BEHIND = standings("0", "140")

# Options and starts


def test_a_start_sets_scores_and_parities() -> None:
    state = RULES.initial({}, {"parity": ("even", "odd"), "base": (120, -100), "bags": (3, 3)})
    assert (state.phase, state.displays) == (Phase.DEAL, (123, -103))
    assert [str(one) for one in state.parity] == ["even", "odd"]


@pytest.mark.parametrize(
    ("first_lead", "odd", "leaders"),
    [("alternate", 0, [0, 1, 0, 1]), ("alternate", 1, [1, 0, 1, 0]), ("odd", 0, [0, 0, 0]), ("odd", 1, [1, 1, 1])],
)
def test_the_first_lead_alternates_or_stays_with_the_odd_seat(first_lead: str, odd: int, leaders: list[int]) -> None:
    state = RULES.initial({"first_lead": first_lead}, {"parity": ("odd", "even") if odd == 0 else ("even", "odd")})
    found = []
    for _ in leaders:
        state = act(state, DEALER, RULES.chance(state, lambda n: 0))
        found.append(state.first)
        state = replace(state, phase=Phase.DEAL)
    assert found == leaders


def test_options_set_nil_points_target_mercy_lead_and_blind_deficit() -> None:
    for points in (100, 200):
        hand: dict[str, Any] = {"bids": (0, 8), "pile": "2C 3D", "options": {"nil_points": points}}
        assert sheet_of(last_trick(tricks=(0, 10), **hand))["lines"][0]["bid_points"] == points
        assert sheet_of(last_trick(tricks=(1, 9), **hand))["lines"][0]["bid_points"] == -points
    assert blind_of(dealt(options={"blind_deficit": 50}, **standings("0", "50")), 0)
    not_behind = dealt(options={"blind_deficit": 60}, **standings("0", "50"))
    assert not blind_of(not_behind, 0) and refusal(not_behind, 0, "blind", 5) == "BLIND_NOT_OFFERED"
    assert compared("300", "290", target=310) == "goes on"
    assert compared("310", "290", target=310) == "X wins by target"
    assert compared("100", "0", mercy_lead=100) == "X wins by mercy"
    assert compared("290", "200", mercy_lead=100) == "goes on"


@pytest.mark.parametrize("first", [0, 1])
def test_discards_are_made_in_any_order_and_shown_together(first: int) -> None:
    state, card = dealt(), {0: "TC", 1: "3C"}
    assert (state.phase, RULES.waits_for(state)) == (Phase.DISCARD, {0, 1})
    state = said(state, (first, "discard", card[first]))
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


def test_only_the_seat_behind_may_bid_blind_or_look_and_bid_normally() -> None:
    state = dealt(**BEHIND)
    assert (state.phase, RULES.waits_for(state)) == (Phase.BLIND, {0})
    assert RULES.view(state, 0).hand is None and RULES.view(state, 1).hand is not None
    state = said(state, (0, "look", None))
    view = RULES.view(state, 0)
    assert (state.phase, view.table.blind, len(view.hand or ())) == (Phase.DISCARD, ("look", None), 11)
    assert RULES.waits_for(said(state, (0, "discard", "TC"), (1, "discard", "3C"))) == {0}
    table = RULES.view(said(dealt(**BEHIND), (0, "blind_nil", None)), 1).table
    assert (table.blind, table.bids) == (("nil", None), (0, None))


@pytest.mark.parametrize("odd", [0, 1])
def test_a_blind_bid_is_public_at_once_and_the_opponent_bids_after_the_discards(odd: int) -> None:
    """It does not matter which seat leads the first trick (rule T3)."""
    parity = ("odd", "even") if odd == 0 else ("even", "odd")
    state = said(dealt(parity=parity, **BEHIND), (0, "blind", 6))
    assert (RULES.view(state, 1).table.blind, RULES.view(state, 1).table.bids) == ((6, None), (6, None))
    assert RULES.waits_for(state) == {0, 1}
    state = said(state, (0, "discard", "TC"), (1, "discard", "3C"))
    assert (state.phase, RULES.waits_for(state)) == (Phase.BID, {1})
    state = said(state, (1, "bid", 4))
    assert (state.phase, state.bids, RULES.waits_for(state)) == (Phase.PLAY, (6, 4), {odd})
    assert refusal(state, 0, "bid", 7) is not None


def test_a_new_hand_resets_bids_discards_and_tricks_but_not_the_scores() -> None:
    done = last_trick(bids=(4, 6), tricks=(4, 6), before=("0 2", "0")).state
    state = act(done, DEALER, RULES.chance(done, lambda n: n - 1))
    assert (state.number, state.displays) == (2, (52, 60))
    assert (state.bids, state.discards, state.blind) == ((None, None), (None, None), (None, None))
    assert (state.tricks, state.trick, state.broken, state.won, state.actions) == ((0, 0), (), False, ((), ()), ())


def test_the_winner_of_a_trick_leads_the_next_and_takes_its_bag_cards() -> None:
    state = playing("7H 2C 5D", "8H 3C 6D")
    for trick in (((0, "play", "7H"), (1, "play", "8H")), ((1, "play", "3C"), (0, "play", "2C"))):
        state = said(state, *trick)
        assert RULES.waits_for(state) == {1}
    state = said(playing("KC 2H 9D", "TC 3H 7D"), (0, "play", "KC"), (1, "play", "TC"))
    assert state.won == (cards("TC"), ())
    state = said(state, (0, "play", "9D"), (1, "play", "7D"))
    assert state.won == (cards("TC 7D"), ())


@pytest.mark.parametrize(
    ("mine", "hers", "fields", "settled"),
    [
        ("AS 9S 2S", "KH QC 4D", {}, True),
        ("AS 9S 2S", "KH QC 4D", {"leader": 1}, True),
        ("AS 9S 2S", "KS QC 4D", {}, False),
        ("AH KH QH", "2C 3C 4C", {"broken": True}, True),
        ("AH KH 2H", "QH 3C 4C", {}, False),
        # each seat's number of tricks is certain, but it may be open which seat wins a bag card
        ("AH 2C", "KH 3C", {}, True),
        ("AD 2D", "KD 8D", {}, True),
        ("AD 2D", "KD 7D", {}, False),
        ("AC 2C", "KC TC", {}, False),
        ("AS KS", "7D TC", {}, True),
        # X must lead 2C, and Y wins only this trick; but once spades are broken, X may lead them first
        ("2C 3S 7S", "TH AC KC", {}, True),
        ("2C 3S 7S", "TH AC KC", {"broken": True}, False),
        # if JS trumps JH, spades are broken, so TS may be led and AC discarded on it
        ("JH 3H AC", "JS TS 9C", {}, False),
        # a blind nil bidder's first trick ends the hand
        ("3H AS 4S", "2H KS 2S", {"leader": 1}, False),
        ("3H AS 4S", "2H KS 2S", {"leader": 1, "blind": ("nil", None), "tricks": (0, 7)}, True),
        # no rest is settled within a trick
        ("9S 2S", "QC 4D", {"leader": 1, "trick": "KH"}, False),
    ],
)
def test_the_rest_is_settled_when_every_line_of_play_ends_alike(
    mine: str, hers: str, fields: dict[str, Any], settled: bool
) -> None:
    assert RULES.settled(playing(mine, hers, **fields)) is settled


def test_the_rest_is_never_settled_before_the_first_trick() -> None:
    state = playing("AS KS QS JS TS 9S 8S 7S 6S 5S", "AH KH QH JH TH 9H 8H 7H 6H 5H")
    assert state.played == 0 and not RULES.settled(state)
    assert RULES.settled(said(state, (0, "play", "AS"), (1, "play", "5H")))


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        # before any penalty, the bags of this hand are added to the earlier ones, and bag cards are subtracted
        ({"before": ("0 6", "0"), "won": ("TC", ""), "tricks": (5, 5), "bids": (4, 5)}, "X 56 (50 6), Y 50 (50 0)"),
        ({"before": ("0 6", "0"), "won": ("", "TC"), "tricks": (5, 5), "bids": (4, 5)}, "X -50 (-50 0), Y 50 (50 -1)"),
        # both bag cards in the pile count for its winner
        ({"pile": "7D TC", "tricks": (5, 5), "bids": (5, 5), "before": ("0 1", "0 1")}, "X 60 (60 -2), Y 51 (50 1)"),
        ({"pile": "7D TC", "odd": "Y", "tricks": (5, 5), "bids": (5, 5)}, "X 50 (50 0), Y 60 (60 -3)"),
        # two penalties in one hand
        ({"before": ("0 6", "0"), "tricks": (9, 1), "bids": (1, 1)}, "X -180 (-180 0), Y 10 (10 0)"),
        # both seats bid nil, and X takes every trick
        ({"tricks": (10, 0), "bids": (0, 0), "before": ("200", "-200")}, "X -93 (-90 3), Y 0 (0 0)"),
        # both bids are set
        ({"tricks": (5, 5), "bids": (6, 6)}, "X -50 (-50 0), Y -60 (-60 0)"),
        # a bonus at five bags below zero
        ({"before": ("0 -4", "0"), "won": ("7D", ""), "tricks": (5, 5), "bids": (5, 5)}, "X 160 (160 -1), Y 50 (50 0)"),
    ],
)
def test_a_hand_is_scored_in_steps(hand: dict[str, Any], line: str) -> None:
    # the default pile, 2C and 3D, is odd and gives X ten points
    assert scored(**hand) == f"{line}; goes on"


def test_a_gain_that_would_win_is_denied_to_the_seat_behind() -> None:
    """The bids are made exactly and give 40 points to X and 60 to Y; then X wins the pile of 10 points.

    A gain that is denied to X is subtracted from Y.
    """
    for before, options, line in [
        # a gain that would reach the target is denied, one that falls short of the target is not
        (("250", "250"), {}, "X 290 (290 0), Y 300 (300 0); Y wins by target"),
        (("240", "250"), {}, "X 290 (290 0), Y 310 (310 0); Y wins by target"),
        (("250", "250"), {"target": 310}, "X 300 (300 0), Y 310 (310 0); Y wins by target"),
        # a seat with an equal score is not behind; bags count in the displayed score
        (("250", "230"), {}, "X 300 (300 0), Y 290 (290 0); X wins by target"),
        (("250", "230 1"), {}, "X 290 (290 0), Y 281 (280 1); goes on"),
        (("250 1", "230 1"), {}, "X 301 (300 1), Y 291 (290 1); X wins by target"),
        (("250 5", "230 5"), {}, "X 305 (300 5), Y 295 (290 5); X wins by target"),
        # denial off
        (("250", "250"), {"denial": False}, "X 300 (300 0), Y 310 (310 0); Y wins by target"),
    ]:
        assert scored(bids=(4, 6), tricks=(4, 6), before=before, options=options) == line


def test_a_game_ends_by_target_or_mercy() -> None:
    for x, y, end in [
        ("300", "300", "nobody wins by target"),
        ("300 3", "300 3", "nobody wins by target"),
        ("300 -4", "300 -4", "nobody wins by target"),
        ("300 6", "300 5", "X wins by target"),
        ("300 0", "300 -1", "X wins by target"),
        ("290 6", "290 6", "goes on"),
        ("300", "290 6", "X wins by target"),
        ("300", "0", "X wins by mercy"),
        ("0", "300", "Y wins by mercy"),
        ("290", "-10", "X wins by mercy"),
        ("290", "-0 2", "goes on"),
        ("-150", "140", "goes on"),
        ("-150 6", "140 4", "Y wins by mercy"),
    ]:
        assert compared(x, y) == end


def test_a_blind_nil_decides_the_game_and_scores_nothing() -> None:
    for blind, tricks, end in [
        (("nil", None), (0, 10), "X wins by blind_nil"),
        ((None, "nil"), (10, 0), "Y wins by blind_nil"),
        (("nil", None), (1, 9), "Y wins by blind_nil"),
        (("nil", 10), (1, 9), "Y wins by blind_nil"),
        ((None, "nil"), (9, 1), "X wins by blind_nil"),
        ((10, "nil"), (9, 1), "X wins by blind_nil"),
    ]:
        done = last_trick(bids=(0, 0), tricks=tricks, before=("20 3", "250 2"), pile="7D TC", blind=blind)
        assert isinstance(done.state, TwoManState)
        assert (ending(done.state), done.state.displays) == (end, (23, 252))
        assert sheet_of(done) == {"blind_nil": blind.index("nil"), "tricks": tricks}


@pytest.mark.parametrize("nil", [0, 1])
def test_a_blind_nil_that_takes_a_trick_stops_the_hand_at_once(nil: int) -> None:
    def by_seat(his: Any, hers: Any) -> Any:
        return (his, hers) if nil == 0 else (hers, his)

    position = {"blind": by_seat("nil", None), "bids": by_seat(0, 4), "tricks": by_seat(0, 7), "leader": nil}
    state = playing(*by_seat("AS 7H 3H", "9H 8D 5D"), **position)
    state = said(state, (nil, "play", "7H"), (1 - nil, "play", "9H"))
    assert ending(state) == "goes on"
    state = said(state, (1 - nil, "play", "8D"), (nil, "play", "AS"))
    assert (ending(state), state.tricks) == (f"{'YX'[nil]} wins by blind_nil", by_seat(1, 8))


def test_the_score_sheet_has_every_change_of_the_score() -> None:
    hand = last_trick(
        bids=(4, 3), blind=(None, None), tricks=(7, 3), before=("250 5", "300 1"), pile="7D 2S", won=("", "TC")
    )
    sheet = sheet_of(hand)
    assert listed(sheet["lines"][0]) == (
        "bid 4, blind False, tricks 7, display_before 255, bags_before 5, bid_points 40, bags_taken 3, bags_lost 2, "
        "penalties 0, bonuses 0, pile_points 0, base 290, bags 6, display 296"
    )
    assert (sheet["pile_winner"], sheet["pile_points"], sheet["denied"]) == (0, 10, True)
    assert (sheet["lines"][1]["pile_points"], sheet["lines"][1]["base"]) == (-10, 320)


def test_the_records_of_a_hand_and_of_the_result() -> None:
    done = last_trick(bids=(4, 6), tricks=(4, 6), before=("0 2", "250"))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert plain(ended.record) == {"tricks": [4, 6], "base": [50, 310], "bags": [2, 0], "display": [52, 310]}
    over = next(event for event in done.events if isinstance(event, GameEnded))
    assert plain(over.result.record) == {"winner": 1, "why": "target"}
    assert RULES.result(done.state) == over.result
