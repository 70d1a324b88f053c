"""/healthz, /readyz and /metrics: short answers for machines, and nothing in them for strangers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game, Seal
from spadesite import probes
from tests.playing import bids_made, place_for, stack

pytestmark = pytest.mark.django_db

TOKEN = "a token that nobody guesses"
AS_A_NEIGHBOUR = {"host": "10.0.0.7:8000"}


def away(*args: Any, **kwargs: Any) -> NoReturn:
    raise DatabaseError("gone")


@contextmanager
def no_database() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "cursor", away)
        yield


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_neighbour_gets_a_short_answer_that_is_not_kept(client: Client, path: str) -> None:
    response = client.get(path, headers=AS_A_NEIGHBOUR)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert len(response.content) < 200
    assert not response.cookies
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_in_production_a_neighbour_is_sent_to_no_other_address(client: Client, settings: Settings, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    assert client.get(path, headers=AS_A_NEIGHBOUR).status_code == 200


def test_it_lives_without_a_database(client: Client) -> None:
    with no_database():
        assert client.get("/healthz").content == b"ok\n"


def test_it_is_ready(client: Client) -> None:
    told = client.get("/readyz").json()
    assert told == {"ready": True, "database": "ok", "migrations": "ok", "cache": "ok", "computer_players": "ok"}


def test_it_is_not_ready_without_a_database(client: Client) -> None:
    with no_database():
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"ready": False, "database": "away"}


def test_a_cache_that_is_away_is_told_and_turns_nobody_away(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_for(alice)
    monkeypatch.setattr(type(cache._connections[cache._alias]), "get", away)  # type: ignore[attr-defined]
    response = as_alice.get("/readyz")
    assert response.status_code == 200
    assert (response.json()["ready"], response.json()["cache"]) == (True, "away")
    assert as_alice.get(f"/games/{place.code}/").status_code == 200


def test_it_is_not_ready_before_its_tables_are_there(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_are_applied", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"ready": False, "database": "ok", "migrations": "away"}


def test_a_late_worker_is_told_and_turns_nobody_away(client: Client, alice: User) -> None:
    place_for(alice)
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=5))
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["computer_players"] == "late"


def test_only_looks_are_answered(client: Client) -> None:
    assert client.post("/healthz").status_code == 404


# ---------- figures ----------
def figures(client: Client) -> str:
    response = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("token", "header"),
    [*((TOKEN, one) for one in ("", "Bearer ", "Bearer wrong", TOKEN, f"Basic {TOKEN}")), ("", "Bearer ")],
)
def test_figures_need_the_token_and_without_one_there_are_none(
    client: Client, settings: Settings, token: str, header: str
) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


def number(text: str, name: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


def test_they_count_what_is_played(
    client: Client, as_alice: Client, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN
    stack(monkeypatch)
    before = figures(client)
    place = place_for(alice)
    bids_made(place)
    as_alice.post(f"/games/{place.code}/act/", {"action": '["play","AD"]', "version": "6"})
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=5))
    after = figures(client)
    grown = {
        'spadesite_moves_total{game="twoman",source="person"}': 2,
        'spadesite_moves_total{game="twoman",source="computer"}': 2,
        'spadesite_refused_total{game="twoman"': 1,
    }
    for name, by in grown.items():
        assert number(after, name) - number(before, name) == by, name
    assert number(after, "spadesite_overdue ") == 1
    assert 290 < number(after, "spadesite_overdue_seconds ") < 400


def test_no_game_can_be_told_from_them(client: Client, alice: User, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    place = place_for(alice)
    bids = figures(client)
    assert place.code not in bids
    assert "alice" not in bids
    assert not any(seal.commitment[:8] in bids for seal in Seal.objects.all())
