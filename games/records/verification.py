"""Verify stored rows against the logs and each other, deals against their seals, and totals against their rows.

Verification writes only `CountingProgress.verified_until`; `rebuild` recreates rows. The text of a difference contains
no values, because the cards of a running game are secret.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from operator import attrgetter
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, transaction
from django.db.models import Model, QuerySet

from accounts.zones import utc_today
from games import dealing
from games.boards import attempts
from games.boards.models import Attempt
from games.dealing import ALGORITHM
from games.engine.actions import action_text, read_action
from games.engine.state import DEALER
from games.evaluation.hand import gained_by
from games.registry import ruleset
from games.reviews import counting
from games.reviews.models import DecisionLine, Practice, Review, newest_reviews
from games.snapshot import Status
from games.statistics import tallies
from games.statistics.lines import PersonLineWriter
from games.statistics.models import CountingProgress, PersonLine
from games.table import logs, presence, store
from games.table.logs import ASIDES, BETWEEN, Log
from games.table.models import Bid, DealtBy, Discard, Entry, Game, Play, Seal, Seat, Trick
from games.table.tables import owing

logger = logging.getLogger(__name__)

#: Columns that are compared, by kind of row.
COMPARED: Final = {
    "hands": "number first deal auto hints undone result sheet dealt_at ended_at",
    "bids": "hand.number place seat text tricks blind",
    "discards": "hand.number seat card",
    "tricks": "hand.number number leader winner",
    "plays": "hand.number trick.number place seat card shuffle",
    "lines": "number seat key level day at user_id guest_id is_ranked marks numbers",
    "decisions": "review_id ordinal user_id guest_id key level day kind trick step loss",
}


def verify(*, games: QuerySet[Game]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Verify each game and yield its code and differences. Skips games that are deleted in the meantime.

    A game that differs is verified again under a row lock, because a concurrent move may have caused the difference.
    """
    for pk in list(games.order_by("pk").values_list("pk", flat=True)):
        rows = Game.objects.filter(pk=pk)
        verdict = next(((game.code, differences(game=game)) for game in rows), None)
        if verdict is not None and verdict[1]:
            with transaction.atomic():
                verdict = next(((game.code, differences(game=game)) for game in rows.select_for_update()), None)
        if verdict is not None:
            yield verdict


def days_owed() -> list[date]:
    """Return the past days that are not verified yet; before the first verification, only yesterday."""
    last = utc_today() - timedelta(days=1)
    verified = CountingProgress.objects.values_list("verified_until", flat=True).first()
    until = verified or last - timedelta(days=1)
    return [until + timedelta(days=1 + number) for number in range((last - until).days)]


def catch_up() -> int:
    """Verify all days owed: the games that last moved on each, and a tenth of the totals. Log differences.

    Return the number of games and totals that differ.
    """
    wrong = 0
    for day in days_owed():
        for code, found in verify(games=touched(since=day, until=day)):
            if found:
                wrong += 1
                logger.error("Game %s does not follow from its log: %s.", code, ", ".join(found))
        for name in wrong_totals(tenth=day.toordinal() % 10):
            wrong += 1
            logger.error("Totals do not follow from their rows: %s.", name)
        with transaction.atomic():
            progress = tallies.hold()
            if progress.verified_until is None or day > progress.verified_until:
                progress.verified_until = day
                progress.save(update_fields=["verified_until"])
    return wrong


def wrong_totals(*, tenth: int | None = None) -> Iterator[str]:
    """Yield names of wrong board chains, tallies and leaderboards. `tenth` (0 to 9) limits the last two to a tenth."""
    yield from attempts.wrong_chains()
    yield from tallies.wrong_totals(tenth=tenth)


def touched(*, since: date, until: date) -> QuerySet[Game]:
    """Return the games whose last move was on a day from `since` to `until` (UTC), both inclusive."""
    first = datetime.combine(since, time(), tzinfo=UTC)
    return Game.objects.filter(
        moved_at__gte=first, moved_at__lt=datetime.combine(until, time(), tzinfo=UTC) + timedelta(days=1)
    )


def differences(*, game: Game) -> tuple[str, ...]:
    """Return what differs in a game. Unreadable rows are a difference, too. Raises only DatabaseError."""
    try:
        return tuple(_differences(game))
    except DatabaseError:
        raise
    except Exception as error:  # damaged rows may make any check fail
        return (f"the game cannot be checked: {type(error).__name__}",)


def _differences(game: Game) -> Iterator[str]:
    """Yield differences: those of the log, of rows that follow from it, and of rows that the log alone does not fix."""
    entries = list(game.entries.order_by("ordinal"))
    if [entry.ordinal for entry in entries] != list(range(1, game.version + 1)):
        yield "the log has gaps"
        return
    try:
        log, wrong_entries = _replayed(game, entries)
    except ValueError:
        yield "the log cannot be replayed"
        return
    seats = tuple(game.seats.order_by("number"))
    yield from wrong_entries
    yield from _of_game(game, log, seats)
    yield from _of_rows(game, log)
    yield from _game_and_seats(game, log, entries, seats)
    yield from _seals(game, log, entries)
    yield from attempts.check(game, log, seats)
    yield from _reviews(game, entries)
    yield from _practice(game)
    yield from _weighed(game)


