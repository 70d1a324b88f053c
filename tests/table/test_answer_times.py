"""The duration of an HTTP response reveals nothing about hidden cards, although searches differ in length."""

from datetime import timedelta
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.engine.endgame import POSITIONS, Endgame
from games.table import move, tables
from games.table.models import Game, Trick
from games.table.tables import Place
from tests.asking import HTMX
from tests.play import action_form, open_table, random_action, rows_in_play
from tests.table.conftest import Clock

pytestmark = pytest.mark.django_db
STEP, SEARCH = 0.1, 0.01
#: Seconds that a searched position takes: the longest search takes 90% of the padded time of a search.
COST = 0.9 * SEARCH / POSITIONS
HANDS = 2
TICK = 1e-7


class TickingClock(Clock):
    """A clock that advances at each reading, like a real one."""

    def monotonic(self) -> float:
        self.now += TICK
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    clock = TickingClock()
    settings.THINKING_STEP = STEP
    monkeypatch.setattr(move, "time", clock)
    return clock


@pytest.fixture
def searched(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make each searched position take time. Return a list with the number of positions of each search."""
    found: list[int] = []

    @lru_cache(maxsize=1024)
    def settled(hands: Any, leader: Any, *, broken: bool, **known: Any) -> bool:
        search = Endgame(**known)
        is_proved = search.outcome(hands, leader, broken=broken) is not None
        found.append(POSITIONS - max(0, search.left))
        clock.sleep(COST * found[-1])
        return is_proved

    for key in ("twoman", "spades", "bidwhist"):
        monkeypatch.setattr(f"games.{key}.rules.settled", settled)
    return found


def tricks_won(place: Place) -> int:
    """Return the number of tricks won in all hands, including the hand in play."""
    over = Trick.objects.filter(winner__isnull=False).count()
    return over + sum(one.winner is not None for one in rows_in_play(Game.objects.get(pk=place.game.pk)).tricks)


def act_once(client: Client, place: Place, rng: Random) -> bool:
    """Make the next move at the table over HTTP. Return whether an action of the person has ended a trick."""
    snapshot, before = tables.see(place), tricks_won(place)
    if snapshot.computer_acts:
        Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=2))
        client.get(f"/games/{place.code}/", headers=HTMX)
    elif snapshot.needs_deal:
        client.post(f"/games/{place.code}/deal/", {"seed": "s", "version": snapshot.version}, headers=HTMX)
    else:
        action = action_form(random_action(snapshot.view.legal, rng), snapshot.version)
        assert client.post(f"/games/{place.code}/act/", action, headers=HTMX).status_code == 200
    return not snapshot.computer_acts and tricks_won(place) > before


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_every_answer_takes_a_fixed_time(
    as_alice: Client, alice: User, key: str, clock: Clock, searched: list[int]
) -> None:
    """A bot's move takes one thinking step. A person's action takes `SEARCH` if it ends a trick, otherwise no time."""
    place, rng = open_table(alice, key), Random(key)
    while (snapshot := tables.see(place)).result is None and len(snapshot.hands) < HANDS:
        began = clock.now
        has_won = act_once(as_alice, place, rng)
        taken = STEP if snapshot.computer_acts else SEARCH if has_won else 0.0
        assert clock.now - began == pytest.approx(taken, abs=100 * TICK), (snapshot.view.phase, searched[-1:])
        place.game.refresh_from_db()
    assert len(set(searched)) >= 3, "too few different lengths of searches: the test proves nothing"
    assert max(searched) <= POSITIONS
