"""Fits and checks the evaluator of a game's reviews anew, once its players have changed; docs/review.md tells more.

Arena games of every pair of levels are reviewed, the results are regressed on the losses, kind by kind, and what comes
of it is written beside the evaluator with its version raised. Printed are the error rates of all levels, how predicted
and real results agree on games held back, and the marks of the strongest level against itself.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, count
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from games import registry
from games.arena.match import Game, Match
from games.arena.shares import played
from games.engine.actions import DEAL, START
from games.engine.state import DEALER
from games.management.progress import watched
from games.review.decisions import By, LoggedAction, mark_of
from games.review.face import SURE, LateEvaluator
from games.review.hand import finished, review_hand

#: Of three games one is held back.
HELD_BACK: Final = 3
#: Games of each pair before the next pair is at it, where there are so many minutes and not so many games.
BATCH: Final = 6
#: How far the factor of a kind is thought to stray from that of all kinds together.
SPREAD: Final = 0.15


@dataclass
class Reviewed:
    """A game as seat 0 had it, in parts of a game: what is to be explained, and the losses by kind, the rival’s less
    the own. By player: decisions, summed losses, and all losses by kind.
    """

    pair: tuple[str, ...]
    gained: float
    losses: Counter[str] = field(default_factory=Counter)
    made: dict[str, list[tuple[str, float]]] = field(default_factory=dict)


def reviewed(asked: tuple[Match, Game]) -> Reviewed:
    """The whole game with the evaluator’s losses as they are."""
    match, game = asked
    rules, evaluator = match.rules, registry.evaluator(match.game)
    if isinstance(evaluator, LateEvaluator):
        evaluator = replace(evaluator, fit=replace(evaluator.fit, factors={}))
    ordinal, logged = 0, list[LoggedAction]()
    for seat, action in game.log:
        ordinal += action.verb not in (START, DEAL)
        logged.append(LoggedAction(ordinal, seat, action, By.OTHER if seat == DEALER else By.SELF))
    code = f"{match.players}:{match.seed}:{game.index}"
    found = Reviewed(tuple(match.players[who] for who in game.seating), 0.0)
    for hand in finished(rules, rules.initial(game.options), logged):
        reviews = review_hand(rules, evaluator, hand, code=code)
        found.gained += (reviews[0].after - reviews[0].before - reviews[0].luck) / SURE
        sides = [rules.side(game.options, seat) for seat in range(rules.seats)]
        for review in reviews:
            sign = -1 if sides[review.seat] == sides[0] else 1
            for one in review.decisions:
                found.losses[one.kind] += sign * one.loss / SURE  # type: ignore[assignment]
                found.made.setdefault(found.pair[review.seat], []).append((one.kind, one.loss / SURE))
    return found


def fitted(games: Sequence[Reviewed]) -> dict[str, float]:
    """By kind what losses are multiplied by, so that they explain what was gained.

    Least squares over the means of each pair of players: within a pair long games have more losses of both, and a
    result is bounded, so single games would make every loss look small. Each kind is drawn towards what all kinds
    together say, for kinds go together, and few pairs cannot quite tell them apart.
    """
    kinds = sorted({kind for game in games for kind in game.losses})
    means = [_means(some, kinds) for some in _by_pair(games).values()]
    rows, gained = np.array([row for row, _ in means]), np.array([came for _, came in means])
    whole = rows.sum(axis=1)
    usual = float(whole @ gained / (whole @ whole))
    pull = float(np.mean([game.gained**2 for game in games])) / SPREAD**2
    factors = np.linalg.solve(rows.T @ rows + pull * np.eye(len(kinds)), rows.T @ gained + pull * usual)
    return {kind: round(float(factor), 3) for kind, factor in zip(kinds, factors, strict=True)}


def _by_pair(games: Sequence[Reviewed]) -> dict[tuple[str, ...], list[tuple[int, Reviewed]]]:
    """Each game with the sign that makes it one of the seat of the player named first."""
    found: dict[tuple[str, ...], list[tuple[int, Reviewed]]] = {}
    for game in games:
        pair = tuple(sorted(game.pair))
        found.setdefault(pair, []).append((1 if game.pair[0] == pair[0] else -1, game))
    return found


def _means(games: Sequence[tuple[int, Reviewed]], kinds: Sequence[str]) -> tuple[list[float], float]:
    """Times the root of their number, which is how much they weigh."""
    weight = sqrt(len(games))
    losses = [weight * sum(sign * game.losses[kind] for sign, game in games) / len(games) for kind in kinds]
    return losses, weight * sum(sign * game.gained for sign, game in games) / len(games)


def agreement(games: Sequence[Reviewed], factors: Mapping[str, float]) -> Iterator[str]:
    """What was predicted and what came, by pair of players."""
    for pair, some in sorted(_by_pair(games).items()):
        told = [sign * sum(factors.get(kind, 1.0) * loss for kind, loss in game.losses.items()) for sign, game in some]
        came = [sign * game.gained for sign, game in some]
        middle, error = mean_and_error([real - predicted for real, predicted in zip(came, told, strict=True)])
        verdict = "agrees" if abs(middle) <= 1.96 * error else "differs"
        yield (
            f"{_named(pair)}: {len(some)} games, predicted {np.mean(told):+.3f}, came {np.mean(came):+.3f}, "
            f"difference {middle:+.3f} ± {1.96 * error:.3f}: {verdict}"
        )


def _named(pair: tuple[str, ...]) -> str:
    """Who plays whom, however many seats either has."""
    first, *others = dict.fromkeys(pair)
    return " against ".join((first, *(others or (first,))))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    many = len(values)
    middle = sum(values) / many
    return middle, sqrt(sum((one - middle) ** 2 for one in values) / max(1, many - 1) / many)


def rates(games: Sequence[Reviewed], factors: Mapping[str, float]) -> Iterator[str]:
    """By level, by name: error rate with its interval, marks a game, and the rates by kind."""
    for level in sorted({level for game in games for level in game.made}):
        sat = [game for game in games if level in game.made]
        seats = sum(game.pair.count(level) for game in sat)
        made = losses(sat, level, factors)
        middle, error = mean_and_error([loss for _, loss in made])
        marks = Counter(str(mark) for _, loss in made if (mark := mark_of(round(loss * SURE))))
        by_kind = {kind: [loss for one, loss in made if one == kind] for kind, _ in made}
        parts = ", ".join(f"{kind} {1000 * sum(some) / len(some):.2f}" for kind, some in sorted(by_kind.items()))
        yield (
            f"{level}: {1000 * middle:.2f} ± {1960 * error:.2f} a thousand over {len(made)} decisions; "
            f"marks a game {sum(marks.values()) / seats:.2f} ({dict(sorted(marks.items()))}); {parts}"
        )


def losses(games: Sequence[Reviewed], level: str, factors: Mapping[str, float]) -> list[tuple[str, float]]:
    """Kind and loss, in parts of a game, of all decisions of that level."""
    return [(kind, factors.get(kind, 1.0) * loss) for game in games for kind, loss in game.made.get(level, ())]


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Fit and check the evaluator of a game’s reviews.")
    parser.add_argument("game", choices=sorted(registry.GAMES))
    parser.add_argument("--games", type=int, default=180, help="games of each pair of levels")
    parser.add_argument("--minutes", type=float, help="as many games of each pair as that gives, in place of --games")
    parser.add_argument("--rivals", action="store_true", help="no games of a level against itself, which fit nothing")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, help="the file with version and factors; without it nothing is written")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    pairs = (combinations if given.rivals else combinations_with_replacement)(registry.levels(given.game), 2)
    games = list(_games(given, list(pairs)))
    learned = [game for place, game in enumerate(games) if place % HELD_BACK]
    held_back = games[::HELD_BACK]
    factors = fitted(learned)
    print(f"factors from {len(learned)} games: {factors}")
    for title, lines in (
        (f"Results and predictions on {len(held_back)} games held back", agreement(held_back, factors)),
        ("The same without factors", agreement(held_back, {})),
        ("Error rates of all games", rates(games, factors)),
    ):
        print(title, *lines, sep="\n  ")
    if given.into is not None:
        levels = sorted({level for game in games for level in game.made})
        made = {level: [loss for _, loss in losses(games, level, factors)] for level in levels}
        _write(given.into, factors, {level: round(1000 * mean_and_error(some)[0], 2) for level, some in made.items()})


def _games(given: Any, pairs: Sequence[tuple[str, ...]]) -> Iterator[Reviewed]:
    """Every pair has as many; a batch that is begun when the time is over is played to its end."""
    if given.minutes is None:
        yield from (game for pair in pairs for game in _of(given, pair, given.games, given.seed))
        return
    end = monotonic() + 60 * given.minutes
    for batch in count():
        yield from (game for pair in pairs for game in _of(given, pair, BATCH, given.seed + batch))
        if monotonic() > end:
            return


def _of(given: Any, pair: tuple[str, ...], many: int, seed: int) -> list[Reviewed]:
    print(f"{many} games of {pair[0]} and {pair[1]}", flush=True)
    match = Match(given.game, pair, many, seed=seed)
    games = sorted(played(match, given.jobs), key=lambda game: game.index)
    with ProcessPoolExecutor(given.jobs) as pool:
        return list(watched(pool.map(reviewed, [(match, game) for game in games]), total=len(games), unit="game"))


def _write(place: Path, factors: Mapping[str, float], rates: Mapping[str, float]) -> None:
    version = json.loads(place.read_text(encoding="utf-8"))["version"] if place.exists() else 0
    told = {"version": version + 1, "factors": dict(sorted(factors.items())), "rates": rates}
    place.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print(f"{place}: version {version + 1}")


if __name__ == "__main__":
    main()
