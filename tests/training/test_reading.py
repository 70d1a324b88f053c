"""How well ruthless reads the other hand, against what a count of all hands says."""

from itertools import combinations
from math import exp, log, sqrt

import numpy as np
import pytest

from games.arena.match import Game, Match
from games.arena.shares import played
from games.bots.pack import pack_bits
from games.engine.state import SeatView
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless.encoding import scene_of
from games.twoman.bots.ruthless.learnt import learnt
from games.twoman.bots.ruthless.playing import likelihood
from training.reading import gained, read, told

MATCH = Match("twoman", ("ruthless", "medium"), games=1, seed=3)
TRUST, NONE = np.ones(3), np.zeros(3)


@pytest.fixture(scope="module")
def game() -> Game:
    return next(played(MATCH))


def choices(game: Game) -> list[tuple[SeatView, int]]:
    """What ruthless saw before each bid and card of hers that was a choice, and what the other held."""
    state, found = MATCH.rules.initial(game.options), list[tuple[SeatView, int]]()
    for seat, action in game.log:
        if seat == 0 and action.verb in ("bid", "play") and len((view := MATCH.rules.view(state, seat)).legal) > 1:
            found.append((view, pack_bits(state.hands[1])))
        state = MATCH.rules.apply(state, seat, action).state
    return found


def test_each_choice_is_asked_about_once(game: Game) -> None:
    stages = [stage for stage, _ in read(MATCH, game)]
    assert [stage == "bid" for stage in stages] == [str(view.phase) == "bid" for view, _ in choices(game)]
    assert {"bid", "tricks 1-3", "tricks 4-6", "tricks 7-10"} == set(stages)


def test_nothing_is_gained_where_nothing_is_read(game: Game) -> None:
    for place, (view, held) in enumerate(choices(game)[:20]):
        scene, plays = scene_of(knowledge_of(view))
        assert gained(scene, plays, held, 50, learnt(), NONE, np.array([place + 1])) == 0


def test_what_is_gained_is_what_a_count_of_all_hands_says(game: Game) -> None:
    late = [(view, held) for view, held in choices(game) if len(view.hand or ()) == 2]
    assert late
    for view, held in late:
        knowledge = knowledge_of(view)
        scene, plays = scene_of(knowledge)
        hands = [pack_bits(some) for some in combinations(knowledge.pool, held.bit_count())]
        assert held in hands
        chances = [exp(likelihood(scene, plays, hand, learnt(), TRUST)) for hand in hands]
        counted = log(exp(likelihood(scene, plays, held, learnt(), TRUST)) / (sum(chances) / len(chances)))
        spread = float(np.std(chances)) / (sum(chances) / len(chances)) / sqrt(40_000)
        assert abs(gained(scene, plays, held, 40_000, learnt(), TRUST, np.array([7])) - counted) < 5 * spread


def test_choices_of_a_game_are_no_chances_of_their_own() -> None:
    """Twice as many of the same in each game tell no more."""
    assert told([[1.0], [0.0]]) == "1.65 times (0.500 ± 0.693 in logarithms) in 2 choices"
    assert told([[1.0, 1.0], [0.0, 0.0]]) == "1.65 times (0.500 ± 0.693 in logarithms) in 4 choices"
