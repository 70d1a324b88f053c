"""Easy and medium Marta in Two-Man Spades: what they always do (docs/rules/twoman.md), and what medium counts."""

from random import Random
from typing import Any

import pytest

from games.bots.base import Bot
from games.engine.cards import Suit, card, cards
from games.engine.state import Phase
from games.twoman.bots.bids import nil_chance, pile_chance, winning_chance, wins
from games.twoman.bots.easy import EasyTwoMan, MediumTwoMan
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.score import Parity, Standing
from tests.bots.positions import RULES, before_play, card_of, to_play

BOTS = [pytest.param(EasyTwoMan(), id="easy"), pytest.param(MediumTwoMan(), id="medium")]
MADE: dict[str, Any] = {"bids": (3, 7), "tricks": (4, 2)}

#: The rule, the hand, the card led, the rest of the position, the card to play or two of them.
LEADS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("a bag card is not led beside another card", "7D 3H", "", {}, "3H"),
    ("nor beside a certain winner", "TC AS", "", {}, "AS"),
    ("nor when it is the lowest card to shed", "7D AH KH 9S", "", MADE, "AH KH 9S"),
    ("of two bag cards one has to be led", "7D TC", "", {}, "7D TC"),
    ("bid made, the other at 5 bags: high", "QH 2C 3D", "", {**MADE, "bags": (0, 5)}, "QH"),
    ("bid made, the other at 6 bags: high", "KD 4D 2H", "", {**MADE, "bags": (0, 6)}, "KD"),
    ("high, but nothing that cannot be beaten", "AS KC 2H", "", {**MADE, "bags": (0, 5)}, "KC"),
    ("bid made, the other at 4 bags: low", "QH 4H 2H", "", {**MADE, "bags": (0, 4)}, "2H"),
    ("bid open: the ace of a side suit is cashed", "AH 3H 3D 2S", "", {"bids": (5, 5), "tricks": (3, 3)}, "AH"),
]
ANSWERS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("a bag card that falls is taken", "9D AD 2D", "7D", {"bids": (5, 5), "tricks": (4, 3)}, "9D"),
    ("it is taken although the bid is made", "JC 2C 3H", "TC", {"bids": (3, 4), "tricks": (4, 3)}, "JC"),
    ("it is trumped", "2S KH 9H", "7D", {"bids": (3, 5), "tricks": (4, 3)}, "2S"),
    ("the trick is won with one's own bag card", "7D KD 2H", "5D", {"bids": (5, 5), "tricks": (4, 3)}, "7D"),
    ("bid made, trick lost: the highest loser", "QH 9H 2H 3C", "KH", {"bids": (3, 4), "tricks": (4, 2)}, "QH"),
    ("bid made, void: the highest loser of all", "QH 9C 2D", "KD", {"bids": (4, 4), "tricks": (4, 3)}, "2D"),
    ("bid made, void in the suit led", "QH 9C 2H", "KD", {"bids": (4, 4), "tricks": (4, 3)}, "QH"),
    ("bid open, trick lost: the lowest card", "QH 9H 2H 3C", "KH", {"bids": (9, 4), "tricks": (4, 2)}, "2H"),
    ("a bag card is not thrown away", "TC 5C 3H", "KC", {"bids": (3, 4), "tricks": (4, 3)}, "5C"),
    ("nor thrown to another suit", "7D 6C 5C", "KH", {"bids": (3, 4), "tricks": (4, 3)}, "6C"),
    ("the cheapest winner", "AH QH 2H", "JH", {"bids": (7, 3), "tricks": (4, 3)}, "QH"),
    ("bid made: the trick is left to the other", "AH 9H 2H", "JH", {"bids": (3, 4), "tricks": (4, 3)}, "9H"),
]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("why", "hand", "led", "position", "expected"), LEADS + ANSWERS)
def test_it_leads_and_answers(bot: Bot, why: str, hand: str, led: str, position: dict[str, Any], expected: str) -> None:
    assert card_of(bot.choose(to_play(hand, led=led, **position), Random(1))) in expected.split(), why


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AS KS QS JS AH KH QH AC KC QC 7D", "7D"),
        ("AS KS QS 9S AH KH QH TC AD KD QD", "TC"),
        ("AS KS QS 9S AH KH QH JH 9H TC 7D", "7D"),
    ],
)
def test_it_discards_a_lone_bag_card(bot: Bot, hand: str, expected: str) -> None:
    assert card_of(bot.choose(before_play(hand, Phase.DISCARD), Random(1))) == expected


@pytest.mark.parametrize("bot", BOTS)
def test_it_bids_more_on_a_better_hand(bot: Bot) -> None:
    strong = before_play("AS KS QS 9S AH KH AC 4C AD 5D", Phase.BID)
    weak = before_play("2S 9H 8H 5H 9C 8C 6C 9D 6D 5D", Phase.BID)
    bids = [bot.choose(view, Random(1)).number or 0 for view in (weak, strong)]
    assert bids[0] <= 3 and bids[1] >= 6


# -- the blind decision: from the scores, never from cards --------------------------------------------


WEAK = "2S 9H 8H 5H 9C 8C 6C 9D 6D 5D 4D"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("base", "bags", "verb"),
    [((0, 100), (0, 0), "look"), ((110, 270), (0, 0), "blind"), ((-10, 280), (6, 6), "blind_nil")],
    ids=["there is time", "the other is a hand from winning", "nothing else is left"],
)
def test_it_bids_blind_when_it_must(bot: Bot, base: tuple[int, int], bags: tuple[int, int], verb: str) -> None:
    assert bot.choose(before_play(WEAK, Phase.BLIND, base=base, bags=bags), Random(1)).verb == verb


