"""Log and rows to state, and a step's events to rows. The log is the truth; everything else follows from it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from games.engine.actions import Action
from games.engine.notation import action_text, read_action
from games.engine.registry import ruleset
from games.engine.ruleset import Ruleset
from games.engine.state import (
    BidSaid,
    Dealt,
    Discarded,
    Event,
    HandEnded,
    Played,
    Said,
    Seat,
    State,
    TrickWon,
    plain,
)
from games.models import Bid, Discard, Entry, Game, Hand, Play, Status, Trick
from games.services.seen import HandSeen
from games.services.statistics.lines import Telling


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a log with what it brought about."""

    hand: int
    seat: Seat
    action: Action
    source: str
    at: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Log:
    """A game told up to one moment: its state, its finished hands, and the lines not yet written."""

    rules: Ruleset
    state: State
    version: int = 0
    hands: tuple[HandSeen, ...] = ()
    dealt: Dealt | None = None
    said: tuple[Said, ...] = ()
    auto: int = 0
    fresh: tuple[Line, ...] = field(default=())

    def told(self, seat: Seat, action: Action, source: str, at: datetime) -> "Log":
        """The log with one more action; raises RuleError if it is refused."""
        step = self.rules.apply(self.state, seat, action)
        line = Line(step.state.number, seat, action, source, at, step.events)
        dealt = next((event for event in step.events if isinstance(event, Dealt)), None)
        log = replace(
            self,
            state=step.state,
            version=self.version + 1,
            fresh=(*self.fresh, line),
            dealt=dealt or self.dealt,
            said=() if dealt else (*self.said, (seat, action)),
            auto=0 if dealt else self.auto + (source == Entry.Source.TABLE),
        )
        ended = next((event for event in step.events if isinstance(event, HandEnded)), None)
        return log if ended is None else replace(log, hands=(*log.hands, log._finished(ended)))

    def _finished(self, ended: HandEnded) -> HandSeen:
        if self.dealt is None:
            raise ValueError("a hand ended that was never dealt")
        hands = self.dealt.deal["hands"]
        return HandSeen(
            number=self.dealt.number,
            first=self.dealt.first,
            hands=tuple(tuple(str(one) for one in hand) for hand in hands if isinstance(hand, tuple))
            if isinstance(hands, tuple)
            else (),
            actions=self.said,
            auto=self.auto,
            record=ended.record,
            sheet=ended.sheet,
        )


def opened(game: Game) -> Log:
    """The log of `game` before its first entry."""
    rules = ruleset(game.key)
    return Log(rules, rules.initial(game.options))


def read(game: Game) -> Log:
    """The log as it is stored, replayed from its first entry; nothing in it is fresh."""
    return replace(replayed(game, game.entries.order_by("ordinal")), fresh=())


def replayed(game: Game, entries: Iterable[Entry]) -> Log:
    log = opened(game)
    for entry in entries:
        log = log.told(entry.seat, read_action(entry.action), entry.source, entry.at)
    return log


def scores(log: Log) -> list[object]:
    """The scores a list shows, by side: those of the last hand that was scored."""
    for hand in reversed(log.hands):
        shown = hand.record.get(log.rules.score)
        if isinstance(shown, tuple):
            return list(shown)
    return []


def write(game: Game, log: Log) -> None:
    """The fresh lines as entries and rows. The caller holds the game's version."""
    _add_entries(game, log)
    hand = project(game, log.fresh)
    tell(game, log, [] if hand is None else [hand])


def write_whole(game: Game, log: Log) -> None:
    """All of a game told at once, hand by hand. The caller owns the transaction."""
    _add_entries(game, log)
    tell(game, log, _project_hands(game, log))


def _add_entries(game: Game, log: Log) -> None:
    first = log.version - len(log.fresh) + 1
    Entry.objects.bulk_create(
        Entry(
            game=game,
            ordinal=ordinal,
            hand=line.hand,
            seat=line.seat,
            action=action_text(line.action),
            source=line.source,
            at=line.at,
        )
        for ordinal, line in enumerate(log.fresh, start=first)
    )


def rebuild(game: Game) -> None:
    """Throw the projections of a game away and make them anew from its log. The caller owns the transaction."""
    game.hands.all().delete()
    game.lines.all().delete()
    log = replayed(game, game.entries.order_by("ordinal"))
    tell(game, log, _project_hands(game, log))


def tell(game: Game, log: Log, hands: Sequence[Hand]) -> None:
    """Lines for statistics: of those hands that are over, and of the game if it is over with them."""
    ended = {hand.number: hand for hand in hands if hand.ended_at is not None}
    is_over = game.status != Status.PLAYING
    if ended or is_over:
        Telling(game, log.rules, log.state, log.hands).write(ended, is_over=is_over)


