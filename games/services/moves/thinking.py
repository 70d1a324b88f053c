"""What a computer player chooses at a moment of a game: the same for a move to be made and for a move asked again.

The view and the chance follow from the game's secret, the version and the seat, so a retry chooses the same card; of a
board from its secret and what was done, so that everybody meets the same answers.
Nothing is read or written here; thinking is slow and belongs outside any transaction.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from random import Random
from threading import Thread
from typing import Final

from celery import current_task

from games.bots.base import Bot
from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.state import Seat, SeatView
from games.models import Game
from games.registry import levels
from games.services.log.logs import Log
from games.services.moves.players import ready

#: Seconds to choose in; many times the dearest choice on a crowded machine. Only a fault ever meets it, for thinking is
#: counted work.
THOUGHT: Final = 20.0
#: By game and level the last choice here that was waited for in vain; it may be on its way still.
_LATE: Final[dict[tuple[str, str], Future[Action]]] = {}


def view_of(seat: Seat, log: Log) -> SeatView:
    """All a player is given to choose from: what its seat may know."""
    return log.rules.view(log.state, seat)


def chosen(game: Game, seat: Seat, level: str, log: Log) -> Action:
    """The choice at this version, not yet judged; raises whatever the player fails with, or is broken off with."""
    view = view_of(seat, log)
    is_alike = game.board_id is not None
    chance = chance_of_board(bytes(game.secret), view) if is_alike else _chance(game, seat, log.version)
    return _choice(game, level, view, chance)


def _choice(game: Game, level: str, view: SeatView, chance: Random) -> Action:
    """What is loaded or compiled before the first choice is no part of its time."""
    player = ready(game.key, level)
    if current_task:  # Celery breaks it off
        return player.choose(view, chance)
    return _waited_for((game.key, level), player, view, chance)


def _waited_for(who: tuple[str, str], player: Bot, view: SeatView, chance: Random) -> Action:
    """The choice; raises TimeoutError. Nothing can break a choice off outside a worker, so it has a thread of its own:
    one that comes to no end is left to itself, and until it ends that player is not asked here again.
    """
    if who in _LATE and not _LATE[who].done():
        raise TimeoutError
    choice = Future[Action]()
    Thread(target=_choose, args=(choice, player, view, chance), daemon=True).start()
    try:
        return choice.result(THOUGHT)
    except TimeoutError:
        _LATE[who] = choice
        raise


def _choose(choice: Future[Action], player: Bot, view: SeatView, chance: Random) -> None:
    try:
        choice.set_result(player.choose(view, chance))
    except Exception as fault:
        choice.set_exception(fault)


@contextmanager
def unhurried(step: float) -> Iterator[None]:
    """What is done here takes a whole number of steps, so that its time does not tell of the cards it looks at."""
    begun = time.monotonic()
    yield
    time.sleep(rest(time.monotonic() - begun, step))


def rest(spent: float, step: float) -> float:
    """Seconds to wait so that a thought of `spent` seconds takes a whole number of steps; 0 without a step.

    What a player holds decides how long it thinks (a single card to choose from takes no time at all), so whoever
    waits for it must not see it. The step is longer than nearly every thought.
    """
    return -spent % step if step else 0.0


def advised(game: Game, number: Seat, log: Log) -> Action:
    """What the strongest computer player of the game would choose at that seat, from that seat's own view."""
    strongest = levels(game.key)[-1]
    return _choice(game, strongest, view_of(number, log), _chance(game, number, log.version))


def chance_of_board(secret: bytes, view: SeatView) -> Random:
    """The chance of whoever plays a board against people: it follows from what the seat has seen done and nothing else,
    so that the same play meets the same answer. Who of two secret choices was first is nothing that was seen.
    """
    seen = sorted((said for said in view.actions if not said[1].hidden), key=lambda said: said[0])
    known = "".join(f"{seat}{action_text(action)}" for seat, action in seen)
    return Random(f"{secret.hex()}:{view.number}:{view.phase}:{view.seat}:{known}")  # nosec B311


def _chance(game: Game, number: Seat, version: int) -> Random:
    return Random(f"{bytes(game.secret).hex()}:{version}:{number}")  # nosec B311
