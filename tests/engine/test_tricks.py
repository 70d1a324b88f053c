"""Following suit and winning tricks, for any number of seats."""

import pytest

from games.engine.cards import Suit, cards
from games.engine.tricks import AsPrinted, clockwise, followers, following, leading, winning_place


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("QH KH", Suit.SPADES, "KH"),
        ("QH AD", Suit.SPADES, "QH"),
        ("QH 2S", Suit.SPADES, "2S"),
        ("2S AS", Suit.SPADES, "AS"),
        ("QH 2S", None, "QH"),
        ("2S QH", None, "2S"),
        ("9C AD TC 2S", Suit.HEARTS, "TC"),
        ("9C 2H TC 3H", Suit.HEARTS, "3H"),
        ("9C 2H TC 3H", None, "TC"),
    ],
)
def test_who_wins(trick: str, trump: Suit | None, winner: str) -> None:
    assert cards(trick)[winning_place(cards(trick), AsPrinted(trump))].text == winner


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [("7H 3S", Suit.HEARTS, "7H"), ("3S 9D", Suit.HEARTS, "3S 9D"), ("3S 2S 9D", Suit.SPADES, "3S 2S")],
)
def test_following(hand: str, led: Suit, playable: str) -> None:
    assert following(cards(hand), led) == cards(playable)


@pytest.mark.parametrize(
    ("first_suit", "laid"),
    [(None, "9H-D 2S-D 3C-H"), (Suit.CLUBS, "AD-C 9H-C 2S-C 3C-H")],
    ids=["as it was led", "a first trick of clubs"],
)
def test_who_was_to_follow_which_suit(first_suit: Suit | None, laid: str) -> None:
    plays = list(zip((0, 1, 2, 2, 0), cards("AD 9H 2S KH 3C"), strict=True))
    found = followers(plays, AsPrinted(Suit.SPADES), seats=3, first_suit=first_suit)
    assert " ".join(f"{one}-{led}" for _seat, one, led in found) == laid


@pytest.mark.parametrize(
    ("hand", "broken", "playable"),
    [("3S 9D", False, "9D"), ("3S 9D", True, "3S 9D"), ("3S 2S", False, "3S 2S"), ("9D 8C", False, "9D 8C")],
)
def test_leading(hand: str, broken: bool, playable: str) -> None:
    assert leading(cards(hand), Suit.SPADES, broken=broken) == cards(playable)


def test_clockwise() -> None:
    assert [clockwise(3, 4), clockwise(0, 2), clockwise(2, 4, 3), clockwise(1, 4, 0)] == [0, 1, 1, 1]
