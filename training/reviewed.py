"""Samples of reviewed arena games, to which an evaluator is fitted and on which it is checked. Later runs add games.

`training/reviewed/<key>.csv` begins with the versions of the evaluator and of all levels. If one of these changes, the
sample restarts; a new level does not restart it. Each game has two lines, one per player: seed, index, level, the
opponent's level, the gain apart from luck, and for each kind of decision the number of decisions and the losses other
than 0. A loss is `missed` or `missed+beyond`, see `Loss`. Gains and losses are in whole ten-thousandths of a game; the
losses are not multiplied by the evaluator's factors, which `training.fit_reviewer` fits to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, cast

from games import registry
from games.arena.match import ArenaGame, ArenaTable, Match, seated
from games.arena.players import Player
from games.engine.actions import DEAL, START, Action
from games.engine.options import variant_of
from games.engine.state import SeatView
from games.evaluation.decisions import LoggedAction
from games.evaluation.hand import finished, review_hand
from games.evaluation.interface import SURE, Evaluator, LateEvaluator, Reason

#: A whole game in the unit of a sample's values.
PARTS: Final = 10_000
REVIEWED: Final = Path(__file__).parent / "reviewed"


@dataclass(frozen=True)
class SampledGame:
    """The identity of a sampled game: key of the card game, levels of both players, seed of the match, and index."""

    game: str
    pair: tuple[str, str]
    seed: int
    index: int


class Loss(NamedTuple):
    """A decision's loss in two parts: the policy's usual action would have avoided `beyond`, but not `missed`."""

    missed: int
    beyond: int = 0

    def __str__(self) -> str:
        return f"{self.missed}+{self.beyond}" if self.beyond else f"{self.missed}"

    @staticmethod
    def read(text: str) -> "Loss":
        return Loss(*map(int, text.split("+")))


NO_LOSS: Final = Loss(0)


@dataclass
class PlayerLosses:
    """A player's gain in a game apart from luck, and the losses by kind of decision, including losses of 0."""

    gained: int = 0
    losses: dict[str, list[Loss]] = field(default_factory=dict)


@dataclass(frozen=True)
class Reviewed:
    """A reviewed game of the sample, with the gains and losses of both players."""

    place: SampledGame
    sides: tuple[PlayerLosses, PlayerLosses]


class Unexplained:
    """Wraps an evaluator so that it applies no factors to losses, and gives no reasons, because reasons are costly."""

    factors: ClassVar[Mapping[str, float]] = {}

    def __init__(self, own: Evaluator) -> None:
        self._own = own

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


def evaluator_of(game: str) -> LateEvaluator:
    """Return the evaluator of the game; raise LookupError if it has none."""
    found = registry.GAMES[game].evaluator
    if found is None:
        raise LookupError(f"{game} has no evaluator to fit")
    return found


def reviewed(place: SampledGame) -> Reviewed:
    """Play the game and review it with the evaluator’s raw losses."""
    match = Match(place.game, place.pair, place.index + 1, seed=place.seed)
    return _reviewed(place, match, ArenaTable(match, place.index, _players(place.game, place.pair)).play())


def played_as(game: str) -> str | None:
    """Return the default variant of the game, which sampled games have; None for a game without variants."""
    return variant_of(registry.ruleset(game).options, {})


@cache
def _players(game: str, pair: tuple[str, str]) -> tuple[Player, ...]:
    return seated(Match(game, pair, 1))


def _reviewed(place: SampledGame, match: Match, game: ArenaGame) -> Reviewed:
    rules, evaluator = match.rules, cast(Evaluator, Unexplained(evaluator_of(place.game).evaluator))
    code = f"{match.players}:{match.seed}:{game.index}"
    sides = (PlayerLosses(), PlayerLosses())
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


def _logged(game: ArenaGame) -> list[LoggedAction]:
    """Number the actions as a game record does: starts and deals have no number of their own."""
    ordinal, logged = 0, list[LoggedAction]()
    for seat, action in game.log:
        ordinal += action.verb not in (START, DEAL)
        logged.append(LoggedAction(ordinal, seat, action))
    return logged


def _parts(worth: int) -> int:
    return round(worth * PARTS / SURE)


@dataclass(frozen=True)
class Sample:
    """The stored sample of one card game."""

    game: str
    folder: Path = REVIEWED

    @property
    def path(self) -> Path:
        return self.folder / f"{self.game}.csv"

    def games(self) -> list[Reviewed]:
        """Return the stored games; none if the version of the evaluator or of a bot has changed since."""
        versions, *lines = self._lines()
        if not set(versions.split(",")) <= set(self._versions(evaluator_of(self.game).fit.version).split(",")):
            return []
        return [self._game(*both) for both in zip(lines[::2], lines[1::2], strict=True)]

    def begin(self) -> int:
        """Prepare the file for the current versions; return the number of dropped games of other versions."""
        stored, *lines = self._lines()
        kept = lines if self.games() else []
        versions = self._versions(evaluator_of(self.game).fit.version)
        if (stored, lines) != (versions, kept):
            self.folder.mkdir(exist_ok=True)
            self._write([versions, *kept])
        return (len(lines) - len(kept)) // 2

    def add(self, game: Reviewed) -> None:
        """Append both lines of a game in one write, so that an interrupted run stores no half of a game."""
        lines = [_line(game.place, who, side) for who, side in enumerate(game.sides)]
        with self.path.open("a", encoding="ascii") as out:
            out.write("".join(f"{one}\n" for one in lines))

    def keep_for(self, version: int) -> None:
        """Mark the sample as valid for a new version of the evaluator that differs only in its factors."""
        _, *lines = self.path.read_text(encoding="ascii").splitlines()
        self._write([self._versions(version), *lines])

    def _lines(self) -> list[str]:
        return self.path.read_text(encoding="ascii").splitlines() if self.path.exists() else [""]

    def _write(self, lines: list[str]) -> None:
        self.path.write_text("".join(f"{one}\n" for one in lines), encoding="ascii")

    def _versions(self, evaluator: int) -> str:
        """Return the first line: the versions of the evaluator and of the bots, which determine the losses."""
        levels = (f"{level} {registry.bot(self.game, level).version}" for level in registry.levels(self.game))
        return ",".join((f"evaluator {evaluator}", *levels))

    def _game(self, line: str, other: str) -> Reviewed:
        seed, index, player, rival, *_ = line.split(",")
        return Reviewed(
            SampledGame(self.game, (player, rival), int(seed), int(index)), (_side_of(line), _side_of(other))
        )


def _line(place: SampledGame, who: int, side: PlayerLosses) -> str:
    kinds = (
        " ".join((kind, str(len(losses)), *(str(one) for one in losses if one != NO_LOSS)))
        for kind, losses in sorted(side.losses.items())
    )
    return ",".join((str(place.seed), str(place.index), place.pair[who], place.pair[1 - who], str(side.gained), *kinds))


def _side_of(line: str) -> PlayerLosses:
    _, _, _, _, gained, *kinds = line.split(",")
    side = PlayerLosses(int(gained))
    for text in kinds:
        kind, many, *losses = text.split(" ")
        side.losses[kind] = [*map(Loss.read, losses), *[NO_LOSS] * (int(many) - len(losses))]
    return side
