"""From entries to a log: a game told action by action up to some moment, with its state and its finished hands.

Beside actions a log has asides: a hint that somebody asked for, a return to a decision, which takes back all that was
done since, and who stands in for whom. They count in the version like every entry, so that no page and no computer
player is surprised by them; the rules never hear of any.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from accounts.queries import ASKED, Kept
from games.company import Seating
from games.engine.actions import DEAL, START, Action, Argument, tuple_of
from games.engine.notation import frozen, read_action
from games.engine.ruleset import Ruleset, Start
from games.engine.state import (
    DEALER,
    Dealt,
    Event,
    HandEnded,
    Phase,
    Refilled,
    Said,
    Seat,
    Started,
    State,
    replace,
)
from games.models import Entry, Game
from games.registry import ruleset
from games.review.advising import Advice
from games.review.telling import advice_of
from games.services.log.log_cache import LOG_CACHE
from games.snapshot import PlayedHand

Source = Entry.Source
_entries_from = Kept(lambda: Entry.objects.filter(game=ASKED, ordinal__gte=ASKED).order_by("ordinal"))
#: The phases in which no hand is being played.
BETWEEN: Final = (Phase.START, Phase.DEAL, Phase.OVER)
#: Entries that are no action of the game.
ASIDES: Final = frozenset({Source.HINT, Source.UNDO, Source.SEATING})
#: What computer players chose.
COMPUTERS: Final = frozenset({Source.COMPUTER, Source.FALLBACK})
#: How deep the sheet of a hand is nested: that of a duel has cards in piles in rounds in a list.
SHEET_DEPTH: Final = 8
#: The verb of an undo; its argument is the ordinal of the entry that is taken back, with all after it.
BACK: Final = "back"


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a log with what it brought about; an aside brings nothing about."""

    ordinal: int
    hand: int
    seat: Seat
    action: Action
    source: str
    at: datetime
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Log:
    """A game told up to one moment: its state, its finished hands, and the lines not yet written.

    Of its entries the first `written` are; `earlier` are the lines after those, of hands before the one in `lines`.

    `lines` are those of the hand in play, or just over, that stand. `hints` and `undone` count those of that hand,
    `chances` how often chance has acted in it; `hint` is what `advised` was shown for a choice it still owes. `before`
    is the log before the last action of a person in this hand, and its own `before` the one before that, if chance has
    not acted between the two. `at` is the time of the last entry. `stand_ins` are the levels of computer players that
    stand in for people, by seat, and `left` the seats whose people have left and are not back.
    """

    rules: Ruleset
    state: State
    version: int = 0
    at: datetime | None = None
    hands: tuple[PlayedHand, ...] = ()
    start: Start = field(default_factory=dict)
    dealt: Dealt | None = None
    said: tuple[Said, ...] = ()
    lines: tuple[Line, ...] = ()
    auto: int = 0
    chances: int = 0
    hints: int = 0
    undone: int = 0
    hint: Advice | None = None
    advised: Seat | None = None
    before: "Log | None" = None
    stand_ins: Mapping[Seat, str] = field(default_factory=dict)
    left: frozenset[Seat] = frozenset()
    written: int = 0
    earlier: tuple[Line, ...] = ()

    def with_action(self, seat: Seat, action: Action, source: str, at: datetime) -> "Log":
        """The log with one more action; raises RuleError if it is refused."""
        step = self.rules.apply(self.state, seat, action)
        line = Line(self.version + 1, step.state.number, seat, action, source, at, step.events)
        chances = self.chances + (seat == DEALER or any(isinstance(event, Refilled) for event in step.events))
        dealt = next((event for event in step.events if isinstance(event, Dealt)), None)
        start = next((event.start for event in step.events if isinstance(event, Started)), self.start)
        log = replace(
            self,
            state=step.state,
            version=self.version + 1,
            at=at,
            earlier=self.fresh if dealt else self.earlier,
            start=start,
            dealt=dealt or self.dealt,
            said=() if dealt else (*self.said, (seat, action)),
            lines=(line,) if dealt else (*self.lines, line),
            auto=0 if dealt else self.auto + (source == Source.TABLE),
            chances=0 if dealt else chances,
            hints=0 if dealt else self.hints,
            undone=0 if dealt else self.undone,
            hint=self.hint if self._still_advises(seat, step.state) else None,
            before=None if dealt else self._way_back() if source == Source.PERSON else self.before,
        )
        ended = next((event for event in step.events if isinstance(event, HandEnded)), None)
        return log if ended is None else replace(log, hands=(*log.hands, log._finished(ended)))

    def hinted(self, seat: Seat, shown: Action, at: datetime) -> "Log":
        """Return the log with a hint shown to that seat, as `advice_action` writes it."""
        log = self._aside(seat, shown, Source.HINT, at)
        return replace(log, hints=self.hints + 1, hint=advice_of(shown), advised=seat)

    def _way_back(self) -> "Log":
        """This log, with those before it that may still be gone back to from there: none from before chance has acted.

        A duel is one long hand, and the logs of all its rounds would take up memory by the square of their number.
        """
        is_past = self.before is not None and self.before.chances != self.chances
        return replace(self.stored(), before=None) if is_past else self.stored()

    def _still_advises(self, seat: Seat, after: State) -> bool:
        if self.hint is None or self.advised is None:
            return False
        return still_owes(self.rules, self.advised, self.state, after, acted={seat})

    def took_back(self, seat: Seat, undone: Action, at: datetime) -> "Log":
        """The log as it was before a person's action of this hand; raises ValueError where there is none such."""
        before = self.before
        while before is not None and before.version + 1 != undone.number:
            before = before.before
        if before is None:
            raise ValueError("nothing can be taken back here")
        lines = tuple(line for line in self.lines if line.source in ASIDES or line.ordinal <= before.version)
        earlier = replace(before, version=self.version, hints=self.hints, undone=self.undone + 1, hint=None)
        seated = replace(earlier, stand_ins=self.stand_ins, left=self.left, written=self.written, earlier=self.earlier)
        return replace(seated, lines=lines)._aside(seat, undone, Source.UNDO, at)

    def seated(self, seat: Seat, change: Action, at: datetime) -> "Log":
        log = self._aside(seat, change, Source.SEATING, at)
        if change.verb == Seating.LEAVES:
            return replace(log, left=self.left | {seat})
        stand_ins = {one: level for one, level in self.stand_ins.items() if one != seat}
        if change.verb == Seating.STANDS_IN:
            return replace(log, stand_ins={**stand_ins, seat: str(change.argument)})
        left = self.left - {seat} if change.verb == Seating.IS_BACK else self.left
        return replace(log, stand_ins=stand_ins, left=left)

    @property
    def fresh(self) -> tuple[Line, ...]:
        """The lines not yet written."""
        return (*self.earlier, *(line for line in self.lines if line.ordinal > self.written))

    @property
    def is_helped(self) -> bool:
        """Whether a hint was shown or an action taken back, in this hand or one before."""
        return self.hints + self.undone > 0 or any(hand.is_helped for hand in self.hands)

    @property
    def waits_for_deal(self) -> bool:
        """Whether a hand is over, or none has been dealt, and the next one is to come."""
        return self.state.phase in BETWEEN and DEALER in self.rules.waits_for(self.state)

    @property
    def absent(self) -> frozenset[Seat]:
        """The seats whose people do not act: they have left, or a computer player does it for them."""
        return self.left | self.stand_ins.keys()

    @property
    def vacated(self) -> frozenset[Seat]:
        """The seats of those who have left and for whom nobody acts."""
        return self.left - self.stand_ins.keys()

    def stored(self) -> "Log":
        """The log once its lines are written: nothing in it is fresh."""
        return self if self.written == self.version else replace(self, written=self.version, earlier=())

    def follow(self, entry: Entry) -> "Log":
        """The log with one more stored entry, of whatever kind."""
        action = read_action(entry.action)
        if entry.source == Source.HINT:
            return self.hinted(entry.seat, action, entry.at)
        if entry.source == Source.UNDO:
            return self.took_back(entry.seat, action, entry.at)
        if entry.source == Source.SEATING:
            return self.seated(entry.seat, action, entry.at)
        return self.with_action(entry.seat, action, entry.source, entry.at)

    def _aside(self, seat: Seat, action: Action, source: str, at: datetime) -> "Log":
        line = Line(self.version + 1, self.state.number, seat, action, source, at)
        return replace(self, version=self.version + 1, at=at, lines=(*self.lines, line))

    def _finished(self, ended: HandEnded) -> PlayedHand:
        if self.dealt is None:
            raise ValueError("a hand ended that was never dealt")
        return PlayedHand(
            number=self.dealt.number,
            first=self.dealt.first,
            hands=tuple(tuple(map(str, tuple_of(hand))) for hand in tuple_of(self.dealt.deal["hands"])),
            actions=self.said,
            auto=self.auto,
            record=ended.record,
            sheet=ended.sheet,
            is_helped=self.hints + self.undone > 0,
            by_computer=self._by_computer(),
        )

    def _by_computer(self) -> frozenset[int]:
        """The places in what was said of the actions that computer players chose; the deal was said before."""
        _dealt, *said = (line for line in self.lines if line.source not in ASIDES)
        return frozenset(place for place, line in enumerate(said) if line.source in COMPUTERS)


