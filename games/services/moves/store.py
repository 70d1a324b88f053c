"""A log's lines to rows. The log is the truth; every row here can be made again from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.company import Seating
from games.engine.notation import action_text
from games.engine.state import BidSaid, Dealt, Discarded, Event, HandEnded, Played, TrickWon, plain
from games.models import Bid, Discard, Entry, Game, Hand, Play, Seat, Trick
from games.services.counting import attempts, weighing
from games.services.counting.lines import PersonLineWriter, StoredLines
from games.services.log.logs import Line, Log, replayed
from games.snapshot import Status

_COMES_OR_GOES: Final = (Seating.LEAVES, Seating.IS_BACK)


def scores(log: Log) -> list[object]:
    """The scores a list shows, by side: those of the last hand that was scored."""
    for hand in reversed(log.hands):
        shown = hand.record.get(log.rules.score)
        if isinstance(shown, tuple):
            return list(shown)
    return []


def writes_rows(game: Game, log: Log) -> bool:
    comes_or_goes = any(line.action.verb in _COMES_OR_GOES for line in log.fresh)
    bounds = any(isinstance(event, (Dealt, HandEnded)) for event in _of(log.fresh))
    return comes_or_goes or bounds or game.status != Status.PLAYING


def write(game: Game, log: Log) -> None:
    """The rows of a hand that is dealt or over in the fresh lines, whose entries are written, and of the seats whose
    people come or go in them. The caller holds the game's version.
    """
    for line in log.fresh:
        if line.action.verb in _COMES_OR_GOES:
            left_at = line.at if line.action.verb == Seating.LEAVES else None
            Seat.objects.filter(game=game, number=line.seat).update(left_at=left_at)
    dealt = _hand_dealt(game, log.fresh)
    if dealt is not None:
        dealt.save(force_insert=True)
    ended = any(isinstance(event, HandEnded) for event in _of(log.fresh))
    write_lines(game, log, [close(game, log)] if ended else [])


def close(game: Game, log: Log) -> Hand:
    """The rows of the log's hand, which is over or given up: until then its log alone has its bids and cards."""
    stored = game.hands.get(number=log.state.number)
    rows = rows_of(game, log.lines)
    rows.hands[0].pk = stored.pk
    rows.hands[0].save(force_update=True)
    _add_cards(rows)
    return rows.hands[0]


def write_whole(game: Game, log: Log) -> None:
    """All of a game told at once, hand by hand. The caller owns the transaction."""
    Entry.objects.bulk_create(entries(game, log))
    write_lines(game, log, _project_lines(game, log.fresh))


def entries(game: Game, log: Log) -> list[Entry]:
    return [
        Entry(
            game=game,
            ordinal=line.ordinal,
            hand=line.hand,
            seat=line.seat,
            action=action_text(line.action),
            source=line.source,
            at=line.at,
        )
        for line in log.fresh
    ]


def rebuild(game: Game) -> None:
    """Throw the projections of a game away and make them anew from its log. The caller owns the transaction."""
    stored = {(line.number, line.seat): line for line in game.lines.all()}
    game.hands.all().delete()
    game.lines.all().delete()
    log = replayed(game, game.entries.order_by("ordinal"))
    write_lines(game, log, _project_lines(game, log.fresh), stored)
    weighing.weigh(game)


def write_lines(game: Game, log: Log, hands: Sequence[Hand], stored: StoredLines | None = None) -> None:
    """Write the lines for statistics of the finished hands, and of the game if it is over with them.

    `stored` are the lines that they replace: pages list the lines of a day by their keys.
    """
    is_over = game.status != Status.PLAYING
    if is_over or any(hand.ended_at is not None for hand in hands):
        PersonLineWriter(game, log, stored).write(hands)
    if is_over and game.board_id is not None:
        attempts.close(game=game, log=log)


@dataclass(frozen=True, slots=True)
class Rows:
    """What a log brings about, hand by hand; nothing of it is stored."""

    hands: list[Hand]
    bids: list[Bid]
    discards: list[Discard]
    tricks: list[Trick]
    plays: list[Play]


def rows_of(game: Game, fresh: Sequence[Line]) -> Rows:
    """The rows of whole hands as they would be written; of one that goes on there is nothing but its deal."""
    by_number: dict[int, list[Line]] = {}
    for line in fresh:
        by_number.setdefault(line.hand, []).append(line)
    rows = Rows([], [], [], [], [])
    for lines in by_number.values():
        hand = _hand_dealt(game, lines)
        if hand is not None:
            rows.hands.append(hand)
            if _end(hand, lines) or game.status != Status.PLAYING:
                sources = Counter(line.source for line in lines)
                hand.hints, hand.undone = sources[Entry.Source.HINT], sources[Entry.Source.UNDO]
                _tell(rows, hand, list(_of(lines)))
    return rows


def _project_lines(game: Game, fresh: Sequence[Line]) -> list[Hand]:
    rows = rows_of(game, fresh)
    Hand.objects.bulk_create(rows.hands)
    _add_cards(rows)
    return rows.hands


def _add_cards(rows: Rows) -> None:
    Bid.objects.bulk_create(rows.bids)
    Discard.objects.bulk_create(rows.discards)
    Trick.objects.bulk_create(rows.tricks)
    Play.objects.bulk_create(rows.plays)


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


def _tell(rows: Rows, hand: Hand, events: Sequence[Event]) -> None:
    """What was bid, put aside and played in a hand that is over or given up."""
    said = [event for event in events if isinstance(event, BidSaid)]
    rows.bids.extend(
        Bid(hand=hand, place=place, seat=one.seat, text=one.text, tricks=one.tricks, blind=one.blind)
        for place, one in enumerate(said)
    )
    discarded = [event for event in events if isinstance(event, Discarded)]
    rows.discards.extend(Discard(hand=hand, seat=one.seat, card=card.text) for one in discarded for card in one.cards)
    plays = [event for event in events if isinstance(event, Played)]
    won = {event.trick: event.winner for event in events if isinstance(event, TrickWon)}
    leaders = {play.trick: play.seat for play in reversed(plays)}
    tricks = {
        number: Trick(hand=hand, number=number, leader=leaders[number], winner=won.get(number))
        for number in sorted(leaders)
    }
    rows.tricks.extend(tricks.values())
    rows.plays.extend(
        Play(
            hand=hand,
            trick=tricks[one.trick],
            place=one.place,
            seat=one.seat,
            card=one.card.text,
            shuffle=one.shuffle,
        )
        for one in plays
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
