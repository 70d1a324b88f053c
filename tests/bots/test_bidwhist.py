"""Bots of Bid Whist: blunders, calls of reneges, legality, and what bots infer and estimate."""

from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bidwhist.bots.auction import Auction, called_by_count, winning_chance, worths
from games.bidwhist.bots.knowledge import knowledge_of
from games.bidwhist.bots.worlds import counts_of, named_so, weights, worlds
from games.bidwhist.options import Terms
from games.bidwhist.state import Called, contract_of, side_of
from games.bots.knowledge import pack_bits
from games.engine.actions import Action, tuple_of
from games.engine.cards import cards
from games.engine.state import Phase
from games.registry import RANDOM, bot
from tests.bidwhist.positions import RULES, E, N, S, W, act, called, said
from tests.bots.bidwhist_positions import chosen, deal_with, to_discard, to_play
from tests.bots.walked import any_options, positions

LEVELS = ("easy", "medium", "hard")
BETTER = ("medium", "hard")
LOW_SPADES = "AS 2S 3S 4S 5S AH 2H KH QH KD QD KC"
HIGH_SPADES = "AS KS QS JS TS AH KH 2H 3H 2D 3D 2C"
#: Some cards of each seat, used in `FOUR`. South leads a club to the first trick; spades are trumps.
SOUTH, WEST, NORTH, EAST = "AC 5C AS KS QS JS TS 9S 8S", "QC JC", "KC 2C", "TC 9C 3C"
#: Some cards of each seat: the opponents of South hold the two jokers.
JOKERS_OUT = {S: "AS 9S 8S 7S AC JC 9D 8D 7D 9H 8H 7H", W: "BJ 7C QC", N: "2S 2C", E: "LJ 3C KS"}

# fmt: off
#: The description, the bid, the trump or direction, South's hand, the kitty, and the cards that must be kept.
DISCARDS: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("best low cards downtown", "4D", "S", LOW_SPADES, "JD JC TC 9C BJ LJ", "AS 2S 3S 4S 5S AH 2H BJ LJ"),
    ("best high cards uptown", "4U", "S", HIGH_SPADES, "4D 4C 5C 6C BJ LJ", "AS KS QS JS TS AH KH BJ LJ"),
    ("best low cards in no trump down", "4N", "down", "AS 2S 3S AH 2H KH QH KD QD KC QC JC", "JD TD TC 9C TH JH",
        "AS 2S AH 2H"),
    ("best high cards in no trump up", "4N", "up", "AS KS QS AH KH 2H 3H 2D 3D 2C 3C 4C", "4D 5D 5C 6C 4H 5H",
        "AS KS AH KH"),
    ("trumps that came with the kitty", "4U", "H", "AH KH QH 2S 3S 4S 5C 6C 7C 8D 9D TD", "3H 2H 4H 5H 6D 7D",
        "2H 3H 4H 5H"),
)
# fmt: on

#: Defaults of the cases below: uptown in spades.
USUAL: dict[str, Any] = {"bid": "4U", "name": "S", "kitty": "4C 6C 7C 8C BJ LJ"}
FOUR = {S: SOUTH, W: WEST, N: NORTH, E: EAST}
CALLED: dict[str, Any] = {"options": {"renege": "table"}}
# fmt: off
#: The blunder, the levels that avoid it, the hands, the plays so far, the cards that avoid the blunder, and more
#: arguments of `to_play`.
PLAYS: tuple[tuple[str, tuple[str, ...], dict[int, str], str, str, dict[str, Any]], ...] = (
    ("trumps the partner's sure winner", BETTER,
        {S: "AC 5C AS KS QS JS", W: "QC JC", N: "2S 3S 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H", E: "TC 9C 3C"}, "AC JC",
        "2D 3D 4D 5D 6D 7D 8D 2H 3H 4H", {"kitty": "6C 7C 8C 4C BJ LJ"}),
    ("overtakes the partner's ace, or wastes a king uptown", LEVELS, FOUR, "AC JC", "2C", {}),
    ("wastes its best low card downtown", LEVELS, FOUR, "AC JC", "KC", {"bid": "4D"}),
    ("takes with more than it needs, last to play", LEVELS, {S: "5C AS KS QS", W: "7C 6C", N: "8C 2C", E: "AC 9C 3C"},
        "5C 7C 8C", "9C", {"kitty": "4C TC JC QC KC BJ"}),
    ("takes a trick downtown with its best low card", LEVELS,
        {S: "KC AS 2S 3S", W: "QC JC", N: "TC 9C", E: "AC 2C 8C 7C"},
        "KC QC TC", "8C 7C 9C", {"bid": "4D", "kitty": "3C 4C 5C 6C BJ LJ"}),
    ("leads a side suit while the opponents hold trumps", BETTER, {S: "BJ LJ AS KS QS JS TS 9S AH 2C 3C 4C"}, "",
        "BJ LJ AS KS QS JS TS 9S", {"kitty": "5C 6C 7C 8C 9C TC"}),
    ("leads low with winners to cash in no trump", BETTER, {S: "AC KC QC JC TC 9C AD AH AS KS 2H 2D"}, "",
        "AC KC QC JC TC 9C AD AH AS KS", {"bid": "5N", "name": "up", "kitty": "2C 3C 4C 5C BJ LJ"}),
    ("leads its ace of trumps while the opponents hold jokers", BETTER, JOKERS_OUT, "", "9S 8S 7S AC",
        {"kitty": "4C 5C 6C 8C 9C TC"}),
    ("forgets that it has discarded the jokers itself", BETTER, {S: JOKERS_OUT[S]}, "", "AS", {}),
    ("forgets that both jokers have been played", BETTER, JOKERS_OUT, "8S BJ 2S LJ 7C 2C 3C AC", "AS",
        {"kitty": "4C 6C 8C 9C TC 5C"}),
    ("reneges although the rules would accept it", LEVELS, FOUR, "5C JC KC", "TC 9C 3C", CALLED),
    ("keeps a joker that has to be thrown off", LEVELS, {S: "AC KC", W: "BJ 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"}, "AC",
        "BJ", {"bid": "4N", "name": "up", "kitty": "2C 3C 4C 5C 6C LJ", **CALLED}),
)
# fmt: on

