"""The house: bots that play boards of the day in the person's seat. Their attempts fill fields with few people.

A bot gets the same cards as a person, and the other seats answer the same play alike. If a bot fails, its attempt is
stored as not counted, so that the count of the field does not wait for it. Runs in workers, one attempt per task.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
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

logger = logging.getLogger(__name__)


class Faulty(Exception):
    """A bot failed to choose a legal action. Its cause is the exception of the time limit, if that was reached."""


def play_next(*, today: date, of_past: bool) -> bool:
    """Make one missing attempt at a board of today, or of a past day if `of_past`; return False if none is missing.

    Creates today's boards as needed. Attempts at a past board are missing if no worker ran on its day, or if the board
    was created later. Past boards with counted attempts by people come first, so that practice on many old boards,
    which is not counted, does not delay people's ranks.
    """
    boards = _owed(today) if of_past else (board_of(key=key, day=today) for key in games())
    for board in boards:
        for level, number in _missing(board):
            _play(board, level, number)
            return True
    return False


def waiting(*, today: date) -> set[int]:
    """Return the primary keys of past boards that cannot be counted yet, because attempts by bots are missing."""
    return {board.pk for board in _owed(today) if next(_missing(board), None) is not None}


def _owed(today: date) -> QuerySet[Board]:
    on_its_day = Attempt.objects.filter(board=OuterRef("pk"), level="", is_counted=True)
    boards = Board.objects.filter(day__lt=today, field__isnull=True)
    return boards.annotate(is_awaited=Exists(on_its_day)).order_by("-is_awaited", "day")


def _missing(board: Board) -> Iterator[tuple[str, int]]:
    """Yield level and number of each missing attempt, strongest level first, because the result page shows its result.

    Yields nothing if the level of the board's other seats does not exist any more.
    """
    every = levels(board.key)
    if board.level not in every:
        return
    times = -(-ENOUGH // len(every))
    done = set(board.attempts.exclude(level="").values_list("level", "number"))
    yield from (one for one in product(reversed(every), range(times)) if one not in done)


def _play(board: Board, level: str, number: int) -> None:
    """Play and store an attempt. Idempotent: a concurrent worker would store the same result.

    Raises SoftTimeLimitExceeded. If the interrupted choice had taken less than `THOUGHT` seconds, nothing is stored and
    another task makes the attempt again.
    """
    limit = None
    try:
        result = result_of(play_board(board, level=level, number=number))
    except Faulty as fault:
        result, limit = {"is_counted": False}, fault.__cause__
    now = timezone.now()
    ended = {"begun_at": now, "ended_at": now, **result}
    Attempt.objects.get_or_create(board=board, level=level, number=number, defaults=ended)
    if limit is not None:
        raise limit


def play_board(board: Board, *, level: str, number: int) -> logs.Log:
    """Play the board with a bot of `level` in the person's seat and return the log. `number` varies its random choices.

    Raises Faulty, or SoftTimeLimitExceeded as in `_chosen`.
    """
    rules, secret = ruleset(board.key), dealing.secret_of_players(bytes(board.server_seed))
    log = logs.Log(rules, rules.initial(board.options))
    events = Counter[int]()  # the dealer's actions in each hand so far, which select the random numbers
    while waits := rules.waits_for(log.state):
        seat = min(waits)
        if seat == DEALER:
            hand = log.state.number + (log.state.phase in logs.BETWEEN)
            draw = dealing.draws(bytes(board.server_seed), "", hand=hand, event=events[hand])
            events[hand] += 1
            action = logs.begun_with(log.rules.chance(log.state, draw), board.start)
            log = log.with_action(DEALER, action, Entry.Source.DEALER, timezone.now())
            continue
        view = log.rules.view(log.state, seat)
        own = Random(f"{secret.hex()}:house:{level}:{number}:{log.version}")  # noqa: S311
        chance = own if seat == NEAR else thinking.chance_of_view(secret, view)
        who = level if seat == NEAR else board.level
        choose = partial(bot(board.key, who).choose, view, chance)
        action = _chosen(log, seat, choose, level=who, where=f"board {board.pk}")
        log = log.with_action(seat, action, Entry.Source.COMPUTER, timezone.now())
    return log


def _chosen(log: logs.Log, seat: Seat, choose: Callable[[], Action], *, level: str, where: str) -> Action:
    """Return the bot's choice. Raises Faulty if the bot fails or chooses an illegal action.

    At the task's time limit, raises Faulty if this choice has taken `THOUGHT` seconds, else SoftTimeLimitExceeded.
    """
    begun = time.perf_counter()
    try:
        action, is_own = thinking.validated_choice(
            log, seat, choose, level=level, where=where, no_faults=(SoftTimeLimitExceeded,)
        )
    except SoftTimeLimitExceeded as limit:
        if time.perf_counter() - begun < thinking.THOUGHT:
            raise
        logger.exception("The computer player %s exceeded its time limit at %s.", level, where)
        raise Faulty from limit
    if not is_own:
        raise Faulty
    return action
