"""Celery's entry points. Each may run twice, late or never: the work is a row, a task only does it."""

from contextlib import ExitStack

from celery import shared_task

from accounts import tidying
from games import enqueue
from games.enqueue import BOARDS, NIGHT, NUDGE, REPLY, REVIEW, SWEEP, VERIFY
from games.services.boards import challenges, field, house
from games.services.counting import tallies
from games.services.moves import play, players
from games.services.moves.players import WarmingUp
from games.services.moves.thinking import THOUGHT
from games.services.past import reviews, verification
from games.services.people import joining, leaving, words

#: Seconds in which the longest game is reviewed many times over.
REVIEWING = 600.0
#: Seconds an hour for boards gone by: reviews wait in the same queue.
CATCHING_UP = 30.0
#: Seconds until a player that is being compiled is asked again.
WARMING_UP = 2.0


@shared_task(name=REPLY, soft_time_limit=THOUGHT, time_limit=2 * THOUGHT)
def reply(code: str, version: int) -> bool:
    """The computer player's action at this version of this game. The first limit breaks the thought off; the second
    ends a process that does not hear the first. Who is being compiled is asked again later.
    """
    try:
        return play.reply(code=code, version=version)
    except WarmingUp:
        enqueue.NOTIFIER.notify(REPLY, after=WARMING_UP, code=code, version=version)
        return False


@shared_task(name=NUDGE)
def nudge() -> int:
    """Notify every computer player again that is late."""
    return play.nudge()


# Acknowledged before it is done, like the verification: it may take longer than a broker waits, who would then give it
# to the other process as well, and nobody would be left to reply. What is lost with a worker the next hour begins anew.
@shared_task(name=NIGHT, acks_late=False)
def night() -> int:
    """Count what was played, day by day, and have it verified; how many days that was. The second in an hour finds
    nothing, but for a verification that was lost on the way. What is to be forgotten goes whatever becomes of the
    count, and of each other; the failure is told when all is done.
    """
    with ExitStack() as afterwards:
        for forget in (challenges.tidy, joining.tidy, leaving.remove_idle_guests, words.tidy, tidying.tidy):
            afterwards.callback(forget)
        days = tallies.catch_up()
        tallies.count_left()
        if verification.days_owed():
            enqueue.verify_soon()
    return len(days)


@shared_task(name=VERIFY, acks_late=False)
def verify() -> int:
    """Look whether the games of days gone by follow from their logs; how many do not."""
    return verification.catch_up()


@shared_task(name=REVIEW, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def review(code: str, below: int | None = None, has_failed: bool = False) -> int:
    """Review one hand of this game, and queue the next one behind what waits by now; return how many were written.

    So a long game does not hold up the hands of others. While another process compiles the players nothing is done and
    the sweep makes up for it, or they would be compiled twice.
    """
    if players.are_being_prepared():
        return 0
    step = reviews.review_next(code=code, below=below, has_failed=has_failed)
    if step.number is not None:
        enqueue.review_on(code, below=step.number, has_failed=step.has_failed)
    return step.written


@shared_task(name=SWEEP, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def sweep() -> int:
    """Review what was lost on the way; how many games that was."""
    return 0 if players.are_being_prepared() else reviews.sweep()


@shared_task(name=BOARDS, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def boards() -> int:
    """Count the boards of days that are over, prepare those of the day, and make up for what the house owes of others;
    how many attempts of the house were made. What was made before a limit stays, and what is not made up for now is
    left to the next hour.
    """
    if players.are_being_prepared():
        return 0
    today = tallies.today()
    field.count_days(today=today, but=house.waiting(today=today))
    made = house.prepare(day=today) + house.catch_up(today=today, seconds=CATCHING_UP)
    field.count_days(today=today, but=house.waiting(today=today))
    return made
