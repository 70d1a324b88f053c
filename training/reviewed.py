"""Arena games that were reviewed: the sample from which an evaluator is fitted and checked, kept over many nights.

`training/reviewed/<key>.csv` begins with the versions of the evaluator and of all levels; where one of them has
changed the sample begins anew, and a new level goes on with it. Each game has a line a side: seed, place, player,
rival, what the player gained beside its luck, and by kind of decision how many there were and those losses that were
not 0, of each first what the usual action loses as well and then, after a plus, what it does not. All of that is in
whole ten-thousandths of a game, before any factor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, cast

from games import registry
from games.arena.match import ArenaTable, Game, Match, seated
from games.arena.players import Player
from games.engine.actions import DEAL, START, Action
from games.engine.options import variant_of
from games.engine.state import SeatView
from games.review.decisions import LoggedAction
from games.review.face import SURE, Evaluator, LateEvaluator, Reason
from games.review.hand import finished, review_hand

#: Of a game, in which the sample is told.
PARTS: Final = 10_000
REVIEWED: Final = Path(__file__).parent / "reviewed"


@dataclass(frozen=True)
class Place:
    """A game of the sample: who plays whom, from which seed, and the how manieth of those it is."""

    game: str
    pair: tuple[str, str]
    seed: int
    index: int


class Loss(NamedTuple):
    """What a decision cost: what the usual action loses as well, and what lies beyond that."""

    missed: int
    beyond: int = 0

    def __str__(self) -> str:
        return f"{self.missed}+{self.beyond}" if self.beyond else f"{self.missed}"

    @staticmethod
    def read(text: str) -> "Loss":
        return Loss(*map(int, text.split("+")))


NO_LOSS: Final = Loss(0)


@dataclass
class Side:
    """What a player gained in a game beside its luck, and its losses by kind of decision, those of 0 among them."""

    gained: int = 0
    losses: dict[str, list[Loss]] = field(default_factory=dict)


@dataclass(frozen=True)
class Reviewed:
    """A game as either of its players had it."""

    place: Place
    sides: tuple[Side, Side]


class Unexplained:
    """An evaluator that is asked what decisions cost and not why, and knows of no factors."""

    factors: ClassVar[Mapping[str, float]] = {}

    def __init__(self, own: Evaluator) -> None:
        self._own = own

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


def evaluator_of(game: str) -> LateEvaluator:
    """Raises LookupError for a game without one."""
    found = registry.GAMES[game].evaluator
    if found is None:
        raise LookupError(f"{game} has no evaluator that could be fitted")
    return found


def reviewed(place: Place) -> Reviewed:
    """The game played, and reviewed with the evaluator’s losses as they are."""
    match = Match(place.game, place.pair, place.index + 1, seed=place.seed)
    return _reviewed(place, match, ArenaTable(match, place.index, _players(place.game, place.pair)).play())


def played_as(game: str) -> str | None:
    """The variant that is played here: the usual one."""
    return variant_of(registry.ruleset(game).options, {})


@cache
def _players(game: str, pair: tuple[str, str]) -> tuple[Player, ...]:
    return seated(Match(game, pair, 1))


def _reviewed(place: Place, match: Match, game: Game) -> Reviewed:
    rules, evaluator = match.rules, cast(Evaluator, Unexplained(evaluator_of(place.game).evaluator))
    code = f"{match.players}:{match.seed}:{game.index}"
    sides = (Side(), Side())
    for hand in finished(rules, rules.initial(game.options), _logged(game)):
        reviews = review_hand(rules, evaluator, hand, code=code)
        for who, side in enumerate(sides):
            first = reviews[game.seating.index(who)]
            side.gained += _parts(first.after - first.before - first.luck)
        for review in reviews:
            losses = sides[game.seating[review.seat]].losses
            for one in review.decisions:
                beyond = _parts(one.beyond)
                losses.setdefault(one.kind, []).append(Loss(_parts(one.loss) - beyond, beyond))
    return Reviewed(place, sides)


def _logged(game: Game) -> list[LoggedAction]:
    """As a record tells its actions, which counts neither starts nor deals."""
    ordinal, logged = 0, list[LoggedAction]()
    for seat, action in game.log:
        ordinal += action.verb not in (START, DEAL)
        logged.append(LoggedAction(ordinal, seat, action))
    return logged


def _parts(worth: int) -> int:
    return round(worth * PARTS / SURE)


# -- the file -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """The games of one card game that were reviewed so far."""

    game: str
    folder: Path = REVIEWED

    @property
    def path(self) -> Path:
        return self.folder / f"{self.game}.csv"

    def games(self) -> list[Reviewed]:
        """None where a version has changed since."""
        versions, *lines = self._lines()
        if not set(versions.split(",")) <= set(self._versions(evaluator_of(self.game).fit.version).split(",")):
            return []
        return [self._game(*both) for both in zip(lines[::2], lines[1::2], strict=True)]

    def begin(self) -> int:
        """Without any game, unless there are some of these versions; how many of others are dropped."""
        told, *lines = self._lines()
        kept = lines if self.games() else []
        versions = self._versions(evaluator_of(self.game).fit.version)
        if (told, lines) != (versions, kept):
            self.folder.mkdir(exist_ok=True)
            self._write([versions, *kept])
        return (len(lines) - len(kept)) // 2

    def add(self, game: Reviewed) -> None:
        """Both lines at once, so that a kill leaves a game out and never half of it."""
        lines = [_line(game.place, who, side) for who, side in enumerate(game.sides)]
        with self.path.open("a", encoding="ascii") as out:
            out.write("".join(f"{one}\n" for one in lines))

    def keep_for(self, version: int) -> None:
        """Goes on with an evaluator that has other factors and is the same otherwise."""
        _, *lines = self.path.read_text(encoding="ascii").splitlines()
        self._write([self._versions(version), *lines])

    def _lines(self) -> list[str]:
        return self.path.read_text(encoding="ascii").splitlines() if self.path.exists() else [""]

    def _write(self, lines: list[str]) -> None:
        self.path.write_text("".join(f"{one}\n" for one in lines), encoding="ascii")

    def _versions(self, evaluator: int) -> str:
        """Of all that the losses come from."""
        levels = (f"{level} {registry.bot(self.game, level).version}" for level in registry.levels(self.game))
        return ",".join((f"evaluator {evaluator}", *levels))

    def _game(self, line: str, other: str) -> Reviewed:
        seed, index, player, rival, *_ = line.split(",")
        return Reviewed(Place(self.game, (player, rival), int(seed), int(index)), (_side_of(line), _side_of(other)))


def _line(place: Place, who: int, side: Side) -> str:
    kinds = (
        " ".join((kind, str(len(losses)), *(str(one) for one in losses if one != NO_LOSS)))
        for kind, losses in sorted(side.losses.items())
    )
    return ",".join((str(place.seed), str(place.index), place.pair[who], place.pair[1 - who], str(side.gained), *kinds))


def _side_of(line: str) -> Side:
    _, _, _, _, gained, *kinds = line.split(",")
    side = Side(int(gained))
    for told in kinds:
        kind, many, *losses = told.split(" ")
        side.losses[kind] = [*map(Loss.read, losses), *[NO_LOSS] * (int(many) - len(losses))]
    return side
