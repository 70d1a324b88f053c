"""Bots of Card Duel: blazes, blunders, equilibria, a limit on computation, and agreement with the rules."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from games.cardduel.bots import hard as cardduel_hard
from games.cardduel.bots.hard import ROUNDS, Effort, HardCardDuel, equilibrium
from games.cardduel.bots.knowledge import blaze_chance, chance_of_at_most, defence, knowledge_of
from games.cardduel.bots.round import (
    Bools,
    Choices,
    Floats,
    RoundStart,
    SideAfterRound,
    blaze_of,
    choices,
    lines_of,
    winning_chance,
    worth_to_first,
)
from games.cardduel.rules import BLAZE, CardDuelState, named
from games.cardduel.score import CardPlay, PlayPair, Purpose, score_blaze, score_round
from games.engine.actions import Action
from games.engine.cards import PACK, Card, cards
from games.engine.state import Seat
from games.registry import bot
from tests.bots.walked import QUICK, any_options, positions
from tests.cardduel.positions import P1, P2, RULES, after_plays, duel

LEVELS = ("easy", "normal", "hard")
#: The levels that count the unseen cards.
CAREFUL = LEVELS[1:]


def _choice(level: str, state: CardDuelState, seed: int = 1) -> Action:
    return bot("cardduel", level).choose(RULES.view(state, state.turn), Random(seed))


def play_of(action: Action) -> CardPlay:
    return CardPlay.of(named(action.argument))


def test_the_chance_that_a_hand_defends_by_at_most_some_hp_is_exact() -> None:
    for pool, held, most in [("AH KD 2S 3C 4H", 2, 14), ("AH KD 2S 3C 4H", 3, 0), ("2H 2D 3H", 3, 6), ("2S 3S", 2, 0)]:
        hands = list(combinations(cards(pool), held))
        low = sum(sum(defence(one) for one in hand) <= most for hand in hands)
        assert chance_of_at_most(cards(pool), held, most) == pytest.approx(low / len(hands))


#: Player 1's hand, player 1's play, which leaves one card, and the hand of player 2, who is to choose.
SURE = ("2C 3C 4C 5C 2D", "[2C 3C 4C]5C", "AS KS QS JS TS")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_invokes_a_blaze_that_cannot_fail(level: str) -> None:
    mine, laid, hers = SURE
    state = after_plays(duel(mine, hers), laid)
    assert {_choice(level, state, seed) for seed in range(10)} == {Action(BLAZE)}


@pytest.mark.parametrize("level", CAREFUL)
def test_a_careful_bot_invokes_a_blaze_that_played_cards_make_sure(level: str) -> None:
    """The only unseen cup and shield defend 4 HP, so swords worth 34 beat 30 HP whatever the opponent holds."""
    low = cards("2H 2D")
    state = duel("AS QS 8S 2C 3C", "4S 5S 6S 7S 9S")
    out = tuple(one for one in state.deck if defence(one) and one not in low)
    state = replace(state, deck=tuple(one for one in state.deck if one not in out), discards=out)
    assert blaze_chance(knowledge_of(RULES.view(state, P1))) == 1
    assert _choice(level, state) == Action(BLAZE)
    assert _choice("easy", state) != Action(BLAZE)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_never_invokes_a_blaze_that_must_fail(level: str) -> None:
    player, hopeless = QUICK if level == "hard" else bot("cardduel", level), 0
    for seed in range(12):
        rng = Random(seed)
        for state, seat in positions(RULES, (player,), any_options(RULES, rng), rng):
            view = RULES.view(state, seat)
            if blaze_chance(knowledge_of(view)) == 0:
                hopeless += 1
                assert player.choose(view, Random(seed)) != Action(BLAZE)
    assert hopeless > 20


#: By blunder: player 1's play, the hand of player 2, who is to choose, the HP by seat, and the sound choices.
BLUNDERS = {
    "to attack a larger shield": ("KD", "TS 9H 5S 3S 2D", (20, 20), "9H"),
    "to attack a larger shield on wands": ("KD", "JS TH 3S 2S 3C", (25, 12), "TH"),
    "to play a shield against a cup": ("4H", "KD 9H 8D 6D 4D", (25, 15), "9H"),
    "to lose although a shield would be enough": ("KS", "AD 2H 3H 5S 3S", (30, 10), "AD"),
    "to heal although the attack comes first": ("TS", "JD AH 2S 3S 4C", (30, 9), "JD [4C]JD"),
    "to miss a win": ("2H", "TS AH KD 3C 5H", (6, 12), "TS [3C]TS blaze"),
    "to play a cup on wands": ("QD", "8H 9C TC JC QC", (25, 15), "8H"),
}


@pytest.mark.parametrize("level", CAREFUL)
@pytest.mark.parametrize("blunder", BLUNDERS)
def test_a_careful_bot_avoids_a_blunder(level: str, blunder: str) -> None:
    laid, hers, hp, sound = BLUNDERS[blunder]
    state = after_plays(duel(laid, hers, hp=hp), laid)
    for seed in range(5):
        action = _choice(level, state, seed)
        assert _written(action) in sound.split(" "), blunder


def _written(action: Action) -> str:
    if action == Action(BLAZE):
        return BLAZE
    play = play_of(action)
    return f"[{' '.join(one.text for one in play.wands)}]{play.top}" if play.wands else play.top.text


def test_easy_heals_with_few_hp_and_attacks_with_a_strong_sword() -> None:
    low, strong = (_choice("easy", duel("KS 9H 4D 2C 3C", hp=(hp, 30))) for hp in (8, 30))
    assert (play_of(low).deed, play_of(strong).deed) == (Purpose.HEAL, Purpose.ATTACK)


#: By what player 2 cannot tell apart: player 1's hand, the HP by seat, and two plays that look alike to player 2.
BLUFFS = {
    "a strong or a weak shield": ("AD 4D QC 2S 8H", (6, 28), {"[QC]AD", "[QC]4D"}),
    "a sword or a shield": ("8S JC 9D 7H TD", (13, 22), {"[JC]8S", "[JC]9D"}),
}


@pytest.mark.parametrize("bluff", BLUFFS)
def test_hard_varies_the_covered_card(bluff: str) -> None:
    hand, hp, both = BLUFFS[bluff]
    assert both <= {_written(_choice("hard", duel(hand, hp=hp), seed)) for seed in range(25)}


def _is_equilibrium(worth: Floats, rows: Bools, columns: Bools, tolerance: float) -> bool:
    """Return whether neither side can gain more than `tolerance`, on average over its hands, by other choices."""
    mix, other = equilibrium(worth, rows, columns)
    gains = np.einsum("jakb,kb->ja", worth, other) / len(other)
    losses = np.einsum("jakb,ja->kb", worth, mix) / len(mix)
    best = np.where(rows, gains, -np.inf).max(axis=1) - (mix * gains).sum(axis=1)
    least = (other * losses).sum(axis=1) - np.where(columns, losses, np.inf).min(axis=1)
    return bool(best.mean() <= tolerance and least.mean() <= tolerance)


def test_an_equilibrium_of_several_hands_uses_no_padded_choice() -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        rows, columns = rng.random((4, 3)) < 0.7, rng.random((5, 4)) < 0.7
        rows[:, 0] = columns[:, 0] = True
        worth = rng.random((4, 3, 5, 4))
        assert _is_equilibrium(worth, rows, columns, 0.01)
        mix, other = equilibrium(worth, rows, columns)
        assert not mix[~rows].any() and not other[~columns].any()


@pytest.mark.parametrize(("policy", "share"), [([0.0, 1.0], 1.0), ([0.0, 0.6], 1.0), ([0.0, 0.2], 1 / 2)])
def test_a_known_policy_of_the_opponent_is_exploited(policy: list[float], share: float) -> None:
    """Unequal pennies win. Heads is best if 60% of opponents always play tails; if 20% do, the others even it out."""
    there = np.ones((1, 2), dtype=bool)
    worth = np.array([[0.0, 1.0], [1.0, 0.0]]).reshape(1, 2, 1, 2)
    mix, _ = equilibrium(worth, there, there, columns_policy=np.array([policy]))
    assert mix[0, 0] == pytest.approx(share, abs=0.05)


def test_with_an_empty_deck_hard_computes_the_equilibrium_of_both_known_hands(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_number_of_plays_that_hard_evaluates_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
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


def _random_play(hand: tuple[Card, ...], rng: Random) -> CardPlay:
    offers = [one for one in RULES.legal_actions(duel(" ".join(map(str, hand))), P1) if one != Action(BLAZE)]
    action = rng.choice(offers)
    assert isinstance(action, Action)
    return play_of(action)


def test_hard_and_the_rules_agree_on_the_winner_of_a_last_round() -> None:
    rng, seen = Random(4), set()
    for _ in range(300):
        dealt = rng.sample(PACK, 10)
        hands = tuple(dealt[:5]), tuple(dealt[5:])
        plays: PlayPair = _random_play(hands[0], rng), _random_play(hands[1], rng)
        hp = rng.randrange(1, 25), rng.randrange(1, 25)
        after = score_round(number=1, coin=P1, plays=plays, hp=hp).hp
        one, other = (choices([lines_of([play], hand)]) for play, hand in zip(plays, hands, strict=True))
        worth = worth_to_first(one, other, RoundStart(*hp, is_last=True)).item()
        assert worth == 0.5 + 0.5 * ((after[0] > after[1]) - (after[0] < after[1]))
        seen.add(worth)
    assert seen == {0.0, 0.5, 1.0}


def test_hard_and_the_rules_agree_on_the_winner_of_a_blaze() -> None:
    rng, seen = Random(5), set()
    for _ in range(300):
        dealt = rng.sample(PACK, 10)
        hand, hers = tuple(dealt[:5]), tuple(dealt[5:])
        play, hp = _random_play(hand, rng), (rng.randrange(1, 20), 10)
        kept = tuple(one for one in hand if one not in play.cards)
        winner = score_blaze(invoker=P2, hands=(kept, hers), hp=hp).winner
        sides = choices([lines_of([play], hand)]), choices([[blaze_of(hers)]])
        worth = worth_to_first(*sides, RoundStart(*hp, is_last=False)).item()
        assert worth == (1.0 if winner == P1 else 0.0)
        seen.add(winner)
    assert seen == {P1, P2}


@pytest.mark.parametrize("seat", [P1, P2])
def test_unseen_cards_and_the_size_of_the_opponents_hand_are_known(seat: Seat) -> None:
    state = duel("KS 9H 4D 2C 3C", "5C QS JD TD 8H", deck=30)
    state = state if seat == P1 else after_plays(state, "[2C 3C]KS")
    knowledge = knowledge_of(RULES.view(state, seat))
    known = {*state.hands[seat], *state.discards, *(cards("2C 3C") if seat == P2 else ())}
    assert set(knowledge.unseen) == set(PACK) - known
    assert knowledge.held == (5 if seat == P1 else 2)


def _side(hp: int, swords: int = 4, cups: int = 4) -> SideAfterRound:
    return SideAfterRound(*(np.float64(one) for one in (hp, swords, cups, 4, 4, 1, 1, 1, 1, 1)))  # type: ignore[arg-type]


def test_more_hp_swords_or_cups_raise_the_estimated_chance_to_win() -> None:
    plain = winning_chance(_side(20), _side(20))
    assert winning_chance(_side(25), _side(20)) > plain > winning_chance(_side(20), _side(25))
    assert winning_chance(_side(20, swords=14), _side(20)) > plain
    assert winning_chance(_side(20, cups=14), _side(20)) > plain
