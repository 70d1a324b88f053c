"""The options of Bid Whist: what each changes at the table."""

from typing import Any

import pytest

from games.bidwhist.auction import pack
from games.engine.state import DEALER, Phase
from tests.engine.bidwhist_positions import (
    EXCHANGE,
    JOKERS_OUT,
    KITTY,
    KITTY_OUT,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    called,
    deal_again,
    dealt,
    discarded,
    legal,
    named,
    playing,
    said,
)


@pytest.mark.parametrize(("jokers", "kitty", "last"), [(0, 4, "AS"), (1, 5, "BJ"), (2, 6, "LJ")])
def test_jokers(jokers: int, kitty: int, last: str) -> None:
    state = dealt(options={"jokers": jokers})
    assert (len(state.kitty), len(pack(jokers)), pack(jokers)[-1].text) == (kitty, 48 + kitty, last)
    state = named("4U", "S", options={"jokers": jokers})
    assert legal(state, S) == f"discard:{kitty}" and len(state.hands[S]) == 12 + kitty


BIDS: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    # options, the calls so far, what the next seat may say
    ({}, (), "pass 4U 4D 4N 5U 5D 5N 6U 6D 6N 7U 7D 7N"),
    ({"min_bid": 1}, ("3N",), "pass 4U 4D 4N 5U 5D 5N 6U 6D 6N 7U 7D 7N"),
    ({"min_bid": 3}, ("pass",), "pass 3U 3D 3N 4U 4D 4N 5U 5D 5N 6U 6D 6N 7U 7D 7N"),
    ({}, ("6U",), "pass 6N 7U 7D 7N"),
    ({}, ("6D",), "pass 6N 7U 7D 7N"),
    ({}, ("6N",), "pass 7U 7D 7N"),
    ({}, ("7U",), "pass 7N"),
    ({}, ("7D",), "pass 7N"),
    ({}, ("7N",), "pass"),
    ({}, ("pass", "6N", "pass"), "pass 7U 7D 7N"),
    ({}, ("pass", "pass", "pass"), "4U 4D 4N 5U 5D 5N 6U 6D 6N 7U 7D 7N"),
    ({"all_pass": "redeal", "min_bid": 4}, ("pass", "pass", "pass"), "pass 4U 4D 4N 5U 5D 5N 6U 6D 6N 7U 7D 7N"),
    ({"down_over_up": True}, ("6U",), "pass 6D 6N 7U 7D 7N"),
    ({"down_over_up": True}, ("6D",), "pass 6N 7U 7D 7N"),
    ({"down_over_up": True}, ("7U",), "pass 7D 7N"),
    ({"down_over_up": True}, ("7D",), "pass 7N"),
]


@pytest.mark.parametrize(("options", "calls", "offers"), BIDS)
def test_the_bids_offered(options: dict[str, Any], calls: tuple[str, ...], offers: str) -> None:
    state = called(dealt(options=options), *calls)
    assert legal(state, state.turn) == offers


def test_four_passes_void_the_hand_and_the_next_dealer_deals() -> None:
    state = called(dealt(options={"all_pass": "redeal"}, score=(3, -2)), "pass", "pass", "pass", "pass")
    assert (state.phase, state.score, RULES.waits_for(state)) == (Phase.DEAL, (3, -2), {DEALER})
    again = deal_again(state)
    assert (again.dealer, again.number, again.calls, again.turn) == (S, 2, (), W)


@pytest.mark.parametrize("after", [False, True])
def test_the_kitty_is_taken_before_or_after_the_naming(after: bool) -> None:
    state = called(dealt(options={"name_after_kitty": after}), "4U", "pass", "pass", "pass")
    assert state.phase is Phase.NAME
    assert (len(state.hands[S]), len(state.kitty)) == ((18, 0) if after else (12, 6))
    state = said(state, (S, "trump", "H"))
    assert (len(state.hands[S]), state.kitty, state.phase) == (18, (), Phase.DISCARD)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("is_shown", [False, True])
def test_the_kitty_is_turned_up_when_it_is_taken(is_shown: bool, after: bool) -> None:
    options = {"kitty_shown": is_shown, "name_after_kitty": after}
    state = called(dealt(options=options), "4U", "pass", "pass", "pass")
    assert all(("kitty" in RULES.view(state, seat).table.as_json()) is (is_shown and after) for seat in (None, W))
    state = said(state, (S, "trump", "H"))
    turned_up: Any = RULES.view(state, N).table.as_json().get("kitty", [])
    assert sorted(turned_up) == (sorted(KITTY.split()) if is_shown else [])


def test_jokers_in_no_trump() -> None:
    for rule, may in (("throw_off", "BJ"), ("free", "7D AH BJ")):
        state = playing("7D AH BJ", leader=E, trick="9C", bid="4N", name="up", options={"nt_joker": rule})
        assert legal(state, S) == may
    state = named("4N", "up", options=EXCHANGE, hands=JOKERS_OUT, kitty=KITTY_OUT)
    assert discarded(state, "2H 2C 7D 6D 4D 3D").phase is Phase.JOKERS


def test_reneges_are_refused_or_offered_after_the_others() -> None:
    assert legal(playing("5C 7H AH", leader=E, trick="9H"), S) == "7H AH"
    assert legal(playing("5C 7H AH", leader=E, trick="9H", options=TABLE), S) == "7H AH 5C call"
