"""Training data for the hard bot of Card Duel, and the fit of the weights in `games.cardduel.bots.round`.

The data are features of both sides after each round of finished duels, with the winner. See docs/players.md.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from games.arena.match import ArenaGame
from games.cardduel.bots.knowledge import draws_of
from games.cardduel.bots.round import WEIGHTS, Floats, SideAfterRound, features, kept_of
from games.cardduel.rules import CardDuelState, named
from games.cardduel.score import CardPlay
from games.engine.state import Seat, SeatAction, without
from games.registry import ruleset

#: Steps of Newton's method.
_STEPS = 12
#: Ridge penalty, which shrinks the weights towards 0.
_SHRINK = 8.0


def lessons_of(games: Iterable[ArenaGame]) -> tuple[Floats, Floats]:
    """Return a row of features after each round, and for each row 1 if the next holder of the coin won, else 0.

    Omits the last round of each duel, and tied duels.
    """
    rows, won = [np.empty((0, len(WEIGHTS)))], []
    for game in games:
        for row, coin in _ends_of_rounds(game):
            if game.winners:
                rows.append(row)
                won.append(game.seating[coin] in game.winners)
    return np.concatenate(rows), np.array(won, np.float64)


def weights_of(rows: Floats, won: Floats) -> Floats:
    """Return the weights of a logistic regression of `won` on `rows`, fitted by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        bend = (rows.T * (likely * (1 - likely))) @ rows + _SHRINK * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, rows.T @ (won - likely) - _SHRINK * weights)
    return weights


def _ends_of_rounds(game: ArenaGame) -> Iterator[tuple[Floats, Seat]]:
    """Yield the features after each round except the last, and the seat that has the coin in the next round."""
    rules = ruleset("cardduel")
    state = CardDuelState.of(rules.initial(game.options))
    for said in game.log:
        after = CardDuelState.of(rules.apply(state, *said).state)
        if after.round == state.round + 1:
            yield _row(state, said, after), after.coin
        state = after


def _row(state: CardDuelState, said: SeatAction, state_after: CardDuelState) -> Floats:
    """Return the features of both sides after a round, with the cards that the sides hold before they draw."""
    seat, action = said
    hands = without(state.hands, seat, CardPlay.of(named(action.argument)).cards)
    first, second = (
        SideAfterRound(*(np.array(one) for one in (state_after.hp[seat], *kept_of(hands[seat]))))
        for seat in (state_after.coin, state.coin)
    )
    draws = draws_of(state.deck, len(state.deck), state.discards)
    return np.array([[1.0, *features(first, second, draws)]], np.float64)
