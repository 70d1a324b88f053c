"""Play a match: its games with their deals and seatings, in one or several processes.

All random numbers derive from the match's seed and the place in the match where they are used, so the games do not
depend on the number of processes.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Final

from games.arena.players import Forfeit, Limits, OutsidePlayer, Player, player
from games.bots.base import ImpossibleView
from games.engine.actions import Action
from games.engine.options import Options, Value, draw_options
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, HandEnded, Phase, Seat, SeatAction, State, Step
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
    limits: Limits = Limits()

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
        return Random(":".join(str(one) for one in (self.seed, *place)))  # nosec B311


@dataclass(frozen=True, slots=True)
class Lost:
    """A forfeit: the seat that lost the game by it, and the reason."""

    seat: Seat
    how: str


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A finished game. By player: `margins`, None after a forfeit or without scores, and `seconds` of each choice."""

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
        while waiting := sorted(self._rules.waits_for(self._state)):
            if waiting[0] == DEALER:
                if self._state.number >= MOST_HANDS and self._state.phase is Phase.DEAL:
                    break
                self._apply(DEALER, self._rules.chance(self._state, self._draws().randrange))
                continue
            lost = self._round(waiting)
            if lost is not None:
                return self._forfeited(lost)
        return self._finished()

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

    def _draws(self) -> Random:
        """Return the dealer's random generator for this point of the hand; games with the same deal number share it."""
        deal, number = self._match.deal(self._index), self._state.number
        return self._match.chance(deal, "deal", number, self._state.phase, self._dealt)

    def _apply(self, seat: Seat, action: Action) -> None:
        before = self._state.number
        step: Step = self._rules.apply(self._state, seat, action)
        self._state = step.state
        self._log.append((seat, action))
        if step.state.number != before:
            self._dealt = 0
        elif seat == DEALER:
            self._dealt += 1
        for event in step.events:
            if isinstance(event, HandEnded):
                self._scores = _scores(self._rules, event.record) or self._scores

    # -- results -------------------------------------------------------------------------------------

    def _finished(self) -> ArenaGame:
        result = self._rules.result(self._state)
        winner = None if result is None else result.winner
        winners = frozenset() if winner is None else self._players_of(winner)
        return self._game(winners, self._margins(), None)

    def _forfeited(self, lost: Lost) -> ArenaGame:
        """Stop an outside player that forfeits; return the game, won by all players on other sides."""
        loser = self._players[self._seating[lost.seat]]
        if isinstance(loser, OutsidePlayer):
            loser.stop()
        losers = self._players_of(self._side(lost.seat))
        winners = frozenset(range(len(self._players))) - losers
        return self._game(winners, (None,) * len(self._players), lost)

    def _game(self, winners: frozenset[int], margins: tuple[float | None, ...], lost: Lost | None) -> ArenaGame:
        seconds = tuple(tuple(one) for one in self._seconds)
        return ArenaGame(self._index, self._seating, self._options, tuple(self._log), winners, margins, seconds, lost)

    def _side(self, seat: Seat) -> int:
        return self._rules.side(self._options, seat)

    def _players_of(self, side: int) -> frozenset[int]:
        return frozenset(who for seat, who in enumerate(self._seating) if self._side(seat) == side)

    def _margins(self) -> tuple[float | None, ...]:
        """Return each player's final score less the best score of the others; None if no hand was scored.

        A player on several sides has the best score of these sides.
        """
        return tuple(self._margin(who) if self._scores else None for who in range(len(self._players)))

    def _margin(self, who: int) -> float:
        own = {self._side(seat) for seat, one in enumerate(self._seating) if one == who}
        mine = [score for side, score in enumerate(self._scores) if side in own]
        others = [score for side, score in enumerate(self._scores) if side not in own]
        return max(mine) - max(others)


def seated(match: Match) -> tuple[Player, ...]:
    """Return the players of the match, by index. The caller must close outside players."""
    return tuple(player(match.game, name, match.limits) for name in match.players)


def played(match: Match, jobs: int = 1) -> Iterator[ArenaGame]:
    """Play the match in up to `jobs` processes; yield its games as they end, in any order."""
    shares = min(jobs, match.games)
    if shares <= 1:
        yield from _share(match, 0, 1)
        return
    links: list[tuple[Connection, Process]] = []
    try:
        for place in range(shares):
            links.append(_started(match, place, shares, [link for link, _ in links]))
        yield from _gathered([link for link, _ in links])
    finally:
        for link, process in links:
            link.close()
            process.join()


def _scores(rules: Ruleset, record: Mapping[str, object]) -> tuple[float, ...]:
    """Return the score of each side after a hand; empty if the hand was not scored."""
    value = record.get(rules.score)
    return tuple(float(one) for one in value) if isinstance(value, tuple | list) else ()


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


def _started(match: Match, place: int, shares: int, reading_ends: list[Connection]) -> tuple[Connection, Process]:
    reading_end, writing_end = Pipe(duplex=False)
    process = Process(target=_work, args=(writing_end, [*reading_ends, reading_end], match, place, shares))
    process.start()
    writing_end.close()
    return reading_end, process


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
        else:
            link.send(None)


def _gathered(links: list[Connection]) -> Iterator[ArenaGame]:
    """Yield the games that the child processes send, until all are done.

    Raise an ImpossibleView that a child has sent, and EOFError if a child dies.
    """
    open_links: list[object] = list(links)
    while open_links:
        for link in wait(open_links):  # type: ignore[arg-type]
            if not isinstance(link, Connection):
                continue
            game = link.recv()
            if isinstance(game, ImpossibleView):
                raise game
            if game is None:
                open_links.remove(link)
            else:
                yield game