def still_owes(rules: Ruleset, seat: Seat, then: State, now: State, *, acted: Collection[Seat]) -> bool:
    """Whether `seat` owed a choice together with those who have `acted` since, in the same phase: so it still does."""
    owed = rules.waits_for(then)
    return then.phase is now.phase and seat in owed and bool(acted) and owed - {seat} >= set(acted)


def opened(game: Game) -> Log:
    """The log of `game` before its first entry."""
    rules = ruleset(game.key)
    return Log(rules, rules.initial(game.options))


def of_hand(game: Game, number: int, *, before: int | None = None) -> tuple[Log, list[Entry]]:
    """The log before the deal of a hand, and the entries of that hand, up to the ordinal `before` if one is given.

    The hands before it are not replayed: its deal follows from the start of the game, from its row and from the last
    result, so the cost does not grow with the game. Of those hands the log has only its `lines`: who came and went.
    Of the first hand the entries begin with the start of the game. Raises LookupError for a hand that was not dealt.
    """
    log = opened(game)
    wanted = Q(hand__in=(0, 1)) if number == 1 else Q(hand=number)
    earlier = Q(source=Source.SEATING, hand__lt=number) | Q(ordinal=1)
    found = list(game.entries.filter(wanted | earlier).order_by("ordinal"))
    if number < 1 or not found or found[-1].hand != number:
        raise LookupError(number)
    entries = [entry for entry in found if before is None or entry.ordinal < before]
    if number == 1:
        return log, entries
    scored = Q(number__lt=number, result__has_key=log.rules.score)
    row, *last = game.hands.filter(Q(number=number) | scored).order_by("-number")[:2]
    start = read_action(found[0].action).argument
    if row.number != number or not isinstance(start, Mapping):
        raise LookupError(number)
    result = _mapping(last[0].result) if last else {}
    state = log.rules.resumed(game.options, start, number=number, first=row.first, scored=result)
    log = replace(log, state=state, start=start)
    for entry in found:
        if entry.hand < number and entry.source == Source.SEATING:
            log = log.follow(entry)
    entries = [entry for entry in entries if entry.hand == number]
    version = next(entry.ordinal for entry in found if entry.hand == number) - 1
    return replace(log, version=version, written=version), entries


