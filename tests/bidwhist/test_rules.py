"""Rules of Bid Whist: deal, auction, naming, kitty, exchange of jokers, plays, called reneges, and views."""

from random import Random
from typing import Any

import pytest

from games.bidwhist.legal import pack
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action, Pick
from games.engine.cards import card, cards
from games.engine.state import DEALER, BidSaid, Discarded, GameEnded, HandEnded, Phase, Played, TrickWon
from tests.bidwhist.positions import (
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
    exchanging,
    last_trick,
    legal,
    named,
    playing,
    refusal,
    reviewed,
    said,
    step,
    view_as_sent,
    view_text,
    winning_card,
)
from tests.engine.telling import listed

SIX = "7C 5D 2D 2H 2C 7D"

# Deal


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_gets_the_first_card(dealer: int) -> None:
    """This shuffle moves no card, so the pack is dealt in its order."""
    state = RULES.initial({"jokers": 1}, {"dealer": dealer})
    state = act(state, DEALER, RULES.chance(state, lambda n: n - 1))
    whole = pack(1)
    for steps in range(4):
        seat = (dealer + 1 + steps) % 4
        assert set(state.hands[seat]) == set(whole[steps:48:4])
    assert set(state.kitty) == set(whole[48:]) and len(state.kitty) == 5
    assert state.turn == (dealer + 1) % 4


def test_each_joker_adds_a_card_to_the_kitty() -> None:
    for jokers, kitty, last in ((0, 4, "AS"), (1, 5, "BJ"), (2, 6, "LJ")):
        state = dealt(options={"jokers": jokers})
        assert (len(state.kitty), len(pack(jokers)), pack(jokers)[-1].text) == (kitty, 48 + kitty, last)
        state = named("4U", "S", options={"jokers": jokers})
        assert legal(state, S) == f"discard:{kitty}" and len(state.hands[S]) == 12 + kitty


def test_the_deal_passes_to_the_left_after_every_hand() -> None:
    done = last_trick(before_last("4U", 9, dealer=N))
    assert RULES.waits_for(done.state) == {DEALER}
    assert deal_again(done.state).dealer == E


# Auction and naming

BIDS: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    # options, the bids and passes so far, the actions that are legal for the next seat
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


def test_only_a_bid_that_outranks_the_last_is_offered() -> None:
    for options, calls, offers in BIDS:
        state = called(dealt(options=options), *calls)
        assert legal(state, state.turn) == offers


def test_each_seat_calls_once_and_the_highest_bid_wins_the_auction() -> None:
    assert step(dealt(), S, Action("bid", "5N")).events == (BidSaid(S, "5N", 11),)
    state = called(dealt(), "4U", "pass", "5D")
    assert RULES.waits_for(state) == {E} and state.contract is None
    done = step(state, E, Action("pass"))
    assert done.events == (BidSaid(E, "pass", None),)
    assert RULES.waits_for(done.state) == {N}
    assert listed(view_as_sent(done.state, None)["table"]) == (
        "dealer 3, score [0, 0], calls [[0, '4U'], [1, 'pass'], [2, '5D'], [3, 'pass']], contract '5D', trump None, "
        "direction None, declarer 2, books [0, 0], trick []"
    )
    for calls, bought in (
        ("4U pass pass pass", "4U by S"),
        ("pass pass pass 4D", "4D by E"),
        ("4U 4N 5D 5N", "5N by E"),
        ("4U pass 5U pass", "5U by N"),
        ("7N pass pass pass", "7N by S"),
    ):
        contract = called(dealt(), *calls.split()).contract
        assert contract is not None and f"{contract.bid} by {NAMES[contract.declarer]}" == bought


def test_four_passes_void_the_hand_and_the_next_dealer_deals() -> None:
    state = called(dealt(options={"all_pass": "redeal"}, score=(3, -2)), "pass", "pass", "pass", "pass")
    assert (state.phase, state.score, RULES.waits_for(state)) == (Phase.DEAL, (3, -2), {DEALER})
    again = deal_again(state)
    assert (again.dealer, again.number, again.calls, again.turn) == (S, 2, (), W)


