"""Fit the ruthless bot of Two-Man Spades: the weights of its inference models, and the worth of every standing.

A standing is both scores between hands; its worth is the chance to win from there. The weights are fitted by gradient
descent and least squares, the worths by value iteration over the ends of hands that bots have played.
"""

from collections.abc import Callable, Sequence

import numpy as np

from games.bots.kernels import Floats, Ints, kernel
from games.twoman.bots import inference as r
from games.twoman.bots import position as s
from games.twoman.score import Standing
from training.marta_lessons import Choice, Lessons

_STEPS, _PACE, _SHRINK = 300, 0.08, 1e-3
_MOST_CHOICES = 60_000
#: Minimum standard deviation of bids around the regression line, because other players may bid differently.
_LEAST_SPREAD = 1.0
#: The value iteration ends after 19 sweeps, or once a sweep changes every worth by less than this, in millionths.
_STILL = 2_000
#: Columns of a row of `ends`, from the view of the seat that led the hand: indices into a case
#: (`games.twoman.bots.position`), and -1 for that seat's tricks.
END = (s.BID, s.BID + 1, -1, s.LOST, s.LOST + 1, s.PILE_WINNER, s.PILE_POINTS)
_TRICKS = 2


def reading_of(lessons: Lessons) -> dict[str, Floats]:
    """Return the arrays of the bot's file `data/reading.npz`."""
    plays = [choice_weights(lessons.plays[aim], r.CARD_FEATURES) for aim in range(r.AIMS)]
    return {
        "plays": np.concatenate(plays),
        "discards": choice_weights(lessons.discards, r.DISCARD_FEATURES),
        "bids": bid_weights(lessons),
    }


def choice_weights(choices: Sequence[Choice], features: int) -> Floats:
    """Return the weights of a softmax over the cards of each choice, fitted by Adam with a ridge penalty."""
    weights, first, second = np.zeros(features), np.zeros(features), np.zeros(features)
    if not choices:
        return weights
    rows, absent, chosen = _stacked(choices[:_MOST_CHOICES], features)
    taken = rows[np.arange(len(chosen)), chosen].sum(0)
    for _ in range(_STEPS):
        chances = np.exp(rows @ weights - absent - (rows @ weights - absent).max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slope = (np.einsum("ik,ikf->f", chances, rows) - taken) / len(chosen) + _SHRINK * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope * slope
        weights = weights - _PACE * first / (np.sqrt(second) + 1e-8)
    return weights


def _stacked(choices: Sequence[Choice], features: int) -> tuple[Floats, Floats, Ints]:
    """Return features, padding and index of the chosen card as arrays over all choices.

    Choices are padded to the longest one. The padding, to be subtracted from logits, is 1e9 for absent cards, else 0.
    """
    longest = max(len(rows) for rows, _ in choices)
    rows, absent = np.zeros((len(choices), longest, features)), np.full((len(choices), longest), 1e9)
    for i, (one, _) in enumerate(choices):
        rows[i, : len(one)], absent[i, : len(one)] = one, 0.0
    return rows, absent, np.array([chosen for _, chosen in choices])


def bid_weights(lessons: Lessons) -> Floats:
    """Return the weights of `inference.bid_likelihood`: a linear model of bids, its deviation, a logistic nil model."""
    size, weights = r.BID_FEATURES, np.zeros(2 * r.BID_FEATURES + 4)
    numbers = [(row, bid, known) for row, bid, known in lessons.bids if bid > 0]
    rows = np.array([[*row, known >= 0, max(known, 0)] for row, _, known in numbers], float)
    bids = np.array([bid for _, bid, _ in numbers], float)
    line = np.linalg.solve(rows.T @ rows + 0.01 * np.eye(size + 2), rows.T @ bids)
    weights[: size + 2] = line
    weights[size + 2] = max(_LEAST_SPREAD, 1.1 * float((bids - rows @ line).std()))
    weights[size + 4 :] = _nil_odds(lessons)
    return weights


def _nil_odds(lessons: Lessons) -> Floats:
    rows = np.array([row for row, _, _ in lessons.bids])
    nils = np.array([bid == 0 for _, bid, _ in lessons.bids], float)
    weights = np.zeros(r.BID_FEATURES)
    for _ in range(3_000):
        likely = 1 / (1 + np.exp(-rows @ weights))
        weights -= 0.1 * (rows.T @ (likely - nils) / len(nils) + 1e-4 * weights)
    return weights


def standings_of(ends: Ints, text: Callable[[int, float], None]) -> Ints:
    """Return the worth of each standing, for the seat that leads the next hand, by value iteration over ends of hands.

    Axes: own and other base (score without bags), own and other bags. `text` gets a sweep's number and largest change.
    """
    standings = first_guess()
    for sweep in range(1, 20):
        change = int(swept(standings, ends))
        text(sweep, change / s.SURE)
        if change < _STILL:
            break
    return standings


def first_guess() -> Ints:
    """Return a logistic guess of each worth, from the points minus twelve per bag and from the number of hands left."""
    bases = [s.LOWEST_BASE + 10 * row for row in range(s.BASES)]
    shown = np.array([[Standing(base, bags).display for bags in range(-4, 7)] for base in bases], float)
    value = shown - np.array([12.0 * bags for bags in range(-4, 7)])
    ahead = value[:, None, :, None] - value[None, :, None, :]
    hands = np.maximum(1.0, (300 - np.maximum(shown[:, None, :, None], shown[None, :, None, :])) / 45)
    guess: Ints = np.round(s.SURE / (1 + np.exp(-ahead / (45 * np.sqrt(hands))))).astype(np.int64)
    return guess


@kernel
def swept(standings: Ints, ends: Ints) -> int:
    """Update the worth of all standings in place, highest sum of bases first; return the largest change."""
    case, worst = np.zeros(s.CASE_SIZE, np.int64), 0
    case[s.TARGET], case[s.MERCY], case[s.NIL_POINTS], case[s.DENIAL], case[s.NEXT_LEADER] = 300, 300, 200, 1, 1
    for both in range(2 * s.BASES - 2, -1, -1):
        for row in range(max(0, both - s.BASES + 1), min(s.BASES - 1, both) + 1):
            for bags in range(s.BAG_STEPS * s.BAG_STEPS):
                own, other = bags // s.BAG_STEPS, bags % s.BAG_STEPS
                case[s.BASE], case[s.BAGS] = s.LOWEST_BASE + 10 * row, own - 4
                case[s.BASE + 1], case[s.BAGS + 1] = s.LOWEST_BASE + 10 * (both - row), other - 4
                worth = standing_after(case, standings, ends)
                worst = max(worst, abs(worth - standings[row, both - row, own, other]))
                standings[row, both - row, own, other] = worth
    return worst


@kernel
def standing_after(case: Ints, standings: Ints, ends: Ints) -> int:
    """Return the mean worth over one more hand with each of `ends`; if the game is over, return its result."""
    one, two = s.display(case[s.BASE], case[s.BAGS]), s.display(case[s.BASE + 1], case[s.BAGS + 1])
    if abs(one - two) >= case[s.MERCY] or max(one, two) >= case[s.TARGET]:
        base, other = case[s.BASE], case[s.BASE + 1]
        return s.standing_worth(base, case[s.BAGS], other, case[s.BAGS + 1], case, standings)
    total = 0
    for i in range(len(ends)):
        for k in range(len(END)):
            if k != _TRICKS:
                case[END[k]] = ends[i, k]
        total += s.hand_worth(ends[i, _TRICKS], 0, case, standings)
    return total // len(ends)