def end_of_hand(game: Game, number: int) -> Log:
    """The log after the last entry of a hand, with that hand alone in `hands`. Raises LookupError as `of_hand`."""
    log, entries = of_hand(game, number)
    for entry in entries:
        log = log.follow(entry)
    return log


def played_hands(game: Game, numbers: Collection[int]) -> tuple[PlayedHand, ...]:
    """These hands of the game, as far as they are over, from their rows and entries; in order."""
    by_hand = defaultdict[int, list[Entry]](list)
    for entry in standing(game.entries.filter(hand__in=numbers).order_by("ordinal")):
        if entry.source != Source.DEALER or read_action(entry.action).verb != DEAL:
            by_hand[entry.hand].append(entry)
    rows = game.hands.filter(number__in=numbers, ended_at__isnull=False).order_by("number")
    return tuple(
        PlayedHand(
            number=row.number,
            first=row.first,
            hands=tuple(map(tuple, row.deal["hands"])),
            actions=tuple((entry.seat, read_action(entry.action)) for entry in by_hand[row.number]),
            auto=row.auto,
            record=_mapping(row.result),
            sheet=_mapping(row.sheet),
            is_helped=row.hints + row.undone > 0,
            by_computer=frozenset(i for i, entry in enumerate(by_hand[row.number]) if entry.source in COMPUTERS),
        )
        for row in rows
    )


