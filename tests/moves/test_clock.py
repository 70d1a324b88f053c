"""The clock goes back and forth by hours between actions: games go on, and nobody waits until it has caught up."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.registry import GAMES
from games.services.moves import play
from games.services.past import verification
from games.services.table import tables
from games.services.table.tables import Place
from tests.playing import again, place_at, step

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("kind", GAMES)
def test_a_hand_is_played_whatever_the_clock_says(alice: User, kind: str) -> None:
    rng, now = Random(5), timezone.now()
    code = place_at(alice, kind).code
    for _ in range(400):
        with time_machine.travel(now + rng.choice((-HOUR, HOUR, 0 * HOUR)), tick=False):
            snapshot = tables.see(again(alice, code))
            if snapshot.hands or snapshot.result is not None:
                break
            step(again(alice, code), rng)
    game = Game.objects.get(code=code)
    assert game.hands.filter(ended_at__isnull=False).exists()
    assert verification.differences(game=game) == ()


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_an_action_that_nobody_heard_of_is_made_after_a_jump(alice: User, just_dealt: Place, jump: timedelta) -> None:
    with time_machine.travel(timezone.now() + jump, tick=False):
        assert again(alice, just_dealt.code).is_overdue
        assert play.nudge() == 1
        assert play.rescue(code=just_dealt.code)
    assert Game.objects.get().version == 3


def test_an_action_just_asked_for_is_not_late(alice: User, just_dealt: Place) -> None:
    due = Game.objects.get().bot_due_at
    assert due is not None
    with time_machine.travel(due + timedelta(seconds=1), tick=False):
        assert not again(alice, just_dealt.code).is_overdue
        assert play.nudge() == 0
