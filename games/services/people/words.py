"""Set phrases that people say to each other at a table. Whoever prefers so is shown none of others.

Nothing said is in a log, a record or a replay. It is deleted a week after the game is over, or once a game that nobody
ends has not moved for four weeks.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.people import Person, hold
from games import live
from games.models import Game, Said
from games.services.table.tables import Place, seated_players
from games.snapshot import Phrase

#: So many of what was said last can be read again.
LAST: Final = 8
#: What was said longer ago than this is not shown at a seat any more: a page that was away reads it in the sheet.
FRESH: Final = timedelta(seconds=10)
#: What was said stays for so long after its game.
KEPT: Final = timedelta(days=7)
#: And at a game that nobody ends, for so long after its last move.
KEPT_AT_REST: Final = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class Word:
    """One phrase at its seat. `is_fresh`: just now, so that it is shown there."""

    number: int
    seat: int
    name: str
    phrase: Phrase
    is_own: bool
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What one person reads at a table: the last words, the newest first. `said` counts all, as `Game.said` does."""

    code: str
    said: int
    words: tuple[Word, ...]


def talk_at(place: Place) -> Talk:
    """What the person at this place can read again; `place` is as it was just read."""
    names = [one.name for one in seated_players(place.seats)]
    rows = Said.objects.filter(game=place.game).order_by("-number")
    if not place.person.preferences.shows_phrases:
        rows = rows.filter(seat=place.seat)
    since = timezone.now() - FRESH
    return Talk(
        code=place.code,
        said=place.game.said,
        words=tuple(
            Word(
                number=row.number,
                seat=row.seat,
                name=names[row.seat],
                phrase=Phrase(row.phrase),
                is_own=row.seat == place.seat,
                is_fresh=row.at > since,
            )
            for row in rows[:LAST]
        ),
    )


def say(*, place: Place, phrase: Phrase) -> Talk:
    """Say it to all who sit there, and hear it oneself; raises Gone where the person has gone meanwhile."""
    with transaction.atomic():
        hold(place.person)  # or it would outlive an account that is just being deleted
        Game.objects.filter(pk=place.game.pk).update(said=F("said") + 1)
        place.game.refresh_from_db(fields=("said", "version", "status", "bot_due_at"))
        Said.objects.create(game=place.game, number=place.game.said, seat=place.seat, phrase=phrase)
        live.announce(place.game)
    return talk_at(place)


def forget(*, person: Person) -> None:
    """Delete what the person has said, while they still sit there. The caller owns the transaction."""
    own = Said.objects.filter(person.owns("game__seats__"), game__seats__number=F("seat"))
    Said.objects.filter(pk__in=list(own.values_list("pk", flat=True))).delete()


def tidy() -> int:
    """What was said at games that have long been over, or have long been at rest; how much. Twice is harmless."""
    now = timezone.now()
    asked = Q(game__ended_at__lt=now - KEPT) | Q(game__moved_at__lt=now - KEPT_AT_REST)
    removed, _by_model = Said.objects.filter(asked).delete()
    return removed
