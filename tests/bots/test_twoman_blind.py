"""The blind decision in Two-Man Spades: from the scores, never from cards."""

from random import Random

import pytest

from games.bots.base import Bot
from games.engine.state import Phase
from games.twoman.bots.easy import EasyTwoMan
from games.twoman.bots.medium import MediumTwoMan
from tests.bots.positions import before_play

BOTS = [pytest.param(EasyTwoMan(), id="easy"), pytest.param(MediumTwoMan(), id="medium")]
STRONG = "AS KS QS JS TS AH KH AC KC AD KD"
WEAK = "2S 9H 8H 5H 9C 8C 6C 9D 6D 5D 4D"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("base", [(0, 100), (0, 200), (50, 290), (-100, 190), (0, 290)])
def test_it_decides_alike_whatever_it_will_hold(bot: Bot, base: tuple[int, int]) -> None:
    views = [before_play(hand, Phase.BLIND, base=base) for hand in (STRONG, WEAK)]
    assert [view.hand for view in views] == [None, None]
    strong, weak = (bot.choose(view, Random(1)) for view in views)
    assert strong == weak


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("base", "bags", "verb"),
    [((0, 100), (0, 0), "look"), ((110, 270), (0, 0), "blind"), ((-10, 280), (6, 6), "blind_nil")],
    ids=["there is time", "the other is a hand from winning", "nothing else is left"],
)
def test_it_bids_blind_when_it_must(bot: Bot, base: tuple[int, int], bags: tuple[int, int], verb: str) -> None:
    assert bot.choose(before_play(WEAK, Phase.BLIND, base=base, bags=bags), Random(1)).verb == verb