#: The blunder, the hand, the bids and passes before it, and those that avoid the blunder, such as "4D 4N".
CALLS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("bids on a poor hand", "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C", (), "pass"),
    ("passes with a long strong suit", "BJ LJ AS KS QS JS TS 9S 8S AH KH AD", (), "4U 4N"),
    ("bids uptown on low cards", "BJ LJ AS 2S 3S 4S 5S 6S AH 2H 3H AD", (), "4D 4N"),
    ("outbids its partner's bid without need", "KS QS JS TS 2H 3H 9H QD 8D 7D 6C 9C", ("4U", "pass"), "pass"),
    ("does not count its jokers", "BJ LJ AS KS JS TS AH 7H 5H 9D 6D 6C", (), "4U 4D"),
    ("counts jokers that it does not hold", "5C 7D AS KS JS TS AH 7H 5H 9D 6D 6C", (), "pass"),
    ("bids downtown on high cards when it must bid", "KS QS JS TS AS KH QH 9H AD KD QC JC", ("pass",) * 3, "4U 4N"),
)


@pytest.mark.parametrize("level", BETTER)
@pytest.mark.parametrize(("label", "bid", "name", "hand", "kitty", "kept"), DISCARDS, ids=[row[0] for row in DISCARDS])
def test_a_bot_keeps_its_best_cards(
    label: str, bid: str, name: str, hand: str, kitty: str, kept: str, level: str
) -> None:
    discard = set(tuple_of(chosen(to_discard(bid, name, hand, kitty), level).argument))
    assert len(discard) == 6 and not discard & set(kept.split()), label


@pytest.mark.parametrize(
    ("level", "case"), [pytest.param(level, case, id=f"{case[0]}-{level}") for case in PLAYS for level in case[1]]
)
def test_a_bot_avoids_a_blunder_in_play(level: str, case: Any) -> None:
    _, _, hands, plays, sound, options = case
    assert chosen(to_play(**{**USUAL, "hands": hands, "plays": plays, **options}), level).argument in sound.split()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("blunder", "hand", "calls", "sound"), CALLS, ids=[row[0] for row in CALLS])
def test_a_bot_avoids_a_blunder_in_the_auction(
    blunder: str, hand: str, calls: tuple[str, ...], sound: str, level: str
) -> None:
    state = called(deal_with({len(calls): hand}), *calls)
    action = chosen(state, level)
    assert str(action.argument or action.verb) in sound.split(), blunder


def test_a_bot_names_the_long_suit_in_the_direction_of_its_bid() -> None:
    hand = "AS KS 2S AH 2H 3H 4H 5H 6H KD QC 9C"
    for level in LEVELS:
        state = called(deal_with({S: hand}), "4D", "pass", "pass", "pass")
        assert chosen(state, level) == Action("trump", "H")


# -- reneges ------------------------------------------------------------------------------------------------

