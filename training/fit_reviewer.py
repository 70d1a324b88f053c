"""Fit and check the evaluator of a game's reviews after its bots have changed; see docs/review.md.

Reviews arena games of every pair of levels (`training.reviewed`) and regresses the results of games on the players'
losses by kind of decision. `--into` writes the coefficients, called factors, and raises the evaluator's version. Prints
the error rate and marks of each level, and how well predicted and actual results of held-back games agree.
"""

import json
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from games import registry
from games.evaluation.decisions import mark_of
from games.evaluation.interface import BEYOND, OTHERS, SURE, SURELY, Fit
from games.management.progress import watched
from training.reviewed import (
    PARTS,
    Loss,
    PlayerLosses,
    Reviewed,
    Sample,
    SampledGame,
    evaluator_of,
    played_as,
    reviewed,
)

#: One game in this many of each pair is held back from the fit, to test it.
HELD_BACK: Final = 3
#: Prior standard deviation of the factor of one kind of decision around the factor of all kinds together.
SPREAD: Final = 0.15
#: Printed name of the row for all pairs.
TOGETHER: Final = "all together"

# Limits of docs/review.md: minimum games of a pair, of the fit and held back; maximum error rate of the strongest
# player as a share of the weakest's, and in thousandths of a game per decision; maximum marks per seat and game.
OF_A_PAIR: Final = 200
LEARNED: Final = 1000
KEPT_BACK: Final = 500
SHARE: Final = 0.2
RATE: Final = 0.5
MARKS: Final = 0.5


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.error:.3f}"


def fitted(games: Sequence[Reviewed]) -> dict[str, Estimate]:
    """Return the factor of each kind of decision, of all kinds together (`OTHERS`), and of losses beyond (`BEYOND`).

    Fits weighted least squares to the mean of each pair of levels, not to single games: in a long game both players
    lose more while the result stays bounded, which would make every factor too small. The factor of each kind is shrunk
    towards the factor of all kinds, because losses of different kinds correlate and a few pairs cannot separate them.
    Standard errors come from the residuals of single games. For `BEYOND` see `training.reviewed.Loss`.
    """
    kinds = _kinds(games)
    pairs = [(_by_kind(some, kinds), np.array([_gained(one) for one in some])) for some in by_pair(games).values()]
    roots = np.sqrt([len(came) for _, came in pairs])
    rows = np.array([lost.mean(axis=0) for lost, _ in pairs]) * roots[:, None]
    gained = np.array([came.mean() for _, came in pairs]) * roots
    is_kind = np.array([kind != BEYOND for kind in kinds])
    # The row that yields the factor of all kinds together, fitted jointly with the factor of losses beyond.
    usual = np.linalg.pinv(np.column_stack([rows[:, is_kind].sum(axis=1), rows[:, ~is_kind]]))[0]
    pull = is_kind * float(np.mean([_gained(game) ** 2 for game in games])) / SPREAD**2
    # All factors are linear functions of the gains, directly and by shrinkage towards the factor of all kinds.
    moved = np.linalg.inv(rows.T @ rows + np.diag(pull)) @ (rows.T + np.outer(pull, usual))
    factors = moved @ gained
    strayed = np.array([(came - lost @ factors).var() for lost, came in pairs])
    every = zip([*kinds, OTHERS], np.vstack([moved, usual]), strict=True)
    return {kind: Estimate(float(row @ gained), float(sqrt(row**2 @ strayed))) for kind, row in every}


def _kinds(games: Sequence[Reviewed]) -> list[str]:
    """Return the kinds of decision, followed by `BEYOND` if any loss has a part beyond."""
    sides = [side for game in games for side in game.sides]
    has_more = any(one.beyond for side in sides for losses in side.losses.values() for one in losses)
    return [*sorted({kind for side in sides for kind in side.losses}), *([BEYOND] if has_more else ())]


def by_pair(games: Sequence[Reviewed]) -> dict[tuple[str, str], list[Reviewed]]:
    found: dict[tuple[str, str], list[Reviewed]] = {}
    for game in games:
        found.setdefault(game.place.pair, []).append(game)
    return found


def _gained(game: Reviewed) -> float:
    """Return the gain of the pair's first player apart from luck, in units of a game."""
    return game.sides[0].gained / PARTS


