"""Cards as text, the order of a hand, the shuffle, the winner of a trick, and actions and views as JSON."""

import copy
import json
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.actions import LONGEST, Action, NotAnAction, action_of, action_text, deal, ordered, read_action
from games.engine.cards import BIG_JOKER, BY_TEXT, LITTLE_JOKER, PACK, Suit, card, cards, find, in_hand_order, shuffled
from games.engine.state import DEALER, said_json, said_of, view_json
from games.engine.tricks import AsPrinted, followers, winning_place
from tests.twoman.positions import RULES, dealt, said

# Cards


def test_a_pack_has_52_different_cards_and_two_jokers_beside_it() -> None:
    assert len({one.text for one in PACK}) == 52
    assert Counter(one.suit for one in PACK) == dict.fromkeys(Suit, 13)
    assert not any(one.is_joker for one in PACK)
    assert all(joker.is_joker and (joker.face, joker.height) == (0, 0) for joker in (BIG_JOKER, LITTLE_JOKER))


def test_copies_of_a_card_are_the_same_object() -> None:
    assert len(BY_TEXT) == len(PACK) + 2
    for text in BY_TEXT:
        assert str(card(text)) == text
        assert find(text) is card(text)
        assert copy.deepcopy(card(text)) is pickle.loads(pickle.dumps(card(text))) is card(text)


def test_invalid_text_names_no_card() -> None:
    no_cards: list[object] = ["", "qh", "QH ", "10H", "HQ", "1S", "JOKER", None, 7, 7.0, True, ("QH",), {}]
    assert [one for one in no_cards if find(one) is not None] == []
    with pytest.raises(KeyError):
        cards("QH XX")


def test_a_card_has_a_face_value_and_a_height() -> None:
    found = {text: (card(text).face, card(text).height) for text in ("AS", "2D", "TC", "JH", "QH", "KC")}
    assert found == {"AS": (1, 14), "2D": (2, 2), "TC": (10, 10), "JH": (11, 11), "QH": (12, 12), "KC": (13, 13)}


def test_a_hand_is_ordered_by_suit_and_height_with_jokers_last() -> None:
    assert in_hand_order(cards("2D LJ AC 2S TH BJ AS JH")) == cards("AS 2S JH TH AC 2D BJ LJ")


def test_a_shuffle_swaps_each_card_from_the_last_down_with_a_drawn_one() -> None:
    asked: list[int] = []

    def draw(n: int) -> int:
        asked.append(n)
        return 0

    assert shuffled("abcd", draw) == tuple("bcda")
    assert asked == [4, 3, 2]
    assert shuffled(PACK, lambda n: n - 1) == PACK


