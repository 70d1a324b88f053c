"""Fold a game's entries into a `Log`: the state and the finished hands at one version.

Some entries are not actions but asides: hints, undos, and seating changes such as stand-ins. An undo takes back a
person's decision and all actions after it. Each aside raises the version, as an action does, so that an action chosen
before the aside is recognised as stale. The rules never see asides.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Any, Final

from django.db import transaction

from accounts.queries import ASKED, CompiledQuery
from games.company import Seating
from games.engine.actions import START, Action, read_action, tuple_of
from games.engine.ruleset import Ruleset, Start
from games.engine.state import (
    DEALER,
    Dealt,
    Event,
    HandEnded,
    Phase,
    Refilled,
    Seat,
    SeatAction,
    Started,
    State,
    replace,
)
from games.evaluation.decisions import Advice, advice_of
from games.registry import ruleset
from games.snapshot import PlayedHand
from games.table.models import Entry, Game

Source = Entry.Source
_entries_from = CompiledQuery(lambda: Entry.objects.filter(game=ASKED, ordinal__gte=ASKED).order_by("ordinal"))
#: Phases in which no hand is in play.
BETWEEN: Final = (Phase.START, Phase.DEAL, Phase.OVER)
#: Sources of entries that are not actions of the game.
ASIDES: Final = frozenset({Source.HINT, Source.UNDO, Source.SEATING})
#: Sources of actions by computer players.
COMPUTERS: Final = frozenset({Source.COMPUTER, Source.FALLBACK})
#: The verb of an undo. Its argument is the ordinal of the first undone entry.
BACK: Final = "back"
#: Maximum number of entries in all cached logs together: 80 MB at about 1,000 bytes each, enough for 1,800 half-played
#: games of Two-Man Spades.
ENTRIES: Final = 80_000
#: Seconds without access after which the next `keep` evicts a log. After that time most games are over.
IDLE: Final = 900.0
#: Maximum number of versions cached per game: open pages may still show an older one.
MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a log, with the events that its action caused; an aside causes none."""

    ordinal: int
    hand: int
    seat: Seat
    action: Action
    source: str
    at: datetime
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Log:
    """A game at one version: its state, its finished hands, and the entries not yet stored. Immutable.

    `lines` are the entries of the current hand (in play or just over), without undone actions. `auto`, `chances`,
    `hints` and `undone` count that hand's plays by the table, events of chance, hints, and undos.
    `at` is the time of the last entry. `written` is the number of stored entries; `earlier` are unstored entries of
    hands before the current one.
    `hint` is the last advice, shown to seat `advised`; it is None once that seat no longer owes the choice.
    `previous` is the log before the last action of a person in this hand. The `previous` of that log goes back one more
    such action, or is None if chance acted between the two actions.
    `stand_ins` maps a seat to the level of its stand-in, a computer player. `left` are the seats of players who left
    and have not come back.
    """

    rules: Ruleset
    state: State
    version: int = 0
    at: datetime | None = None
    hands: tuple[PlayedHand, ...] = ()
    start: Start = field(default_factory=dict)
    dealt: Dealt | None = None
    actions: tuple[SeatAction, ...] = ()
    lines: tuple[LogEntry, ...] = ()
    auto: int = 0
    chances: int = 0
    hints: int = 0
    undone: int = 0
    hint: Advice | None = None
    advised: Seat | None = None
    previous: "Log | None" = None
    stand_ins: Mapping[Seat, str] = field(default_factory=dict)
    left: frozenset[Seat] = frozenset()
    written: int = 0
    earlier: tuple[LogEntry, ...] = ()

    def with_action(self, seat: Seat, action: Action, source: str, at: datetime) -> "Log":
        """Return the log with one more action. Raises RuleError if the rules refuse it."""
        step = self.rules.apply(self.state, seat, action)
        line = LogEntry(self.version + 1, step.state.number, seat, action, source, at, step.events)
        chances = self.chances + (seat == DEALER or any(isinstance(event, Refilled) for event in step.events))
        dealt = next((event for event in step.events if isinstance(event, Dealt)), None)
        start = next((event.start for event in step.events if isinstance(event, Started)), self.start)
        still_advises = self.advised is not None and still_owes(
            self.rules, self.advised, self.state, step.state, acted={seat}
        )
        log = replace(
            self,
            state=step.state,
            version=self.version + 1,
            at=at,
            earlier=self.fresh if dealt else self.earlier,
            start=start,
            dealt=dealt or self.dealt,
            actions=() if dealt else (*self.actions, (seat, action)),
            lines=(line,) if dealt else (*self.lines, line),
            auto=0 if dealt else self.auto + (source == Source.TABLE),
            chances=0 if dealt else chances,
            hints=0 if dealt else self.hints,
            undone=0 if dealt else self.undone,
            hint=self.hint if still_advises else None,
            previous=None if dealt else self._as_before() if source == Source.PERSON else self.previous,
        )
        ended = next((event for event in step.events if isinstance(event, HandEnded)), None)
        return log if ended is None else replace(log, hands=(*log.hands, log._played_hand(ended)))

    def hinted(self, seat: Seat, shown: Action, at: datetime) -> "Log":
        """Return the log with a hint to `seat`; `shown` is the advice as `advice_action` encodes it."""
        log = self._with_aside(seat, shown, Source.HINT, at)
        return replace(log, hints=self.hints + 1, hint=advice_of(shown), advised=seat)

    def _as_before(self) -> "Log":
        """Return this log as the next log's `previous`; drop its own `previous` if chance acted in between.

        No undo goes back past chance. Without this cut, a duel, which is one long hand, would keep the log of every
        round, and memory would grow quadratically.
        """
        is_past = self.previous is not None and self.previous.chances != self.chances
        return replace(self.stored(), previous=None) if is_past else self.stored()

    def took_back(self, seat: Seat, undone: Action, at: datetime) -> "Log":
        """Return the log as before a person's action in this hand, with the undo as its last entry.

        `undone.number` is the ordinal of the person's action. Raises ValueError if the chain of `previous` has no log
        from just before it.
        """
        before = self.previous
        while before is not None and before.version + 1 != undone.number:
            before = before.previous
        if before is None:
            raise ValueError("no log from just before the undone action")
        lines = tuple(line for line in self.lines if line.source in ASIDES or line.ordinal <= before.version)
        earlier = replace(before, version=self.version, hints=self.hints, undone=self.undone + 1, hint=None)
        seated = replace(earlier, stand_ins=self.stand_ins, left=self.left, written=self.written, earlier=self.earlier)
        return replace(seated, lines=lines)._with_aside(seat, undone, Source.UNDO, at)

    def seated(self, seat: Seat, change: Action, at: datetime) -> "Log":
        log = self._with_aside(seat, change, Source.SEATING, at)
        if change.verb == Seating.LEAVES:
            return replace(log, left=self.left | {seat})
        stand_ins = {one: level for one, level in self.stand_ins.items() if one != seat}
        if change.verb == Seating.STANDS_IN:
            return replace(log, stand_ins={**stand_ins, seat: str(change.argument)})
        left = self.left - {seat} if change.verb == Seating.IS_BACK else self.left
        return replace(log, stand_ins=stand_ins, left=left)

    @property
    def fresh(self) -> tuple[LogEntry, ...]:
        """The entries not yet stored."""
        return (*self.earlier, *(line for line in self.lines if line.ordinal > self.written))

    def has_caused(self, *kinds: type[Event]) -> bool:
        """Return whether an entry that is not yet stored has caused such an event."""
        return any(isinstance(event, kinds) for line in self.fresh for event in line.events)

    @property
    def is_helped(self) -> bool:
        return self.hints + self.undone > 0 or any(hand.is_helped for hand in self.hands)

    @property
    def waits_for_deal(self) -> bool:
        return self.state.phase in BETWEEN and DEALER in self.rules.waits_for(self.state)

    @property
    def absent(self) -> frozenset[Seat]:
        return self.left | self.stand_ins.keys()

    @property
    def vacated(self) -> frozenset[Seat]:
        return self.left - self.stand_ins.keys()

    def stored(self) -> "Log":
        return self if self.written == self.version else replace(self, written=self.version, earlier=())

    def follow(self, *entries: Entry) -> "Log":
        """Return the log after these entries, asides included. They are in `fresh`, except for undone actions."""
        log = self
        for entry in entries:
            action = read_action(entry.action)
            if entry.source == Source.HINT:
                log = log.hinted(entry.seat, action, entry.at)
            elif entry.source == Source.UNDO:
                log = log.took_back(entry.seat, action, entry.at)
            elif entry.source == Source.SEATING:
                log = log.seated(entry.seat, action, entry.at)
            else:
                log = log.with_action(entry.seat, action, entry.source, entry.at)
        return log

    def _with_aside(self, seat: Seat, action: Action, source: str, at: datetime) -> "Log":
        line = LogEntry(self.version + 1, self.state.number, seat, action, source, at)
        return replace(self, version=self.version + 1, at=at, lines=(*self.lines, line))

    def _played_hand(self, ended: HandEnded) -> PlayedHand:
        if self.dealt is None:
            raise ValueError("a hand ended that was never dealt")
        _dealt, *said = (line for line in self.lines if line.source not in ASIDES)  # `actions` has no deal
        return PlayedHand(
            number=self.dealt.number,
            first=self.dealt.first,
            hands=tuple(tuple(map(str, tuple_of(hand))) for hand in tuple_of(self.dealt.deal["hands"])),
            actions=self.actions,
            auto=self.auto,
            record=ended.record,
            sheet=ended.sheet,
            is_helped=self.hints + self.undone > 0,
            by_computer=frozenset(i for i, line in enumerate(said) if line.source in COMPUTERS),
        )


