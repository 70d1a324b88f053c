"""The log-out page."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from tests.accounts.people import is_logged_in
from tests.views.asking import read

pytestmark = pytest.mark.django_db


def test_it_asks_first(as_alice: Client) -> None:
    assert "wait for you" in read(as_alice, "/accounts/logout/")
    assert is_logged_in(as_alice)


def test_the_bar_of_an_account_leads_to_it(as_alice: Client, client: Client) -> None:
    """In the bar of a wide screen and in the menu of a narrow one; a stranger has nothing to log out of."""
    assert read(as_alice, "/").count('href="/accounts/logout/"') == 2
    assert "/accounts/logout/" not in read(client, "/")


def test_it_ends_the_session_on_the_server(as_alice: Client) -> None:
    key = as_alice.session.session_key
    assert as_alice.post("/accounts/logout/").status_code == 302
    assert not Session.objects.filter(session_key=key).exists()
    again = Client()
    again.cookies["sessionid"] = key or ""
    assert again.get("/accounts/sessions/").status_code == 302


def test_it_needs_a_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post("/accounts/logout/").status_code == 403
    assert is_logged_in(client)


def test_the_way_back_shows_nothing(as_alice: Client) -> None:
    """No page of hers is kept by the browser, so Back asks anew, and is told that nobody is here."""
    page = as_alice.get("/settings/")
    assert page["Cache-Control"] == "no-store"
    assert "alice" in page.content.decode()
    as_alice.post("/accounts/logout/")
    assert "alice" not in read(as_alice, "/settings/")
