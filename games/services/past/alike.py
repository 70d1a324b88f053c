"""Hands like this, counted: what became of each bid with similar hands of one person, of everybody, and simulated ones.

A row is there once its hand was reviewed, so of hands in play there is none. Of other people's hands nothing leaves the
database but counts. Two statements, each over so many rows at most, whatever the history.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Final

from django.db import connection
from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.functions import Abs

from accounts.people import Person
from games.engine.state import Seat
from games.models import BidLine
from games.registry import GAMES
from games.review.alike import Likeness, Outcome, Traits, bid_text, nearest, simulated
from games.services.table.tables import Place
from games.snapshot import Replay

#: Of one person and of everybody so many of the newest hands are looked at.
NEWEST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Alike:
    """A bid, and by source what became of each bid with hands like it. `total` are all simulated hands of its pool."""

    likeness: Likeness
    step: int
    traits: Traits
    bid: str
    own: Sequence[Outcome]
    everybody: Sequence[Outcome]
    simulated: Sequence[Outcome]
    total: int


def of_hand(place: Place, replay: Replay) -> Alike | None:
    """By what the near seat saw when it bid; None where it bid nothing that is compared."""
    found = _compared(replay)
    if found is None:
        return None
    likeness, step, bid, pool = found
    known = simulated(replay.game.key)[pool]
    traits = likeness.traits(replay.views[step], replay.near)
    outcomes, within = nearest(known, traits, likeness.weights)
    near = Near(pool, traits, likeness.weights, within)
    return Alike(
        likeness=likeness,
        step=step,
        traits=traits,
        bid=bid,
        own=counted(near, person=place.person),
        everybody=counted(near),
        simulated=outcomes,
        total=len(known),
    )


def is_compared(replay: Replay) -> bool:
    return _compared(replay) is not None


def _compared(replay: Replay) -> tuple[Likeness, int, str, str] | None:
    """With the step of the bid, the bid and its pool, of which there are simulated hands."""
    likeness = GAMES[replay.game.key].likeness
    found = None if likeness is None else _bid_of(likeness, replay, replay.near)
    if likeness is None or found is None:
        return None
    pool = likeness.pool(replay.views[found[0]].options)
    if pool is None or not simulated(replay.game.key).get(pool):
        return None
    return likeness, *found, pool


def _bid_of(likeness: Likeness, replay: Replay, seat: Seat) -> tuple[int, str] | None:
    """The first that the seat made itself: what a stand-in bid is nobody’s."""
    said = [(at, one) for at, one in enumerate(replay.steps) if one.seat == seat]
    bids = ((at, one, bid_text(likeness, one.action)) for at, one in said)
    return next(((at, bid) for at, one, bid in bids if bid is not None and not one.by_stand_in), None)


@dataclass(frozen=True, slots=True)
class Near:
    """The hands of a pool that lie no further from one than so."""

    pool: str
    traits: Traits
    weights: Traits
    within: int


def counted(near: Near, *, person: Person | None = None) -> tuple[Outcome, ...]:
    """By bid, of that person’s hands, or of everybody’s where nobody is named."""
    parts = zip(Traits._fields, near.weights, near.traits, strict=True)
    # As `games.review.alike.distance` has it.
    far: Combinable = reduce(add, (weight * Abs(F(name) - value) for name, weight, value in parts))
    rows = BidLine.objects.filter(pool=near.pool)
    # Of everybody's those of boards are left out: one deal many times over, which others play still.
    rows = rows.filter(line__game__board=None) if person is None else rows.filter(person.owns())
    some = rows.annotate(far=far).order_by("-pk").values("bid", "is_made", "points", "far")[:NEWEST]
    newest, given = some.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT.format(newest=newest), (*given, near.within))
        return tuple(Outcome(*row) for row in cursor.fetchall())


#: The ORM groups no slice of rows; a slice is what keeps this bounded.
_COUNT: Final = """
    SELECT bid, COUNT(*), COUNT(is_made), COUNT(CASE WHEN is_made THEN 1 END), SUM(points), SUM(points * points)
    FROM ({newest}) AS newest WHERE far <= %s GROUP BY bid
"""
