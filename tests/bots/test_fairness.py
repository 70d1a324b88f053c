"""Every computer player of Two-Man Spades: only legal actions, no use of unseen cards, the same for a seed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.bots.base import Bot
from games.engine.cards import PACK, shuffled
from games.engine.options import Value
from games.engine.state import Phase, Seat
from games.registry import RANDOM, bot, levels
from games.twoman.rules import TwoMan
from games.twoman.state import TwoManState, undecided
from tests.bots.walked import positions

RULES = TwoMan()
#: Each with how many games are looked at: those who solve hands think longer.
LEVELS = (("easy", 12), ("casual", 12), ("medium", 12), ("hard", 3), ("ruthless", 3))


def _options(rng: Random) -> dict[str, Value]:
    return {
        "target": rng.randrange(100, 401, 10),
        "mercy_lead": rng.randrange(100, 401, 10),
        "nil_points": rng.choice((200, 100)),
        "first_lead": rng.choice(("alternate", "odd")),
        "blind_deficit": rng.randrange(50, 301, 10),
        "denial": rng.choice((True, False)),
    }


def _positions(players: tuple[Bot, Bot], seed: int) -> Iterator[tuple[TwoManState, Seat]]:
    rng = Random(seed)
    return positions(RULES, players, _options(rng), rng)


def _swapped(state: TwoManState, seat: Seat, rng: Random) -> TwoManState:
    """The same to `seat`: what it has not seen is dealt anew, a closed discard of the other's included."""
    other = 1 - seat
    named = {action.card for who, action in state.actions if who == seat or action.verb != "discard"}
    known = named | (set() if undecided(state, seat) else set(state.hands[seat]))
    opened = None not in state.discards
    known |= set(state.discards) if opened else set()
    fresh = list(shuffled([one for one in PACK if one not in known], rng.randrange))
    hands = list(state.hands)
    hands[other] = tuple(fresh.pop() for _ in state.hands[other])
    if undecided(state, seat):
        hands[seat] = tuple(fresh.pop() for _ in state.hands[seat])
    state = replace(state, hands=(hands[0], hands[1]))
    if state.discards[other] is None or opened:
        return state
    discards = list(state.discards)
    discards[other] = fresh.pop()
    return replace(state, discards=(discards[0], discards[1]))


def test_it_never_does_anything_illegal_in_200_games_with_random_options() -> None:
    names = ("easy", "casual", "medium", RANDOM)
    moves = 0
    for seed in range(200):
        players = (bot("twoman", names[seed % 4]), bot("twoman", names[seed // 4 % 4]))
        if seed % 40 == 0:
            players = (bot("twoman", "hard" if seed % 80 else "ruthless"), players[1])
        moves += sum(1 for _ in _positions(players, seed))
    assert moves > 10_000


@pytest.mark.parametrize(("level", "games"), LEVELS)
def test_it_chooses_alike_where_only_unseen_cards_differ(level: str, games: int) -> None:
    player = bot("twoman", level)
    phases = set()
    for seed in range(games):
        for state, seat in _positions((player, player), seed):
            swapped = _swapped(state, seat, Random(seed))
            assert swapped.hands[1 - seat] != state.hands[1 - seat] or len(state.hands[1 - seat]) < 3
            choices = {player.choose(RULES.view(one, seat), Random(seed)) for one in (state, swapped)}
            assert len(choices) == 1, (seed, state.phase, choices)
            phases.add(state.phase)
    assert phases == {Phase.BLIND, Phase.DISCARD, Phase.BID, Phase.PLAY}


@pytest.mark.parametrize("level", (*levels("twoman"), RANDOM))
def test_it_chooses_alike_for_the_same_view_and_seed(level: str) -> None:
    player = bot("twoman", level)
    for state, seat in _positions((player, player), 3):
        view = RULES.view(state, seat)
        assert player.choose(view, Random(5)) == player.choose(view, Random(5))
