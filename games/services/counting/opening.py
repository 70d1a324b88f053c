"""When the cards of a challenge may be told. The seals of its games open once all who take part are done; whoever comes
later is dealt under a new one, and the boards themselves open when nobody can come any more.
"""

from collections.abc import Collection
from typing import Final

from django.db.models import Count, F, Q
from django.utils import timezone

from games.models import Board, Challenge, Entrant, Seal

#: People of one challenge.
MOST: Final = 8
#: Of those of an entrant: the attempts that are over and were in time.
IN_TIME: Final = Q(attempts__is_counted=True, attempts__ended_at__lte=F("challenge__lapses_at"))


def done_of(challenges: Collection[int]) -> dict[int, int]:
    """How many boards each of their entrants has done, by the entrant's key."""
    rows = Entrant.objects.filter(challenge__in=challenges).annotate(done=Count("attempts", filter=IN_TIME))
    return dict(rows.order_by().values_list("pk", "done"))


def open_if_done(challenge: int) -> None:
    """Somebody has come to an end with a board. The caller owns the transaction."""
    Challenge.objects.select_for_update(no_key=True).get(pk=challenge)  # or of the last two neither would see the other
    boards, done, now = Board.objects.filter(challenge=challenge), done_of([challenge]), timezone.now()
    if len(done) < 2 or min(done.values()) < boards.count():
        return
    Seal.objects.filter(game__board__in=boards, opens_at__gt=now).update(opens_at=now)
    if len(done) >= MOST:
        boards.update(opens_at=now)


def open_now(challenge: int) -> None:
    """It was taken back: nobody else plays these cards. The caller owns the transaction."""
    now = timezone.now()
    Board.objects.filter(challenge=challenge).update(opens_at=now)
    Seal.objects.filter(game__board__challenge=challenge).update(opens_at=now)
