"""The report of a match, as a table or as JSON, and its games as records, one per line.

For each player a report has wins with a confidence interval, the mean margin, and the time per choice.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from games.arena.match import ArenaGame, Match
from games.arena.players import PREFIX
from games.figures import wilson
from games.records.format import line_of, record_of


@dataclass(slots=True)
class PlayerResults:
    name: str
    games: int = 0
    wins: int = 0
    ties: int = 0
    forfeits: int = 0
    margins: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, game: ArenaGame, who: int) -> None:
        margin = game.margins[who]
        self.games += 1
        self.wins += who in game.winners
        self.ties += not game.winners
        self.forfeits += game.lost is not None and game.seating[game.lost.seat] == who
        if margin is not None:
            self.margins.append(margin)
        self.seconds.extend(game.seconds[who])

    def as_json(self) -> dict[str, object]:
        low, high = wilson(self.wins, self.games)
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "ties": self.ties,
            "win_rate": round(self.wins / self.games, 4) if self.games else 0.0,
            "interval": [round(low, 4), round(high, 4)],
            "margin": round(sum(self.margins) / len(self.margins), 2) if self.margins else None,
            "ms": {"median": self._ms(0.5), "p99": self._ms(0.99)},
        }

    def line(self, width: int) -> str:
        low, high = wilson(self.wins, self.games)
        margin = sum(self.margins) / len(self.margins) if self.margins else 0.0
        rate = self.wins / self.games if self.games else 0.0
        return (
            f"{self.name:<{width}}  {self.games:6d} {self.wins:6d} {self.ties:5d}  {rate:6.1%} "
            f"[{low:5.1%}, {high:5.1%}]  {margin:+8.1f}  {self._ms(0.5):8.3f} {self._ms(0.99):8.3f}"
        )

    def _ms(self, part: float) -> float:
        return round(1000 * quantile(self.seconds, part), 3)


def table(results: Sequence[PlayerResults]) -> str:
    """Return the results of a match as a table in plain text, one line per player."""
    width = max(len(one.name) for one in results)
    head = f"{'player':<{width}}  {'games':>6} {'wins':>6} {'ties':>5}  {'rate':>6} {'95% interval':>14}"
    return "\n".join([f"{head}  {'margin':>8}  {'ms':>8} {'p99':>8}", *(one.line(width) for one in results)])


def forfeited(results: Sequence[PlayerResults]) -> str:
    """Return a line with the number of forfeited games, in all and by player; empty if there are none."""
    lost = [f"{one.name} {one.forfeits}" for one in results if one.forfeits]
    total = sum(one.forfeits for one in results)
    return f"forfeited: {total} of {results[0].games} games ({', '.join(lost)})" if lost else ""


def quantile(values: Sequence[float], part: float) -> float:
    """Return the quantile of `values` for the share `part` (0.5: the median), by nearest rank; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def in_order(games: Iterable[ArenaGame]) -> Iterator[ArenaGame]:
    """Yield the games by ascending index; buffer a game until all games before it have arrived."""
    early: dict[int, ArenaGame] = {}
    following = 0
    for game in games:
        early[game.index] = game
        while following in early:
            yield early.pop(following)
            following += 1


def line(match: Match, game: ArenaGame) -> str:
    """Return the record of a game as a line. The record names an outside program by number, not by its command."""
    ended = None if game.lost is None else {"why": "forfeit", "seat": game.lost.seat}
    seats = [_seat(match.players[who], who) for who in game.seating]
    record = record_of(key=match.game, options=game.options, said=game.log, seats=seats, ended=ended)
    return line_of(record)


def _seat(name: str, who: int) -> dict[str, str]:
    if name.startswith(PREFIX):
        return {"name": f"Program {who + 1}", "player": "program"}
    return {"name": f"{name} {who + 1}", "player": name}
