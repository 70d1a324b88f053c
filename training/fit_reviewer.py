"""Fit and check the evaluator of a game's reviews after its bots have changed; see docs/review.md.

Reviews arena games of every pair of levels (`training.reviewed`), regresses the results on the losses by kind of
decision, and writes the factors with the evaluator's version raised. Prints error rates and marks of all levels, and
how well predicted and real results agree on held-back games.
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
from training.reviewed import PARTS, Loss, Place, Reviewed, Sample, Side, evaluator_of, played_as, reviewed

#: One game in this many of each pair is held back.
HELD_BACK: Final = 3
#: Prior standard deviation of a kind's factor around the factor of all kinds together.
SPREAD: Final = 0.15
#: Name of the row of all pairs.
TOGETHER: Final = "all together"

# Limits of docs/review.md: games of a pair; games in training and held back; the strongest player's error rate as a
# share of the weakest's, and in thousandths of a game; marks of a seat in a game.
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
    """Return the factor of the losses by kind, of all kinds together, and of losses beyond the usual action's, if any.

    Weighted least squares over the means of each pair of players. Within a pair, long games have more losses of both,
    and a result is bounded, so single games would make every loss look small. Each kind is shrunk towards the factor of
    all kinds, because kinds correlate and few pairs cannot separate them. Standard errors come from the residuals of
    single games.
    """
    kinds = _kinds(games)
    pairs = [(_by_kind(some, kinds), np.array([_gained(one) for one in some])) for some in by_pair(games).values()]
    roots = np.sqrt([len(came) for _, came in pairs])
    rows = np.array([lost.mean(axis=0) for lost, _ in pairs]) * roots[:, None]
    gained = np.array([came.mean() for _, came in pairs]) * roots
    is_kind = np.array([kind != BEYOND for kind in kinds])
    # The factor of all kinds together, next to that of losses beyond, which is not shrunk.
    usual = np.linalg.pinv(np.column_stack([rows[:, is_kind].sum(axis=1), rows[:, ~is_kind]]))[0]
    pull = is_kind * float(np.mean([_gained(game) ** 2 for game in games])) / SPREAD**2
    # How the gains of each pair move the factor of all kinds, and with it that of each kind.
    moved = np.linalg.inv(rows.T @ rows + np.diag(pull)) @ (rows.T + np.outer(pull, usual))
    factors = moved @ gained
    strayed = np.array([(came - lost @ factors).var() for lost, came in pairs])
    every = zip([*kinds, OTHERS], np.vstack([moved, usual]), strict=True)
    return {kind: Estimate(float(row @ gained), float(sqrt(row**2 @ strayed))) for kind, row in every}


def _kinds(games: Sequence[Reviewed]) -> list[str]:
    """Return the kinds of decision, and last `BEYOND` if there are such losses."""
    sides = [side for game in games for side in game.sides]
    has_more = any(one.beyond for side in sides for losses in side.losses.values() for one in losses)
    return [*sorted({kind for side in sides for kind in side.losses}), *([BEYOND] if has_more else ())]


def by_pair(games: Sequence[Reviewed]) -> dict[tuple[str, str], list[Reviewed]]:
    found: dict[tuple[str, str], list[Reviewed]] = {}
    for game in games:
        found.setdefault(game.place.pair, []).append(game)
    return found


def _gained(game: Reviewed) -> float:
    """Return what the player named first gained, in games."""
    return game.sides[0].gained / PARTS


def _by_kind(games: Sequence[Reviewed], kinds: Sequence[str]) -> Any:
    """Return by game and kind the opponent's losses minus those of the player named first, in games."""
    lost = [[[_lost(side, kind) for kind in kinds] for side in game.sides] for game in games]
    own, rival = np.moveaxis(np.array(lost) / PARTS, 1, 0)
    return rival - own


def _lost(side: Side, kind: str) -> int:
    if kind == BEYOND:
        return sum(one.beyond for losses in side.losses.values() for one in losses)
    return sum(one.missed for one in side.losses.get(kind, ()))


def calibrated(loss: Loss, kind: str, factors: Mapping[str, float]) -> float:
    """Return the loss in games."""
    factor = factors.get(kind, 1.0)
    return (factor * loss.missed + factors.get(BEYOND, factor) * loss.beyond) / PARTS


