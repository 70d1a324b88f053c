"""A computer player's choice at its turn: judged like an action, replaced by a legal one where it fails, and made in a
time that tells nothing. Nothing is written here.
"""

import logging

from django.conf import settings

from games import metrics
from games.engine.actions import Action, Pick, RuleError
from games.models import Entry, Game, Seat
from games.services import logs, thinking

logger = logging.getLogger(__name__)


def choice(game: Game, seat: Seat, log: logs.Log) -> tuple[Action, Entry.Source]:
    """The computer player's choice, and whether it settles the hand, in a time that tells nothing of the cards."""
    with thinking.unhurried(settings.THINKING_STEP):
        action, source = _think(game, seat, log)
        # Asked here, where its time tells nothing; to the move the answer is known.
        log.rules.settled(log.rules.apply(log.state, seat.number, action).state)
    return action, source


def _think(game: Game, seat: Seat, log: logs.Log) -> tuple[Action, Entry.Source]:
    """From its own view; a legal action all the same if it fails."""
    try:
        with metrics.THOUGHT.labels(game.key, seat.level).time():
            action = thinking.chosen(game, seat, log)
        log.rules.apply(log.state, seat.number, action)
    except RuleError as error:
        logger.error("%s at %s chose what is refused (%s).", seat.level, game.code, error.refusal.code)
    except Exception:  # a computer player's fault of any kind must not stop the game
        logger.exception("%s failed at %s, version %s.", seat.level, game.code, log.version)
    else:
        return action, Entry.Source.COMPUTER
    return first_legal(log, seat.number), Entry.Source.FALLBACK


def first_legal(log: logs.Log, seat: int) -> Action:
    first = log.rules.legal_actions(log.state, seat)[0]
    return first.first if isinstance(first, Pick) else first