def _project_hands(game: Game, log: Log) -> list[Hand]:
    """A whole game's rows, each kind in one statement."""
    by_number: dict[int, list[Line]] = {}
    for line in log.fresh:
        by_number.setdefault(line.hand, []).append(line)
    told = [(hand, lines) for lines in by_number.values() if (hand := _hand_dealt(game, lines)) is not None]
    for hand, lines in told:
        _end(hand, lines)
    Hand.objects.bulk_create(hand for hand, _ in told)
    Bid.objects.bulk_create(bid for hand, lines in told for bid in _bids(hand, lines))
    Discard.objects.bulk_create(discard for hand, lines in told for discard in _discards(hand, lines))
    tricks = Trick.objects.bulk_create(trick for hand, lines in told for trick in _tricks(hand, lines))
    _add_plays(tricks, told)
    return [hand for hand, _ in told]


def project(game: Game, lines: Sequence[Line]) -> Hand | None:
    """Rows for the events of these lines, all of one hand (a start and its first deal count as one)."""
    if not any(isinstance(event, Dealt | BidSaid | Discarded | Played | TrickWon | HandEnded) for event in _of(lines)):
        return None
    hand = _hand_dealt(game, lines)
    if hand is not None:
        hand.save(force_insert=True)
    else:
        hand = Hand.objects.get(game=game, number=lines[-1].hand)
    if any(isinstance(event, BidSaid) for event in _of(lines)):
        Bid.objects.bulk_create(_bids(hand, lines, first=hand.bids.count()))
    Discard.objects.bulk_create(_discards(hand, lines))
    # Upserted: the first card opens a trick, the last names its winner.
    tricks = Trick.objects.bulk_create(
        _tricks(hand, lines), update_conflicts=True, unique_fields=["hand", "number"], update_fields=["winner"]
    )
    _add_plays(tricks, [(hand, lines)])
    if _end(hand, lines):
        hand.save(update_fields=["result", "sheet", "ended_at", "auto"])
    return hand


def _of(lines: Sequence[Line]) -> Iterator[Event]:
    return (event for line in lines for event in line.events)


def _hand_dealt(game: Game, lines: Sequence[Line]) -> Hand | None:
    """The hand that was dealt in these lines, not yet stored."""
    for line in lines:
        for event in line.events:
            if isinstance(event, Dealt):
                deal = plain(event.deal)
                return Hand(game=game, number=event.number, first=event.first, deal=deal, dealt_at=line.at)
    return None


def _bids(hand: Hand, lines: Sequence[Line], first: int = 0) -> list[Bid]:
    said = [event for event in _of(lines) if isinstance(event, BidSaid)]
    return [
        Bid(hand=hand, place=place, seat=one.seat, text=one.text, tricks=one.tricks, blind=one.blind)
        for place, one in enumerate(said, first)
    ]


def _discards(hand: Hand, lines: Sequence[Line]) -> list[Discard]:
    laid = [event for event in _of(lines) if isinstance(event, Discarded)]
    return [Discard(hand=hand, seat=event.seat, card=one.text) for event in laid for one in event.cards]


def _plays(lines: Sequence[Line]) -> list[Played]:
    return [event for event in _of(lines) if isinstance(event, Played)]


def _tricks(hand: Hand, lines: Sequence[Line]) -> list[Trick]:
    won = {event.trick: event.winner for event in _of(lines) if isinstance(event, TrickWon)}
    leaders = {play.trick: play.seat for play in reversed(_plays(lines))}
    return [
        Trick(hand=hand, number=number, leader=leaders[number], winner=won.get(number)) for number in sorted(leaders)
    ]


def _add_plays(tricks: Sequence[Trick], told: Sequence[tuple[Hand, Sequence[Line]]]) -> None:
    by_number = {(trick.hand.number, trick.number): trick for trick in tricks}
    Play.objects.bulk_create(
        Play(hand=hand, trick=by_number[hand.number, one.trick], place=one.place, seat=one.seat, card=one.card.text)
        for hand, lines in told
        for one in _plays(lines)
    )


def _end(hand: Hand, lines: Sequence[Line]) -> bool:
    """Whether the hand ended in these lines; its row says how, and is not yet stored."""
    for line in lines:
        for event in line.events:
            if isinstance(event, HandEnded):
                hand.result, hand.sheet = plain(event.record), plain(event.sheet)
                hand.ended_at = line.at
                hand.auto = sum(one.source == Entry.Source.TABLE for one in lines)
                return True
    return False