#: West reneges: it plays a heart on South's club. North wins and leads a club, and West follows with a club.
TABLE: dict[str, Any] = {
    **USUAL,
    "hands": {S: "5C 6C AS KS QS", W: "7C 8C 9H", N: "AC KC 2C", E: "TC 9C 3C"},
    "kitty": "4C JC QC 2D BJ LJ",
    "options": {"renege": "table"},
}
RENEGED, SHOWN = "5C 9H AC 3C", " KC 9C 6C 7C"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("case", "plays", "seat", "options", "calls"),
    [
        ("an opponent has shown the suit that it did not follow", RENEGED + SHOWN, N, {}, True),
        ("no later card has proved the renege yet", RENEGED, N, {}, False),
        ("there was no renege", "5C 7C AC 3C KC 9C 6C 8C", N, {}, False),
        ("the partner reneged", RENEGED + SHOWN + " 2C", E, {}, False),
        ("a renege costs nothing", RENEGED + SHOWN, N, {"renege_penalty": 0}, False),
    ],
)
def test_a_bot_calls_only_a_proved_and_costly_renege_of_a_rival(
    case: str, plays: str, seat: int, options: dict[str, Any], calls: bool, level: str
) -> None:
    state = to_play(**{**TABLE, "plays": plays, "options": {**TABLE["options"], **options}})
    assert state.turn == seat
    assert (chosen(state, level) == Action("call")) is calls, case


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_names_the_trick_of_a_renege_and_wins_the_call(level: str) -> None:
    state = to_play(**{**TABLE, "plays": RENEGED + SHOWN})
    state = act(state, N, chosen(state, level))
    named = chosen(state, level, N)
    assert named == Action("book", 1)
    state = act(state, N, named)
    assert state.called[0].is_right and chosen(state, level).verb == "play"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_calls_a_joker_kept_back_in_no_trump_as_a_renege(level: str) -> None:
    hands = {S: "AC KC QC", W: "BJ LJ 2H 3H 4H 5H 6H 7H 8H 9H TH JH", N: "8C JC", E: "9C TC"}
    options = {"renege": "table"}
    state = to_play("4N", "up", hands, kitty="2C 3C 4C 5C 6C 7C", options=options, plays="AC 2H 8C 9C KC BJ JC TC")
    assert chosen(state, level) == Action("call")
    assert RULES.refusal(state, S, Action("call")) is None
    assert said(state, (S, "call", None), (S, "book", 1)).called[0].is_right


#: Number of hands played in each game.
HANDS = 2


# -- legality -----------------------------------------------------------------------------------------------


def test_bots_act_legally_and_never_renege_or_call_wrongly_with_random_options() -> None:
    easy, medium, hard, anything = (bot("bidwhist", name) for name in (*LEVELS, RANDOM))
    moves = found = 0
    for seed in range(36):
        pair = ((easy, medium), (medium, easy), (hard, medium))[seed % 3]
        players, fixed = ((pair[0], anything), CALLED["options"]) if seed % 4 == 0 else (pair, {})
        for state, _ in positions(RULES, players, any_options(RULES, Random(seed), fixed), Random(seed), hands=HANDS):
            assert not any(side == 0 for _, side in state.reneges)
            assert anything in players or not state.reneges
            calls = [one for one in state.called if side_of(one.seat) == 0]
            assert all(one.is_right for one in calls)
            moves, found = moves + 1, found + len(calls)
    assert moves > 3_000 and found > 10


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_seat_before_the_dealer_bids_in_more_than_a_third_of_the_deals(level: str) -> None:
    """If these seats bid less often, most auctions would be three passes and the dealer's forced bid."""
    player, opened, deals = bot("bidwhist", level), 0, 60
    for seed in range(deals):
        walk = positions(RULES, (player,), {}, Random(seed), hands=1)
        *_, (last, _seat) = takewhile(lambda one: one[0].phase is Phase.BID, walk)
        opened += any(call is not None for call in last.calls[:3])
    assert opened > deals / 3


# -- sampled hands ------------------------------------------------------------------------------------------


def test_sampled_worlds_place_a_card_that_no_hand_can_hold_in_the_discard() -> None:
    """All saw South take the king of hearts from the kitty. South's void in hearts proves that South discarded it."""
    hands = {0: "3C", 1: "4C 5H", 2: "3H", 3: "4H"}
    kitty = "KH 7C 8C 9C BJ LJ"
    plays = "3C 4C 2S 4H 3H 5S 2C"
    state = to_play("4U", "S", hands, kitty=kitty, plays=plays, options={"kitty_shown": True})
    knowledge = knowledge_of(RULES.view(state, 1))
    assert set(cards(kitty)) <= knowledge.cannot[2] & knowledge.cannot[3] and cards("KH")[0] in knowledge.cannot[0]
    for row in worlds(knowledge, 5, Random(1)).tolist():
        assert row[4] & pack_bits(cards("KH"))
        assert sum(one.bit_count() for one in row) == 54 - len(plays.split())


