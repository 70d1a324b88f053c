"""Set phrases that players say to each other at a table. A preference hides those of others.

Phrases are in no log, record or replay. They are deleted a week after the game ends, or after four weeks without a move
in an unfinished game.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.people import Person, hold
from games.snapshot import Phrase
from games.table import live
from games.table.models import Game, Said
from games.table.tables import Place, seated_players

#: Number of recent phrases that can be read again.
LAST: Final = 8
#: Age up to which a phrase is shown at its seat. A page that was away finds older ones in the sheet.
FRESH: Final = timedelta(seconds=10)
#: How long phrases are kept after the game ends.
KEPT: Final = timedelta(days=7)
#: How long phrases of an unfinished game are kept after its last move.
KEPT_AT_REST: Final = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class Word:
    """A phrase said at a seat. `is_fresh`: recent enough to be shown at that seat."""

    number: int
    seat: int
    name: str
    phrase: Phrase
    is_own: bool
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The latest phrases at a table for one reader, newest first. `said` counts all of them, as `Game.said` does."""

    code: str
    said: int
    words: tuple[Word, ...]


def talk_at(place: Place) -> Talk:
    """Return the phrases that the person can read again. `place` must be freshly read."""
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
    """Say a phrase to all players at the table. Raises Gone if the person no longer exists."""
    with transaction.atomic():
        hold(place.person)  # lock, or the phrase could outlive an account that is being deleted
        Game.objects.filter(pk=place.game.pk).update(said=F("said") + 1)
        place.game.refresh_from_db(fields=("said", "version", "status", "bot_due_at"))
        Said.objects.create(game=place.game, number=place.game.said, seat=place.seat, phrase=phrase)
        live.announce(place.game)
    return talk_at(place)


def forget(*, person: Person) -> None:
    """Delete what the person has said; must run before their seats are cleared. The caller owns the transaction."""
    own = Said.objects.filter(person.owns("game__seats__"), game__seats__number=F("seat"))
    Said.objects.filter(pk__in=list(own.values_list("pk", flat=True))).delete()


def tidy() -> int:
    """Delete phrases of games long over or long without a move; return their number. Idempotent."""
    now = timezone.now()
    asked = Q(game__ended_at__lt=now - KEPT) | Q(game__moved_at__lt=now - KEPT_AT_REST)
    removed, _by_model = Said.objects.filter(asked).delete()
    return removed