# -- what medium counts, hears and plays for ----------------------------------------------------------


MARTA = MediumTwoMan()


PLAYS: list[tuple[str, str, dict[str, Any], str]] = [
    ("a known winner", "9S 7S 4C", {"bids": (7, 3), "tricks": (5, 2), "played": "AS KS QS JS TS 8S"}, "9S"),
    ("its own nil is kept", "QH 9H 2H 3C", {"led": "KH", "bids": (0, 5), "tricks": (0, 6)}, "QH"),
    ("its own nil is kept", "2H AH KD AC", {"bids": (0, 5), "tricks": (0, 6)}, "2H"),
    ("its own nil is kept from a bag card, too", "KD 2D 5C", {"led": "7D", "bids": (0, 5), "tricks": (0, 7)}, "2D"),
    ("the other's nil: the highest that loses", "AH 3H 2H KC", {"led": "5H", "bids": (3, 0), "tricks": (6, 0)}, "3H"),
    ("the other's nil: the lowest is led", "AH KH 2H KC", {"bids": (3, 0), "tricks": (6, 0)}, "2H"),
    ("the other's nil is broken: its own bid", "AH 3H 2H KC", {"led": "5H", "bids": (6, 0), "tricks": (5, 1)}, "AH"),
    # one trick more and the other seat, 10 short of the target, is set instead of winning
    ("a set that wins", "AH 3H", {"led": "QH", "bids": (2, 5), "tricks": (5, 3), "base": (200, 290)}, "AH"),
    ("the other's bid is made", "AH 3H", {"led": "QH", "bids": (2, 3), "tricks": (5, 3), "bags": (3, 0)}, "3H"),
    ("a seventh bag is shed", "AH 3H", {"led": "QH", "bids": (5, 3), "tricks": (5, 3), "bags": (6, 0)}, "3H"),
]


@pytest.mark.parametrize(("why", "hand", "position", "expected"), PLAYS, ids=[row[0] for row in PLAYS])
def test_medium_plays(why: str, hand: str, position: dict[str, Any], expected: str) -> None:
    assert card_of(MARTA.choose(to_play(hand, **position), Random(1))) == expected, why


def test_it_knows_a_winner_when_all_higher_cards_are_out() -> None:
    knowledge = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2), played="AS KS QS JS TS 8S"))
    fresh = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2)))
    assert wins(knowledge, card("9S")) == 1.0 and wins(fresh, card("9S")) < 0.7


def test_it_knows_a_void_from_a_card_that_did_not_follow() -> None:
    knowledge = knowledge_of(to_play("AH KH 2S", played="QH 3D", tricks=(4, 3)))
    assert knowledge.voids == {Suit.HEARTS}
    assert not any(one.suit is Suit.HEARTS for one in knowledge.pool)


def test_it_knows_that_a_forced_spade_lead_leaves_only_spades() -> None:
    view = to_play("AH KH 2D 3D 4D 5D 6D 8D 9D", led="5S", tricks=(1, 0), played="QC 4C")
    assert knowledge_of(view).voids == {Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS}


def _bid(hand: str, **position: Any) -> int:
    number = MARTA.choose(before_play(hand, Phase.BID, **position), Random(1)).number
    assert number is not None
    return number


def test_it_bids_less_after_a_high_bid() -> None:
    hand = "AS KS 9S 4S AH 5H KC 4C 8D 5D"
    assert _bid(hand, known=2) > _bid(hand, known=7)


def test_it_bids_no_more_than_the_target_needs() -> None:
    """280 and 3 bags in the ones digit: two tricks reach 300, and a bid of five would risk them."""
    hand = "AS KS QS 9S 4H 5H KC 4C 8D 5D"
    near, far = (_bid(hand, known=4, base=(base, 100)) for base in (280, 100))
    assert near < far


def test_it_bids_nil_on_a_hand_that_can_hardly_take_a_trick() -> None:
    hand = "2H 3H 4H 5H 2C 3C 4C 5C 6C 8C"
    assert nil_chance(cards(hand)) > 0.6
    assert _bid(hand, known=5, discards="2D 3D") == 0


def test_the_pile_is_likelier_won_with_a_card_of_the_fitting_parity() -> None:
    """Seven of thirteen faces are odd, so the odd seat adds an even card."""
    hand = "AS KS QS 9S AH KH QH 9H 4C 5C 8D"
    odd = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.ODD, Parity.EVEN)))
    even = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.EVEN, Parity.ODD)))
    assert pile_chance(odd, card("4C")) != pile_chance(odd, card("5C"))
    assert pile_chance(odd, card("4C")) == pytest.approx(1 - pile_chance(even, card("4C")))


def test_a_finished_game_is_worth_what_it_brought() -> None:
    for standings, expected in [
        ((Standing(300), Standing(290)), 1.0),
        ((Standing(300), Standing(310)), 0.0),
        ((Standing(300), Standing(300)), 0.5),
        ((Standing(200), Standing(-100)), 1.0),
    ]:
        assert winning_chance(standings, 0, RULES.initial({}).options) == expected


def test_resting_bags_are_a_burden_and_bags_below_zero_are_none() -> None:
    options = RULES.initial({}).options
    chances = [winning_chance((Standing(100, n), Standing(100)), 0, options) for n in (6, 0, -4)]
    assert chances == sorted(chances)
