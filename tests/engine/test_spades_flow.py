"""Spades: who acts when, what is offered, what each seat sees, and what an action brings about."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.notation import view_json
from games.engine.state import DEALER, BidChanged, BidSaid, GameEnded, HandEnded, Passed, Phase
from games.spades.bids import misdeal_grounds
from tests.engine.spades_positions import (
    DEAL,
    ONE_SPADE,
    RULES,
    E,
    N,
    S,
    W,
    bidden,
    deal_again,
    dealt,
    exchangers,
    last_trick,
    legal,
    playing,
    said,
    step,
)

NO_BLIND = {"allow_blind_nils": False}
DOWN = {"blind_nil_200_down": True}
MISDEALS = {"allow_misdeals": True, "allow_blind_nils": False}


def table(state: Any, seat: int | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


# -- bidding ---------------------------------------------------------------------------------------


BIDS: list[tuple[dict[str, Any], tuple[Any, ...], str]] = [
    ({**NO_BLIND}, (), "0 1 2 3 4 5 6 7 8 9 10 11 12 13"),
    ({}, (), "look blind_nil"),
    ({**NO_BLIND}, (9, 9), "0 1 2 3 4"),
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
def test_the_bids_offered(options: dict[str, Any], before: tuple[Any, ...], offers: str) -> None:
    state = bidden(dealt(options=options), *before)
    if state.phase is Phase.BLIND and not offers.startswith("look"):
        state = said(state, (state.turn, "look", None))
    assert legal(state, state.turn) == offers


def test_a_hand_without_spades_bids_an_ordinary_nil_where_spades_are_bid() -> None:
    hands = (DEAL[0].replace("AS KS 5S 4S", "KH 7H 6H JD"), DEAL[1].replace("KH 7H 6H JD", "AS KS 5S 4S"), *DEAL[2:])
    state = dealt(*hands, options={"variant": "mirrors"})
    assert legal(state, S) == "0"
    assert bidden(state, 0).bids[S] == 0


ONE_NIL: list[tuple[tuple[int, ...], tuple[int | None, ...]]] = [
    ((5, 6, 4), (0, 6, 4, None)),
    ((0, 6, 4), (0, 6, 4, None)),
    ((5, 6, 0), (5, 6, 0, None)),
    ((0, 6, 0), (4, 6, 0, None)),
    ((5, 6, 4, 7), (0, 0, 4, 7)),
    ((0, 0, 0, 0), (4, 4, 0, 0)),
]


@pytest.mark.parametrize(("bids", "stand"), ONE_NIL)
def test_one_nil(bids: tuple[int, ...], stand: tuple[int | None, ...]) -> None:
    assert bidden(dealt(options={"variant": "suicide"}), *bids).bids == stand


def test_an_override_is_told_and_seen_by_whoever_bids_later() -> None:
    state = bidden(dealt(options={"variant": "suicide"}), 5, 6)
    done = step(state, N, Action("bid", 4))
    assert done.events == (BidSaid(N, "4", 4), BidChanged(S, 0))
    assert table(done.state, E)["table"]["bids"] == [0, 6, 4, None]
    assert table(done.state, E)["actions"] == [[S, "bid", 5], [W, "bid", 6], [N, "bid", 4]]


def test_one_nil_raises_to_the_lowest_bid_of_the_limits() -> None:
    options: dict[str, Any] = {"variant": "custom1", "one_nil": True, "min_ind": 2, "min_team": 3}
    assert bidden(dealt(options=options), 0, 4, 0).bids[S] == 3
    assert bidden(dealt(options={"variant": "custom1", "one_nil": True}), 0, 4, 0).bids[S] == 1


# -- a blind nil -------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("options", "score", "is_offered"), OFFERED)
def test_when_a_blind_nil_is_offered(options: dict[str, Any], score: tuple[int, ...], is_offered: bool) -> None:
    state = dealt(options=options, score=score)
    assert (state.phase is Phase.BLIND) is is_offered
    assert (table(state, S)["hand"] is None) is is_offered


def test_the_cards_are_hidden_from_the_deal_until_one_answers() -> None:
    state = dealt()
    assert [table(state, seat)["hand"] for seat in range(4)] == [None] * 4
    state = bidden(said(state, (S, "look", None)), 3)
    assert [table(state, seat)["hand"] is None for seat in range(4)] == [False, True, True, True]
    state = said(state, (W, "blind_nil", None))
    assert table(state, W)["hand"] is not None and table(state, W)["table"]["bids"] == [3, "b0", None, None]


def test_a_look_before_ones_turn_shows_the_cards_and_gives_up_the_blind_nil() -> None:
    state = said(dealt(), (W, "look", None))
    assert [table(state, seat)["hand"] is None for seat in range(4)] == [True, False, True, True]
    assert (state.phase, legal(state, S)) == (Phase.BLIND, "look blind_nil"), "the turn is still South's"
    state = bidden(said(state, (S, "look", None)), 3)
    assert (state.phase, state.turn) == (Phase.BID, W)


def test_only_the_side_far_behind_waits_for_its_cards() -> None:
    state = dealt(options=DOWN, score=(0, 200))
    assert [table(state, seat)["hand"] is None for seat in range(4)] == [True, False, True, False]


def test_whoever_is_not_offered_the_choice_sees_the_cards_on_his_turn() -> None:
    state = bidden(dealt(options={"variant": "custom1", "min_team": 5}), 2)
    assert table(state, N)["hand"] is None
    state = bidden(state, 5)
    assert state.phase is Phase.BID and table(state, N)["hand"] is not None


def test_a_blind_nil_is_told_as_one() -> None:
    assert step(dealt(), S, Action("blind_nil")).events == (BidSaid(S, "b0", 0, blind=True),)


# -- an exchange -------------------------------------------------------------------------------------


EXCHANGES: list[tuple[int, int, tuple[Any, ...], str]] = [
    # cards, dealer, bids in their order
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


@pytest.mark.parametrize(("count", "dealer", "bids", "givers"), EXCHANGES)
def test_who_exchanges(count: int, dealer: int, bids: tuple[Any, ...], givers: str) -> None:
    state = bidden(dealt(options={"blind_nil_exchange": count}, dealer=dealer), *bids)
    assert exchangers(state) == givers
    assert state.phase is (Phase.EXCHANGE if givers else Phase.PLAY)


def test_two_exchanges_one_after_the_other() -> None:
    state = bidden(dealt(options={"blind_nil_exchange": 2}), 3, "b0", "b0", 4)
    assert RULES.waits_for(state) == {W} and legal(state, W) == "give:0 give:1 give:2"
    state = said(state, (W, "give", ("QS", "KH")))
    assert RULES.waits_for(state) == {E} and legal(state, E) == "return:2" and len(state.hands[E]) == 15
    state = said(state, (E, "return", ("QS", "3D")))
    assert RULES.waits_for(state) == {N} and len(state.hands[E]) == len(state.hands[W]) == 13
    assert set(cards("QS 3D")) <= set(state.hands[W]) and cards("KH")[0] in state.hands[E]
    state = said(state, (N, "give", ()))
    assert state.phase is Phase.PLAY and RULES.waits_for(state) == {S}


def test_only_the_two_partners_see_what_is_passed() -> None:
    state = bidden(dealt(options={"blind_nil_exchange": 2}), 3, "b0", 4, 4)
    done = step(state, W, Action("give", ("QS", "KH")))
    assert done.events == (Passed(W, E, cards("QS KH")),)
    state = said(done.state, (E, "return", ("9S", "3D")))
    assert [table(state, seat)["actions"][-2:] for seat in (W, E)] == [
        [[W, "give", ["QS", "KH"]], [E, "return", ["9S", "3D"]]]
    ] * 2
    for seat in (S, N, None):
        assert table(state, seat)["actions"][-2:] == [[W, "give", ["??", "??"]], [E, "return", ["??", "??"]]]


def test_nothing_given_is_nothing_returned() -> None:
    state = bidden(dealt(options={"blind_nil_exchange": 1}), "b0", 3, 4, 3)
    done = step(state, S, Action("give", ()))
    assert done.events == () and done.state.phase is Phase.PLAY


# -- a misdeal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "grounds"),
    [
        (ONE_SPADE[0], ("FEW_SPADES",)),
        ("AH KH QH 5H 4H 3H AD KD QD 4D AC KC QC", ("FEW_SPADES",)),
        ("AS KS 9S 8S 7S 6S 5S AH 2H 3D 4D 5C 6C", ("LONG_SUIT",)),
        ("AS KS 2H 3H 4H 5H 6H 7H 8H 3D 4D 5C 6C", ("LONG_SUIT",)),
        ("AS TS 2H 3H 4H 5H 6H 7H TD 3D 4D 5C 6C", ("NO_FACE",)),
        ("2S TS 2H 3H 4H 5H 6H 7H TD 3D 4D 5C JC", ()),
        ("AS KS 9S 8S 7S 6S 2H AH 3H 3D 4D 5C 6C", ()),
        ("2S 2H 3H 4H 5H 6H 7H 8H TD 3D 4D 5C 6C", ("FEW_SPADES", "LONG_SUIT", "NO_FACE")),
    ],
)
def test_what_is_a_misdeal(hand: str, grounds: tuple[str, ...]) -> None:
    assert misdeal_grounds(cards(hand)) == grounds


def test_a_misdeal_voids_the_hand_and_the_same_dealer_deals_again() -> None:
    state = bidden(dealt(*ONE_SPADE, options=MISDEALS, dealer=W, score=(70, 80), bags=(3, 4)), 3, 3)
    assert legal(state, S).endswith("10 misdeal")
    done = step(state, S, Action("misdeal"))
    assert done.events == (HandEnded({"misdeal": S}, {"misdeal": S}),)
    assert RULES.waits_for(done.state) == {DEALER} and RULES.result(done.state) is None
    again = deal_again(done.state, *ONE_SPADE)  # type: ignore[arg-type]
    assert (again.dealer, again.number, again.bids, again.void) == (W, 2, (None,) * 4, False)
    assert [(one.score, one.bags) for one in again.standings] == [(70, 3), (80, 4)]
    scored = replace(again, void=False, phase=Phase.DEAL)
    assert deal_again(scored).dealer == N


def test_a_misdeal_is_told_without_the_hand() -> None:
    state = said(dealt(*ONE_SPADE, options=MISDEALS), (S, "misdeal", None))
    for seat in (W, N, E, None):
        assert table(state, seat)["actions"] == [[S, "misdeal"]]


def test_the_right_to_a_misdeal_is_not_offered_without_cause() -> None:
    assert "misdeal" not in legal(dealt(options=MISDEALS), S)


# -- play, and the hands after it ---------------------------------------------------------------------


def test_the_dealers_left_bids_and_leads_first() -> None:
    state = dealt(options=NO_BLIND, dealer=N)
    assert RULES.waits_for(state) == {E}
    state = bidden(state, 3, 3, 3, 3)
    assert RULES.waits_for(state) == {E} and state.bids == (3, 3, 3, 3)
    assert table(state, None)["table"] == {
        "dealer": N,
        "score": [0, 0],
        "bags": [0, 0],
        "bids": [3, 3, 3, 3],
        "tricks": [0, 0, 0, 0],
        "trick": [],
        "broken": False,
    }


def test_the_current_trick_lies_by_seat() -> None:
    state = said(playing("AS 7H", "KS 8H", "QS 9H", "JS TH"), (S, "play", "7H"), (W, "play", "8H"))
    assert table(state, N)["table"]["trick"] == [[S, "7H"], [W, "8H"]]
    state = said(state, (N, "play", "9H"), (E, "play", "TH"))
    assert (state.leader, state.trick, state.tricks) == (E, (), (5, 0, 0, 1))


PLAYS: list[tuple[dict[str, Any], str, str, str]] = [
    # options, the trick so far, the hand, what may be played
    ({}, "", "AS 7H", "7H"),
    ({}, "QH", "AS 7H", "7H"),
    ({}, "QH", "AS 7D", "AS 7D"),
    ({"must_beat_highest": True}, "", "7H 2H", "7H 2H"),
    ({"must_beat_highest": True}, "QH", "7H KH AH", "KH AH"),
    ({"must_beat_highest": True}, "QH 2S", "7H AH", "7H AH"),
    ({"must_beat_highest": True}, "QH 9D", "2S 3D 4C", "2S"),
    ({"must_beat_highest": True}, "QH", "3D 4C", "3D 4C"),
    ({"must_beat_highest": True}, "9S", "TS 2S AH", "TS"),
    ({"must_beat_highest": True}, "9S", "8S 2S AH", "8S 2S"),
    ({"must_beat_highest": True}, "9S", "AH 3D", "AH 3D"),
]


@pytest.mark.parametrize(("options", "trick", "hand", "may"), PLAYS)
def test_what_may_be_played(options: dict[str, Any], trick: str, hand: str, may: str) -> None:
    state = playing(hand, leader=(4 - len(trick.split())) % 4, trick=trick, options=options)
    assert legal(state, S) == may


CLUBS: list[tuple[str, str, str]] = [
    # the trick so far, the hand, what may be played
    ("", "9C 4C AS 5H", "4C"),
    ("", "AS 5H", "AS 5H"),
    ("5H", "9C 4C AH", "4C"),
    ("5H 2S", "AS 2H KD", "AS 2H KD"),
]


@pytest.mark.parametrize(("trick", "hand", "may"), CLUBS)
def test_the_first_trick_of_low_clubs(trick: str, hand: str, may: str) -> None:
    options = {"first_trick_low_clubs": True, "must_beat_highest": True}
    state = playing(hand, leader=(4 - len(trick.split())) % 4, trick=trick, done=0, options=options)
    assert legal(state, S) == may


def test_a_spade_in_a_trick_of_clubs_wins_it_and_breaks_them() -> None:
    options = {"first_trick_low_clubs": True}
    state = playing("5H AH", "2S KH", "4C QH", "AC JH", done=0, options=options)
    state = said(state, (S, "play", "5H"), (W, "play", "2S"), (N, "play", "4C"), (E, "play", "AC"))
    assert state.leader == W and state.broken


@pytest.mark.parametrize(
    ("hands", "broken"),
    [(("KH 2H", "3H 4H", "5H 6H", "7H 8H"), False), (("KH 2H", "3S 4S", "5H 6H", "7H 8H"), True)],
)
def test_spades_are_broken_by_a_ruff(hands: tuple[str, ...], broken: bool) -> None:
    state = said(playing(*hands), (S, "play", "KH"), (W, "play", hands[1].split()[0]))
    assert state.broken is broken


def test_a_scored_hand_moves_the_deal_and_a_last_one_ends_the_game() -> None:
    done = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(400, 0))
    assert RULES.waits_for(done.state) == {DEALER}
    assert deal_again(done.state).dealer == W  # type: ignore[arg-type]
    done = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(430, 0))
    *_, ended = done.events
    assert isinstance(ended, GameEnded) and ended.result.record == {"winner": 0, "why": "score"}
    assert RULES.result(done.state) == ended.result


def test_the_table_plays_out_the_end_of_a_hand_when_nothing_is_left_to_decide() -> None:
    assert RULES.settled(playing("AS KS QS", "2H 3H 4H", "5H 6H 7H", "8H 9H TH", done=10))
    assert not RULES.settled(playing("AS 2S QH", "KS 3H 4H", "5H 6H 7H", "8H 9H TH", done=10))
    assert not RULES.settled(playing("AS KS QS JS", "2H 3H 4H 5H", "6H 7H 8H 9H", "2D 3D 4D 5D", done=9))
    hearts_first = ("QS 2H", "KS 3H", "AH 2C", "4C 5C")
    assert RULES.settled(playing(*hearts_first, done=11))
    assert not RULES.settled(playing(*hearts_first, done=11, options={"spades_must_be_broken": False}))
