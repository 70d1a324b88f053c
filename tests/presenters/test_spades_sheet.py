"""A hand of Spades explained: which bonus was earned, and who holds the bags."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.engine.options import complete
from games.spades import sheet as spades_sheet
from games.spades.options import terms
from games.spades.score import SideLine, bonus_of
from tests.presenters.seeing_spades import RULES


@pytest.mark.parametrize(
    ("options", "bid", "bonus", "said"),
    [
        ({"bonus_bid": 12, "ten_for_200": True}, 10, 100, "Ten or more bid together, and made."),
        ({"bonus_bid": 12, "ten_for_200": True}, 12, 120, "A bid of 12 or more, made: its points count twice."),
        ({"variant": "solo", "seven_for_140": True}, 7, 70, "Seven or more bid, and made."),
        (
            {"variant": "custom2", "bonus_bid": 9, "seven_for_140": True},
            9,
            90,
            "A bid of 9 or more, made: its points count twice.",
        ),
    ],
)
def test_the_bonus_that_was_earned_is_named(options: dict[str, Any], bid: int, bonus: int, said: str) -> None:
    rules = terms(complete(RULES.options, {"variant": "custom1", **options}))
    assert bonus_of(bid, rules) == bonus
    line = cast(SideLine, SimpleNamespace(bid=bid, bonus=bonus))
    assert spades_sheet._bonus_text([line, cast(SideLine, SimpleNamespace(bid=1, bonus=0))], rules) == said


@pytest.mark.parametrize(("variant", "said"), [("solo", "You hold 8 bags."), ("partner", "Your side holds 8 bags.")])
def test_bags_are_held_by_a_side_or_by_somebody_alone(variant: str, said: str) -> None:
    line = cast(SideLine, SimpleNamespace(bags=8))
    assert spades_sheet._note(line, alone=variant == "solo").startswith(said)