def test_trump_or_direction_is_public() -> None:
    for bid, offers, name, table in (
        ("4U", "C D H S", "H", ("H", None)),
        ("4D", "C D H S", "S", ("S", None)),
        ("4N", "up down", "down", (None, "down")),
    ):
        assert legal(called(dealt(), bid, "pass", "pass", "pass"), S) == offers
        for seat in (None, S, W, N, E):
            told = view_as_sent(named(bid, name), seat)["table"]
            assert (told["trump"], told["direction"]) == table


# Kitty and discard


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("is_shown", [False, True])
def test_the_kitty_is_taken_and_turned_up_before_or_after_the_naming(is_shown: bool, after: bool) -> None:
    options = {"kitty_shown": is_shown, "name_after_kitty": after}
    state = called(dealt(options=options), "4U", "pass", "pass", "pass")
    assert (len(state.hands[S]), len(state.kitty), state.phase) == (18 if after else 12, 0 if after else 6, Phase.NAME)
    assert all(("kitty" in RULES.view(state, seat).table.as_json()) is (is_shown and after) for seat in (None, W))
    state = said(state, (S, "trump", "H"))
    assert (len(state.hands[S]), state.kitty, state.phase) == (18, (), Phase.DISCARD)
    turned_up: Any = RULES.view(state, N).table.as_json().get("kitty", [])
    assert sorted(turned_up) == (sorted(KITTY.split()) if is_shown else [])


def test_only_the_declarer_sees_the_kitty_once_it_is_taken() -> None:
    auction, taken = called(dealt(), "4U"), named("4U", "S")
    for text in KITTY.split():
        assert not any(text in view_text(auction, seat) for seat in (None, S, N, E))
        assert text in view_as_sent(taken, S)["hand"]
        assert not any(text in (view_as_sent(taken, seat)["hand"] or ()) for seat in (None, W, N, E))
    assert [len(RULES.view(taken, seat).kitty) for seat in (S, W, N, E, None)] == [6, 0, 0, 0, 0]


def test_the_discard_is_the_first_book_and_seen_by_the_declarer_only() -> None:
    done = step(named("4U", "S"), S, Action("discard", tuple(SIX.split())))
    assert done.events == (Discarded(S, cards(SIX)),)
    assert RULES.waits_for(done.state) == {S} and len(RULES.view(done.state, S).hand or ()) == 12
    assert view_as_sent(done.state, S)["actions"][-1] == [S, "discard", SIX.split()]
    for seat in (None, W, N, E):
        assert view_as_sent(done.state, seat)["actions"][-1] == [S, "discard", ["??"] * 6]
        assert view_as_sent(done.state, seat)["table"]["books"] == [1, 0]


def test_a_discard_is_offered_as_a_pick_with_the_jokers_that_must_go() -> None:
    assert view_as_sent(named("4U", "S"), S)["legal"] == [["discard", {"pick": 6}]]
    state = named("4N", "up", options=EXCHANGE)
    (pick,) = RULES.legal_actions(state, S)
    assert isinstance(pick, Pick) and pick.must == cards("BJ LJ") and len(pick.free) == 16
    assert pick.first == Action("discard", ("BJ", "LJ", "AS", "KS", "QS", "9S"))
    assert RULES.refusal(state, S, pick.first) is None


# Jokers in no trump


def test_the_option_decides_how_jokers_are_played() -> None:
    for rule, may in (("throw_off", "BJ"), ("free", "7D AH BJ")):
        state = playing("7D AH BJ", leader=E, trick="9C", bid="4N", name="up", options={"nt_joker": rule})
        assert legal(state, S) == may