@dataclass(frozen=True)
class Agreement:
    """The predicted and real mean result of the player named first over some games, and the standard error."""

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
    """Compare predicted and real results by pair of players and over all games."""
    kinds = _kinds(games)
    groups = {f"{one} against {other}": some for (one, other), some in sorted(by_pair(games).items())}
    found = {}
    for name, some in (*groups.items(), (TOGETHER, games)):
        told = _by_kind(some, kinds) @ np.array([factors.get(kind, 1.0) for kind in kinds])
        came = np.array([_gained(game) for game in some])
        error = float((came - told).std(ddof=min(1, len(some) - 1))) / sqrt(len(some))
        found[name] = Agreement(len(some), float(told.mean()), float(came.mean()), error)
    return found


@dataclass(frozen=True)
class Rate:
    """A level's error rate in thousandths of a game per decision, and its marks."""

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
    """Return the rate over all decisions of a level. Decisions of a game correlate, so the error is that of whole
    games.
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


def failed(game: str, games: Sequence[Reviewed], rates: Mapping[str, Rate], told: Agreement) -> Iterator[str]:
    """Yield which of checks 1, 2 and 4 of docs/review.md fail, with the figures.

    Single pairs are printed but not checked: of ten pairs predicted correctly, one lies outside its interval in four
    samples of ten.
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
    if (learned := len(games) - told.games) < LEARNED or told.games < KEPT_BACK:
        yield f"check 4: {learned} games learned from, of {LEARNED}; {told.games} held back, of {KEPT_BACK}"
    if not told.holds:
        yield f"check 4: {told}"


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Fit and check the evaluator of a game’s reviews.")
    parser.add_argument("game", choices=sorted(registry.GAMES))
    parser.add_argument("--games", type=int, default=500, help="games of each pair of levels, with those kept before")
    parser.add_argument("--minutes", type=float, help="no new games are begun after so long")
    parser.add_argument("--seed", type=int, default=0, help="of new games; another one is another sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="end with 1 and write nothing where a check fails")
    parser.add_argument("--into", type=Path, help="the file with version and factors; without it nothing is written")
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
    print(f"Factors from {len(learned)} games, with standard errors", *_told(found), sep="\n  ")
    foretold = agreement(held_back, factors)
    print(f"{len(held_back)} games held back", *_told(foretold), sep="\n  ")
    print("The same without factors", *_told(agreement(held_back, {})), sep="\n  ")
    print("Error rates of all games", *_told(rates), sep="\n  ")
    if given.check and (wrong := [*failed(given.game, games, rates, foretold[TOGETHER])]):
        raise SystemExit("\n".join(wrong))
    if given.into is not None:
        version = evaluator_of(given.game).fit.version + 1
        told = {level: round(one.rate.mean, 2) for level, one in rates.items()}
        _write(given.into, Fit(version, dict(sorted(factors.items())), told, played_as(given.game)))
        sample.keep_for(version)


def _told(found: Mapping[str, object]) -> Iterator[str]:
    return (f"{name}: {one}" for name, one in found.items())


def _grow(sample: Sample, given: Any) -> None:
    """Play and store missing games, pair by pair in turn. At the time limit, games that have begun are finished."""
    end = monotonic() + 60 * (given.minutes if given.minutes is not None else float("inf"))
    if dropped := sample.begin():
        print(f"{sample.path}: {dropped} games of other versions dropped; the sample begins anew")
    there = {game.place for game in sample.games()}
    pairs = list(combinations(registry.levels(given.game), 2))
    todo = [
        place
        for index in range(given.games)
        for pair in pairs
        if (place := Place(given.game, pair, given.seed, index)) not in there
    ]
    with ProcessPoolExecutor(given.jobs) as pool:
        begun = deque[Future[Reviewed]]()
        for place in watched(todo, unit="game"):
            if monotonic() > end:
                break
            begun.append(pool.submit(reviewed, place))
            if len(begun) > 2 * given.jobs:  # twice the jobs, so that no process waits
                sample.add(begun.popleft().result())
        for game in begun:
            sample.add(game.result())


def _write(place: Path, fit: Fit) -> None:
    told = {name: value for name, value in asdict(fit).items() if value is not None}
    place.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print(f"{place}: version {fit.version}")


if __name__ == "__main__":
    main()
