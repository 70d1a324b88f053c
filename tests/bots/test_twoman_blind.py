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
def test_it_looks_while_there_is_time(bot: Bot) -> None:
    assert bot.choose(before_play(WEAK, Phase.BLIND, base=(0, 100)), Random(1)).verb == "look"


@pytest.mark.parametrize("bot", BOTS)
def test_it_bids_blind_when_the_other_is_a_hand_from_winning(bot: Bot) -> None:
    assert bot.choose(before_play(WEAK, Phase.BLIND, base=(110, 270)), Random(1)).verb == "blind"


@pytest.mark.parametrize("bot", BOTS)
def test_it_bids_blind_nil_when_nothing_else_is_left(bot: Bot) -> None:
    position = before_play(WEAK, Phase.BLIND, base=(-10, 280), bags=(6, 6))
    assert bot.choose(position, Random(1)).verb == "blind_nil"
