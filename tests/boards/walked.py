"""Helpers that play boards of the day and challenges. The test chooses the player's actions; no worker is needed."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import utc_today
from games.boards import challenges, comparing, days, field
from games.boards.challenges import ChallengeSeen
from games.boards.comparing import Comparison, Parting
from games.boards.field import BoardResult
from games.boards.models import Attempt, Board, Challenge
from games.engine.actions import Action
from games.engine.state import Phase
from games.registry import levels
from games.snapshot import Status
from games.table import logs, play, tables
from games.table.models import Seal
from games.table.tables import Place
from tests.play import person_of, reload
from tools.trial.judging import aligned

UserOrGuest = User | Guest
Choose = Callable[[Place, Random], Action]


def legal_actions(place: Place) -> list[Action]:
    """Return the player's legal actions; for a `Pick`, which stands for many actions, only its default choice."""
    return [one.first for one in tables.see(place).view.legal]


def first_legal(place: Place, rng: Random) -> Action:
    return legal_actions(place)[0]


def last_legal(place: Place, rng: Random) -> Action:
    return legal_actions(place)[-1]


def play_board(place: Place, choose: Choose, *, hands: int = 99, computers_first: bool = False) -> Place:
    """Play until the game is over or has `hands` finished hands.

    When the player and a bot may both act, the player acts first; with `computers_first`, the bot does.
    """
    rng = Random(1)
    while True:
        place = tables.place_of(person=place.person, code=place.code)
        snapshot = tables.see(place)
        if snapshot.status != Status.PLAYING or (snapshot.needs_deal and len(snapshot.hands) >= hands):
            return place
        if snapshot.view.phase == Phase.DEAL:
            play.deal(place=place, seed="", version=snapshot.version)
        elif snapshot.computer_acts and (computers_first or not snapshot.is_mine):
            assert play.reply(code=place.code, version=snapshot.version)
        else:
            play.submit(place=place, action=choose(place, rng), version=snapshot.version)


def all_actions(place: Place) -> list[tuple[int, str]]:
    """Return the actions of the game's log in order, as (seat, action), but with the secret discards sorted."""
    entries = place.game.entries.order_by("ordinal")
    return aligned([(one.seat, one.action) for one in entries if one.source not in logs.ASIDES])


def begin_board(player: UserOrGuest, key: str = "twoman", day: date | None = None) -> Place:
    return reload(player, days.begin(person=person_of(player), key=key, day=day or utc_today()))


def result_of(user: User, attempt: Attempt) -> BoardResult:
    found = field.own_result(person=Person(user=user), attempt=attempt.pk)
    assert found is not None
    return found


def open_challenge(
    player: UserOrGuest, key: str = "twoman", *, deals: int = 1, is_pair: bool = False, **chosen: object
) -> str:
    """Open a challenge against the weakest bots, which choose fast; return its token."""
    return challenges.open_challenge(
        person=person_of(player), key=key, chosen=chosen, level=levels(key)[0], deals=deals, is_pair=is_pair
    )


def join_challenge(player: UserOrGuest, token: str) -> Place:
    """Begin or resume the next board of a challenge; return the player's place."""
    return reload(player, challenges.begin(person=person_of(player), token=token))


def play_challenge(
    player: UserOrGuest, token: str, choose: Choose = first_legal, *, computers_first: bool = False
) -> list[Place]:
    """Play the remaining boards of a challenge; return the player's place at each."""
    places = []
    while see_challenge(player, token).next is not None:
        places.append(play_board(join_challenge(player, token), choose, computers_first=computers_first))
    return places


def see_challenge(player: UserOrGuest | None, token: str) -> ChallengeSeen:
    return challenges.find_challenge(person=person_of(player) if player is not None else None, token=token)


def comparison_of(player: UserOrGuest, token: str) -> Comparison:
    return comparing.comparison(person=person_of(player), token=token)


def parting_of(player: UserOrGuest, token: str) -> Parting:
    """Return the only parting of a challenge with one board: where its games first differ."""
    (board,) = comparison_of(player, token).boards
    (parting,) = board.partings
    return parting


def end_challenge(token: str) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Challenge.objects.filter(token=token).update(lapses_at=past)
    Board.objects.filter(challenge__token=token).update(opens_at=past)
    Seal.objects.filter(game__board__challenge__token=token).update(opens_at=past)
