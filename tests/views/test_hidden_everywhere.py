"""Nothing hidden leaves the server in any game: by pages, partials, streams, hints, refusals, logs or bells."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from games import enqueue, live
from games.models import Seal
from games.services import lobby, logs, tables
from games.services.logs import Log
from games.services.tables import Place
from tests.engine.walks import with_other_cards
from tests.playing import again
from tests.views.hiding import KINDS, at_ones_turn, hidden, moments, names, seated_at
from tests.views.test_hidden import bytes_of, streamed

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
every_kind = pytest.mark.parametrize("key", KINDS)


@pytest.fixture(autouse=True)
def _computer_players_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no page makes an overdue action meanwhile."""
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)
    monkeypatch.setattr(tables, "PATIENCE", timedelta(days=1))


def answers(client: Client, user: User, place: Place, log: Log) -> Iterator[tuple[str, bytes]]:
    """Everything that may be asked at a table, in the world of this log; what is written is undone."""
    url, version = f"/games/{place.code}/", str(log.version)
    foreign = json.dumps(["play", hidden(log, place.seat)[0].text if hidden(log, place.seat) else "2C"])
    with patch.object(logs, "read", lambda game: log), patch.object(logs, "told_since", lambda game, seen: [log]):
        yield "page", bytes_of(client.get(url))
        yield "partial", bytes_of(client.get(url, headers=HTMX))
        yield "stream", streamed(user, place)
        for what, data in (("hint", {}), ("take-back", {}), ("act", {"action": foreign}), ("deal", {"seed": "s"})):
            with transaction.atomic():
                yield what, bytes_of(client.post(f"{url}{what}/", {**data, "version": version}, headers=HTMX))
                transaction.set_rollback(True)


def now_and_then(user: User, key: str, rng: Random, *, every: int) -> Iterator[tuple[Place, Log]]:
    """Some moments of one game after another, for as long as anybody asks."""
    while True:
        place = seated_at(user, key)
        for number, log in enumerate(moments(place, rng, most=120)):
            if number % every == every // 2:
                yield place, log
        lobby.abandon(place=again(user, place.code))


def masked(text: bytes) -> bytes:
    """Without what differs between two requests for the same: tokens."""
    text = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"TOKEN", text)
    return re.sub(rb'"X-CSRFToken": "[^"]+"', b"TOKEN", text)


@every_kind
def test_worlds_that_differ_in_hidden_cards_give_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """At moments all along games, each against the same moment with everything exchanged that alice may not know."""
    rng, compared = Random(key), 0
    for place, log in now_and_then(alice, key, rng, every=9):
        log = replace(log, before=None)  # what may be taken back is told from an earlier state, which is not exchanged
        other = replace(log, state=with_other_cards(log.state, place.seat, rng))
        if other.state == log.state:
            continue
        foreign = hidden(log, place.seat)
        with patch("tests.views.test_hidden_everywhere.hidden", lambda log, seat, same=foreign: same):
            mine, theirs = (list(answers(as_alice, alice, place, world)) for world in (log, other))
        for (what, one), (_what, another) in zip(mine, theirs, strict=True):
            assert masked(one) == masked(another), f"{what} at version {log.version}"
        compared += 1
        if compared == 5:
            return


@every_kind
def test_what_may_be_known_is_told(as_alice: Client, alice: User, key: str) -> None:
    """The test above would hold for empty pages, too."""
    place, rng = seated_at(alice, key), Random(key)
    log = at_ones_turn(place, rng)
    own = log.rules.view(log.state, place.seat).hand or ()
    page = as_alice.get(f"/games/{place.code}/").content.decode()
    assert own
    assert all(any(name in page for name in names([one])) for one in own)


