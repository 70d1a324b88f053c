"""Challenges for tests: opened, and played to their end by choices of the test's."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Guest, User
from games.models import Board, Challenge, Seal
from games.registry import levels
from games.services.boards import challenges, comparing
from games.services.boards.challenges import ChallengeSeen
from games.services.boards.comparing import Comparison, Parting
from games.services.table.tables import Place
from tests.boards.walked import Choose, first_legal, walked
from tests.playing import again, person_of

Who = User | Guest


def opened(who: Who, key: str = "twoman", *, deals: int = 1, is_pair: bool = False, **chosen: object) -> str:
    """Against players who need no compiling; its token."""
    return challenges.open_challenge(
        person=person_of(who), key=key, chosen=chosen, level=levels(key)[0], deals=deals, is_pair=is_pair
    )


def begun(who: Who, token: str) -> Place:
    return again(who, challenges.begin(person=person_of(who), token=token))


def compared(who: Who, token: str) -> Comparison:
    return comparing.compared(person=person_of(who), token=token)


def parting_of(who: Who, token: str) -> Parting:
    """Of a challenge of one board at which two have parted."""
    (board,) = compared(who, token).boards
    (parting,) = board.partings
    return parting


def seen(who: Who | None, token: str) -> ChallengeSeen:
    return challenges.seen(person=person_of(who) if who is not None else None, token=token)


def done(who: Who, token: str, choose: Choose = first_legal, *, computers_first: bool = False) -> list[Place]:
    """Everything of it that is left to be played."""
    places = []
    while seen(who, token).next is not None:
        places.append(walked(begun(who, token), choose, computers_first=computers_first))
    return places


def lapse(token: str) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Challenge.objects.filter(token=token).update(lapses_at=past)
    Board.objects.filter(challenge__token=token).update(opens_at=past)
    Seal.objects.filter(game__board__challenge__token=token).update(opens_at=past)
