"""Play a match in one or several processes, and report it: as a table, as JSON, and its games as records.

All random numbers derive from the match's seed and the place in the match where they are used, so the games do not
depend on the number of processes.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from random import Random
from typing import Final

from games.arena.players import PATIENCE, PREFIX, Forfeit, OutsidePlayer, Player, player
from games.bots.base import ImpossibleView
from games.engine.actions import Action
from games.engine.options import Options, Value, draw_options
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, HandEnded, Phase, Seat, SeatAction, State
from games.figures import wilson
from games.records.format import line_of, record_of
from games.registry import ruleset

_TRIES = 1_000
#: After this many hands a game ends without a winner, because with some options it may never end.
MOST_HANDS: Final = 500


@dataclass(frozen=True, slots=True)
class Match:
    """The settings of a match. If the game has more seats than `players`, the players are repeated."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    duplicate: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    random_options: bool = False
    patience: float = PATIENCE

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.game)

    def deal(self, index: int) -> int:
        """Return the number from which the game's deals derive. With `duplicate` each seating gets each deal once."""
        return index // len(self.players) if self.duplicate else index

    def seating(self, index: int) -> tuple[int, ...]:
        """Return the player at each seat, as an index into `players`. The players move by one seat each game."""
        turn = index % len(self.players)
        return tuple((seat + turn) % len(self.players) for seat in range(self.rules.seats))

    def options_of(self, index: int) -> Options:
        if not self.random_options:
            return dict(self.options)
        rng = self.chance(self.deal(index), "options")
        for _ in range(_TRIES):
            options = draw_options(self.rules.options, rng.randrange, self.options)
            if not self.rules.check(options):
                return options
        raise ValueError(f"no playable options of {self.game} in {_TRIES} draws")

    def chance(self, *place: object) -> Random:
        """Return the random generator for a place in the match. Its seed need not be secret: a match is repeatable."""
        return Random(":".join(str(one) for one in (self.seed, *place)))  # noqa: S311


@dataclass(frozen=True, slots=True)
class Lost:
    """A forfeit: the seat that lost the game by it, and the reason."""

    seat: Seat
    how: str


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A game that was played to its end, stopped after `MOST_HANDS` hands or forfeited.

    By player: `margins`, None after a forfeit or without scores, and `seconds` of each choice.
    """

    index: int
    seating: tuple[int, ...]
    options: Options
    log: tuple[SeatAction, ...]
    winners: frozenset[int]
    margins: tuple[float | None, ...]
    seconds: tuple[tuple[float, ...], ...]
    lost: Lost | None = None


class ArenaTable:
    """Plays one game of a match; keeps its state, its log, and the time of each choice."""

    def __init__(self, match: Match, index: int, players: Sequence[Player]) -> None:
        self._match = match
        self._index = index
        self._players = players
        self._rules = match.rules
        self._seating = match.seating(index)
        self._options = match.options_of(index)
        self._state = self._rules.initial(self._options)
        self._log: list[SeatAction] = []
        self._scores: tuple[float, ...] = ()
        self._seconds: tuple[list[float], ...] = tuple([] for _ in players)
        self._dealt = 0

    def play(self) -> ArenaGame:
        lost: Lost | None = None
        while lost is None and (waiting := sorted(self._rules.waits_for(self._state))):
            if waiting[0] != DEALER:
                lost = self._round(waiting)
            elif self._state.number >= MOST_HANDS and self._state.phase is Phase.DEAL:
                break
            else:
                # Games with the same deal number share the dealer's random numbers.
                deal, state = self._match.deal(self._index), self._state
                rng = self._match.chance(deal, "deal", state.number, state.phase, self._dealt)
                self._apply(DEALER, self._rules.chance(state, rng.randrange))
        return self._game(lost)

    def _round(self, waiting: list[Seat]) -> Lost | None:
        """Apply the actions of all waiting seats; at a forfeit stop and return it.

        All seats choose in the same state, so that simultaneous choices stay secret.
        """
        asked = self._state
        for seat in waiting:
            try:
                action = self._ask(asked, seat)
            except Forfeit as forfeit:
                return Lost(seat, str(forfeit))
            if seat not in self._rules.waits_for(self._state):
                continue
            refusal = self._rules.refusal(self._state, seat, action)
            if refusal is not None:
                return Lost(seat, f"answered {action.verb!r:.80} {action.argument!r:.80}: {refusal.code}")
            self._apply(seat, action)
        return None

    def _ask(self, state: State, seat: Seat) -> Action:
        who = self._seating[seat]
        view = self._rules.view(state, seat)
        rng = self._match.chance(self._index, "move", len(self._log), seat)
        begun = time.perf_counter()
        try:
            return self._players[who].choose(view, rng)
        finally:
            self._seconds[who].append(time.perf_counter() - begun)

    def _apply(self, seat: Seat, action: Action) -> None:
        before = self._state.number
        step = self._rules.apply(self._state, seat, action)
        self._state = step.state
        self._log.append((seat, action))
        if step.state.number != before:
            self._dealt = 0
        elif seat == DEALER:
            self._dealt += 1
        for event in step.events:
            scores: object = event.record.get(self._rules.score) if isinstance(event, HandEnded) else None
            if isinstance(scores, tuple):  # else the hand was not scored
                self._scores = tuple(float(one) for one in scores)

    # -- results -------------------------------------------------------------------------------------

    def _game(self, lost: Lost | None) -> ArenaGame:
        """Return the game. After a forfeit all players on other sides have won; an outside player is stopped."""
        every = range(len(self._players))
        if lost is not None:
            loser = self._players[self._seating[lost.seat]]
            if isinstance(loser, OutsidePlayer):
                loser.stop()
            winners = frozenset(every) - self._players_of(self._side(lost.seat))
        else:
            result = self._rules.result(self._state)
            winner = None if result is None else result.winner
            winners = frozenset() if winner is None else self._players_of(winner)
        return ArenaGame(
            index=self._index,
            seating=self._seating,
            options=self._options,
            log=tuple(self._log),
            winners=winners,
            margins=tuple(self._margin(who) if self._scores and lost is None else None for who in every),
            seconds=tuple(map(tuple, self._seconds)),
            lost=lost,
        )

    def _side(self, seat: Seat) -> int:
        return self._rules.side(self._options, seat)

    def _players_of(self, side: int) -> frozenset[int]:
        return frozenset(who for seat, who in enumerate(self._seating) if self._side(seat) == side)

    def _margin(self, who: int) -> float:
        """Return the player's final score, the best of its sides, less the best score of the others."""
        own = {self._side(seat) for seat, one in enumerate(self._seating) if one == who}
        mine = [score for side, score in enumerate(self._scores) if side in own]
        others = [score for side, score in enumerate(self._scores) if side not in own]
        return max(mine) - max(others)


