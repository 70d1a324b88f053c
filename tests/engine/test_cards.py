"""Cards as text, the order of a hand, and the shuffle."""

import copy
import pickle
from collections import Counter
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.cards import BIG_JOKER, BY_TEXT, LITTLE_JOKER, PACK, Suit, card, cards, find, in_hand_order, shuffled
from games.engine.reading import ordered


def test_a_pack_has_52_different_cards() -> None:
    assert len({one.text for one in PACK}) == 52
    assert Counter(one.suit for one in PACK) == dict.fromkeys(Suit, 13)


def test_a_card_is_made_once() -> None:
    assert len(BY_TEXT) == len(PACK) + 2
    for text in BY_TEXT:
        assert str(card(text)) == text
        assert find(text) is card(text)
        assert copy.deepcopy(card(text)) is pickle.loads(pickle.dumps(card(text))) is card(text)


def test_no_card() -> None:
    no_cards: list[object] = ["", "qh", "QH ", "10H", "HQ", "1S", "JOKER", None, 7, 7.0, True, ("QH",), {}]
    assert [one for one in no_cards if find(one) is not None] == []


def test_an_unknown_card_is_an_error() -> None:
    with pytest.raises(KeyError):
        cards("QH XX")


@pytest.mark.parametrize(
    ("text", "face", "height"),
    [("AS", 1, 14), ("2D", 2, 2), ("TC", 10, 10), ("JH", 11, 11), ("QH", 12, 12), ("KC", 13, 13)],
)
def test_face_and_height(text: str, face: int, height: int) -> None:
    assert (card(text).face, card(text).height) == (face, height)


def test_jokers() -> None:
    for joker in (BIG_JOKER, LITTLE_JOKER):
        assert joker.is_joker and (joker.face, joker.height) == (0, 0)
    assert not any(one.is_joker for one in PACK)


def test_the_order_of_a_hand() -> None:
    assert in_hand_order(cards("2D LJ AC 2S TH BJ AS JH")) == cards("AS 2S JH TH AC 2D BJ LJ")


def test_a_shuffle_moves_each_card_as_the_draws_say() -> None:
    asked: list[int] = []

    def draw(n: int) -> int:
        asked.append(n)
        return 0

    # the last place down, each exchanged with the first: 4 1 2 3, then 3 1 2 4 read from the right
    assert shuffled("abcd", draw) == tuple("bcda")
    assert asked == [4, 3, 2]


def test_a_shuffle_that_draws_the_last_place_changes_nothing() -> None:
    assert shuffled(PACK, lambda n: n - 1) == PACK


def test_a_shuffle_is_fair() -> None:
    rng = Random(1)
    counts = Counter(shuffled("abc", rng.randrange) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_shuffle_keeps_every_card() -> None:
    assert set(shuffled(PACK, Random(2).randrange)) == set(PACK)


@pytest.mark.parametrize(
    ("action", "same"),
    [
        (Action("discard", ("2D", "BJ", "QS", "AS")), ("AS", "QS", "2D", "BJ")),
        (Action("give", ("2D", "AS")), ("AS", "2D")),
        (Action("play", ("2C", "9C", "5H")), ("9C", "2C", "5H")),
        (Action("discard", "QS"), "QS"),
        (Action("discard", ("??", "??")), ("??", "??")),
        (Action("give", ()), ()),
        (Action("reshuffle", ("2D", "AS")), ("2D", "AS")),
    ],
)
def test_cards_are_put_in_order_where_their_order_says_nothing(action: Action, same: object) -> None:
    assert ordered(action) == Action(action.verb, same)  # type: ignore[arg-type]
