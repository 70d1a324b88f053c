"""What the house's own players make of a board, in the person's seat: they fill a field with few people in it.

Each plays it as a person would meet it: the same cards, and the same answers for the same play. Where a player is at
fault, what would become of the board is nobody's: such an attempt is made, so that nothing waits for it, and not
counted. Slow, and done by a worker; run twice, it goes on where it was.
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
from games.engine.actions import Action
from games.engine.state import DEALER, Seat
from games.models import Attempt, Board, Entry
from games.registry import bot, levels, ruleset
from games.services.boards.days import board_of, games
from games.services.boards.field import ENOUGH
from games.services.counting.attempts import NEAR, result_of
from games.services.log import logs
from games.services.moves import thinking
from games.services.moves.choosing import judged

logger = logging.getLogger(__name__)


class Faulty(Exception):
    """A player did not choose itself. `limit` is what broke off a thought that came to no end."""

    def __init__(self, limit: SoftTimeLimitExceeded | None = None) -> None:
        super().__init__()
        self.limit = limit


def prepare(*, day: date) -> int:
    """The boards of that day with all that the house plays of them; how many attempts were made now."""
    return sum(play_all(board_of(key=key, day=day)) for key in games())


def catch_up(*, today: date, seconds: float) -> int:
    """The same for boards of days that are over and not counted yet: no worker was there, or they were played since. No
    attempt begins after so many seconds, and those played on their day come first: whoever goes through old boards
    keeps nobody waiting.
    """
    until, made = time.monotonic() + seconds, 0
    for board in _owed(today):
        for level, number in _missing(board):
            if time.monotonic() >= until:
                return made
            made += _play(board, level, number)
    return made


def waiting(*, today: date) -> set[int]:
    """The boards of days that are over which are not to be counted before the house has played them."""
    return {board.pk for board in _owed(today) if next(_missing(board), None) is not None}


def _owed(today: date) -> QuerySet[Board]:
    on_its_day = Attempt.objects.filter(board=OuterRef("pk"), level="", is_counted=True)
    boards = Board.objects.filter(day__lt=today, field__isnull=True)
    return boards.annotate(is_awaited=Exists(on_its_day)).order_by("-is_awaited", "day")


def play_all(board: Board) -> int:
    """What is missing of the house's attempts at this board; how many were made."""
    return sum(_play(board, level, number) for level, number in _missing(board))


def _missing(board: Board) -> Iterator[tuple[str, int]]:
    """The strongest first, so that it is there when somebody asks what it made of the seat. None where a level was left
    out of the game since.
    """
    every = levels(board.key)
    if board.level not in every:
        return
    times = -(-ENOUGH // len(every))
    done = set(board.attempts.exclude(level="").values_list("level", "number"))
    yield from (one for one in product(reversed(every), range(times)) if one not in done)


def _play(board: Board, level: str, number: int) -> bool:
    """Whether it was written now: who was quicker has written the same. A task is told of its limit: what was broken
    off in the middle of a thought is played anew.
    """
    try:
        log = played(board, level=level, number=number)
    except Faulty as fault:
        made = _write(board, level, number, {"is_counted": False})
        if fault.limit is not None:
            raise fault.limit from fault
        return made
    return _write(board, level, number, result_of(log))


def _write(board: Board, level: str, number: int, result: Mapping[str, object]) -> bool:
    now = timezone.now()
    ended = {"begun_at": now, "ended_at": now, **result}
    return Attempt.objects.get_or_create(board=board, level=level, number=number, defaults=ended)[1]


def played(board: Board, *, level: str, number: int) -> logs.Log:
    """The board played to its end by that level in the person's seat; `number` tells its attempts apart. Raises Faulty,
    or SoftTimeLimitExceeded within a thought that needed no longer than it may.
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
    """The player's own choice. A task's limit that meets a thought of more than its time is that player's fault."""
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
    """What the dealer does now; each event of a hand has draws of its own."""
    hand = log.state.number + (log.state.phase in logs.BETWEEN)
    draw = dealing.draws(bytes(board.server_seed), "", hand=hand, event=events[hand])
    events[hand] += 1
    return logs.begun_with(log.rules.chance(log.state, draw), board.start)