def test_a_declarer_is_likelier_to_hold_the_suit_that_it_named() -> None:
    """South bid 4U and named spades. A hand with long spades fits that; one with long hearts does not."""
    knowledge = knowledge_of(RULES.view(to_play("4U", "S", {0: "2S"}, kitty="4C 6C 7C 8C BJ LJ", plays="2S"), 1))
    hands = ("AS KS QS JS TS 9S 8S AD KD 3D 2D 2S", "AH KH QH JH TH 9H 8H AD KD 3D 2D 2S")
    likely = named_so(knowledge.contract, np.array([pack_bits(cards(hand)) for hand in hands]))
    assert likely[0] == pytest.approx(1.0) and likely[1] < 0.1


def test_the_worth_of_a_hand_counts_calls_of_reneges() -> None:
    """4U needs nine tricks, twelve after a right renege call by the opponents, and six after a wrong one."""
    state = to_play("4U", "S", {0: "AS KS"}, kitty="4C 6C 7C 8C BJ LJ", options={"renege": "table"})
    made = []
    for right in (None, True, False):
        calls = () if right is None else (Called(1, 1, right),)
        knowledge = knowledge_of(replace(RULES.view(state, 0), called=calls))
        made.append([worth > 0.5 for worth in worths(knowledge, contract_of(state))].index(True))
    assert made == [9, 12, 6]


def test_the_chance_to_win_falls_with_the_score_and_is_mirrored_for_the_rivals() -> None:
    terms = Terms()
    scores = ((6, -6), (6, 0), (3, 0), (0, 0), (0, 3), (-6, 0))
    chances = [winning_chance(score, 0, terms) for score in scores]
    assert chances == sorted(chances, reverse=True) and chances[3] == pytest.approx(0.5)
    assert [winning_chance(score, 1, terms) for score in scores] == pytest.approx(
        [1 - one for one in chances], abs=0.01
    )


POOR, RICH = "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C", "BJ LJ AS KS QS JS TS 9S 8S AH KH AD"
MIXED = "KS QS JS TS 2H 3H 9H QD 8D 7D 6C 9C"


# -- simulated auctions -------------------------------------------------------------------------------------


def test_a_call_makes_good_or_poor_hands_of_its_seat_likelier() -> None:
    """`weights` gives the likelihoods of a poor and of a good hand of the seat that has bid or passed last."""
    for case, calls, likelier in [
        ("a bid suggests a good hand", ("4U",), RICH),
        ("a pass suggests a poor hand", ("pass",), POOR),
        ("a pass after an opponent's bid suggests a poor hand, too", ("4U", "pass"), POOR),
        ("a pass after a partner's bid suggests nothing", ("4U", "pass", "pass"), ""),
    ]:
        knowledge = knowledge_of(RULES.view(called(deal_with({}), *calls), len(calls)))
        had = [np.array([pack_bits(cards(POOR)), pack_bits(cards(RICH))])] * 4
        poor, rich = weights(knowledge, had, [len(calls) - 1]).tolist()
        assert (rich > 2 * poor) is (likelier == RICH) and (poor > 2 * rich) is (likelier == POOR), case


def test_other_seats_are_assumed_to_bid_by_their_counted_tricks() -> None:
    for case, calls, hand, bid in [
        ("a poor hand", (), POOR, "None"),
        ("a good hand", (), RICH, "4U"),
        ("over an opponent's bid", ("4U",), RICH, "5U"),
        ("over a partner's bid", ("4U", "pass"), RICH, "None"),
        ("the dealer, who must bid", ("pass",) * 3, POOR, "4D"),
        ("no bid is higher", ("7N",), RICH, "None"),
    ]:
        seat = len(calls)
        knowledge = knowledge_of(RULES.view(called(deal_with({}), *calls), seat))
        counts = counts_of(np.array([pack_bits(cards(hand))]))
        assert str(called_by_count(knowledge, seat, knowledge.highest, counts)[0]) == bid, case


def test_a_bid_is_worth_more_than_a_pass_only_with_a_good_hand() -> None:
    """With a poor hand, and with a mixed one after a partner's bid, a bid is worth at most 0.05 more."""
    for hand, calls, better in ((RICH, (), True), (POOR, (), False), (MIXED, ("4U", "pass"), False)):
        state = called(deal_with({len(calls): hand}), *calls)
        knowledge = knowledge_of(RULES.view(state, len(calls)))
        passed, bid = Auction(knowledge, worlds(knowledge, 40, Random(1))).worths([None, knowledge.offered[0]]).tolist()
        assert 0 <= passed <= 1.05 and 0 <= bid <= 1.05
        assert (bid > passed + 0.05) is better, (hand, passed, bid)