def _mapping(stored: object) -> Mapping[str, Argument]:
    """A JSON object of a hand's row as the rules made it."""
    value = frozen(stored, depth=SHEET_DEPTH)
    return value if isinstance(value, Mapping) else {}


def read(game: Game) -> Log:
    """The log as it is stored, followed from what this process keeps of it; nothing in it is fresh."""
    log, entries = _followed(game)
    for entry in entries:
        log = log.follow(entry)
    return _kept(game, log)


def read_since(game: Game, version: int) -> tuple[Log, Log, list[Entry]]:
    """The log as it was at that version and as it is now, and the entries between the two."""
    now, entries = _followed(game, version)
    then, since = now, list[Entry]()
    for entry in entries:
        now = now.follow(entry)
        if entry.ordinal <= version:
            then = now
        else:
            since.append(entry)
    return then.stored(), _kept(game, now), since


def keep(game: Game, log: Log) -> None:
    """Remember the log in this process once it is certain to stand: the caller's transaction may yet be undone."""
    log = log.stored()
    transaction.on_commit(lambda: LOG_CACHE.keep(game.code, log), robust=True)


def _kept(game: Game, log: Log) -> Log:
    """The log, remembered where nothing in it can be undone any more."""
    log = log.stored()
    if not transaction.get_connection().in_atomic_block:
        LOG_CACHE.keep(game.code, log)
    return log


def _followed(game: Game, version: int | None = None) -> tuple[Log, Iterable[Entry]]:
    """Return the newest cached log not newer than `version`, or an empty one, and the entries after it."""
    log = LOG_CACHE.get(game.code, version)
    if log is None:
        return opened(game), game.entries.order_by("ordinal")
    return log, () if log.version == game.version else _entries_from(game.pk, log.version + 1)


def replayed(game: Game, entries: Iterable[Entry]) -> Log:
    """The log of those entries; its fresh lines are all that stand, those taken back are not among them."""
    log = opened(game)
    for entry in entries:
        log = log.follow(entry)
    return log


def begun_with(action: Action, carried: Mapping[str, Any]) -> Action:
    """The start of a game with what it was told to begin with; anything else the dealer does as it is."""
    if action.verb != START or not isinstance(action.argument, Mapping):
        return action
    return Action(START, {**action.argument, **carried})


def is_stand_ins(entry: Entry, people: Collection[Seat]) -> bool:
    """Whether a computer player chose it in the place of one of these people."""
    return entry.source in COMPUTERS and entry.seat in people


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that stand as actions: without asides, and without what was taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.source not in ASIDES:
            kept.append(entry)
        elif entry.source == Source.UNDO:
            undone = read_action(entry.action)
            while kept and kept[-1].ordinal >= (undone.number or 0):
                kept.pop()
    return kept


@dataclass(frozen=True, slots=True)
class Past:
    """A log at a moment that is past, after an action of `seat`. `plays_itself`: the table then played the rest of the
    hand at once.
    """

    log: Log
    seat: Seat
    plays_itself: bool = False


def moves_since(game: Game, version: int, seat: Seat) -> tuple[list[Past], Log]:
    """The log after each action that is newer than `version` and that no answer has shown to this seat, the oldest
    first, and as it is now. Its own actions were shown by the answers to them, unless the table went on by itself.

    What the dealer and the table did by themselves belongs to the action before it.
    """
    (log, entries), found = _followed(game, version), list[Past]()
    for entry in entries:
        log = log.follow(entry).stored()
        if entry.ordinal > version and entry.source not in (Source.DEALER, Source.FACE_UP, Source.TABLE, Source.HINT):
            found.append(Past(log, entry.seat))
        elif entry.source == Source.TABLE and found and found[-1].log.version == entry.ordinal - 1:
            found[-1] = Past(found[-1].log, found[-1].seat, plays_itself=True)
    if found and found[-1].log.version == log.version:
        found.pop()
    return [one for one in found if one.seat != seat or one.plays_itself], _kept(game, log)
