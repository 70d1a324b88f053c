"""How long an answer takes tells nothing of hidden cards: over HTTP, with every position that is searched made dear."""

from datetime import timedelta
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.engine import endgame
from games.engine.endgame import POSITIONS, Endgame
from games.models import Game, Trick
from games.services.moves import thinking
from games.services.table import tables
from games.services.table.tables import Place
from tests.moves.clocks import Clock
from tests.playing import any_of, place_at, post, rows_in_play
from tests.views.asking import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

STEP, SEARCH = 0.1, 0.01
#: What a position costs: the most that are ever looked at fit into the time that is taken for it.
DEAR = 0.9 * SEARCH / POSITIONS
HANDS = 2
TICK = 1e-7


class Ticking(Clock):
    """As any clock, it is never asked twice at the same moment."""

    def monotonic(self) -> float:
        self.now += TICK
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    clock = Ticking()
    settings.THINKING_STEP = STEP
    monkeypatch.setattr(thinking, "time", clock)
    return clock


@pytest.fixture
def looked(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions each search has looked at; as many have taken their time."""
    found: list[int] = []

    def proved(hands: Any, leader: Any, trump: Any, broken: bool, marked: Any, stops: Any, sides: Any) -> bool:
        search = Endgame(trump=trump, marked=marked, stops=stops, sides=sides)
        is_proved = search.outcome(hands, leader, broken=broken) is not None
        found.append(POSITIONS - max(0, search.left))
        clock.sleep(DEAR * found[-1])
        return is_proved

    monkeypatch.setattr(endgame, "_proved", lru_cache(maxsize=1024)(proved))
    return found


def won(place: Place) -> int:
    """How many tricks have been won: those of hands that are over, and of the hand in play."""
    over = Trick.objects.filter(winner__isnull=False).count()
    return over + sum(one.winner is not None for one in rows_in_play(Game.objects.get(pk=place.game.pk)).tricks)


def one_more(client: Client, place: Place, rng: Random) -> bool:
    """The next thing that is to be done at the table, over HTTP; whether a person's action has ended a trick."""
    snapshot, before = tables.see(place), won(place)
    if snapshot.computer_acts:
        Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=2))
        client.get(f"/games/{place.code}/", headers=HTMX)
    elif snapshot.needs_deal:
        client.post(f"/games/{place.code}/deal/", {"seed": "s", "version": snapshot.version}, headers=HTMX)
    else:
        action = post(any_of(snapshot.view.legal, rng), snapshot.version)
        assert client.post(f"/games/{place.code}/act/", action, headers=HTMX).status_code == 200
    return not snapshot.computer_acts and won(place) > before


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_every_answer_takes_the_same_whatever_is_hidden(
    as_alice: Client, alice: User, key: str, clock: Clock, looked: list[int]
) -> None:
    place, rng = place_at(alice, key), Random(key)
    while (snapshot := tables.see(place)).result is None and len(snapshot.hands) < HANDS:
        began = clock.now
        has_won = one_more(as_alice, place, rng)
        taken = STEP if snapshot.computer_acts else SEARCH if has_won else 0.0
        assert clock.now - began == pytest.approx(taken, abs=100 * TICK), (snapshot.view.phase, looked[-1:])
        place.game.refresh_from_db()
    assert len(set(looked)) >= 3, "the searches were not of different length, so nothing was shown"
    assert max(looked) <= POSITIONS
