"""Replies while hands are reviewed: `python -m tests.load --reviews` plays a crowd without a reviewer, twice beside one
that begins with all the hands that were left to it, and once more without. It ends with 1 where the p95 of actions or
replies grows to more than 1.2 times, where anything fails, or where nothing was reviewed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.load import told
from tests.load.compared import Compared
from tests.load.crowd import House, Wanted, play

#: What the others' p95 may grow by.
MOST: Final = 1.2
COUNT: Final = "from games.models import Review; print(Review.objects.count())"


@contextmanager
def reviewing(at: House) -> Iterator[None]:
    """A reviewer at work, with as little right to a core as the site gives it."""
    at.site.start("reviewer")
    try:
        yield
    finally:
        at.site.kill("reviewer")


def beside(at: House, wanted: Wanted) -> bool:
    """Where the machine grows slower in the course of it, both kinds of crowds suffer alike."""
    compared = Compared("the reviewer", most=MOST, of=("an action", "until my turn again"))
    compared.alone.append(play(at, wanted))
    with reviewing(at):
        compared.beside += [play(at, wanted), play(at, wanted)]
    reviews = int(at.site.shell(COUNT))
    compared.alone.append(play(at, wanted))
    compared.tell()
    shares = ", ".join(f"{one.share('reviewer'):.2f}" for one in compared.beside)
    told.say(f"  the reviewer wrote {reviews} reviews and had {shares} of a core")
    return compared.holds and reviews > 0