def test_jokers_are_exchanged_clockwise_from_the_declarers_left() -> None:
    state = exchanging()
    assert state.phase is Phase.JOKERS and RULES.waits_for(state) == {DEALER}
    first = step(state, DEALER, Action("joker", (W, "LJ", "7D")))
    assert first.events == () and RULES.waits_for(first.state) == {DEALER}
    last = step(first.state, DEALER, Action("joker", (N, "BJ", "2C")))
    assert last.state.phase is Phase.PLAY and last.state.turn == S
    assert set(last.state.discard) == set(cards("2H 6D 4D 3D LJ BJ"))  # type: ignore[attr-defined]
    assert card("7D") in last.state.hands[W] and card("2C") in last.state.hands[N]
    kept, west, north = "2H 6D 4D 3D", "LJ", "BJ"
    assert last.events == tuple(Discarded(by, cards(gone)) for by, gone in ((S, kept), (W, west), (N, north)))
    assert RULES.view(last.state, None).table.books == (1, 0)


def test_the_partner_exchanges_before_the_right_opponent_and_the_big_joker_first() -> None:
    south, west, north, east = JOKERS_OUT
    state = exchanging(south, west.replace("LJ", "4S"), north, east.replace("4S", "LJ"))
    assert refusal(state, DEALER, "joker", (E, "LJ", "2H")) == "BAD_DRAW"
    assert refusal(state, DEALER, "joker", (N, "BJ", "2H")) is None
    state = exchanging(south, west.replace("QD", "BJ"), north.replace("BJ", "QD"), east)
    assert refusal(state, DEALER, "joker", (W, "LJ", "2H")) == "BAD_DRAW"
    state = said(state, (DEALER, "joker", (W, "BJ", "2H")))
    assert refusal(state, DEALER, "joker", (W, "LJ", "2H")) == "BAD_DRAW"
    assert refusal(state, DEALER, "joker", (W, "LJ", "2C")) is None


def test_an_exchange_draws_any_card_of_the_discard_but_no_joker() -> None:
    first = exchanging()
    second = said(first, (DEALER, "joker", (W, "LJ", "7D")))
    for state, left in ((first, "2H 2C 7D 6D 4D 3D"), (second, "2H 2C 6D 4D 3D")):
        draws: list[Any] = [RULES.chance(state, Random(seed).randrange).argument for seed in range(60)]
        assert {draw[2] for draw in draws} == set(left.split())


def test_no_exchange_with_trumps_or_with_all_jokers_in_the_discard() -> None:
    mine = named("4N", "up", options=EXCHANGE)
    assert discarded(mine, "BJ LJ 2H 2C 7D 6D").phase is Phase.PLAY
    trumps = named("4U", "S", options=EXCHANGE, hands=JOKERS_OUT, kitty=KITTY_OUT)
    assert discarded(trumps, "2H 2C 7D 6D 4D 3D").phase is Phase.PLAY


def test_a_renege_is_refused_or_listed_after_the_legal_plays() -> None:
    assert legal(playing("5C 7H AH", leader=E, trick="9H"), S) == "7H AH"
    assert legal(playing("5C 7H AH", leader=E, trick="9H", options=TABLE), S) == "7H AH 5C call"


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
def test_only_legal_plays_are_offered(bid: str, name: str, trick: str, hand: str, may: str) -> None:
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
def test_the_best_trump_or_card_of_the_suit_wins(bid: str, name: str, trick: str, winner: str) -> None:
    assert winning_card(bid, name, trick) == winner


def test_each_card_is_an_event_and_the_winner_of_a_trick_leads() -> None:
    state = playing("9C 2S", "KC 3S", "2H 4S", "AC 5S", won=(5, 5))
    first = step(state, S, Action("play", "9C"))
    assert first.events == (Played(S, card("9C"), 11, 0),)
    state = said(first.state, (W, "play", "KC"), (N, "play", "2H"))
    assert view_as_sent(state, None)["table"]["trick"] == [[S, "9C"], [W, "KC"], [N, "2H"]]
    last = step(state, E, Action("play", "AC"))
    assert last.events == (Played(E, card("AC"), 11, 3), TrickWon(11, N))
    assert RULES.waits_for(last.state) == {N} and RULES.view(last.state, None).table.books == (7, 5)


def test_the_last_trick_is_in_a_seats_view_until_its_side_plays_again() -> None:
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


