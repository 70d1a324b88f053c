"""Sessions: only what may be a key of one is asked for, and one that is used does not end."""

from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.sessions import RENEWED_AFTER, SessionStore
from accounts.tidying import tidy
from games.models import Game
from tests.accounts.people import log_in

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


@pytest.mark.parametrize(
    "key", ["\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a" * 31, "a" * 33, "A" * 32, "ä" * 32, "a" * 31 + "\n", "", None, 32]
)
def test_what_cannot_be_a_key_is_none(key: object) -> None:
    assert SessionStore(key).session_key is None  # type: ignore[arg-type]


def test_a_key_of_its_own_is_one() -> None:
    made = SessionStore()
    made.create()
    assert SessionStore(made.session_key).session_key == made.session_key


@pytest.mark.parametrize("path", ["/", "/settings/", "/accounts/login/"])
def test_a_cookie_of_any_bytes_is_nobodys(client: Client, path: str) -> None:
    """Quoted in a cookie, this is a NUL, which no text of PostgreSQL may hold."""
    response = client.get(path, headers={"Cookie": 'sessionid="\\000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"'})
    assert response.status_code == 200


def test_a_guest_who_comes_each_week_is_known_for_ever(client: Client) -> None:
    client.post("/play/")
    begun = timezone.now()
    for times in range(1, 15):
        with time_machine.travel(begun + times * (RENEWED_AFTER + A_DAY), tick=False):
            assert client.get("/games/").status_code == 200
    with time_machine.travel(begun + 15 * (RENEWED_AFTER + A_DAY), tick=False):
        assert client.post("/play/", {"another": "1"}).status_code == 302
    assert Guest.objects.count() == 1


def test_a_session_that_is_new_enough_is_not_written(client: Client) -> None:
    client.post("/play/")
    before = Session.objects.get().expire_date
    with time_machine.travel(timezone.now() + RENEWED_AFTER - A_DAY, tick=False):
        assert "sessionid" not in client.get("/games/").cookies
    assert Session.objects.get().expire_date == before


def test_one_that_nobody_uses_ends(client: Client) -> None:
    client.post("/play/")
    with time_machine.travel(timezone.now() + 91 * A_DAY, tick=False):
        client.post("/play/")
    assert Guest.objects.count() == 2


def test_where_somebody_was_logged_in_is_forgotten_the_night_after_the_session_has_ended(alice: User) -> None:
    """It holds an address on the network. A browser that is logged in still keeps its own."""
    here, out = Client(), Client()
    for browser in (here, out):
        log_in(browser, "alice")
    out.post("/accounts/logout/")
    tidy()
    assert [one.session_key for one in UserSession.objects.all()] == [here.session.session_key]
    with time_machine.travel(timezone.now() + 91 * A_DAY, tick=False):
        tidy()
    assert not UserSession.objects.exists()


@pytest.mark.parametrize("is_gone", [True, False])
def test_one_that_has_ended_opens_no_table(client: Client, is_gone: bool) -> None:
    client.post("/play/")
    code, key = Game.objects.get().code, client.session.session_key
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - A_DAY)
    if is_gone:
        Session.objects.all().delete()
    session = SessionStore(key)
    assert not dict(session.items()) and session.session_key is None
    assert client.get(f"/games/{code}/").status_code == 404
