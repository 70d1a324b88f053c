"""What operators see, without secrets: /healthz, /readyz, /metrics and the log."""

import json
import logging
import subprocess
import sys
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings
from structlog.stdlib import ProcessorFormatter

from accounts.models import User
from games.engine.cards import Card, card
from games.table.models import Game, Seal
from spadesite import middleware
from spadesite.logs import logging_config
from tests.people.rooms import link_of, open_waiting_room
from tests.play import open_table, play_to_first_lead, stack_deck
from tests.site.conftest import ALL, OURS, address
from tools.site import ROOT

pytestmark = pytest.mark.django_db
TOKEN = "a token for metrics alone"
BY_IP = {"host": "10.0.0.7:8000"}


def fail(*args: Any, **kwargs: Any) -> NoReturn:
    raise DatabaseError("gone")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_accepts_any_host_and_is_not_cached(client: Client, path: str) -> None:
    response = client.get(path, headers=BY_IP)
    assert response.status_code == 200 and len(response.content) < 200
    assert response["Cache-Control"] == "no-store" and not response.cookies
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert client.post("/healthz").status_code == 404


def test_readyz_needs_the_database_and_its_tables(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {"ready": True, "database": "ok", "migrations": "ok", "cache": "ok", "computer_players": "ok"}
    assert client.get("/readyz").json() == expected
    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", fail)
        health, ready = client.get("/healthz"), client.get("/readyz")
    assert health.content == b"ok\n"
    assert (ready.status_code, ready.json()) == (503, {"ready": False, "database": "away"})
    monkeypatch.setattr(middleware, "_are_applied", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()) == (503, {"ready": False, "database": "ok", "migrations": "away"})


def test_readyz_reports_a_lost_cache_and_a_late_worker(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = open_table(alice)
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=5))
    monkeypatch.setattr(type(cache._connections[cache._alias]), "get", fail)  # type: ignore[attr-defined]
    response = as_alice.get("/readyz")
    state = response.json()
    assert response.status_code == 200
    assert (state["ready"], state["cache"], state["computer_players"]) == (True, "away", "late")
    assert as_alice.get(f"/games/{place.code}/").status_code == 200


# ---------- metrics ----------
def metrics(client: Client) -> str:
    response = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("token", "header"),
    [*((TOKEN, one) for one in ("", "Bearer ", "Bearer wrong", TOKEN, f"Basic {TOKEN}")), ("", "Bearer ")],
)
def test_metrics_need_the_token(client: Client, settings: Settings, token: str, header: str) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


def number(text: str, name: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


def test_metrics_count_moves_refusals_and_late_bots(
    client: Client, as_alice: Client, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN
    stack_deck(monkeypatch)
    before = metrics(client)
    place = open_table(alice)
    play_to_first_lead(place)
    as_alice.post(f"/games/{place.code}/act/", {"action": '["play","AD"]', "version": "6"})
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=5))
    after = metrics(client)
    grown = {
        'spadesite_moves_total{game="twoman",source="person"}': 2,
        'spadesite_moves_total{game="twoman",source="computer"}': 2,
        'spadesite_refused_total{game="twoman"': 1,
    }
    assert {name: number(after, name) - number(before, name) for name in grown} == grown
    assert number(after, "spadesite_overdue ") == 1
    assert 290 < number(after, "spadesite_overdue_seconds ") < 400


