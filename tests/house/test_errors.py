"""Requests that go wrong get a sentence and a way on: a page for a browser, a note for htmx."""

import errno
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
import redis.exceptions
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from pytest_django.fixtures import Settings

from accounts.models import User
from spadesite import errors, urls
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db


def raises(fault: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise fault

    return view


def of_sqlite(number: int) -> DatabaseError:
    said = "as SQLite says it of /srv/rows"
    fault, met = DatabaseError(said), sqlite3.OperationalError(said)
    met.sqlite_errorcode, fault.__cause__ = number, met
    return fault


urlpatterns = [
    path("breaks/", raises(RuntimeError("the queen of spades"))),
    path("refuses/", raises(PermissionDenied())),
    path("suspects/", raises(SuspiciousOperation())),
    path("tires/", errors.too_many),
    path("loses/database/", raises(OperationalError("the server closed the connection unexpectedly at 10.0.0.7"))),
    path("loses/cache/", raises(redis.exceptions.ConnectionError("Error 111 connecting to 10.0.0.7:6379"))),
    path("damaged/", raises(of_sqlite(sqlite3.SQLITE_CORRUPT))),
    path("full/", raises(of_sqlite(sqlite3.SQLITE_FULL))),
    path("full/disk/", raises(OSError(errno.ENOSPC, "No space left on device"))),
    path("", include(urls.urlpatterns)),
]
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500

CASES = [
    ("/suspects/", 400, "could not be read"),
    ("/refuses/", 403, "Not for this seat"),
    ("/nowhere/", 404, "Nobody sits here"),
    ("/c/nowhere/result/", 404, "Not to be seen yet"),
    ("/rooms/nowhere/", 404, "You are not logged in"),
    *((f"/{way}/", 404, "This link leads nowhere") for way in ("t/0", "t/0/look", "c/0", "shared/0")),
    ("/tires/", 429, "A short break"),
    ("/breaks/", 500, "Something broke on our side"),
    ("/loses/database/", 503, "A moment’s pause"),
    ("/loses/cache/", 503, "A moment’s pause"),
    ("/damaged/", 503, "The games cannot be read"),
    ("/full/", 503, "No room left"),
    ("/full/disk/", 503, "No room left"),
]


@pytest.fixture
def client(settings: Settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.mark.parametrize(("where", "status", "sentence"), CASES)
def test_it_is_a_whole_page(client: Client, where: str, status: int, sentence: str) -> None:
    response = client.get(where)
    text = response.content.decode()
    assert response.status_code == status
    assert sentence in text
    assert text.count("<h1>") == 1
    assert "Back to the games" in text


def test_whoever_was_given_the_address_of_results_finds_the_challenge(client: Client) -> None:
    text = client.get("/c/nowhere/result/").content.decode()
    assert '<a class="btn btn--main" href="../">To the challenge</a>' in text and text.count("btn--main") == 1


def test_whoever_does_not_wait_at_a_table_reads_how_to_sit_down(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert "You do not wait at this table" in client.get("/rooms/nowhere/").content.decode()


@pytest.mark.parametrize(("where", "status", "sentence"), CASES)
def test_it_is_a_note_for_htmx(client: Client, where: str, status: int, sentence: str) -> None:
    response = client.get(where, headers=HTMX)
    text = response.content.decode()
    assert response.status_code == status
    assert sentence in text
    assert "<html" not in text
    assert response["HX-Retarget"] == "#toasts"


def test_an_accident_shows_a_number_and_nothing_else(client: Client) -> None:
    text = client.get("/breaks/").content.decode()
    assert "tell us the number" in text
    assert "queen of spades" not in text
    assert "Traceback" not in text


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("where", ["/tires/", "/loses/database/", "/loses/cache/"])
def test_it_asks_to_come_back_later(client: Client, where: str, headers: dict[str, str]) -> None:
    assert int(client.get(where, headers=headers)["Retry-After"]) > 0


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_pause_asks_the_database_for_nothing(
    client: Client, headers: dict[str, str], django_assert_num_queries: Any
) -> None:
    """Also for somebody with a session, which could not be read then."""
    client.force_login(User.objects.create_user("alice"))
    with django_assert_num_queries(0):
        text = client.get("/loses/database/", headers=headers).content.decode()
    assert "10.0.0.7" not in text
    assert "saved as they stood" in text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_form_without_its_token(client: Client, headers: dict[str, str]) -> None:
    client.get("/settings/")
    response = client.post("/settings/", {"theme": "dark"}, headers=headers)
    assert response.status_code == 403
    assert "HX-Refresh" not in response.headers
    assert "open too long" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_form_with_the_token_of_before_a_log_in_elsewhere(client: Client, headers: dict[str, str]) -> None:
    """Where the script asks the page comes anew and says so; once, because then it has the token of now."""
    client.get("/settings/")
    form = {"theme": "dark", "csrfmiddlewaretoken": "a" * 64}
    response = client.post("/settings/", form, headers=headers)
    assert response.status_code == 403
    assert response.headers.get("HX-Refresh") == ("true" if headers else None)
    told = "loaded anew" in client.get("/settings/").content.decode()
    assert told is bool(headers)


OUTDATED = {"csrfmiddlewaretoken": "a" * 64}
OWN = {"Origin": "http://testserver"}


def test_an_outdated_form_can_be_sent_again_as_it_was_filled_in(client: Client) -> None:
    """All fields, also several of one name; posted again with the token of now it counts."""
    client.get("/settings/")
    form = {"name": 'Ama "<b>"', "theme": ["dark", "light"], **OUTDATED}
    response = client.post("/settings/?next=/games/", form, headers=OWN)
    text = response.content.decode()
    assert response.status_code == 403 and "Send it again" in text
    assert 'action="/settings/?next=/games/"' in text
    assert 'name="name" value="Ama &quot;&lt;b&gt;&quot;"' in text
    assert 'name="theme" value="dark"' in text and 'name="theme" value="light"' in text
    assert text.count('name="csrfmiddlewaretoken"') == 1 and "a" * 64 not in text


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_a_form_that_may_be_of_another_site_is_not_offered_again(client: Client, headers: dict[str, str]) -> None:
    client.get("/settings/")
    text = client.post("/settings/", {"name": "Zoe", **OUTDATED}, headers=headers).content.decode()
    assert "Send it again" not in text and "Zoe" not in text


def test_no_password_is_repeated_in_a_page(client: Client) -> None:
    client.get("/settings/")
    text = client.post("/accounts/leave/", {"password": "secret word", **OUTDATED}, headers=OWN).content.decode()
    assert "open too long" in text and "secret word" not in text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_browser_that_keeps_no_cookies_is_told_so(client: Client, headers: dict[str, str]) -> None:
    response = client.post("/play/", headers=headers)
    assert response.status_code == 403
    assert "Allow this site to keep cookies" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_body_of_a_megabyte(client: Client, headers: dict[str, str]) -> None:
    response = client.post("/settings/", b"x" * 1_000_000, content_type="text/plain", headers=headers)
    assert response.status_code == 413
    assert "too much at once" in response.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_method_that_is_not_for_this_page(client: Client, headers: dict[str, str]) -> None:
    client.handler.enforce_csrf_checks = False
    response = client.put("/settings/", headers=headers)
    assert response.status_code == 405
    assert "cannot be opened that way" in response.content.decode()
    assert "POST" in response["Allow"]


def test_a_body_of_unknown_length(client: Client) -> None:
    response = client.post("/settings/", headers={"Transfer-Encoding": "chunked"})
    assert response.status_code == 413


@pytest.mark.parametrize(("where", "status", "sentence"), CASES)
def test_it_carries_the_headers_of_every_page(client: Client, where: str, status: int, sentence: str) -> None:
    response = client.get(where)
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
