"""Attempts at boards by the house's computer players, in the person's seat. They fill fields with few people.

They meet the same cards as a person, and the same answers to the same play. If a player fails, its attempt is stored as
not counted, so that the nightly count does not wait for it. Slow; run by a worker. Resumes where it stopped.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from itertools import product
from random import Random

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games import dealing
from games.boards.attempts import NEAR, result_of
from games.boards.days import board_of, games
from games.boards.field import ENOUGH
from games.boards.models import Attempt, Board
from games.engine.actions import Action
from games.engine.state import DEALER, Seat
from games.registry import bot, levels, ruleset
from games.table import logs, thinking
from games.table.models import Entry
from games.table.thinking import judged

logger = logging.getLogger(__name__)


class Faulty(Exception):
    """A player failed to choose an action. `limit` is the time limit that ended its thought, if any."""

    def __init__(self, limit: SoftTimeLimitExceeded | None = None) -> None:
        super().__init__()
        self.limit = limit


def play_next(*, today: date, of_past: bool) -> bool:
    """Make the next missing attempt at a board of today, which is created, or of the past; return False if none is.

    Attempts at a past board are missing if no worker ran, or if it was first opened later. Boards played on their day
    come first, so that a person who plays many old boards delays no other player.
    """
    boards = _owed(today) if of_past else (board_of(key=key, day=today) for key in games())
    missing = ((board, level, number) for board in boards for level, number in _missing(board))
    board, level, number = next(missing, (None, "", 0))
    if board is None:
        return False
    _play(board, level, number)
    return True


def waiting(*, today: date) -> set[int]:
    """Return the primary keys of past boards whose count has to wait for attempts of the house."""
    return {board.pk for board in _owed(today) if next(_missing(board), None) is not None}


def _owed(today: date) -> QuerySet[Board]:
    on_its_day = Attempt.objects.filter(board=OuterRef("pk"), level="", is_counted=True)
    boards = Board.objects.filter(day__lt=today, field__isnull=True)
    return boards.annotate(is_awaited=Exists(on_its_day)).order_by("-is_awaited", "day")


def _missing(board: Board) -> Iterator[tuple[str, int]]:
    """Yield level and number of each missing attempt, the strongest level first, since its result is shown to people.

    None if the board's level is no longer in the game.
    """
    every = levels(board.key)
    if board.level not in every:
        return
    times = -(-ENOUGH // len(every))
    done = set(board.attempts.exclude(level="").values_list("level", "number"))
    yield from (one for one in product(reversed(every), range(times)) if one not in done)


def _play(board: Board, level: str, number: int) -> None:
    """Play and store an attempt. A concurrent worker stores the same result.

    Raises the task's time limit. If it interrupts a thought within its time, nothing is stored, for a later retry.
    """
    try:
        log = played(board, level=level, number=number)
    except Faulty as fault:
        _write(board, level, number, {"is_counted": False})
        if fault.limit is not None:
            raise fault.limit from fault
    else:
        _write(board, level, number, result_of(log))


def _write(board: Board, level: str, number: int, result: Mapping[str, object]) -> None:
    now = timezone.now()
    ended = {"begun_at": now, "ended_at": now, **result}
    Attempt.objects.get_or_create(board=board, level=level, number=number, defaults=ended)


def played(board: Board, *, level: str, number: int) -> logs.Log:
    """Return the log of the board played by that level in the person's seat; `number` varies its random choices.

    Raises Faulty, or SoftTimeLimitExceeded if the limit interrupts a thought within its allowed time.
    """
    rules, secret = ruleset(board.key), dealing.secret_of_players(bytes(board.server_seed))
    log, events = logs.Log(rules, rules.initial(board.options)), Counter[int]()
    while waits := rules.waits_for(log.state):
        seat = min(waits)
        if seat == DEALER:
            action = _dealers(board, log, events)
            log = log.with_action(DEALER, action, Entry.Source.DEALER, timezone.now())
            continue
        view = log.rules.view(log.state, seat)
        own = Random(f"{secret.hex()}:house:{level}:{number}:{log.version}")  # nosec B311
        chance = own if seat == NEAR else thinking.chance_of_view(secret, view)
        who = level if seat == NEAR else board.level
        choose = partial(bot(board.key, who).choose, view, chance)
        action = _chosen(log, seat, choose, level=who, at=f"board {board.pk}")
        log = log.with_action(seat, action, Entry.Source.COMPUTER, timezone.now())
    return log


def _chosen(log: logs.Log, seat: Seat, choose: Callable[[], Action], *, level: str, at: str) -> Action:
    """Return the player's own choice. A task's limit that ends a thought longer than `THOUGHT` raises Faulty."""
    begun = time.perf_counter()
    try:
        action, is_own = judged(log, seat, choose, level=level, at=at, no_faults=(SoftTimeLimitExceeded,))
    except SoftTimeLimitExceeded as limit:
        if time.perf_counter() - begun < thinking.THOUGHT:
            raise
        logger.exception("%s came to no end at %s.", level, at)
        raise Faulty(limit) from limit
    if not is_own:
        raise Faulty
    return action


def _dealers(board: Board, log: logs.Log, events: Counter[int]) -> Action:
    """Return the dealer's next action. Each event of a hand has its own draws."""
    hand = log.state.number + (log.state.phase in logs.BETWEEN)
    draw = dealing.draws(bytes(board.server_seed), "", hand=hand, event=events[hand])
    events[hand] += 1
    return logs.begun_with(log.rules.chance(log.state, draw), board.start)
