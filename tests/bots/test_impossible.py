"""A view that cannot be is an error to every computer player of every game, and never answered with a guess."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.bots.base import ImpossibleView
from games.engine.cards import PACK, cards
from games.engine.state import Phase, SeatView
from games.registry import GAMES, bot, levels, ruleset
from tests.bots import bidwhist_positions, positions, spades_positions
from tests.engine.cardduel_positions import P1, duel

ANYWHERE: dict[str, dict[str, Any]] = {
    "a card twice": {"hand": cards("AS AS")},
    "nothing to do": {"legal": ()},
}
ONLOOKER, NO_CARDS = {"an onlooker": {"seat": None}}, {"no cards": {"hand": None}}


def whist() -> SeatView:
    state = bidwhist_positions.to_play("4U", "S", {0: "AS KS"}, gone="4C 6C 7C 8C BJ LJ")
    return ruleset("bidwhist").view(state, 0)


#: By game: a view that can be, and what makes it one that cannot.
VIEWS: dict[str, tuple[Callable[[], SeatView], dict[str, dict[str, Any]]]] = {
    "twoman": (
        lambda: positions.before_play("AS KS QS 9S AH KH QH 4C 5C 8D", Phase.BID),
        ANYWHERE
        | NO_CARDS
        | {
            "a card twice": {"hand": cards("AS AS KS")},
            "a card that was put aside": {"hand": cards("2C KS QS")},
            "too many cards": {"hand": cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S")},
        },
    ),
    "spades": (
        lambda: spades_positions.to_play("AH 3H 2C", trick="QH 5H 2H"),
        ANYWHERE | ONLOOKER | {"too many cards": {"hand": PACK[:14]}},
    ),
    "bidwhist": (whist, ANYWHERE | ONLOOKER | {"too many cards": {"hand": PACK[:20]}}),
    "cardduel": (
        lambda: ruleset("cardduel").view(duel(), P1),
        ANYWHERE | ONLOOKER | NO_CARDS | {"too many cards": {"hand": PACK[:6]}},
    ),
}


@pytest.mark.parametrize(("key", "level"), [(key, level) for key in GAMES for level in levels(key)])
def test_a_view_that_cannot_be_is_an_error(key: str, level: str) -> None:
    view, changes = VIEWS[key]
    player = bot(key, level)
    assert player.choose(view(), Random(1))
    for change, there in changes.items():
        with pytest.raises(ImpossibleView):
            pytest.fail(f"{change}: {player.choose(replace(view(), **there), Random(1))}")
