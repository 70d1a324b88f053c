"""Consistency checks of a game's rows beyond its log: seats, seals, attempt, reviews and lines.

Each check yields the names of what differs, never values: the game may be running, and its cards are secret.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from games import dealing
from games.boards import checks as boards
from games.boards.models import Attempt
from games.dealing import ALGORITHM
from games.engine.state import DEALER
from games.evaluation.hand import gained_by
from games.registry import ruleset
from games.reviews import weighing
from games.reviews.models import DecisionLine, Practice, Review, newest_reviews
from games.snapshot import Status
from games.statistics.models import PersonLine
from games.table.logs import ASIDES, Log
from games.table.models import DealtBy, Entry, Game, Seat

DECISION: Final = (
    *("review_id", "ordinal", "user_id", "guest_id", "key", "level", "day", "kind", "trick", "step", "loss"),
)


def check(game: Game, log: Log, entries: Sequence[Entry], seats: Sequence[Seat]) -> Iterator[str]:
    yield from _game(game, log, entries)
    yield from _seats(game, log, seats)
    yield from _seals(game, log, entries)
    yield from boards.check(game, log, seats)
    yield from _reviews(game, entries)
    yield from _practice(game)
    yield from _weighed(game)


def _game(game: Game, log: Log, entries: Sequence[Entry]) -> Iterator[str]:
    if entries:
        last = game.ended_at if game.status == Status.ABANDONED else log.at
        if game.moved_at != last:
            yield "the game's moved_at"
        if game.status == Status.FINISHED and game.ended_at != log.at:
            yield "the game's ended_at"
    if game.gave_up is not None and game.status != Status.ABANDONED:
        yield "the game's gave_up"
    copied = entries[: game.begun_with]
    if len(copied) < game.begun_with or any(entry.at != game.started_at for entry in copied):
        yield "the game's begun_with"
    has_attempt = game.board_id is not None and Attempt.objects.filter(game=game).exists()
    if game.is_counted == (game.begun_with > 0) and not has_attempt:
        yield "the game's is_counted"


def _seats(game: Game, log: Log, seats: Sequence[Seat]) -> Iterator[str]:
    if [seat.number for seat in seats] != list(range(log.rules.seats)):
        yield "the seats"
    elif any(seat.side != log.rules.side(log.state.options, seat.number) for seat in seats):
        yield "the seats' sides"


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
    """Check each review against its decisions, the other seats' reviews of the hand, and the log."""
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
        made = [weighing.decisions_of(review) for review in reviews]
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
    """Check that each practice row is a marked decision in the newest review of its seat."""
    marked = {
        (review.number, review.seat, one.ordinal)
        for review in newest_reviews(Review.objects.filter(game=game))
        for one in weighing.decisions_of(review)
        if one.mark is not None
    }
    rows = Practice.objects.filter(seat__game=game)
    if not marked.issuperset(rows.values_list("number", "seat__number", "ordinal")):
        yield "the practice"


def _weighed(game: Game) -> Iterator[str]:
    """Check the costs on people's lines and the rows of their decisions against the reviews."""
    lines = list(PersonLine.objects.filter(game=game))
    stored = {(line.number, line.seat): line.weighed for line in lines}
    found = weighing.weighed(game)
    due = {place: json.loads(json.dumps(costs)) for place, costs in found.costs.items()}
    if any(stored[place] != due.get(place) for place in stored):
        yield "the lines' costs"
    decisions = DecisionLine.objects.filter(review__game=game)
    if _values(decisions, DECISION) != _values(found.decisions, DECISION):
        yield "the lines of decisions"


def _values(rows: Iterable[Any], names: Sequence[str]) -> list[Any]:
    return sorted(map(attrgetter(*names), rows), key=str)
