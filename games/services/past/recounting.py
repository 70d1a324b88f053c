"""Lines of statistics that an older version has written, told anew: day by day, each counted again before the next.

What a hand was follows from its log, so it can be told again whenever more is told, or something was told wrongly. Cut
off at any moment it goes on with the day it was at; run twice it changes nothing.
"""

import logging
from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import F

from games.models import Game, PersonLine, Seat
from games.services.counting import tallies, weighing
from games.services.counting.lines import PersonLineWriter
from games.services.log import logs
from games.services.moves import store

logger = logging.getLogger(__name__)
#: Games in one transaction, so that nobody at a table waits for long.
CHUNK: Final = 20


def recount() -> int:
    """Every line that is of an older version; on how many days."""
    days = 0
    while (day := tallies.next_day_to_recount()) is not None:
        _recount_day(day)
        tallies.count_anew(day=day)
        days += 1
    return days


def _recount_day(day: date) -> None:
    games = list(PersonLine.objects.filter(day=day).order_by("game").values_list("game", flat=True).distinct())
    for start in range(0, len(games), CHUNK):
        with transaction.atomic():
            some = list(Game.objects.select_for_update().filter(pk__in=games[start : start + CHUNK]).order_by("pk"))
            tallies.hold()  # lines are passed on and forgotten by whoever holds it, in another order
            _mark_brought(some)
            for game in some:
                _recount_game(game, day)


def _mark_brought(games: Sequence[Game]) -> None:
    """Seats of people who were guests of this house when the game began: that was not written down before."""
    seats = Seat.objects.filter(game__in=games, user__guests__created_at__lte=F("game__started_at"))
    seats.filter(game__started_at__lt=F("user__date_joined")).update(is_brought=True)


def _recount_game(game: Game, day: date) -> None:
    """The lines stay where they are, with their people and their days: these do not follow from a log."""
    try:
        log = logs.replayed(game, game.entries.order_by("ordinal"))
    except ValueError:  # it would hold up the night of everybody else
        logger.exception("The log of game %s cannot be replayed.", game.code)
        return
    rows = PersonLineWriter(game, log).rows(store.rows_of(game, log.fresh).hands)
    anew = {(row.number, row.seat): row for row in rows}
    lines = [line for line in game.lines.filter(day=day) if (line.number, line.seat) in anew]
    for line in lines:
        row = anew[line.number, line.seat]
        line.level, line.marks, line.numbers, line.is_ranked = row.level, row.marks, row.numbers, row.is_ranked
    PersonLine.objects.bulk_update(lines, ["level", "marks", "numbers", "is_ranked"])
    weighing.weigh(game)