def seated(match: Match) -> tuple[Player, ...]:
    """Return the players of the match, by index. The caller must close outside players."""
    return tuple(player(match.game, name, match.patience) for name in match.players)


def played(match: Match, jobs: int = 1) -> Iterator[ArenaGame]:
    """Play the match in up to `jobs` processes; yield its games in order.

    Raise an ImpossibleView of any process, and EOFError if a child process dies.
    """
    shares = min(jobs, match.games)
    if shares <= 1:
        yield from _share(match, 0, 1)
        return
    links: list[tuple[Connection, Process]] = []
    try:
        for place in range(shares):
            reading_end, writing_end = Pipe(duplex=False)
            inherited = [*(link for link, _ in links), reading_end]
            process = Process(target=_work, args=(writing_end, inherited, match, place, shares))
            process.start()
            writing_end.close()
            links.append((reading_end, process))
        for index in range(match.games):
            game = links[index % shares][0].recv()
            if isinstance(game, ImpossibleView):
                raise game
            yield game
    finally:
        for link, process in links:
            link.close()
            process.join()


def _share(match: Match, place: int, shares: int) -> Iterator[ArenaGame]:
    """Play and yield every `shares`-th game, beginning with game `place`."""
    players = seated(match)
    try:
        for index in range(place, match.games, shares):
            yield ArenaTable(match, index, players).play()
    finally:
        for one in players:
            if isinstance(one, OutsidePlayer):
                one.close()


def _work(link: Connection, inherited: list[Connection], match: Match, place: int, shares: int) -> None:
    """Play a share of the games in a child process, and send each game to the parent.

    `inherited` are the child's copies of the pipes' reading ends. They are closed, so that sending raises
    BrokenPipeError once the parent has closed its own copies.
    """
    for reading_end in inherited:
        reading_end.close()
    with suppress(BrokenPipeError):  # the parent stopped reading because the match was cancelled
        try:
            for game in _share(match, place, shares):
                link.send(game)
        except ImpossibleView as fault:
            link.send(fault)


# -- reports ---------------------------------------------------------------------------------------------


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
            "win_rate": round(self.wins / self.games, 4),
            "interval": [round(low, 4), round(high, 4)],
            "margin": round(sum(self.margins) / len(self.margins), 2) if self.margins else None,
            "ms": {"median": self._ms(0.5), "p99": self._ms(0.99)},
        }

    def line(self, width: int) -> str:
        low, high = wilson(self.wins, self.games)
        margin = sum(self.margins) / len(self.margins) if self.margins else 0.0
        return (
            f"{self.name:<{width}}  {self.games:6d} {self.wins:6d} {self.ties:5d}  {self.wins / self.games:6.1%} "
            f"[{low:5.1%}, {high:5.1%}]  {margin:+8.1f}  {self._ms(0.5):8.3f} {self._ms(0.99):8.3f}"
        )

    def _ms(self, part: float) -> float:
        return round(1000 * quantile(self.seconds, part), 3)


def table(results: Sequence[PlayerResults]) -> str:
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
