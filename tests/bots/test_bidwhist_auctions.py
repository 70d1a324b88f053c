"""How players of Bid Whist count hands and imagine auctions: what a call tells, and what it leads to."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.auction import Auction, called_by_count
from games.bidwhist.bots.bids import odds
from games.bidwhist.bots.count import best_contract, counted
from games.bidwhist.bots.inference import counts_of, weights
from games.bidwhist.bots.knowledge import knowledge_of
from games.bidwhist.bots.numbers import EVERY, contract_kind, names, trumps
from games.bidwhist.bots.worlds import worlds
from games.bidwhist.score import Denomination, Direction
from games.bidwhist.state import SEATS
from games.bots.pack import WHOLE_PACK, pack_bits
from games.engine.cards import Card, Suit, cards
from tests.bots.bidwhist_positions import deal_with
from tests.engine.bidwhist_positions import RULES, E, S, called, said

POOR, RICH = "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C", "BJ LJ AS KS QS JS TS 9S 8S AH KH AD"
MIXED = "KS QS JS TS 2H 3H 9H QD 8D 7D 6C 9C"


def _count(hand: Sequence[Card]) -> list[float]:
    """By contract of `EVERY`."""
    found: list[float] = counted(np.array([pack_bits(hand)]))[:, 0].tolist()
    return found


def test_a_hand_counts_more_in_its_own_direction() -> None:
    low, high = cards("AS 2S 3S 4S AH 2H 3H AD 2D 5C 6C 9C"), cards("AS KS QS JS AH KH QH AD KD 9C 8C 5C")
    up, down = (EVERY.index(contract_kind(kind, Suit.SPADES)) for kind in (Denomination.UPTOWN, Denomination.DOWNTOWN))
    assert _count(low)[down] > _count(low)[up] + 1
    assert _count(high)[up] > _count(high)[down] + 1


def test_chances_add_up_about_the_count() -> None:
    chances = odds(8.0)
    mean = sum(place * chance for place, chance in enumerate(chances))
    assert sum(chances) == pytest.approx(1.0, abs=0.01) and mean == pytest.approx(8.0, abs=0.1)


def test_the_count_of_many_hands_is_that_of_each() -> None:
    rng = Random(1)
    hands = [rng.sample(WHOLE_PACK, 12) for _ in range(20)]
    every = counted(np.array([pack_bits(hand) for hand in hands]))
    assert every.T.tolist() == [pytest.approx(_count(hand)) for hand in hands]


@pytest.mark.parametrize(
    ("hand", "kind", "name"),
    [
        ("BJ LJ AS KS QS JS TS 9S 8S AH KH AD", Denomination.UPTOWN, Suit.SPADES),
        ("2H 3H 4H AH 5H 6H AS KS QS 9C 8C KD", Denomination.DOWNTOWN, Suit.HEARTS),
        ("AS KS QS AH KH QH AD KD 9D 8C 7C 6C", Denomination.NO_TRUMP, Direction.UP),
        ("AS 2S 3S AH 2H 3H AD 2D 9D 8C 7C 6C", Denomination.NO_TRUMP, Direction.DOWN),
    ],
)
def test_the_count_finds_the_best_name(hand: str, kind: Denomination, name: Suit | Direction) -> None:
    assert best_contract(cards(hand), kind)[1] == contract_kind(kind, name)


# -- auctions in imagination --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "calls", "oftener"),
    [
        ("a bid tells of a good hand", ("4U",), RICH),
        ("a pass tells of a poor one", ("pass",), POOR),
        ("over a rival's bid it tells so as well", ("4U", "pass"), POOR),
        ("after a partner's bid it tells nothing", ("4U", "pass", "pass"), ""),
    ],
)
def test_a_call_tells_of_the_hand(why: str, calls: tuple[str, ...], oftener: str) -> None:
    """What the last one to speak may have had."""
    knowledge = knowledge_of(RULES.view(called(deal_with({}), *calls), len(calls)))
    had = [np.array([pack_bits(cards(POOR)), pack_bits(cards(RICH))])] * 4
    poor, rich = weights(knowledge, had, [len(calls) - 1]).tolist()
    assert (rich > 2 * poor) is (oftener == RICH) and (poor > 2 * rich) is (oftener == POOR), why


def test_a_dealer_who_had_to_bid_tells_nothing() -> None:
    state = said(called(deal_with({}), "pass", "pass", "pass", "4U"), (E, "trump", "S"))
    knowledge = knowledge_of(RULES.view(state, E))
    had = [np.array([pack_bits(cards(POOR)), pack_bits(cards(RICH))])] * 4
    assert weights(knowledge, had, [E]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("why", "calls", "hand", "bid"),
    [
        ("nothing to bid on", (), POOR, "None"),
        ("a hand for a bid", (), RICH, "4U"),
        ("over a rival's bid", ("4U",), RICH, "5U"),
        ("over a partner's", ("4U", "pass"), RICH, "None"),
        ("the dealer must", ("pass",) * 3, POOR, "4D"),
        ("nothing is higher", ("7N",), RICH, "None"),
    ],
)
def test_others_are_taken_to_bid_by_count(why: str, calls: tuple[str, ...], hand: str, bid: str) -> None:
    seat = len(calls)
    knowledge = knowledge_of(RULES.view(called(deal_with({}), *calls), seat))
    counts = counts_of(np.array([pack_bits(cards(hand))]))
    assert str(called_by_count(knowledge, seat, knowledge.highest, counts)[0]) == bid, why


def test_each_call_is_worth_the_hand_it_leads_to() -> None:
    """A hand full of winners bids; a poor one leaves its partner's bid alone."""
    for hand, calls, better in ((RICH, (), True), (POOR, (), False), (MIXED, ("4U", "pass"), False)):
        state = called(deal_with({len(calls): hand}), *calls)
        knowledge = knowledge_of(RULES.view(state, len(calls)))
        passed, bid = Auction(knowledge, worlds(knowledge, 40, Random(1))).worths([None, knowledge.offered[0]]).tolist()
        assert 0 <= passed <= 1.05 and 0 <= bid <= 1.05
        assert (bid > passed + 0.05) is better, (hand, passed, bid)


def test_a_declarer_in_imagination_takes_as_many_tricks_however_he_is_asked() -> None:
    state = deal_with({})
    knowledge = knowledge_of(RULES.view(state, S))
    rows = worlds(knowledge, 6, Random(1))
    for seat in SEATS:
        every, found = np.zeros((len(EVERY), len(rows)), np.int64), np.zeros(len(rows), np.int64)
        rollouts.contract_ends(rows, knowledge.terms.kitty, seat, names(), trumps(), 1, every)
        for place in range(len(EVERY)):
            seats, places = np.full(len(rows), seat), np.full(len(rows), place)
            rollouts.declared_ends(rows, knowledge.terms.kitty, seats, places, names(), trumps(), 1, found)
            assert found.tolist() == [tricks if seat % 2 == 0 else 12 - tricks for tricks in every[place].tolist()]
