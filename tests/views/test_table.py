"""GET games/<code>/: the table as it stands; it changes nothing but a computer player's overdue action."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Entry, Game
from games.registry import GAMES
from games.services.moves import play
from games.services.table.tables import Place
from tests.playing import place_at
from tests.views.asking import HTMX, one_line, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def test_it_shows_the_table(as_alice: Client, to_lead: Place) -> None:
    page = one_line(as_alice, f"/games/{to_lead.code}/")
    assert "king of hearts, playable" in page and "ace of spades, not playable" in page


def test_it_is_not_kept_by_the_browser(as_alice: Client, to_lead: Place) -> None:
    assert "no-store" in as_alice.get(f"/games/{to_lead.code}/")["Cache-Control"]


def test_it_makes_an_overdue_action_of_marta(as_alice: Client, code: str) -> None:
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=2))
    response = as_alice.get(f"/games/{code}/")
    assert Entry.objects.filter(seat=1).count() == 1
    assert b'data-version="3"' in response.content


@pytest.mark.usefixtures("computers_wait")
def test_without_a_script_it_comes_again_while_marta_thinks(as_alice: Client, to_lead: Place) -> None:
    address = f"/games/{to_lead.code}/"
    refresh = f'<noscript><meta http-equiv="refresh" content="3;url={address}"></noscript>'
    assert refresh not in read(as_alice, address)
    as_alice.post(f"{address}act/", {"action": '["play","KH"]', "version": "6"})
    assert Game.objects.get().bot_due_at is not None
    assert refresh in read(as_alice, address)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_replies")
@pytest.mark.parametrize(("kind", "most"), [("table", 3), ("action", 6), ("refused", 6), ("reply", 4)])
def test_it_asks_the_database_little(as_alice: Client, to_lead: Place, kind: str, most: int, settings: Any) -> None:
    """Within a hand and in a process that has seen the table before, whatever the history."""
    settings.LIMITS_APPLY = True
    address = f"/games/{to_lead.code}/"
    as_alice.get(address)
    card = "KS" if kind == "refused" else "KH"
    post = {"action": f'["play","{card}"]', "version": "6"}
    if kind == "reply":
        as_alice.post(f"{address}act/", post, headers=HTMX)
    with CaptureQueriesContext(connection) as asked:
        if kind == "table":
            assert as_alice.get(address).status_code == 200
        elif kind == "reply":
            assert play.reply(code=to_lead.code, version=7)
        else:
            answer = as_alice.post(f"{address}act/", post, headers=HTMX)
            assert answer.status_code == (200 if kind == "action" else 422)
    statements = [one["sql"] for one in asked if not one["sql"].startswith(("BEGIN", "COMMIT", "ROLLBACK"))]
    assert 0 < len(statements) <= most, "\n".join(statements)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_its_own_keys_and_its_own_script(key: str, as_alice: Client, alice: User) -> None:
    place = place_at(alice, key)
    page = read(as_alice, f"/games/{place.code}/")
    is_duel = key == "cardduel"
    assert ("discard pile" in page, "pick a bid" in page) == (is_duel, not is_duel)
    assert ("duel.js" in page) is (GAMES[key].script == "duel.js") is is_duel


def test_the_keys_of_bid_whist_tell_of_books_and_no_bags(as_alice: Client, alice: User) -> None:
    page = read(as_alice, f"/games/{place_at(alice, 'bidwhist').code}/")
    assert "bids, tricks and books, spoken" in page and "bags, spoken" not in page
    page = read(as_alice, f"/games/{place_at(alice, 'spades').code}/")
    assert "bids, tricks and bags, spoken" in page
