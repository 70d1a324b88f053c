"""Choose the actions of computer players. Writes nothing.

Each choice is validated by the rules and replaced by a legal action if it fails. The time is padded, so that it reveals
nothing about hidden cards.
"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.utils import timezone

from games import metrics
from games.engine.actions import Action, RuleError
from games.engine.state import Seat
from games.table import logs, thinking
from games.table.models import Entry, Game
from games.table.models import Seat as SeatRow
from games.table.players import WarmingUp
from games.table.tables import owing

logger = logging.getLogger(__name__)
#: Seat, action, and the source to log.
Reply = tuple[int, Action, Entry.Source]


def choices(game: Game, seats: tuple[SeatRow, ...], log: logs.Log, *, goes_on: Callable[[], bool]) -> list[Reply]:
    """Choose for the computer players in turn until a person or the dealer is to act; padded to whole thinking steps.

    Each one's view includes the choices before it. Stops at a settled hand, which the table plays out, unless `goes_on`
    returns True: then a person plays it by hand, and nothing may reveal that it is settled.
    """
    chosen: list[Reply] = []
    with thinking.unhurried(settings.THINKING_STEP):
        while owed := owing(seats, log):
            seat, level = owed[0]
            action, source = _reply(game, seat, level, log)
            chosen.append((seat, action, source))
            log = log.with_action(*chosen[-1], timezone.now())
            # Stop after a fallback: its failure may have used up the time of this move, so the next seat gets its own.
            # `settled` runs inside the padded block, where its duration reveals nothing; the move finds it cached.
            if source is Entry.Source.FALLBACK or (log.rules.settled(log.state) and not goes_on()):
                break
    return chosen


def _reply(game: Game, seat: Seat, level: str, log: logs.Log) -> tuple[Action, Entry.Source]:
    def think() -> Action:
        with metrics.THOUGHT.labels(game.key, level).time():
            return thinking.chosen(game, seat, level, log)

    action, is_own = judged(log, seat, think, level=level, at=f"{game.code}, version {log.version}")
    return action, Entry.Source.COMPUTER if is_own else Entry.Source.FALLBACK


def judged(
    log: logs.Log,
    seat: Seat,
    choose: Callable[[], Action],
    *,
    level: str,
    at: str,
    no_faults: tuple[type[Exception], ...] = (WarmingUp,),
) -> tuple[Action, bool]:
    """Return the choice for `seat` and True, or a legal action and False if choosing fails or the rules refuse it.

    Failures are logged with `level` and `at`. Exceptions in `no_faults` are raised instead.
    """
    try:
        action = choose()
        log.rules.apply(log.state, seat, action)
    except no_faults:
        raise
    except RuleError as error:
        logger.error("%s at %s chose what is refused (%s).", level, at, error.refusal.code)
    except Exception:  # no bug in a computer player may stop the game
        logger.exception("%s failed at %s.", level, at)
    else:
        return action, True
    return log.rules.legal_actions(log.state, seat)[0].first, False
