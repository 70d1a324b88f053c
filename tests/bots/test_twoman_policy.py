"""What easy and medium Marta always do in Two-Man Spades (docs/rules/twoman.md: "Marta"): one line a rule."""

from random import Random
from typing import Any

import pytest

from games.bots.base import Bot
from games.engine.state import Phase
from games.twoman.bots.easy import EasyTwoMan
from games.twoman.bots.medium import MediumTwoMan
from tests.bots.positions import before_play, card_of, to_play

BOTS = [pytest.param(EasyTwoMan(), id="easy"), pytest.param(MediumTwoMan(), id="medium")]
MADE: dict[str, Any] = {"bids": (3, 7), "tricks": (4, 2)}

LEADS = [
    ("a bag card is not led beside another card", "7D 3H", {}, "3H"),
    ("nor beside a certain winner", "TC AS", {}, "AS"),
    ("nor when it is the lowest card to shed", "7D AH KH 9S", MADE, "AH KH 9S"),
    ("of two bag cards one has to be led", "7D TC", {}, "7D TC"),
    ("bid made, the other at 5 bags: high", "QH 2C 3D", {**MADE, "bags": (0, 5)}, "QH"),
    ("bid made, the other at 6 bags: high", "KD 4D 2H", {**MADE, "bags": (0, 6)}, "KD"),
    ("high, but nothing that cannot be beaten", "AS KC 2H", {**MADE, "bags": (0, 5)}, "KC"),
    ("bid made, the other at 4 bags: low", "QH 4H 2H", {**MADE, "bags": (0, 4)}, "2H"),
    ("bid open: the ace of a side suit is cashed", "AH 3H 3D 2S", {"bids": (5, 5), "tricks": (3, 3)}, "AH"),
]
ANSWERS = [
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
@pytest.mark.parametrize(("why", "hand", "position", "expected"), LEADS, ids=[row[0] for row in LEADS])
def test_it_leads(bot: Bot, why: str, hand: str, position: dict[str, Any], expected: str) -> None:
    assert card_of(bot.choose(to_play(hand, **position), Random(1))) in expected.split(), why


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("why", "hand", "led", "position", "expected"), ANSWERS, ids=[r[0] for r in ANSWERS])
def test_it_answers(bot: Bot, why: str, hand: str, led: str, position: dict[str, Any], expected: str) -> None:
    assert card_of(bot.choose(to_play(hand, led=led, **position), Random(1))) == expected, why


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
def test_it_keeps_a_bag_card_in_company(bot: Bot) -> None:
    hand = "AS 9S AH KH 3H AC 3C TC AD KD 7D"
    assert card_of(bot.choose(before_play(hand, Phase.DISCARD), Random(1))) not in ("7D", "TC")


@pytest.mark.parametrize("bot", BOTS)
def test_it_bids_more_on_a_better_hand(bot: Bot) -> None:
    strong = before_play("AS KS QS 9S AH KH AC 4C AD 5D", Phase.BID)
    weak = before_play("2S 9H 8H 5H 9C 8C 6C 9D 6D 5D", Phase.BID)
    bids = [bot.choose(view, Random(1)).number or 0 for view in (weak, strong)]
    assert bids[0] <= 3 and bids[1] >= 6
