"""Nothing hidden leaves the server beside the table either: by looking back, logs, notices or accidents."""

import json
import logging
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from celery import current_app
from django.test import Client

from accounts.models import User
from games import enqueue, live
from games.models import Game, Seal
from tests.playing import place_at
from tests.views.asking import HTMX, read
from tests.views.hiding import at_ones_turn, every_kind, hidden, moments
from tests.views.written import written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("computers_wait")]


@every_kind
def test_looking_back_waits_for_the_end_of_the_hand(as_alice: Client, alice: User, key: str) -> None:
    place = place_at(alice, key)
    log = at_ones_turn(place, Random(key))
    url = f"/games/{place.code}/"
    for number, what in product(
        (0, log.state.number, log.state.number + 1), ("replay/", "verify/", "review/", "", "steps/3/again/")
    ):
        assert as_alice.get(f"{url}hands/{number}/{what}").status_code == 404, what
    assert as_alice.get(f"{url}record/").status_code == 404
    assert as_alice.post(f"{url}shares/", {"hand": str(log.state.number)}).status_code == 409
    review = read(as_alice, f"{url}review/")
    assert not written(review).cards & set(hidden(log, place.seat))
    assert place.code not in "".join(part.decode() for part in _statistics(as_alice))


@every_kind
def test_the_front_page_shows_the_reader_s_cards_and_no_others(as_alice: Client, alice: User, key: str) -> None:
    place, snapshot = place_at(alice, key), 0
    for log in moments(place, Random(f"{key} home"), most=30):
        found = written(read(as_alice, "/")).cards
        assert not found & set(hidden(log, place.seat))
        snapshot += bool(found)
    assert snapshot


def _statistics(client: Client) -> list[bytes]:
    return [client.get(address).content for address in ("/statistics/", "/statistics/hands/")]


@every_kind
def test_neither_log_nor_notice_names_a_card_or_a_seed(
    as_alice: Client, alice: User, key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Lines of the log at any level, arguments of tasks, and what travels between processes; faults included."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(logging.getLogger("django.db.backends"), "propagate", False)  # in development only
    told, said = list[Any](), list[str]()
    monkeypatch.setattr(current_app, "signature", lambda name, kwargs: _Notice(told, name, kwargs))
    place = place_at(alice, key)
    for log in moments(place, Random(f"{key} 3"), most=40):
        foreign = {"action": json.dumps(["play", hidden(log, 0)[0].text]), "version": str(log.version)}
        as_alice.post(f"/games/{place.code}/act/", foreign, headers=HTMX)
        enqueue.reply_soon(place.code, log.version)
        said.append(live.payload(Game.objects.get(code=place.code)))
    text = "\n".join([*(record.getMessage() for record in caplog.records), *map(str, told), *said])
    assert place.code in text
    assert not written(text).cards
    assert not any(bytes(seal.server_seed).hex() in text for seal in Seal.objects.all())
    assert all(re.fullmatch(rf"{place.code} \d+(-[a-z]+)? (owed|free) 0 0", one) for one in said)


class _Notice:
    """What is sent to a worker."""

    def __init__(self, told: list[Any], name: str, kwargs: dict[str, Any]) -> None:
        self.told, self.sent = told, (name, kwargs)

    def apply_async(self, **_options: Any) -> None:
        assert set(self.sent[1]) == {"code", "version"}
        self.told.append(self.sent)


@every_kind
def test_an_accident_shows_nothing_of_the_game(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the middle of a page: its answer has a number and no card, in the page and in the line of the log."""
    place = place_at(alice, key)
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
    assert not written(text).cards
    assert place.code not in text