def test_metrics_name_no_game_person_or_seal(client: Client, alice: User, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    place = open_table(alice)
    text = metrics(client)
    assert place.code not in text and "alice" not in text
    assert not any(seal.commitment[:8] in text for seal in Seal.objects.all())


# ---------- the log: exceptions in JSON, with type and traceback but without message ----------
def entry(*, exc_info: Any = None, message: str = "A fault.") -> dict[str, Any]:
    record = logging.LogRecord("games", logging.ERROR, __file__, 1, message, (), exc_info)
    return dict(json.loads(formatted(record, as_json=True)))


def formatted(record: logging.LogRecord, *, as_json: bool) -> str:
    config = logging_config(as_json=as_json)["formatters"]["structured"]
    formatter = ProcessorFormatter(processors=config["processors"], foreign_pre_chain=config["foreign_pre_chain"])
    return formatter.format(record)


def fault_with_cards() -> Any:
    """Return the `exc_info` of a KeyError, raised while a ValueError was handled; both messages name a card."""
    try:
        try:
            raise ValueError("not [QH]")
        except ValueError:
            dict[Card, int]()[card("5C")]
    except KeyError:
        return sys.exc_info()


def test_an_exception_is_logged_without_its_message() -> None:
    """The log has type and traceback of this exception and of the exception that was being handled."""
    logged = entry(exc_info=fault_with_cards())
    text, line = logged["exception"], json.dumps(logged)
    assert text.index("ValueError") < text.index("KeyError") and text.count("in fault_with_cards") == 2
    assert not any(word in line for word in ("card('5C')", "not [QH]\n", "KeyError:", "ValueError:"))


@pytest.mark.parametrize("none", [None, (None, None, None), False])
def test_an_entry_without_a_fault_has_no_exception(none: Any) -> None:
    assert entry(exc_info=none)["event"] == "A fault." and "exception" not in entry(exc_info=none)


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize(
    ("url", "host"), [("/", "elsewhere.example"), (f"/statistics/?{'mark=a&' * 2000}", "testserver")]
)
def test_an_unreadable_request_is_logged_as_one_warning(
    client: Client, caplog: pytest.LogCaptureFixture, url: str, host: str, as_json: bool
) -> None:
    assert client.get(url, headers={"Host": host}).status_code == 400
    [record] = caplog.records
    line = formatted(record, as_json=as_json)
    assert "\n" not in line and "warning" in line and "rror" not in line


KEY = "Zq3-" + "x" * 18
SECRETS = {"token": KEY, "invitation": KEY, "challenge": KEY}
LINKS = [
    *(address(name, code="abc", **SECRETS) for name in OURS if ALL[name].pattern.converters.keys() & SECRETS.keys()),
    reverse("account_reset_password_from_key", kwargs={"uidb36": "1a", "key": KEY}),
    reverse("account_confirm_email", args=(f"MQ:{KEY}:abc",)),
]


@pytest.mark.parametrize("url", LINKS)
def test_a_secret_link_is_shortened_in_the_log(url: str) -> None:
    event = entry(message=f"Internal Server Error: {url}")["event"]
    assert KEY not in event and event.startswith("Internal Server Error: /")


SERVER = """
import logging, sys, uvicorn
from spadesite.logs import configure, logging_config
uvicorn.Config("spadesite.asgi:application")
configure(logging_config(as_json=True))
logging.getLogger("uvicorn.access").info("GET /games/abc/")
try:
    {}[sys.argv[1]]
except KeyError:
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
"""


def test_a_fault_in_a_stream_is_logged_like_all_others() -> None:
    """Uvicorn itself logs a failure after a response has begun, but with the site's logging configuration."""
    command = [sys.executable, "-c", SERVER, "the queen of hearts"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    line = json.loads(done.stderr)
    assert line["event"] == "Exception in ASGI application"
    assert line["exception"].endswith("builtins.KeyError\n")
    assert "hearts" not in done.stderr + done.stdout


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Capture what the site logs with the log levels of production."""
    for name, settings in logging_config(as_json=True)["loggers"].items():
        if "level" in settings:
            caplog.set_level(settings["level"], logger=name)
    caplog.set_level(logging.INFO)
    return caplog


def test_the_log_names_no_token_of_a_link(as_alice: Client, client: Client, lines: pytest.LogCaptureFixture) -> None:
    invitation = link_of(open_waiting_room(as_alice))
    asked = client.get(invitation), client.post(invitation, {"name": "Marta"}), client.put(invitation)
    assert [answer.status_code for answer in (*asked, client.get(f"{invitation}x/"))] == [200, 422, 405, 404]
    logging.getLogger("uvicorn.access").info("GET %s", invitation)  # as uvicorn logs each request
    assert invitation.strip("/").rsplit("/", 1)[-1] not in lines.text
