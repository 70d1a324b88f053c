"""Easy and medium bots of Two-Man Spades: plays, discards, bids, and what medium infers."""

from random import Random
from typing import Any

import pytest

from games.bots.base import Bot
from games.engine.cards import Suit, card, cards
from games.engine.state import Phase
from games.twoman.bots.easy import EasyTwoMan, MediumTwoMan, pile_chance
from games.twoman.bots.knowledge import knowledge_of, nil_chance, winning_chance, wins
from games.twoman.score import Parity, Standing
from tests.bots.positions import RULES, before_play, card_of, to_play

BOTS = [pytest.param(EasyTwoMan(), id="easy"), pytest.param(MediumTwoMan(), id="medium")]
MADE: dict[str, Any] = {"bids": (3, 7), "tricks": (4, 2)}

#: The rule of thumb, the hand, the card led, more arguments of `to_play`, and the cards that agree with the rule.
LEADS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("a bag card is not led if another card can be", "7D 3H", "", {}, "3H"),
    ("a bag card is not led if a certain winner can be", "TC AS", "", {}, "AS"),
    ("bid made: a bag card is not led although it is the lowest", "7D AH KH 9S", "", MADE, "AH KH 9S"),
    ("of two bag cards one has to be led", "7D TC", "", {}, "7D TC"),
    ("bid made, the opponent at 5 bags: high", "QH 2C 3D", "", {**MADE, "bags": (0, 5)}, "QH"),
    ("bid made, the opponent at 6 bags: high", "KD 4D 2H", "", {**MADE, "bags": (0, 6)}, "KD"),
    ("bid made, the opponent at 5 bags: high, but no sure winner", "AS KC 2H", "", {**MADE, "bags": (0, 5)}, "KC"),
    ("bid made, the opponent at 4 bags: low", "QH 4H 2H", "", {**MADE, "bags": (0, 4)}, "2H"),
    ("bid not made: the ace of a side suit is led", "AH 3H 3D 2S", "", {"bids": (5, 5), "tricks": (3, 3)}, "AH"),
]
ANSWERS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("a led bag card is taken", "9D AD 2D", "7D", {"bids": (5, 5), "tricks": (4, 3)}, "9D"),
    ("a bag card is taken although the bid is made", "JC 2C 3H", "TC", {"bids": (3, 4), "tricks": (4, 3)}, "JC"),
    ("a bag card is trumped", "2S KH 9H", "7D", {"bids": (3, 5), "tricks": (4, 3)}, "2S"),
    ("a trick is won with the seat's own bag card", "7D KD 2H", "5D", {"bids": (5, 5), "tricks": (4, 3)}, "7D"),
    ("bid made, no winner: the highest of the suit", "QH 9H 2H 3C", "KH", {"bids": (3, 4), "tricks": (4, 2)}, "QH"),
    ("bid made: the only card of the suit", "QH 9C 2D", "KD", {"bids": (4, 4), "tricks": (4, 3)}, "2D"),
    ("bid made, void, no spade: the highest card", "QH 9C 2H", "KD", {"bids": (4, 4), "tricks": (4, 3)}, "QH"),
    ("bid not made, no winner: the lowest of the suit", "QH 9H 2H 3C", "KH", {"bids": (9, 4), "tricks": (4, 2)}, "2H"),
    ("a bag card is not thrown on a lost trick", "TC 5C 3H", "KC", {"bids": (3, 4), "tricks": (4, 3)}, "5C"),
    ("a bag card is not thrown on another suit", "7D 6C 5C", "KH", {"bids": (3, 4), "tricks": (4, 3)}, "6C"),
    ("the cheapest winner", "AH QH 2H", "JH", {"bids": (7, 3), "tricks": (4, 3)}, "QH"),
    ("bid made: the trick is left to the opponent", "AH 9H 2H", "JH", {"bids": (3, 4), "tricks": (4, 3)}, "9H"),
]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("rule", "hand", "led", "position", "expected"), LEADS + ANSWERS)
def test_a_bot_leads_and_follows_by_its_habits(
    bot: Bot, rule: str, hand: str, led: str, position: dict[str, Any], expected: str
) -> None:
    assert card_of(bot.choose(to_play(hand, led=led, **position), Random(1))) in expected.split(), rule


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AS KS QS JS AH KH QH AC KC QC 7D", "7D"),
        ("AS KS QS 9S AH KH QH TC AD KD QD", "TC"),
        ("AS KS QS 9S AH KH QH JH 9H TC 7D", "7D"),
    ],
)
def test_a_bot_discards_a_lone_bag_card(bot: Bot, hand: str, expected: str) -> None:
    assert card_of(bot.choose(before_play(hand, Phase.DISCARD), Random(1))) == expected


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_bids_low_on_a_weak_hand_and_high_on_a_strong_one(bot: Bot) -> None:
    strong = before_play("AS KS QS 9S AH KH AC 4C AD 5D", Phase.BID)
    weak = before_play("2S 9H 8H 5H 9C 8C 6C 9D 6D 5D", Phase.BID)
    bids = [bot.choose(view, Random(1)).number or 0 for view in (weak, strong)]
    assert bids[0] <= 3 and bids[1] >= 6


WEAK = "2S 9H 8H 5H 9C 8C 6C 9D 6D 5D 4D"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("base", "bags", "verb"),
    [((0, 100), (0, 0), "look"), ((110, 270), (0, 0), "blind"), ((-10, 280), (6, 6), "blind_nil")],
    ids=["early in a game", "the opponent is a hand from winning", "only blind nil can win"],
)
def test_a_bot_bids_blind_when_it_must(bot: Bot, base: tuple[int, int], bags: tuple[int, int], verb: str) -> None:
    assert bot.choose(before_play(WEAK, Phase.BLIND, base=base, bags=bags), Random(1)).verb == verb