def _replayed(game: Game, entries: Sequence[Entry]) -> tuple[Log, list[str]]:
    """Return the replayed log, and a text for each entry that does not match its seal, seat or hand."""
    seals = {seal.number: seal for seal in game.seals.all()}
    levels = dict(game.seats.values_list("number", "level"))
    acts: dict[int, int] = {}
    log, wrong = logs.new_log(game), list[str]()
    for entry in entries:
        if entry.source == Entry.Source.DEALER:
            number = log.state.number + (log.state.phase in BETWEEN)
            event = acts.get(number, 0)
            acts[number] = event + 1
            if not _is_sealed(game, log, entry, seals.get(number), event):
                wrong.append(f"the dealer's action {event + 1} in hand {number}")
        elif entry.ordinal > game.begun_with and not _is_of_seat(log, entry, levels.get(entry.seat, "")):
            wrong.append(f"who made entry {entry.ordinal}")
        log = log.follow(entry)
        if log.lines[-1].hand != entry.hand:
            wrong.append(f"the hand of entry {entry.ordinal}")
    return log, wrong


def _is_of_seat(log: Log, entry: Entry, level: str) -> bool:
    """Return whether the source of the entry fits its seat: a person acts only at a seat without bot or stand-in."""
    is_bots = bool(level) or entry.seat in log.stand_ins
    if entry.source == Entry.Source.PERSON:
        return not is_bots
    return is_bots or entry.source not in logs.COMPUTERS


def _is_sealed(game: Game, log: Log, entry: Entry, seal: Seal | None, event: int) -> bool:
    """Return whether this action of the dealer follows from the seal and the values carried from earlier games.

    True for an unknown algorithm, which `_seals` reports once per hand.
    """
    if seal is None:
        return False
    if seal.algorithm != ALGORITHM:
        return True
    secret = bytes(seal.server_seed)
    drawn = log.rules.chance(log.state, dealing.draws(secret, seal.player_seed, hand=seal.number, event=event))
    due = read_action(action_text(logs.begun_with(drawn, game.carried)))
    return dealing.commitment(secret) == seal.commitment and due == read_action(entry.action)


def _of_game(game: Game, log: Log, seats: Sequence[Seat]) -> Iterator[str]:
    """Yield the fields of the game's row that differ from its log."""
    result = log.rules.result(log.state)
    rests = game.bot_due_at is None and presence.is_deserted(game=game, seats=seats)
    owed = game.status == Status.PLAYING and not rests and bool(owing(seats, log))
    is_over = game.status == Status.FINISHED
    given_up = game.why if game.status == Status.ABANDONED else ""  # not in the log
    expected = {
        "number": (game.number, log.state.number),
        "scores": (game.scores, _plain(store.scores(log))),
        "status": (is_over, result is not None and game.status != Status.ABANDONED),
        "winner": (game.winner, result.winner if result is not None and is_over else None),
        "why": (game.why, (result.why or "") if result is not None and is_over else given_up),
        "bot_due_at": (game.bot_due_at is not None, owed),
        "left": ({seat.number for seat in seats if seat.left_at}, log.left),
    }
    return (f"the game's {name}" for name, (stored, derived) in expected.items() if stored != derived)


def _of_rows(game: Game, log: Log) -> Iterator[str]:
    """Yield the kinds of rows (hands and their parts, lines of statistics) that differ from the log."""
    rows = store.rows_of(game, log.fresh)
    lines = PersonLineWriter(game, log, game.lines.all()).rows(rows.hands)
    pairs: Mapping[str, tuple[Iterable[Model], Iterable[Model]]] = {
        "hands": (game.hands.all(), rows.hands),
        "bids": (Bid.objects.filter(hand__game=game).select_related("hand"), rows.bids),
        "discards": (Discard.objects.filter(hand__game=game).select_related("hand"), rows.discards),
        "tricks": (Trick.objects.filter(hand__game=game).select_related("hand"), rows.tricks),
        "plays": (Play.objects.filter(hand__game=game).select_related("hand", "trick"), rows.plays),
        "lines": (game.lines.all(), lines),
    }
    for name, (stored, derived) in pairs.items():
        if _compared(name, stored) != _compared(name, derived):
            yield f"the {name}"


def _compared(name: str, rows: Iterable[Model]) -> Any:
    return _plain(sorted(map(attrgetter(*COMPARED[name].split()), rows), key=str))