@every_kind
def test_no_page_of_a_game_names_a_hidden_card(as_alice: Client, alice: User, key: str) -> None:
    for looked, (place, log) in enumerate(now_and_then(alice, key, Random(f"{key} 2"), every=5)):
        page = as_alice.get(f"/games/{place.code}/").content.decode()
        for name in names(hidden(log, place.seat)):
            assert name not in page, f"{name} at version {log.version}"
        for seal in Seal.objects.filter(game=place.game, number__gte=log.state.number):
            assert bytes(seal.server_seed).hex() not in page
        if looked == 8:
            return


@every_kind
def test_a_stranger_is_sent_nothing_of_it(as_charlie: Client, client: Client, alice: User, key: str) -> None:
    place = seated_at(alice, key)
    at_ones_turn(place, Random(key))
    for asking in (as_charlie, client):
        there, nowhere = (asking.get(f"/games/{code}/", headers=HTMX) for code in (place.code, "nowhere"))
        assert there.status_code == nowhere.status_code == 404
        assert there.content == nowhere.content


@every_kind
def test_looking_back_waits_for_the_end_of_the_hand(as_alice: Client, alice: User, key: str) -> None:
    place = seated_at(alice, key)
    log = at_ones_turn(place, Random(key))
    url = f"/games/{place.code}/"
    for what in ("replay/", "verify/", "", "steps/3/again/"):
        assert as_alice.get(f"{url}hands/{log.state.number}/{what}").status_code == 404, what
    assert as_alice.get(f"{url}record/").status_code == 404
    assert as_alice.post(f"{url}shares/", {"hand": str(log.state.number)}).status_code == 409
    review = as_alice.get(f"{url}review/").content.decode()
    assert not any(name in review for name in names(hidden(log, place.seat)))
    assert place.code not in "".join(part.decode() for part in _all_records(as_alice))


def _all_records(client: Client) -> list[bytes]:
    return [client.get(address).content for address in ("/records/", "/statistics/", "/statistics/hands/")]


@every_kind
def test_neither_log_nor_bell_names_a_card_or_a_seed(
    as_alice: Client, alice: User, key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Lines of the log at any level, arguments of tasks, and what travels between processes; faults included."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(logging.getLogger("django.db.backends"), "propagate", False)  # in development only
    told: list[Any] = []
    monkeypatch.setattr(live, "announce", lambda *some: told.append(some))
    monkeypatch.setattr(enqueue.current_app, "signature", lambda name, kwargs: _Bell(told, name, kwargs))
    place = seated_at(alice, key)
    for log in moments(place, Random(f"{key} 3"), most=40):
        foreign = {"action": json.dumps(["play", hidden(log, 0)[0].text]), "version": str(log.version)}
        as_alice.post(f"/games/{place.code}/act/", foreign, headers=HTMX)
        enqueue.reply_soon(place.code, log.version)
    text = "\n".join([*(record.getMessage() for record in caplog.records), *map(str, told)])
    assert place.code in text
    assert not re.search(r'"([2-9TJQKA][CDHS]|[BL]J)"', text)
    assert not any(name in text for name in names(list(hidden(log, None))))
    assert not any(bytes(seal.server_seed).hex() in text for seal in Seal.objects.all())
    assert {type(value) for _code, *more in told for value in more} <= {str, dict}


class _Bell:
    """What is sent to a worker."""

    def __init__(self, told: list[Any], name: str, kwargs: dict[str, Any]) -> None:
        self.told, self.sent = told, (name, kwargs)

    def apply_async(self) -> None:
        assert set(self.sent[1]) == {"code", "version"}
        self.told.append(self.sent)


@every_kind
def test_an_accident_shows_nothing_of_the_game(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the middle of a page: its answer has a number and no card, in the page and in the line of the log."""
    place = seated_at(alice, key)
    log = at_ones_turn(place, Random(key))
    client = Client(raise_request_exception=False)
    client.force_login(alice)

    def breaks(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError(str(log.state))

    monkeypatch.setattr("games.views.table.shown", breaks)
    response = client.get(f"/games/{place.code}/")
    assert response.status_code == 500
    text = response.content.decode()
    assert "Traceback" not in text
    assert not any(name in text for name in names(hidden(log, None)))
    assert place.code not in text
