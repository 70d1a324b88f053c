"""Ruthless Marta at the table: what she does where it is plain what should be done, and what she must withstand."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np
import pytest

from games.arena.match import Match
from games.arena.shares import played
from games.bots.bits import ones
from games.engine.actions import Action, deal
from games.engine.cards import card, cards
from games.engine.state import DEALER, Phase, State
from games.registry import bot
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless import playing
from games.twoman.bots.ruthless.encoding import scene_of
from games.twoman.bots.ruthless.learnt import learnt
from games.twoman.bots.ruthless.player import Effort, RuthlessTwoMan
from games.twoman.state import own
from tests.bots.positions import RULES, before_play, card_of, to_play
from tests.playing import HERS, MINE

ROOT = Path(__file__).resolve().parents[3]
MARTA = bot("twoman", "ruthless")
STRONG = "AS KS QS 9S AH KH QH 4C 5C 8D"
WEAK = "4S 3S 8H 5H 4H 9C 6C 5C 8D 6D"


@pytest.mark.parametrize(
    ("hand", "base", "low", "high"),
    [
        (STRONG, (0, 0), 6, 8),
        (WEAK, (0, 0), 1, 3),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S", (0, 0), 10, 10),
        ("2S 2H 3H 4H 2D 3D 5D 4C 5C 6C", (0, 250), 0, 0),
    ],
)
def test_she_bids_by_her_cards(hand: str, base: tuple[int, int], low: int, high: int) -> None:
    number = MARTA.choose(before_play(hand, Phase.BID, base=base), Random(1)).number
    assert number is not None and low <= number <= high


def test_she_takes_the_trick_that_makes_her_bid() -> None:
    view = to_play("AS KD", led="QD", bids=(1, 9), tricks=(0, 8), against="3H")
    assert card_of(MARTA.choose(view, Random(2))) == "KD"


def test_she_ducks_to_save_her_nil() -> None:
    view = to_play("9H 2H", led="5H", bids=(0, 5), tricks=(0, 8))
    assert card_of(MARTA.choose(view, Random(3))) == "2H"


def test_far_behind_and_late_she_bids_blind() -> None:
    view = before_play(STRONG + " 2D", Phase.BLIND, base=(0, 290))
    assert MARTA.choose(view, Random(4)).verb in {"blind", "blind_nil"}


def test_a_high_bid_heard_makes_strong_hands_likelier() -> None:
    known = learnt()
    spades = []
    for theirs in (2, 7):
        scene, plays = scene_of(knowledge_of(before_play(WEAK, Phase.BID, known=theirs)))
        hands = np.zeros(2000, np.int64)
        playing.worlds(scene, plays, 2000, 200, known, np.ones(3), np.array([77]), hands)
        spades.append(mean(int(ones(int(hand) >> 39)) for hand in hands[:200]))
    assert spades[1] > spades[0] + 1


def test_a_hand_she_draws_fits_what_is_known() -> None:
    view = to_play("AS 9D 4D", led="KH", played="QC 3H", bids=(3, 3), tricks=(4, 3))
    scene, plays = scene_of(knowledge_of(view))
    hands = np.zeros(400, np.int64)
    known = learnt()
    playing.worlds(scene, plays, 400, 50, known, np.ones(3), np.array([5]), hands)
    clubs = 0x1FFF
    for hand in hands[:50]:
        assert int(ones(int(hand))) == 2
        assert not int(hand) & clubs, "she showed that she holds no club"


def test_more_hands_looked_at_change_no_sure_thing() -> None:
    view = to_play("AS KS", bids=(2, 3), tricks=(0, 8))
    for solved in (1, 5, 40):
        player = RuthlessTwoMan(Effort(solved=solved, drawn=2 * solved))
        assert player.choose(view, Random(1)).card in {card("AS"), card("KS")}


@pytest.mark.parametrize("target", [100, 800])
def test_she_plays_to_any_target(target: int) -> None:
    """With a table that is flat so far from its end she would bid anything, and lose to everybody."""
    games = list(played(Match("twoman", ("ruthless", "easy"), 4, seed=3, duplicate=True, options={"target": target})))
    assert sum(1 for game in games if 0 in game.winners) >= 3


def test_the_others_bid_after_her_blind_one_was_made_with_it_in_mind() -> None:
    """Though the other leads: a blind bid is made before anybody has seen a card."""
    state: State = RULES.initial({}, {"parity": ("even", "odd"), "base": (0, 150)})
    done: list[tuple[int, Action]] = [(DEALER, deal([cards(MINE), cards(HERS)])), (0, Action("blind", 7))]
    done += [(0, Action("discard", "2C")), (1, Action("discard", "3C")), (1, Action("bid", 2))]
    done += [(1, Action("play", "QD"))]
    for seat, action in done:
        state = RULES.apply(state, seat, action).state
    assert own(state).first == 1
    scene, _plays = scene_of(knowledge_of(RULES.view(state, 0)))
    assert (scene[playing.KNOWN_BID], scene[playing.THEIR_BID]) == (7, 2)


@pytest.mark.parametrize("folder", ["", "/dev/null/kernels"])
def test_without_a_folder_to_keep_them_kernels_are_compiled_all_the_same(folder: str) -> None:
    """And none is left beside the sources, where code that calls changed code would be taken for fresh."""
    code = "from games.twoman.bots.ruthless.position import length; print(length(5))"
    kept = set((ROOT / "games").rglob("*.nb?"))
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert found.stdout.strip() == "2", found.stderr
    assert set((ROOT / "games").rglob("*.nb?")) == kept
