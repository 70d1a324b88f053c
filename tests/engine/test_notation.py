"""Actions and views as JSON text, both ways."""

import json
from typing import Any

import pytest

from games.engine.actions import Action, Pick, deal
from games.engine.cards import cards
from games.engine.notation import (
    LONGEST,
    NotAnAction,
    action_of,
    action_text,
    read_action,
    said_json,
    said_of,
    view_json,
)
from games.engine.state import DEALER, Phase, SeatView
from tests.engine.positions import RULES, dealt, said, standings


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("look"), '["look"]'),
        (Action("play", "QH"), '["play","QH"]'),
        (Action("bid", 0), '["bid",0]'),
        (Action("bid", "5U"), '["bid","5U"]'),
        (Action("give", ("QH", "7D")), '["give",["QH","7D"]]'),
        (Action("give", ()), '["give",[]]'),
        (Action("joker", (2, "BJ", "QH")), '["joker",[2,"BJ","QH"]]'),
        (Action("start", {"parity": ("odd", "even")}), '["start",{"parity":["odd","even"]}]'),
        (deal([cards("QH"), cards("7D")], kitty=cards("2C")), '["deal",{"hands":[["QH"],["7D"]],"kitty":["2C"]}]'),
        (deal([cards("QH")], deck=cards("AS KS")), '["deal",{"hands":[["QH"]],"deck":["AS","KS"]}]'),
    ],
)
def test_an_action_is_written_and_read(action: Action, text: str) -> None:
    assert action_text(action) == text
    assert read_action(text) == action


def test_null_is_no_argument() -> None:
    assert read_action('["look",null]') == Action("look")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play QH",
        '"play"',
        "[]",
        "null",
        "7",
        '{"play": "QH"}',
        "[null]",
        "[1]",
        '["play", "QH", 1]',
        '["bid", NaN]',
        '["bid", Infinity]',
        '["bid", -Infinity]',
        '["bid", [[[[[1]]]]]]',
        "[" * 2000,
        '["play", "' + "Q" * LONGEST + '"]',
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotAnAction):
        read_action(text)


@pytest.mark.parametrize("argument", [2.0, 2.5, True, "2", None, (2,), 10**400])
def test_only_whole_numbers_are_numbers(argument: Any) -> None:
    assert Action("bid", argument).number == (argument if argument == 10**400 else None)


@pytest.mark.parametrize(
    ("listed", "seat", "action"),
    [
        ([0, "play", "QH"], 0, Action("play", "QH")),
        ([1, "look"], 1, Action("look")),
        ([None, "reshuffle", ["QH"]], DEALER, Action("reshuffle", ("QH",))),
    ],
)
def test_a_seats_action_is_listed_and_read(listed: list[Any], seat: int, action: Action) -> None:
    assert said_of(listed) == (seat, action)
    assert said_json(seat, action) == listed


@pytest.mark.parametrize(
    "listed", [None, {}, "look", [], [0], ["0", "look"], [-1, "look"], [True, "look"], [0.0, "look"], [0, None]]
)
def test_what_is_no_seats_action(listed: object) -> None:
    with pytest.raises(NotAnAction):
        said_of(listed)


def test_an_action_of_a_list() -> None:
    with pytest.raises(NotAnAction):
        action_of(("play", "QH"))


def test_a_hidden_argument_stands_as_null() -> None:
    assert said_json(1, Action("discard", "7C").masked()) == [1, "discard", None]


def test_a_pick_is_offered_as_a_number_of_cards() -> None:
    view = SeatView(
        game="toy",
        options={},
        seat=0,
        number=1,
        phase=Phase.DISCARD,
        hand=cards("QH 7D"),
        legal=(Pick("discard", 2, cards("QH 7D")),),
        actions=(),
    )
    assert view_json(view)["legal"] == [["discard", {"pick": 2}]]


def test_a_view_before_the_discards_are_shown() -> None:
    state = said(dealt(), (1, "discard", "3C"))
    assert json.loads(json.dumps(view_json(RULES.view(state, 0)))) == {
        "game": "twoman",
        "options": {
            "target": 300,
            "mercy_lead": 300,
            "nil_points": 200,
            "first_lead": "alternate",
            "blind_deficit": 100,
            "denial": True,
        },
        "seat": 0,
        "number": 1,
        "phase": "discard",
        "hand": ["AS", "TS", "4S", "KH", "8H", "3H", "QC", "TC", "7C", "JD", "7D"],
        "legal": [["discard", one] for one in ["AS", "TS", "4S", "KH", "8H", "3H", "QC", "TC", "7C", "JD", "7D"]],
        "actions": [[1, "discard", None]],
        "table": {
            "parity": ["odd", "even"],
            "base": [0, 0],
            "bags": [0, 0],
            "display": [0, 0],
            "first": 0,
            "bids": [None, None],
            "blind": [None, None],
            "discards": [None, None],
            "tricks": [0, 0],
            "trick": [],
            "broken": False,
        },
    }


def test_a_view_before_a_blind_decision_has_no_cards() -> None:
    view = view_json(RULES.view(dealt(**standings("0", "140 3")), 0))
    assert (view["phase"], view["hand"]) == ("blind", None)
    assert view["legal"] == [["look"], *(["blind", bid] for bid in range(5, 11)), ["blind_nil"]]


def test_an_onlooker_sees_no_hand() -> None:
    view = view_json(RULES.view(said(dealt(), (1, "discard", "3C")), None))
    assert (view["seat"], view["hand"], view["legal"], view["actions"]) == (None, None, [], [[1, "discard", None]])