def reneged() -> BidWhistState:
    """Return a hand in which North has reneged in the ninth trick: it trumped a club lead although it held a club."""
    state = playing("9C 2S 3S 4S", "KC 3H 5H 6H", "2H 8C 5S 6S", "AC 7S 8S 9S", won=(4, 4), options=TABLE)
    return said(state, (S, "play", "9C"), (W, "play", "KC"), (N, "play", "2H"), (E, "play", "AC"))


def test_a_renege_is_hidden_and_the_trick_keeps_its_winner() -> None:
    state = reneged()
    assert (state.turn, state.reneges) == (N, ((9, 0),))
    assert not any("renege" in view_text(state, seat) for seat in (None, S, W, N, E))


def test_a_call_within_a_trick_opens_all_tricks_and_play_goes_on_after_it() -> None:
    state = said(reneged(), (N, "play", "8C"), (E, "play", "7S"))
    done = step(state, W, Action("call"))
    assert done.events == () and RULES.waits_for(done.state) == {W} and done.state.phase is Phase.REVIEW
    assert all(len(RULES.view(done.state, seat).review) == 9 for seat in (None, S, W, N, E))
    assert legal(done.state, W).split()[-2:] == ["book:9", "book:None"] and legal(done.state, S) == ""
    after = said(done.state, (W, "book", 9))
    assert (after.phase, after.turn, after.trick) == (Phase.PLAY, S, cards("8C 7S"))
    assert [(one.seat, one.book, one.is_right) for one in RULES.view(after, S).called] == [(W, 9, True)]
    assert RULES.view(after, None).table.books == (6, 4)  # books are moved only when the hand is scored
    assert RULES.view(after, S).review == ()


def test_keeping_a_joker_that_must_be_thrown_off_is_a_renege() -> None:
    state = playing("9C", "BJ AH", "2C", "3C", bid="4N", name="up", won=(5, 5), options=TABLE)
    assert said(state, (S, "play", "9C"), (W, "play", "AH")).reneges == ((11, 1),)
    assert said(state, (S, "play", "9C"), (W, "play", "BJ")).reneges == ()


def test_both_sides_confirm_before_a_hand_is_scored() -> None:
    state = last_trick(before_last("4U", 9, TABLE)).state
    assert state.phase is Phase.REVIEW and RULES.waits_for(state) == {S, W, N, E}
    state = said(state, (N, "confirm", None))
    assert RULES.waits_for(state) == {W, E} and legal(state, N) == legal(state, S) == "call"
    state = said(state, (S, "call", None), (S, "book", 1))
    assert RULES.waits_for(state) == {W, E}, "the call has changed which seats must confirm"
    done = step(state, E, Action("confirm"))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert ended.record["books"] == (7, 6)
    assert RULES.view(done.state, None).table.books == (7, 6)


def test_the_last_trick_can_be_called_in_the_review() -> None:
    state = playing("AC", "9H", "3D", "4D", name="D", won=(9, 2), options=TABLE, reneges=((12, 1),))
    done = reviewed(state, (S, 12))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert ended.record["books"] == (13, 0) and ended.sheet["moved"] == 3


def test_the_rest_is_settled_when_no_decision_is_left() -> None:
    tops = ("AH KH QH", "2C 3C 4C", "5C 6C 7C", "8C 9C TC")
    assert RULES.settled(playing(*tops, won=(5, 4)))
    assert RULES.settled(playing("BJ LJ AH", *tops[1:], bid="4D", won=(5, 4)))
    assert not RULES.settled(playing("AH KH 2S", "JC 3C 4C", "5C 6C 7C", "8S 9C TC", won=(5, 4)))
    assert not RULES.settled(playing(*tops, won=(5, 4), options=TABLE))
    four = (f"{hand} {more}" for hand, more in zip(tops, ("JH", "2D", "3D", "4D"), strict=True))
    assert not RULES.settled(playing(*four))


def test_the_rest_is_settled_when_either_partner_may_win_it() -> None:
    assert RULES.settled(playing("AH KC", "2C 3C", "AC QH", "4C 5C", won=(5, 5), bid="4N", name="up"))
    assert RULES.settled(playing("AH 2H", "2C 3C", "KH QH", "4C 5C", won=(5, 5), bid="4N", name="up"))
