"""Train hard Marta for Card Duel: what both sides have at the end of each round, and who wins.

Reads the logs of finished duels and fits the weights of `games.cardduel.bots.evaluation`; see docs/players.md.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from games.arena.match import Game
from games.cardduel.bots.evaluation import WEIGHTS, Side, features
from games.cardduel.bots.knowledge import draws_of
from games.cardduel.bots.matrix import Floats
from games.cardduel.bots.round import kept_of
from games.cardduel.score import Play
from games.cardduel.state import CardDuelState, named, own
from games.engine.state import Said, Seat, without
from games.registry import ruleset

_STEPS = 12
#: Ridge penalty: keeps weights with little evidence near 0.
_SHRINK = 8.0


def lessons_of(games: Iterable[Game]) -> tuple[Floats, Floats]:
    """Return the features of each round but the last, and whether the side that then had the coin won the duel."""
    rows, won = [np.empty((0, len(WEIGHTS)))], []
    for game in games:
        for row, coin in _ends_of_rounds(game):
            if game.winners:
                rows.append(row)
                won.append(game.seating[coin] in game.winners)
    return np.concatenate(rows), np.array(won, np.float64)


def weights_of(rows: Floats, won: Floats) -> Floats:
    """Fit a logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        bend = (rows.T * (likely * (1 - likely))) @ rows + _SHRINK * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, rows.T @ (won - likely) - _SHRINK * weights)
    return weights


def _ends_of_rounds(game: Game) -> Iterator[tuple[Floats, Seat]]:
    """Yield the features of each round's end, and the seat that has the coin after it."""
    rules = ruleset("cardduel")
    state = own(rules.initial(game.options))
    for said in game.log:
        after = own(rules.apply(state, *said).state)
        if after.round == state.round + 1:
            yield _row(state, said, after), after.coin
        state = after


def _row(state: CardDuelState, said: Said, after: CardDuelState) -> Floats:
    """Return the features of the cards before either side draws."""
    seat, action = said
    hands = without(state.hands, seat, Play.of(named(action.argument)).cards)
    first, second = (
        Side(*(np.array(one) for one in (after.hp[seat], *kept_of(hands[seat])))) for seat in (after.coin, state.coin)
    )
    draws = draws_of(state.deck, len(state.deck), state.discards)
    return np.array([[1.0, *features(first, second, draws)]], np.float64)
