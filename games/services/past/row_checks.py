"""Checks of one game's rows against each other, beyond what its log says: seats, seals, attempt, reviews and lines.

Each check yields what differs, without a value: the game may go on, and its cards are secret.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from games import dealing
from games.dealing import ALGORITHM
from games.engine.state import DEALER
from games.models import (
    Attempt,
    Board,
    Chain,
    DealtBy,
    DecisionLine,
    Entry,
    Game,
    PersonLine,
    Practice,
    Review,
    Seat,
)
from games.registry import ruleset
from games.review.hand import gained_by
from games.services.counting import attempts, weighing
from games.services.log.logs import ASIDES, Log
from games.snapshot import Status

#: The columns of an attempt that follow from its finished game.
RESULT: Final = ("margin", "bid", "aside", "lead")
DECISION: Final = (
    *("review_id", "ordinal", "user_id", "guest_id", "key", "level", "day", "kind", "trick", "step", "loss"),
)


def check(game: Game, log: Log, entries: Sequence[Entry], seats: Sequence[Seat]) -> Iterator[str]:
    yield from _game(game, log, entries)
    yield from _seats(game, log, seats)
    yield from _seals(game, log, entries)
    yield from _attempt(game, log, seats)
    yield from _reviews(game, entries)
    yield from _practice(game)
    yield from _weighed(game)


def chains() -> Iterator[str]:
    """Yield each chain of boards whose published tip does not follow from its root."""
    for chain in Chain.objects.order_by("begins_on"):
        if dealing.link(bytes(chain.root), days=chain.days, day=-1).hex() != chain.tip:
            yield f"the chain of boards from {chain.begins_on}"


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


def _attempt(game: Game, log: Log, seats: Sequence[Seat]) -> Iterator[str]:
    """The attempt whose game this is, and one that was played in it before others were challenged to its cards."""
    attempt = Attempt.objects.filter(game=game).select_related("board").first()
    if game.board is not None:
        yield from _board(game, game.board, seats)
    if attempt is None:
        if game.board is not None and game.is_counted:
            yield "the attempt is missing"
    elif attempt.board != game.board or attempt.is_counted != game.is_counted:
        yield "the attempt"
    else:
        result = attempts.result_of(log, seat=attempt.board.seat) if game.status == Status.FINISHED else {}
        if (
            _differs(attempt, result)
            or attempt.ended_at != game.ended_at
            or attempt.level
            or _person(attempt) != _person(seats[attempt.board.seat])
            or attempt.error_rate != attempts.error_rate(game, attempt.board.seat)
        ):
            yield "the attempt"
    for other in Attempt.objects.filter(played_in=game).select_related("board"):
        if not log.hands or _differs(other, attempts.result_of(log, seat=other.board.seat, hand=log.hands[0])):
            yield "the attempt of a challenge to its cards"


def _board(game: Game, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    others = {seat.level for seat in seats if seat.number != board.seat}
    is_started = game.begun_with > 0 or game.carried == board.start
    is_sealed = board.commitment == dealing.commitment(bytes(board.server_seed))
    is_dealt = all(seal.player_seed == board.player_seed for seal in game.seals.all() if seal.dealt_by == DealtBy.BOARD)
    is_this = (board.key, board.options) == (game.key, game.options) and others == {board.level}
    if not (is_started and is_sealed and is_dealt and is_this and _is_in_chain(board)):
        yield "the board"


def _is_in_chain(board: Board) -> bool:
    if board.day is None:
        return True
    chain = Chain.objects.filter(begins_on__lte=board.day).order_by("-begins_on").first()
    if chain is None:
        return False
    try:
        link = dealing.link(bytes(chain.root), days=chain.days, day=(board.day - chain.begins_on).days)
    except ValueError:
        return False
    return dealing.secret_of_board(link, board.key) == bytes(board.server_seed)


def _differs(attempt: Attempt, result: Mapping[str, object]) -> bool:
    empty = {"margin": None, "bid": "", "aside": "", "lead": ""}
    return any(getattr(attempt, name) != {**empty, **result}[name] for name in RESULT)


def _person(row: Any) -> tuple[int | None, int | None]:
    return row.user_id, row.guest_id


def _reviews(game: Game, entries: Sequence[Entry]) -> Iterator[str]:
    """Compare each review with its decisions, those of its hand with each other, and decisions with the log."""
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
    """Every position to practise is a marked decision of the newest review of its seat."""
    marked = {
        (review.number, review.seat, one.ordinal)
        for review in weighing.newest(Review.objects.filter(game=game))
        for one in weighing.decisions_of(review)
        if one.mark is not None
    }
    rows = Practice.objects.filter(seat__game=game)
    if not marked.issuperset(rows.values_list("number", "seat__number", "ordinal")):
        yield "the practice"


def _weighed(game: Game) -> Iterator[str]:
    """What reviews have brought to the lines of persons, and the lines of their decisions."""
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