def _by_kind(games: Sequence[Reviewed], kinds: Sequence[str]) -> Any:
    """Return the second player's losses minus the first player's, by game and kind, in units of a game."""
    lost = [[[_lost(side, kind) for kind in kinds] for side in game.sides] for game in games]
    own, rival = np.moveaxis(np.array(lost) / PARTS, 1, 0)
    return rival - own


def _lost(side: PlayerLosses, kind: str) -> int:
    if kind == BEYOND:
        return sum(one.beyond for losses in side.losses.values() for one in losses)
    return sum(one.missed for one in side.losses.get(kind, ()))


def calibrated(loss: Loss, kind: str, factors: Mapping[str, float]) -> float:
    """Return the loss times its factors, in units of a game."""
    factor = factors.get(kind, 1.0)
    return (factor * loss.missed + factors.get(BEYOND, factor) * loss.beyond) / PARTS


@dataclass(frozen=True)
class Agreement:
    """Predicted and actual (`came`) mean gain of first players, and the standard error (`error`) of the difference."""

    games: int
    predicted: float
    came: float
    error: float

    @property
    def holds(self) -> bool:
        return abs(self.came - self.predicted) <= SURELY * self.error

    def __str__(self) -> str:
        return (
            f"{self.games} games, predicted {self.predicted:+.3f}, came {self.came:+.3f}, "
            f"difference {self.came - self.predicted:+.3f} ± {SURELY * self.error:.3f}: "
            f"{'agrees' if self.holds else 'differs'}"
        )


def agreement(games: Sequence[Reviewed], factors: Mapping[str, float]) -> dict[str, Agreement]:
    """Compare predicted and actual gains for each pair of players and over all games."""
    kinds = _kinds(games)
    groups = {f"{one} against {other}": some for (one, other), some in sorted(by_pair(games).items())}
    found = {}
    for name, some in (*groups.items(), (TOGETHER, games)):
        predicted = _by_kind(some, kinds) @ np.array([factors.get(kind, 1.0) for kind in kinds])
        came = np.array([_gained(game) for game in some])
        error = float((came - predicted).std(ddof=min(1, len(some) - 1))) / sqrt(len(some))
        found[name] = Agreement(len(some), float(predicted.mean()), float(came.mean()), error)
    return found


@dataclass(frozen=True)
class Rate:
    """A level's error rate, in total and by kind of decision, in thousandths of a game per decision; and its marks."""

    sides: int
    decisions: int
    rate: Estimate
    marks: Counter[str]
    by_kind: Mapping[str, float]

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {rate:.2f}" for kind, rate in self.by_kind.items())
        return (
            f"{self.rate.mean:.2f} ± {SURELY * self.rate.error:.2f} a thousand over {self.decisions} decisions in "
            f"{self.sides} games; marks a game {self.marks.total() / self.sides:.2f} "
            f"({dict(sorted(self.marks.items()))}); {kinds}"
        )


def rate(games: Sequence[Reviewed], level: str, factors: Mapping[str, float]) -> Rate:
    """Return the error rate and the marks over all decisions of a level.

    The standard error is computed over games, because decisions within a game correlate.
    """
    sides = [game.sides[game.place.pair.index(level)] for game in games if level in game.place.pair]
    by_kind: dict[str, list[float]] = {}
    many, lost = np.zeros(len(sides)), np.zeros(len(sides))
    for place, side in enumerate(sides):
        for kind, losses in sorted(side.losses.items()):
            worth = [calibrated(loss, kind, factors) for loss in losses]
            by_kind.setdefault(kind, []).extend(worth)
            many[place] += len(worth)
            lost[place] += sum(worth)
    middle = lost.sum() / many.sum()
    error = sqrt(((lost - middle * many) ** 2).sum()) / many.sum()
    every = (mark_of(round(SURE * loss)) for some in by_kind.values() for loss in some)
    return Rate(
        sides=len(sides),
        decisions=int(many.sum()),
        rate=Estimate(1000 * middle, 1000 * error),
        marks=Counter(str(mark) for mark in every if mark),
        by_kind={kind: 1000 * sum(some) / len(some) for kind, some in by_kind.items()},
    )


