"""What a computer player chooses at a moment of a game: the same for a move to be made and for a move asked again; and
what it advises.

The view and the chance follow from the game's secret, the version and the seat, so a retry chooses the same card; of a
board, and for a hint, from the secret and what was done, so that everybody meets the same answers and the same moment
brings the same hint.
Nothing is read or written here; thinking is slow and belongs outside any transaction.
"""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from random import Random
from threading import Thread
from typing import Any, Final, TypeVar

from celery import current_task

from games.engine.actions import LOOK, Action
from games.engine.notation import action_text
from games.engine.reading import ordered
from games.engine.state import Seat, SeatView
from games.models import Game
from games.registry import evaluator, levels
from games.review import advising
from games.review.advising import Advice
from games.services.log.logs import Log
from games.services.moves.players import are_being_prepared, ready

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds to choose in; many times the dearest choice on a crowded machine. Only a fault ever meets it, for thinking is
#: counted work.
THOUGHT: Final = 20.0
#: By game and who thinks the last thought here that was waited for in vain; it may be on its way still.
_LATE: Final[dict[tuple[str, str], Future[Any]]] = {}
#: Who thinks of reasons, in the place of a level.
_REASONS: Final = "reasons"


def chosen(game: Game, seat: Seat, level: str, log: Log) -> Action:
    """The choice at this version, not yet judged; raises whatever the player fails with, or is broken off with."""
    view, secret = log.rules.view(log.state, seat), bytes(game.secret)
    of_game = Random(f"{secret.hex()}:{log.version}:{seat}")  # nosec B311
    return _choice(game, level, view, of_game if game.board_id is None else chance_of_view(secret, view))


def _choice(game: Game, level: str, view: SeatView, chance: Random) -> Action:
    """What is loaded or compiled before the first choice is no part of its time."""
    player = ready(game.key, level)
    return _waited_for((game.key, level), lambda: player.choose(view, chance))


def _waited_for(who: tuple[str, str], think: Callable[[], T]) -> T:
    """What is thought; raises TimeoutError. Nothing can break it off outside a worker, so it has a thread of its own:
    one that comes to no end is left to itself, and until it ends whoever thinks so is not asked here again.
    """
    if current_task:  # Celery breaks it off
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
    """Run `think` and set its result or exception on `thought`."""
    try:
        thought.set_result(think())
    except Exception as fault:
        thought.set_exception(fault)


@contextmanager
def unhurried(step: float) -> Iterator[None]:
    """What is done here takes a whole number of steps, so that its time does not tell of the cards it looks at. The
    step is longer than nearly every thought; without one (0) nothing waits.
    """
    begun = time.monotonic()
    yield
    if step:
        time.sleep((begun - time.monotonic()) % step)


def advised(game: Game, number: Seat, log: Log) -> Advice:
    """What the strongest computer player of the game would choose at that seat, and why, from that seat's own view.

    Reasons can fail, or wait until they are compiled: then the choice stands alone.
    """
    view = log.rules.view(log.state, number)
    chance = chance_of_view(bytes(game.secret), view)
    choice = _choice(game, levels(game.key)[-1], view, chance)
    if are_being_prepared():
        return Advice(choice)
    seed = chance.getrandbits(62) | 1
    try:
        return _waited_for((game.key, _REASONS), lambda: advising.advised(evaluator(game.key), view, choice, seed))
    except Exception:  # a fault of any kind; the hint is given all the same
        logger.exception("No reasons for a hint at %s, version %s.", game.code, log.version)
        return Advice(choice)


def chance_of_view(secret: bytes, view: SeatView) -> Random:
    """The chance of whoever plays a board against people, or advises: it follows from what the seat has seen done and
    nothing else, so that the same play meets the same answer. Who of two secret choices was first is nothing that was
    seen, and in which order cards were ticked makes no other play. When a seat looks depends on a preference.
    """
    seen = sorted((said for said in view.actions if not said[1].hidden and said[1] != LOOK), key=lambda said: said[0])
    known = "".join(f"{seat}{action_text(ordered(action))}" for seat, action in seen)
    return Random(f"{secret.hex()}:{view.number}:{view.phase}:{view.seat}:{known}")  # nosec B311
