"""Every computer player of Card Duel: only legal actions under any options, no named blunder, so much work
and no more."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from games.bots.base import Chooser
from games.cardduel.bots import hard as cardduel_hard
from games.cardduel.bots.hard import Effort, HardCardDuel
from games.cardduel.bots.knowledge import knowledge_of
from games.cardduel.bots.matrix import ROUNDS, Bools, Floats, equilibrium
from games.cardduel.bots.odds import blaze_chance, chance_of_at_most, defence
from games.cardduel.bots.round import Choices, RoundStart, worth_to_first
from games.cardduel.score import Deed
from games.cardduel.state import BLAZE, CardDuelState
from games.engine.actions import Action
from games.engine.cards import cards
from games.registry import bot
from tests.bots.duel_walks import QUICK, play_of, positions
from tests.engine.cardduel_positions import P1, RULES, duel, told

LEVELS = ("easy", "normal", "hard")
#: The two that look before they play.
CAREFUL = LEVELS[1:]


def _player(level: str) -> Chooser:
    return QUICK if level == "hard" else bot("cardduel", level)


def _choice(level: str, state: CardDuelState, seed: int = 1) -> Action:
    return bot("cardduel", level).choose(RULES.view(state, state.turn), Random(seed))


# -- legality -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rounds", [1, 2])
def test_it_comes_through_a_duel_of_few_rounds(level: str, rounds: int) -> None:
    for seed in range(5):
        assert list(positions((_player(level), _player(level)), seed, max_rounds=rounds))


# -- blazes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "held", "most"), [("AH KD 2S 3C 4H", 2, 14), ("AH KD 2S 3C 4H", 3, 0), ("2H 2D 3H", 3, 6), ("2S 3S", 2, 0)]
)
def test_the_chance_that_a_defence_is_low_is_counted_exactly(pool: str, held: int, most: int) -> None:
    hands = list(combinations(cards(pool), held))
    low = sum(sum(defence(one) for one in hand) <= most for hand in hands)
    assert chance_of_at_most(cards(pool), held, most) == pytest.approx(low / len(hands))


#: Player 2 is to choose, player 1 has one card left, whatever it is.
SURE = ("2C 3C 4C 5C 2D", "[2C 3C 4C]5C", "AS KS QS JS TS")


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_blaze_that_cannot_fail(level: str) -> None:
    mine, laid, hers = SURE
    state = told(duel(mine, hers), laid)
    assert {_choice(level, state, seed) for seed in range(10)} == {Action(BLAZE)}


@pytest.mark.parametrize("level", CAREFUL)
def test_it_takes_a_blaze_that_only_who_counts_knows_to_be_sure(level: str) -> None:
    """All cups and shields but two low ones are out, so the whole hand could not defend 30 HP against 34."""
    low = cards("2H 2D")
    state = duel("AS QS 8S 2C 3C", "4S 5S 6S 7S 9S")
    out = tuple(one for one in state.deck if defence(one) and one not in low)
    state = replace(state, deck=tuple(one for one in state.deck if one not in out), discards=out)
    assert blaze_chance(knowledge_of(RULES.view(state, P1))) == 1
    assert _choice(level, state) == Action(BLAZE)
    assert _choice("easy", state) != Action(BLAZE)


@pytest.mark.parametrize("level", LEVELS)
def test_it_never_invokes_a_blaze_that_must_fail(level: str) -> None:
    player, hopeless = _player(level), 0
    for seed in range(12):
        for state, seat in positions((player, player), seed):
            view = RULES.view(state, seat)
            if blaze_chance(knowledge_of(view)) == 0:
                hopeless += 1
                assert player.choose(view, Random(seed)) != Action(BLAZE)
    assert hopeless > 20


# -- named blunders -----------------------------------------------------------------------------------

#: What player 1 has laid, the hand of player 2 who is to choose, the HP of both, and all that may be done.
BLUNDERS = {
    "to attack into a known wall": ("KD", "TS 9H 5S 3S 2D", (20, 20), "9H"),
    "to attack into a wall of wands": ("KD", "JS TH 3S 2S 3C", (25, 12), "TH"),
    "to lift a shield against a cup": ("4H", "KD 9H 8D 6D 4D", (25, 15), "9H"),
    "to fall where a shield would hold": ("KS", "AD 2H 3H 5S 3S", (30, 10), "AD"),
    "to fall where the cup would come too late": ("TS", "JD AH 2S 3S 4C", (30, 9), "JD [4C]JD"),
    "to let a fallen opponent stand": ("2H", "TS AH KD 3C 5H", (6, 12), "TS [3C]TS blaze"),
    "to bury a cup under wands": ("QD", "8H 9C TC JC QC", (25, 15), "8H"),
}


@pytest.mark.parametrize("level", CAREFUL)
@pytest.mark.parametrize("blunder", BLUNDERS)
def test_it_does_not_blunder(level: str, blunder: str) -> None:
    laid, hers, hp, good = BLUNDERS[blunder]
    state = told(duel(laid, hers, hp=hp), laid)
    for seed in range(5):
        action = _choice(level, state, seed)
        assert _written(action) in _split(good), blunder


def _written(action: Action) -> str:
    if action == Action(BLAZE):
        return BLAZE
    play = play_of(action)
    return f"[{' '.join(one.text for one in play.wands)}]{play.top}" if play.wands else play.top.text


def _split(good: str) -> list[str]:
    return good.split(" ")


def test_easy_heals_when_low_and_attacks_when_strong() -> None:
    low, strong = (_choice("easy", duel("KS 9H 4D 2C 3C", hp=(hp, 30))) for hp in (8, 30))
    assert (play_of(low).deed, play_of(strong).deed) == (Deed.HEAL, Deed.ATTACK)


# -- bluffs -------------------------------------------------------------------------------------------

#: Player 1's hand, the HP of both, and two plays that look alike to player 2.
BLUFFS = {
    "a strong or a weak shield": ("AD 4D QC 2S 8H", (6, 28), {"[QC]AD", "[QC]4D"}),
    "a sword or a shield": ("8S JC 9D 7H TD", (13, 22), {"[JC]8S", "[JC]9D"}),
}


@pytest.mark.parametrize("bluff", BLUFFS)
def test_hard_mixes_what_she_hides(bluff: str) -> None:
    """The same hand covers now this, now that under the same wands."""
    hand, hp, both = BLUFFS[bluff]
    assert both <= {_written(_choice("hard", duel(hand, hp=hp), seed)) for seed in range(25)}


def _is_equilibrium(worth: Floats, rows: Bools, columns: Bools, within: float) -> bool:
    """Whether no kind of either side would gain more than `within` by another choice."""
    mix, other = equilibrium(worth, rows, columns)
    gains = np.einsum("jakb,kb->ja", worth, other) / len(other)
    losses = np.einsum("jakb,ja->kb", worth, mix) / len(mix)
    best = np.where(rows, gains, -np.inf).max(axis=1) - (mix * gains).sum(axis=1)
    least = (other * losses).sum(axis=1) - np.where(columns, losses, np.inf).min(axis=1)
    return bool(best.mean() <= within and least.mean() <= within)


@pytest.mark.parametrize(
    ("table", "share"),
    [([[1, 0], [0, 1]], 1 / 2), ([[3, -1], [-2, 1]], 3 / 7), ([[2, 0], [1, 3]], 1 / 2), ([[2, 3], [0, 1]], 1.0)],
)
def test_a_game_of_two_by_two_is_mixed_as_it_should_be(table: list[list[float]], share: float) -> None:
    there = np.ones((1, 2), dtype=bool)
    mix, _ = equilibrium(np.array(table, dtype=np.float64).reshape(1, 2, 1, 2), there, there)
    assert mix[0, 0] == pytest.approx(share, abs=0.03) and mix.sum() == pytest.approx(1)


def test_games_of_many_kinds_are_solved_and_what_is_not_there_is_not_chosen() -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        rows, columns = rng.random((4, 3)) < 0.7, rng.random((5, 4)) < 0.7
        rows[:, 0] = columns[:, 0] = True
        worth = rng.random((4, 3, 5, 4))
        assert _is_equilibrium(worth, rows, columns, 0.01)
        mix, other = equilibrium(worth, rows, columns)
        assert not mix[~rows].any() and not other[~columns].any()


@pytest.mark.parametrize(("policy", "share"), [([0.0, 1.0], 1.0), ([0.0, 0.6], 1.0), ([0.0, 0.2], 1 / 2)])
def test_a_policy_is_made_use_of_as_far_as_it_goes(policy: list[float], share: float) -> None:
    """Who hides a coin and always hides tails is found out; so small a share that the others make up for it is not."""
    there = np.ones((1, 2), dtype=bool)
    worth = np.array([[0.0, 1.0], [1.0, 0.0]]).reshape(1, 2, 1, 2)
    mix, _ = equilibrium(worth, there, there, columns_policy=np.array([policy]))
    assert mix[0, 0] == pytest.approx(share, abs=0.05)


def test_where_the_deck_is_empty_there_is_one_hand_and_its_round_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[bool] = []

    def checking(worth: Floats, rows: Bools, columns: Bools, rounds: int, **policies: Floats) -> tuple[Floats, Floats]:
        assert len(rows) == len(columns) == 1 and rounds == ROUNDS
        solved.append(_is_equilibrium(worth, rows, columns, 0.01))
        return equilibrium(worth, rows, columns, rounds, **policies)

    monkeypatch.setattr(cardduel_hard, "equilibrium", checking)
    player = HardCardDuel(Effort(plain=0.0))
    for hand in ("KS 9H 4D 2C 3C", "AS KC QC 2H 3C", "2C 3C 4C 5C 6C"):
        state = duel(hand, "QS JD TD 8H 9C", deck=0, hp=(20, 20))
        player.choose(RULES.view(state, P1), Random(1))
    assert len(solved) > 6 and all(solved)


# -- work ---------------------------------------------------------------------------------------------


def test_a_choice_of_hers_costs_so_many_hands_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[int, int]] = []

    def counting(first: Choices, second: Choices, start: RoundStart) -> Floats:
        counted.append((first.there.size, second.there.size))
        return worth_to_first(first, second, start)

    monkeypatch.setattr(cardduel_hard, "worth_to_first", counting)
    effort = Effort(theirs=6, mine=3, rounds=5)
    for hand in ("2C 3C 4C 5C 6C", "KS 2C 3C 4C 5C", "KS 9H 4D 2C 3C", "2S 3S 4H 5D 6D"):
        counted.clear()
        HardCardDuel(effort).choose(RULES.view(duel(hand), P1), Random(1))
        assert 0 < len(counted) <= 20
        assert all(first <= 4 * effort.mine and second <= 20 * effort.theirs for first, second in counted)