def test_a_shuffle_is_fair_and_keeps_every_card() -> None:
    rng = Random(1)
    counts = Counter(shuffled("abc", rng.randrange) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
    assert set(shuffled(PACK, Random(2).randrange)) == set(PACK)


# Tricks


def test_the_highest_trump_or_card_of_the_suit_led_wins() -> None:
    for trick, trump, winner in [
        ("QH KH", Suit.SPADES, "KH"),
        ("QH AD", Suit.SPADES, "QH"),
        ("QH 2S", Suit.SPADES, "2S"),
        ("2S AS", Suit.SPADES, "AS"),
        ("QH 2S", None, "QH"),
        ("2S QH", None, "2S"),
        ("9C AD TC 2S", Suit.HEARTS, "TC"),
        ("9C 2H TC 3H", Suit.HEARTS, "3H"),
        ("9C 2H TC 3H", None, "TC"),
    ]:
        assert cards(trick)[winning_place(cards(trick), AsPrinted(trump))].text == winner


def test_followers_yields_each_play_with_the_suit_to_follow() -> None:
    """A lead has no suit to follow, except in a first trick whose suit is fixed by a rule (low clubs)."""
    plays = list(zip((0, 1, 2, 2, 0), cards("AD 9H 2S KH 3C"), strict=True))
    for first_suit, laid in ((None, "9H-D 2S-D 3C-H"), (Suit.CLUBS, "AD-C 9H-C 2S-C 3C-H")):
        found = followers(plays, AsPrinted(Suit.SPADES), seats=3, first_suit=first_suit)
        assert " ".join(f"{one}-{led}" for _seat, one, led in found) == laid


# Actions and views as text


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
def test_cards_of_an_action_are_sorted_where_their_order_has_no_meaning(action: Action, same: Any) -> None:
    assert ordered(action) == Action(action.verb, same)


def test_an_action_is_written_and_read() -> None:
    for action, text in [
        (Action("look"), '["look"]'),
        (Action("play", "QH"), '["play","QH"]'),
        (Action("bid", 0), '["bid",0]'),
        (Action("bid", "5U"), '["bid","5U"]'),
        (Action("book"), '["book",null]'),
        (Action("give", ("QH", "7D")), '["give",["QH","7D"]]'),
        (Action("give", ()), '["give",[]]'),
        (Action("joker", (2, "BJ", "QH")), '["joker",[2,"BJ","QH"]]'),
        (Action("start", {"parity": ("odd", "even")}), '["start",{"parity":["odd","even"]}]'),
        (deal([cards("QH"), cards("7D")], kitty=cards("2C")), '["deal",{"hands":[["QH"],["7D"]],"kitty":["2C"]}]'),
        (deal([cards("QH")], deck=cards("AS KS")), '["deal",{"hands":[["QH"]],"deck":["AS","KS"]}]'),
    ]:
        assert action_text(action) == text
        assert read_action(text) == action
        assert read_action('["look",null]') == Action("look") and read_action('["book"]') == Action("book")


def test_invalid_text_is_refused_as_an_action() -> None:
    no_json = ["", "play QH", '"play"', "[]", "null", "7", '{"play": "QH"}', "[null]", "[1]", '["play", "QH", 1]']
    numbers = ['["bid", NaN]', '["bid", Infinity]', '["bid", -Infinity]', '["bid", [[[[[1]]]]]]']
    for text in (*no_json, *numbers, "[" * 2000, '["play", "' + "Q" * LONGEST + '"]'):
        with pytest.raises(NotAnAction):
            read_action(text)
    with pytest.raises(NotAnAction):
        action_of(("play", "QH"))


def test_the_number_of_an_action_is_none_unless_it_is_a_whole_number() -> None:
    for argument in (2.0, 2.5, True, "2", None, (2,), 10**400):
        assert Action("bid", argument).number == (argument if argument == 10**400 else None)


def test_a_seats_action_is_written_and_read_as_a_list() -> None:
    for listed, seat, action in [
        ([0, "play", "QH"], 0, Action("play", "QH")),
        ([1, "look"], 1, Action("look")),
        ([None, "reshuffle", ["QH"]], DEALER, Action("reshuffle", ("QH",))),
    ]:
        assert said_of(listed) == (seat, action)
        assert said_json(seat, action) == listed


def test_invalid_values_are_refused_as_a_seats_action() -> None:
    seats: list[Any] = [["0", "look"], [-1, "look"], [True, "look"], [0.0, "look"]]
    for listed in (None, {}, "look", [], [0], *seats, [0, None]):
        with pytest.raises(NotAnAction):
            said_of(listed)


def test_a_view_as_json_is_complete_and_hides_the_other_discard() -> None:
    state = said(dealt(), (1, "discard", "3C"))
    hand = ["AS", "TS", "4S", "KH", "8H", "3H", "QC", "TC", "7C", "JD", "7D"]
    options = {"target": 300, "mercy_lead": 300, "nil_points": 200, "first_lead": "alternate"}
    assert json.loads(json.dumps(view_json(RULES.view(state, 0)))) == {
        "game": "twoman",
        "options": {**options, "blind_deficit": 100, "denial": True},
        "seat": 0,
        "number": 1,
        "phase": "discard",
        "hand": hand,
        "legal": [["discard", one] for one in hand],
        "actions": [[1, "discard", None]],
        "table": {
            "parity": ["odd", "even"],
            **{name: [0, 0] for name in ("base", "bags", "display", "tricks")},
            "first": 0,
            **{name: [None, None] for name in ("bids", "blind", "discards")},
            "trick": [],
            "broken": False,
        },
    }
    view = view_json(RULES.view(state, None))
    assert (view["seat"], view["hand"], view["legal"], view["actions"]) == (None, None, [], [[1, "discard", None]])
