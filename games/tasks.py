"""Celery tasks. A task may run twice, late or never: the work that is due is stored in rows, not in the task.

The house means the bots that play the boards of the day in a person's seat (`games/boards/house.py`).
"""

from contextlib import ExitStack
from time import monotonic

from celery import shared_task

from accounts import tidying
from accounts.zones import utc_today
from games import enqueue, ownership
from games.boards import challenges, field, house
from games.enqueue import BOARDS, NIGHT, NUDGE, REPLY, REVIEW, SWEEP, VERIFY
from games.people import joining
from games.records import verification
from games.reviews import reviewing
from games.statistics import tallies
from games.table import company, play, players
from games.table.players import WarmingUp
from games.table.thinking import THOUGHT

#: Soft time limit of tasks in the queue of reviews, in seconds: many times the duration of the longest review.
REVIEWING = 600.0
#: Seconds in one run for attempts of the house at past boards; limited, since visitors can open any number of these.
CATCHING_UP = 30.0
#: Seconds until a reply is retried while its bot is being compiled.
WARMING_UP = 2.0


@shared_task(name=REPLY, soft_time_limit=THOUGHT, time_limit=2 * THOUGHT)
def reply(code: str, version: int) -> bool:
    """Make the computer player's action at this version of the game; return whether an action was made.

    The soft limit interrupts the search, the hard limit kills a process that ignores it. While the bot is being
    compiled, the reply is queued again.
    """
    try:
        return play.reply(code=code, version=version)
    except WarmingUp:
        enqueue.NOTIFIER.notify(REPLY, delay=WARMING_UP, code=code, version=version)
        return False


@shared_task(name=NUDGE)
def nudge() -> int:
    return play.nudge()


# Acknowledged early, like `verify`, because the task may outlast the broker's visibility timeout. With a late
# acknowledgement the broker would then deliver it again, to the worker's other process, and no process could reply.
# If the task is lost with its worker, the next hourly run does the work.
@shared_task(name=NIGHT, acks_late=False)
def night() -> int:
    """Count finished days, queue their verification and delete expired rows; return the number of days.

    Idempotent: a second run only queues a verification that is still due. Each deletion runs even if the count or
    another deletion fails; the error is raised at the end.
    """
    with ExitStack() as afterwards:
        for forget in (challenges.tidy, joining.tidy, ownership.remove_idle_guests, company.tidy_phrases, tidying.tidy):
            afterwards.callback(forget)
        days = tallies.catch_up()
        tallies.count_left()
        if verification.days_owed():
            enqueue.verify_soon()
    return len(days)


@shared_task(name=VERIFY, acks_late=False)
def verify() -> int:
    """Compare the games of past days with their logs, and totals with their rows; return how many differ."""
    return verification.catch_up()


@shared_task(name=REVIEW, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def review(code: str, below: int | None = None, has_failed: bool = False) -> int:
    """Review one hand of this game and queue the next older one; return the number of reviews written.

    Each task reviews one hand, so that a long game does not delay others. Does nothing while another process compiles
    the bots, because this process would compile them, too; the sweep reviews the game later.
    """
    if players.are_being_prepared():
        return 0
    step = reviewing.review_next(code=code, below=below, has_failed=has_failed)
    if step.number is not None:
        enqueue.review_on(code, below=step.number, has_failed=step.has_failed)
    return step.written


@shared_task(name=SWEEP, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def sweep() -> int:
    """Review hands whose task was lost, and retry failed reviews; return the number of games."""
    return 0 if players.are_being_prepared() else reviewing.sweep()


@shared_task(name=BOARDS, soft_time_limit=REVIEWING, time_limit=2 * REVIEWING)
def boards(left: float | None = None) -> bool:
    """Make one missing attempt of the house and queue this task for the next; return False if none was made.

    Each task makes one attempt, so that a review waits for one attempt at most. The first and the last task of a run
    count the results of past boards. `left` has the seconds of `CATCHING_UP` that remain in this run; it is None in
    the first task. If a run is cut short, the next hourly run continues the work.
    """
    if players.are_being_prepared():
        return False
    today, begun = utc_today(), monotonic()
    if left is None:
        left = CATCHING_UP
        field.count_days(today=today, excluded=house.waiting(today=today))
    made = house.play_next(today=today, of_past=False)
    if not made and left > 0:
        made = house.play_next(today=today, of_past=True)
        left -= monotonic() - begun
    if made:
        enqueue.boards_soon(left=left)
    else:
        field.count_days(today=today, excluded=house.waiting(today=today))
    return made