def still_owes(rules: Ruleset, seat: Seat, seen: State, current: State, *, acted: Collection[Seat]) -> bool:
    """Return whether `seat` still owes a simultaneous choice after the seats in `acted` have made theirs.

    True if `seat` and all seats in `acted` owed one in the state `seen` and the phase has not changed since. False if
    `acted` is empty or contains `seat`.
    """
    owed = rules.waits_for(seen)
    return seen.phase is current.phase and seat in owed and bool(acted) and owed - {seat} >= set(acted)


def new_log(game: Game) -> Log:
    rules = ruleset(game.key)
    return Log(rules, rules.initial(game.options))


class LogCache:
    """A thread-safe LRU cache of logs by game code, bounded by the total number of entries.

    It saves replaying a game from its first entry. A game's log only grows, and a `Log` is immutable: a reader extends
    a cached log with the newer entries, so nothing needs invalidation. The version in the game's row decides races,
    never this cache. A log that is made in a transaction is cached only after the commit (`keep`).
    """

    def __init__(self, entries: int = ENTRIES) -> None:
        self._most, self._entries = entries, 0
        #: A game's cached logs, the newest first, and the monotonic time of the last access in seconds.
        self._logs: OrderedDict[str, tuple[tuple[Log, ...], float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._logs)

    def get(self, code: str, version: int | None = None) -> Log | None:
        """Return the newest cached log of a game, not newer than `version` if given; None on a miss."""
        with self._lock:
            moments = self._moments(code)
            if moments:
                self._put(code, moments)
        if version is None:
            return moments[0] if moments else None
        found = [log for moment in moments if (log := _not_newer(moment, version)) is not None]
        return max(found, key=lambda log: log.version, default=None)

    def keep(self, code: str, log: Log) -> None:
        """Cache a log if it is newer than the cached logs of its game; evict idle logs and those over the bound."""
        with self._lock:
            moments = self._moments(code)
            if moments and moments[0].version >= log.version:
                return
            self._entries += log.version - (moments[0].version if moments else 0)
            self._put(code, (log, *moments[: MOMENTS - 1]))
            idle_since = monotonic() - IDLE
            while self._logs and (self._entries > self._most or next(iter(self._logs.values()))[1] < idle_since):
                _code, (evicted, _asked_at) = self._logs.popitem(last=False)
                self._entries -= evicted[0].version

    def forget(self, code: str) -> None:
        with self._lock:
            moments, _asked_at = self._logs.pop(code, ((), 0))
            self._entries -= moments[0].version if moments else 0

    def _moments(self, code: str) -> tuple[Log, ...]:
        return self._logs[code][0] if code in self._logs else ()

    def _put(self, code: str, moments: tuple[Log, ...]) -> None:
        self._logs[code] = moments, monotonic()
        self._logs.move_to_end(code)


def _not_newer(log: Log | None, version: int) -> Log | None:
    """Return the first log of the chain `log`, `log.previous`, … that is not newer than `version`, or None."""
    while log is not None and log.version > version:
        log = log.previous
    return log


LOG_CACHE: Final = LogCache()


def read(game: Game) -> Log:
    """Return the current log: the cached log plus the entries stored since. Cache the result outside transactions."""
    log, entries = _cached_and_newer(game)
    return _cached(game, log.follow(*entries))


def read_since(game: Game, version: int) -> tuple[Log, Log, list[Entry]]:
    """Return the log at `version`, the log now, and the entries between the two."""
    log, found = _cached_and_newer(game, version)
    entries = list(found)
    then = log.follow(*(entry for entry in entries if entry.ordinal <= version))
    since = [entry for entry in entries if entry.ordinal > version]
    return then.stored(), _cached(game, then.follow(*since)), since


def keep(game: Game, log: Log) -> None:
    """Cache the log on commit: the caller's transaction may still roll back."""
    log = log.stored()
    transaction.on_commit(lambda: LOG_CACHE.keep(game.code, log), robust=True)


def _cached(game: Game, log: Log) -> Log:
    """Return the log as stored; cache it unless an open transaction could roll its entries back."""
    log = log.stored()
    if not transaction.get_connection().in_atomic_block:
        LOG_CACHE.keep(game.code, log)
    return log


def _cached_and_newer(game: Game, version: int | None = None) -> tuple[Log, Iterable[Entry]]:
    """Return the newest cached log not newer than `version`, or an empty one, and the entries after it."""
    log = LOG_CACHE.get(game.code, version)
    if log is None:
        return new_log(game), game.entries.order_by("ordinal")
    return log, () if log.version == game.version else _entries_from(game.pk, log.version + 1)


def begun_with(action: Action, carried: Mapping[str, Any]) -> Action:
    """Return a START action with `carried` merged into its argument, and any other action unchanged."""
    if action.verb != START or not isinstance(action.argument, Mapping):
        return action
    return Action(START, {**action.argument, **carried})


def standing_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without asides and without undone actions."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.source not in ASIDES:
            kept.append(entry)
        elif entry.source == Source.UNDO:
            undone = read_action(entry.action)
            while kept and kept[-1].ordinal >= (undone.number or 0):
                kept.pop()
    return kept


def moves_since(game: Game, version: int, seat: Seat) -> tuple[list[tuple[Log, bool]], Log]:
    """Return the log after each entry since `version` that `seat` has not seen, oldest first, and the log now.

    Each comes with a flag: the table then played out the hand. Skips entries of the dealer and of the table, cards
    turned up with the deal, and hints. Also skips the seat's own entries, whose responses have shown the table, unless
    the table then played out the hand.
    """
    (log, entries), found = _cached_and_newer(game, version), list[tuple[Log, bool]]()
    for entry in entries:
        log = log.follow(entry).stored()
        if entry.ordinal > version and entry.source not in (Source.DEALER, Source.FACE_UP, Source.TABLE, Source.HINT):
            found.append((log, False))
        elif entry.source == Source.TABLE and found and found[-1][0].version == entry.ordinal - 1:
            found[-1] = (found[-1][0], True)
    if found and found[-1][0].version == log.version:
        found.pop()
    return [(one, played) for one, played in found if played or one.lines[-1].seat != seat], _cached(game, log)
