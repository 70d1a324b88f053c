"""What computer players choose at their turns: judged like an action, replaced by a legal one where it fails, and made
in a time that tells nothing. Nothing is written here.
"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.utils import timezone

from games import metrics
from games.engine.actions import Action, RuleError
from games.engine.state import Seat
from games.models import Entry, Game
from games.models import Seat as SeatRow
from games.services.log import logs
from games.services.moves import thinking
from games.services.moves.players import WarmingUp
from games.services.table.tables import owing

logger = logging.getLogger(__name__)
#: Who acted, what was done, and how it came about.
Reply = tuple[int, Action, Entry.Source]


def choices(game: Game, seats: tuple[SeatRow, ...], log: logs.Log, *, goes_on: Callable[[], bool]) -> list[Reply]:
    """What the computer players choose, each from a view that knows of those before, until somebody else is to act, in
    a time that tells nothing of the cards. A settled hand is left to the table, unless it `goes_on` all the same: then
    nothing may tell that it is settled.
    """
    chosen: list[Reply] = []
    with thinking.unhurried(settings.THINKING_STEP):
        while owed := owing(seats, log):
            seat, level = owed[0]
            action, source = _reply(game, seat, level, log)
            chosen.append((seat, action, source))
            log = log.with_action(*chosen[-1], timezone.now())
            # Whoever follows a fallback has a move of their own: the time of this one may be used up. Whether the hand
            # is settled is asked here, where its time tells nothing; to the move the answer is known.
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
    """What is chosen for that seat, and True; where that is refused or choosing fails, which is logged with `level` and
    `at`, a legal action and False. Raises `no_faults`.
    """
    try:
        action = choose()
        log.rules.apply(log.state, seat, action)
    except no_faults:
        raise
    except RuleError as error:
        logger.error("%s at %s chose what is refused (%s).", level, at, error.refusal.code)
    except Exception:  # a computer player's fault of any kind must not stop the game
        logger.exception("%s failed at %s.", level, at)
    else:
        return action, True
    return log.rules.legal_actions(log.state, seat)[0].first, False