def failed(game: str, games: Sequence[Reviewed], rates: Mapping[str, Rate], overall: Agreement) -> Iterator[str]:
    """Yield a sentence for each of the checks 1, 2 and 4 of docs/review.md that fails.

    Agreement is checked only over all pairs together: in four of ten samples, at least one of ten correctly predicted
    pairs lies outside its interval.
    """
    found, pairs = [one.rate.mean for one in rates.values()], by_pair(games)
    fewest = min(len(pairs.get(pair, ())) for pair in combinations(rates, 2))
    if fewest < OF_A_PAIR:
        yield f"check 1: {fewest} games of a pair, of {OF_A_PAIR}"
    if any(weaker <= stronger for weaker, stronger in pairwise(found)) or found[-1] > SHARE * found[0]:
        yield f"check 1: error rates {', '.join(f'{one:.2f}' for one in found)} by strength"
    best = [*rates.values()][-1]
    marks = best.marks.total() / best.sides / (registry.ruleset(game).seats / 2)
    if best.rate.mean > RATE or marks > MARKS:
        yield f"check 2: the strongest {best.rate.mean:.2f} a thousand, {marks:.2f} marks a seat and game"
    if (learned := len(games) - overall.games) < LEARNED or overall.games < KEPT_BACK:
        yield f"check 4: {learned} games learned from, of {LEARNED}; {overall.games} held back, of {KEPT_BACK}"
    if not overall.holds:
        yield f"check 4: {overall}"


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Fit and check the evaluator of a game’s reviews.")
    parser.add_argument("game", choices=sorted(registry.GAMES))
    parser.add_argument("--games", type=int, default=500, help="games of each pair of levels, including stored games")
    parser.add_argument("--minutes", type=float, help="time limit after which no new game begins")
    parser.add_argument("--seed", type=int, default=0, help="seed of new games; another seed gives another sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="exit with 1 and write no factors if a check fails")
    parser.add_argument("--into", type=Path, help="file for version and factors; without it they are not stored")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    sample = Sample(given.game)
    _grow(sample, given)
    games = sample.games()
    held_back = [game for game in games if game.place.index % HELD_BACK == 0]
    learned = [game for game in games if game.place.index % HELD_BACK]
    found = fitted(learned)
    factors = {kind: round(one.mean, 3) for kind, one in found.items()}
    rates = {level: rate(games, level, factors) for level in registry.levels(given.game)}
    print(f"Factors from {len(learned)} games, with standard errors", *_lines(found), sep="\n  ")
    agreements = agreement(held_back, factors)
    print(f"{len(held_back)} games held back", *_lines(agreements), sep="\n  ")
    print("The same without factors", *_lines(agreement(held_back, {})), sep="\n  ")
    print("Error rates of all games", *_lines(rates), sep="\n  ")
    if given.check and (wrong := [*failed(given.game, games, rates, agreements[TOGETHER])]):
        raise SystemExit("\n".join(wrong))
    if given.into is not None:
        version = evaluator_of(given.game).fit.version + 1
        rounded = {level: round(one.rate.mean, 2) for level, one in rates.items()}
        _write(given.into, Fit(version, dict(sorted(factors.items())), rounded, played_as(given.game)))
        sample.keep_for(version)


def _lines(found: Mapping[str, object]) -> Iterator[str]:
    return (f"{name}: {one}" for name, one in found.items())


def _grow(sample: Sample, given: Any) -> None:
    """Play and store the missing games, one of each pair in turn. After the time limit, finish the queued games."""
    end = monotonic() + 60 * (given.minutes if given.minutes is not None else float("inf"))
    if dropped := sample.begin():
        print(f"{sample.path}: {dropped} games of other versions dropped; the sample restarts")
    there = {game.place for game in sample.games()}
    pairs = list(combinations(registry.levels(given.game), 2))
    todo = [
        place
        for index in range(given.games)
        for pair in pairs
        if (place := SampledGame(given.game, pair, given.seed, index)) not in there
    ]
    with ProcessPoolExecutor(given.jobs) as pool:
        begun = deque[Future[Reviewed]]()
        for place in watched(todo, unit="game"):
            if monotonic() > end:
                break
            begun.append(pool.submit(reviewed, place))
            if len(begun) > 2 * given.jobs:  # two games per process are queued, so that no process is idle
                sample.add(begun.popleft().result())
        for game in begun:
            sample.add(game.result())


def _write(place: Path, fit: Fit) -> None:
    fields = {name: value for name, value in asdict(fit).items() if value is not None}
    place.write_text(json.dumps(fields, indent=2) + "\n", encoding="utf-8")
    print(f"{place}: version {fit.version}")


if __name__ == "__main__":
    main()
