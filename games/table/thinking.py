"""Let computer players choose actions or give advice. Slow; call it outside any transaction.

The rules validate each choice; a legal action replaces an illegal or failed choice. The time of a choice is padded, so
that it reveals nothing about hidden cards.

Choices are reproducible. The random generator is seeded from the game's secret, the version and the seat, so a retry
chooses the same card. At a board and for hints it is seeded from the secret and the seat's view instead, so that the
same play meets the same replies and a repeated request gets the same hint.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from threading import Thread
from typing import Any, Final, TypeVar

from celery import current_task
from django.conf import settings
from django.utils import timezone
from prometheus_client import Histogram

from games.engine.actions import LOOK, Action, RuleError, action_text, ordered
from games.engine.state import Seat, SeatView
from games.evaluation import decisions
from games.evaluation.decisions import Advice
from games.registry import evaluator, levels
from games.table.logs import Log
from games.table.models import Entry, Game
from games.table.models import Seat as SeatRow
from games.table.move import constant_time
from games.table.players import WarmingUp, are_being_prepared, ready
from games.table.tables import owing

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Timeout of a choice in seconds: many times the slowest choice on a busy machine. Searches are bounded by work, not by
#: time, so only a bug reaches the timeout.
THOUGHT: Final = 20.0
THINKING_TIME: Final = Histogram(
    "spadesite_thinking_seconds",
    "Time of a computer player for one action.",
    ["game", "level"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0),
)
#: For each game and level, the last computation that timed out in this process. It may still be running.
_LATE: Final[dict[tuple[str, str], Future[Any]]] = {}
#: In a key of `_LATE`, in place of a level: the evaluator that gives a hint's reasons.
_REASONS: Final = "reasons"
#: Seat, action, and the source to log.
Reply = tuple[int, Action, Entry.Source]


def unvalidated_choice(game: Game, seat: Seat, level: str, log: Log) -> Action:
    """Return the choice of a computer player at this version, not validated by the rules.

    Raises WarmingUp, the bot's own error, or on a timeout TimeoutError (in a Celery task, SoftTimeLimitExceeded).
    """
    view, secret = log.rules.view(log.state, seat), bytes(game.secret)
    of_game = Random(f"{secret.hex()}:{log.version}:{seat}")  # noqa: S311
    return _choice(game, level, view, of_game if game.board_id is None else chance_of_view(secret, view))


def _choice(game: Game, level: str, view: SeatView, chance: Random) -> Action:
    """Load the bot and let it choose. Loading and compiling do not count towards `THOUGHT`."""
    player = ready(game.key, level)
    return _with_timeout((game.key, level), lambda: player.choose(view, chance))


def _with_timeout(who: tuple[str, str], think: Callable[[], T]) -> T:
    """Return the result of `think`. Raises TimeoutError after `THOUGHT` seconds.

    In a Celery task the task's time limit applies instead. Elsewhere `think` runs in a daemon thread, which cannot be
    stopped. So after a timeout, further calls for the same `who` raise TimeoutError at once until that thread ends.
    """
    if current_task:  # Celery's time limit applies
        return think()
    if who in _LATE and not _LATE[who].done():
        raise TimeoutError
    thought = Future[T]()
    Thread(target=_settle, args=(thought, think), daemon=True).start()
    try:
        return thought.result(THOUGHT)
    except TimeoutError:
        _LATE[who] = thought
        raise


def _settle(thought: Future[T], think: Callable[[], T]) -> None:
    try:
        thought.set_result(think())
    except Exception as fault:
        thought.set_exception(fault)


def advice(game: Game, number: Seat, log: Log) -> Advice:
    """Return a hint from the seat's own view: the strongest bot's choice, or a clearly better action, with reasons.

    Without the evaluator (it fails or is not compiled yet) the hint is the bot's choice without reasons. Raises as
    `unvalidated_choice` does.
    """
    view = log.rules.view(log.state, number)
    chance = chance_of_view(bytes(game.secret), view)
    choice = _choice(game, levels(game.key)[-1], view, chance)
    if are_being_prepared():
        return Advice(choice)
    seed = chance.getrandbits(62) | 1
    try:
        return _with_timeout(
            (game.key, _REASONS), lambda: decisions.best_advice(evaluator(game.key), view, choice, seed)
        )
    except Exception:  # any error; the hint is given without reasons
        logger.exception("No reasons for a hint at %s, version %s.", game.code, log.version)
        return Advice(choice)


def chance_of_view(secret: bytes, view: SeatView) -> Random:
    """Return a random generator seeded from the game's secret and what the seat has seen, for boards and advice.

    The same play must lead to the same seed. So actions are sorted by seat, because the order of simultaneous secret
    choices is not seen; cards are sorted, because the order in which they were ticked does not matter; and looks are
    left out, because they depend on a preference.
    """
    seen = sorted((said for said in view.actions if not said[1].hidden and said[1] != LOOK), key=lambda said: said[0])
    known = "".join(f"{seat}{action_text(ordered(action))}" for seat, action in seen)
    return Random(f"{secret.hex()}:{view.number}:{view.phase}:{view.seat}:{known}")  # noqa: S311


def choices(game: Game, seats: tuple[SeatRow, ...], log: Log, *, goes_on: Callable[[], bool]) -> list[Reply]:
    """Choose for the computer players in turn until a person or the dealer is to act; padded to whole thinking steps.

    Each choice is applied before the next is made. Stops after a fallback action, and at a settled hand (of which every
    way to play the rest has the same result), because the table plays that out. `goes_on` returns True if a person
    plays settled hands by hand: then choosing goes on, so that nothing reveals that the hand is settled.
    """
    chosen: list[Reply] = []
    with constant_time(settings.THINKING_STEP):
        while owed := owing(seats, log):
            seat, level = owed[0]
            action, source = _reply(game, seat, level, log)
            chosen.append((seat, action, source))
            log = log.with_action(*chosen[-1], timezone.now())
            # Stop after a fallback: the failure may have used up the time limit. A new reply chooses for the next seat.
            # `settled` runs inside the padded block, where its duration reveals nothing; the move finds it cached.
            if source is Entry.Source.FALLBACK or (log.rules.settled(log.state) and not goes_on()):
                break
    return chosen


def _reply(game: Game, seat: Seat, level: str, log: Log) -> tuple[Action, Entry.Source]:
    def think() -> Action:
        with THINKING_TIME.labels(game.key, level).time():
            return unvalidated_choice(game, seat, level, log)

    action, is_own = validated_choice(log, seat, think, level=level, where=f"{game.code}, version {log.version}")
    return action, Entry.Source.COMPUTER if is_own else Entry.Source.FALLBACK


def validated_choice(
    log: Log,
    seat: Seat,
    choose: Callable[[], Action],
    *,
    level: str,
    where: str,
    no_faults: tuple[type[Exception], ...] = (WarmingUp,),
) -> tuple[Action, bool]:
    """Return the choice for `seat` and True, or a legal action and False if choosing fails or the rules refuse it.

    Failures are logged with `level` and `where`. Exceptions in `no_faults` are raised instead.
    """
    try:
        action = choose()
        log.rules.apply(log.state, seat, action)
    except no_faults:
        raise
    except RuleError as error:
        logger.error("The computer player %s at %s chose a refused action (%s).", level, where, error.refusal.code)
    except Exception:  # no bug in a computer player may stop the game
        logger.exception("The computer player %s failed at %s.", level, where)
    else:
        return action, True
    return log.rules.legal_actions(log.state, seat)[0].first, False