def _plain(value: object) -> Any:
    """Return the value as a JSON column returns it, with lists instead of tuples, and with sorted keys."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder, sort_keys=True))


def rebuild(*, game: Game) -> None:
    """Delete and recreate the rows derived from the game's log. The caller owns the transaction.

    Lines for statistics keep their primary keys, which pages use as cursors.
    """
    stored = list(game.lines.all())
    game.hands.all().delete()
    game.lines.all().delete()
    log = logs.new_log(game).follow(*game.entries.order_by("ordinal"))
    PersonLineWriter(game, log, stored).write(store.project(game, log.fresh))
    attempts.close(game=game, log=log)
    counting.count_again(game)


def _game_and_seats(game: Game, log: Log, entries: Sequence[Entry], seats: Sequence[Seat]) -> Iterator[str]:
    is_given_up = game.status == Status.ABANDONED
    copied = entries[: game.begun_with]
    has_attempt = game.board_id is not None and Attempt.objects.filter(game=game).exists()
    is_complete = [seat.number for seat in seats] == list(range(log.rules.seats))
    sides = [log.rules.side(log.state.options, number) for number in range(log.rules.seats)]
    wrong = {
        "the game's moved_at": entries and game.moved_at != (game.ended_at if is_given_up else log.at),
        "the game's ended_at": entries and game.status == Status.FINISHED and game.ended_at != log.at,
        "the game's gave_up": game.gave_up is not None and not is_given_up,
        "the game's begun_with": len(copied) < game.begun_with or any(one.at != game.started_at for one in copied),
        "the game's is_counted": game.is_counted == (game.begun_with > 0) and not has_attempt,
        "the seats": not is_complete,
        "the seats' sides": is_complete and [seat.side for seat in seats] != sides,
    }
    return (name for name, is_wrong in wrong.items() if is_wrong)


def _seals(game: Game, log: Log, entries: Sequence[Entry]) -> Iterator[str]:
    drawn = defaultdict[int, int](int)
    for entry in entries:
        if entry.seat == DEALER:
            drawn[max(entry.hand, 1)] += 1
    copied = entries[game.begun_with - 1].hand if 0 < game.begun_with <= len(entries) else 0
    board = game.board
    for seal in game.seals.order_by("number"):
        if seal.algorithm != ALGORITHM:
            yield f"hand {seal.number} cannot be checked: the algorithm of its seal is unknown"
            continue
        usual = DealtBy.SEAL if board is None else DealtBy.BOARD
        is_copied = seal.number <= copied
        is_boards = board is None or bytes(seal.server_seed) == bytes(board.server_seed)
        if (
            seal.number > log.state.number + 1
            or seal.events != drawn[seal.number]
            or seal.commitment != dealing.commitment(bytes(seal.server_seed))
            or seal.dealt_by != (DealtBy.POSITION if is_copied else usual)
            or not is_boards
        ):
            yield f"the seal of hand {seal.number}"


def _reviews(game: Game, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield reviews that do not match their decisions, the other seats' reviews of the hand, or the log."""
    rules = ruleset(game.key)
    acted = {(entry.ordinal, entry.hand, entry.seat) for entry in entries if entry.source not in ASIDES}
    of_hand = defaultdict[tuple[int, int], list[Review]](list)
    for review in Review.objects.filter(game=game).order_by("number", "evaluator", "seat"):
        of_hand[review.number, review.evaluator].append(review)
    sides = [rules.side(game.options, seat) for seat in range(rules.seats)]
    for (number, _evaluator), reviews in of_hand.items():
        if [one.seat for one in reviews] != list(range(rules.seats)):
            yield f"the reviews of hand {number}"
            continue
        made = [counting.decisions_of(review) for review in reviews]
        lost = [sum(one.loss for one in some) for some in made]
        for review, some in zip(reviews, made, strict=True):
            own = sides[review.seat]
            partners = sum(lost[seat] for seat in range(rules.seats) if sides[seat] == own and seat != review.seat)
            rivals = gained_by(sum(lost[seat] for seat in range(rules.seats) if sides[seat] != own), sides)
            marked = sum(one.mark is not None for one in some)
            stored = (review.errors, review.partners, review.rivals, review.count, review.marked)
            is_logged = all((one.ordinal, number, review.seat) in acted for one in some)
            if stored != (lost[review.seat], partners, rivals, len(some), marked) or not is_logged:
                yield f"the review of hand {number}, seat {review.seat}"


def _practice(game: Game) -> Iterator[str]:
    """Yield a difference unless each practice row is a marked decision in the newest review of its hand and seat."""
    marked = {
        (review.number, review.seat, one.ordinal)
        for review in newest_reviews(Review.objects.filter(game=game))
        for one in counting.decisions_of(review)
        if one.mark is not None
    }
    rows = Practice.objects.filter(seat__game=game)
    if not marked.issuperset(rows.values_list("number", "seat__number", "ordinal")):
        yield "the practice"


def _weighed(game: Game) -> Iterator[str]:
    """Yield a difference if the costs in people's lines or the rows of decisions do not follow from the reviews."""
    lines = list(PersonLine.objects.filter(game=game))
    stored = {(line.number, line.seat): line.weighed for line in lines}
    counted, rows = counting.review_lines(game)
    due = {(line.number, line.seat): _plain(line.weighed) for line in counted}
    if any(stored[place] != due.get(place) for place in stored):
        yield "the lines' costs"
    decisions = DecisionLine.objects.filter(review__game=game)
    if _compared("decisions", decisions) != _compared("decisions", rows):
        yield "the lines of decisions"