MARTA = MediumTwoMan()
PLAYS: list[tuple[str, str, dict[str, Any], str]] = [
    ("a known winner", "9S 7S 4C", {"bids": (7, 3), "tricks": (5, 2), "played": "AS KS QS JS TS 8S"}, "9S"),
    ("its own nil is kept", "QH 9H 2H 3C", {"led": "KH", "bids": (0, 5), "tricks": (0, 6)}, "QH"),
    ("its own nil is kept", "2H AH KD AC", {"bids": (0, 5), "tricks": (0, 6)}, "2H"),
    ("its own nil is kept from a bag card, too", "KD 2D 5C", {"led": "7D", "bids": (0, 5), "tricks": (0, 7)}, "2D"),
    ("against a nil: the highest loser", "AH 3H 2H KC", {"led": "5H", "bids": (3, 0), "tricks": (6, 0)}, "3H"),
    ("against a nil: the lowest lead", "AH KH 2H KC", {"bids": (3, 0), "tricks": (6, 0)}, "2H"),
    ("against a failed nil: its own bid", "AH 3H 2H KC", {"led": "5H", "bids": (6, 0), "tricks": (5, 1)}, "AH"),
    # with both tricks the opponent makes its bid and wins the game; one more trick for medium sets the bid
    ("the opponent's bid is set", "AH 3H", {"led": "QH", "bids": (2, 5), "tricks": (5, 3), "base": (200, 290)}, "AH"),
    ("both bids are made", "AH 3H", {"led": "QH", "bids": (2, 3), "tricks": (5, 3), "bags": (3, 0)}, "3H"),
    ("a seventh bag is avoided", "AH 3H", {"led": "QH", "bids": (5, 3), "tricks": (5, 3), "bags": (6, 0)}, "3H"),
]


@pytest.mark.parametrize(("rule", "hand", "position", "expected"), PLAYS, ids=[row[0] for row in PLAYS])
def test_medium_plays_for_its_aim(rule: str, hand: str, position: dict[str, Any], expected: str) -> None:
    assert card_of(MARTA.choose(to_play(hand, **position), Random(1))) == expected, rule


def test_medium_knows_a_winner_once_all_higher_cards_are_played() -> None:
    knowledge = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2), played="AS KS QS JS TS 8S"))
    fresh = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2)))
    assert wins(knowledge, card("9S")) == 1.0 and wins(fresh, card("9S")) < 0.7


def test_medium_infers_a_void_from_a_card_that_did_not_follow_suit() -> None:
    knowledge = knowledge_of(to_play("AH KH 2S", played="QH 3D", tricks=(4, 3)))
    assert knowledge.voids == {Suit.HEARTS}
    assert not any(one.suit is Suit.HEARTS for one in knowledge.pool)


def test_medium_infers_from_a_forced_spade_lead_that_only_spades_are_left() -> None:
    view = to_play("AH KH 2D 3D 4D 5D 6D 8D 9D", led="5S", tricks=(1, 0), played="QC 4C")
    assert knowledge_of(view).voids == {Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS}


def _bid(hand: str, **position: Any) -> int:
    number = MARTA.choose(before_play(hand, Phase.BID, **position), Random(1)).number
    assert number is not None
    return number


def test_medium_bids_less_after_a_high_bid() -> None:
    hand = "AS KS 9S 4S AH 5H KC 4C 8D 5D"
    assert _bid(hand, known=2) > _bid(hand, known=7)


def test_medium_bids_less_near_the_target() -> None:
    """At 280 points a made bid of two reaches the target of 300; a higher bid would only be easier to set."""
    hand = "AS KS QS 9S 4H 5H KC 4C 8D 5D"
    near, far = (_bid(hand, known=4, base=(base, 100)) for base in (280, 100))
    assert near < far


def test_medium_bids_nil_on_a_hand_that_can_hardly_take_a_trick() -> None:
    hand = "2H 3H 4H 5H 2C 3C 4C 5C 6C 8C"
    assert nil_chance(cards(hand)) > 0.6
    assert _bid(hand, known=5, discards="2D 3D") == 0


def test_the_chance_to_win_the_pile_depends_on_the_parity_of_the_discard() -> None:
    """Seven of thirteen ranks are odd, so with an even discard the sum is more often odd."""
    hand = "AS KS QS 9S AH KH QH 9H 4C 5C 8D"
    odd = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.ODD, Parity.EVEN)))
    even = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.EVEN, Parity.ODD)))
    assert pile_chance(odd, card("4C")) != pile_chance(odd, card("5C"))
    assert pile_chance(odd, card("4C")) == pytest.approx(1 - pile_chance(even, card("4C")))


def test_the_chance_to_win_a_finished_game_is_its_result() -> None:
    for standings, expected in [
        ((Standing(300), Standing(290)), 1.0),
        ((Standing(300), Standing(310)), 0.0),
        ((Standing(300), Standing(300)), 0.5),
        ((Standing(200), Standing(-100)), 1.0),
    ]:
        assert winning_chance(standings, 0, RULES.initial({}).options) == expected


def test_fewer_bags_do_not_lower_the_chance_to_win() -> None:
    options = RULES.initial({}).options
    chances = [winning_chance((Standing(100, n), Standing(100)), 0, options) for n in (6, 0, -4)]
    assert chances == sorted(chances)
