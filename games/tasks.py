"""Celery's entry points. Each may run twice, late or never: the work is a row, a task only does it."""

from celery import shared_task

from games.enqueue import NIGHT, NUDGE, REPLY
from games.services import leaving, play
from games.services.statistics import tallies


@shared_task(name=REPLY)
def reply(code: str, version: int) -> bool:
    """The computer player's action at this version of this game."""
    return play.reply(code=code, version=version)


@shared_task(name=NUDGE)
def nudge() -> int:
    """Ring again for every computer player that is late."""
    return play.nudge()


@shared_task(name=NIGHT)
def night() -> int:
    """Count what was played, day by day; how many days that was. The second in an hour finds nothing."""
    days = tallies.catch_up()
    leaving.remove_idle_guests()
    return len(days)
