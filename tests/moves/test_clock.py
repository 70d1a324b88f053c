"""The clock goes back and forth by hours between actions: games go on, and nobody waits until it has caught up."""

from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.models import Game
from games.registry import GAMES
from games.services.moves import play
from games.services.past import verification
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from tests.playing import again, dealt, place_for, step

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("kind", GAMES)
def test_a_hand_is_played_whatever_the_clock_says(alice: User, kind: str) -> None:
    rng, now = Random(5), timezone.now()
    code = lobby.open_game(person=Person(user=alice), key=kind, level=lobby.levels(kind)[0])
    for _ in range(400):
        with time_machine.travel(now + rng.choice((-HOUR, HOUR, 0 * HOUR)), tick=False):
            if _one_step(again(alice, code), rng):
                break
    game = Game.objects.get(code=code)
    assert game.hands.filter(ended_at__isnull=False).exists()
    assert verification.differences(game=game) == ()


def _one_step(place: Place, rng: Random) -> bool:
    """One action of whoever is to act; whether a hand is over."""
    snapshot = tables.see(place)
    if snapshot.hands or snapshot.result is not None:
        return True
    step(place, rng)
    return False


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_an_action_that_nobody_heard_of_is_made_after_a_jump(alice: User, jump: timedelta) -> None:
    place = place_for(alice)
    dealt(place)
    with time_machine.travel(timezone.now() + jump, tick=False):
        assert again(alice, place.code).is_overdue
        assert play.nudge() == 1
        assert play.rescue(code=place.code)
    assert Game.objects.get().version == 3


def test_an_action_just_asked_for_is_not_late(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    due: datetime | None = Game.objects.get().bot_due_at
    assert due is not None
    with time_machine.travel(due + timedelta(seconds=1), tick=False):
        assert not again(alice, place.code).is_overdue
        assert play.nudge() == 0
