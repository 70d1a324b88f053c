"""Error responses: a page with an explanation and a link, or a short note for htmx."""

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
from tests.asking import HTMX

pytestmark = pytest.mark.django_db
WAYS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])


def raises(fault: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise fault

    return view


def of_sqlite(number: int) -> DatabaseError:
    fault, cause = DatabaseError("of /srv/rows"), sqlite3.OperationalError("of /srv/rows")
    cause.sqlite_errorcode, fault.__cause__ = number, cause
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

CASES = pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/suspects/", 400, "couldn’t be read"),
        ("/refuses/", 403, "Not for this seat"),
        ("/nowhere/", 404, "No one sits here"),
        ("/c/nowhere/result/", 404, "You can’t see this yet"),
        ("/rooms/nowhere/", 404, "You’re not logged in"),
        *((f"/{way}/", 404, "This link doesn’t work") for way in ("t/0", "t/0/look", "c/0", "shared/0")),
        ("/tires/", 429, "Please wait a moment"),
        ("/breaks/", 500, "Something broke on our side"),
        ("/loses/database/", 503, "Back in a moment"),
        ("/loses/cache/", 503, "Back in a moment"),
        ("/damaged/", 503, "The games can’t be read"),
        ("/full/", 503, "The disk is full"),
        ("/full/disk/", 503, "The disk is full"),
    ],
)


@pytest.fixture
def client(settings: Settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@CASES
def test_an_error_has_a_page_with_a_link_and_security_headers(
    client: Client, address: str, status: int, sentence: str
) -> None:
    response = client.get(address)
    text = response.content.decode()
    assert response.status_code == status and sentence in text
    assert text.count("<h1>") == 1 and "Back to the games" in text
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff" and response["Referrer-Policy"] == "same-origin"


@CASES
def test_an_error_is_a_note_for_htmx(client: Client, address: str, status: int, sentence: str) -> None:
    response = client.get(address, headers=HTMX)
    text = response.content.decode()
    assert response.status_code == status and sentence in text
    assert "<html" not in text and response["HX-Retarget"] == "#toasts"


def test_hidden_challenge_results_link_to_the_challenge_and_a_closed_room_is_explained(
    client: Client, alice: User
) -> None:
    text = client.get("/c/nowhere/result/").content.decode()
    assert '<a class="btn btn--main" href="../">Go to the challenge</a>' in text and text.count("btn--main") == 1
    client.force_login(alice)
    assert "You’re not waiting at this table" in client.get("/rooms/nowhere/").content.decode()


def test_an_unexpected_error_shows_an_id_but_no_message_or_traceback(client: Client) -> None:
    text = client.get("/breaks/").content.decode()
    assert "give us this number: " in text and "queen of spades" not in text and "Traceback" not in text


@WAYS
@pytest.mark.parametrize("address", ["/tires/", "/loses/database/", "/loses/cache/"])
def test_a_temporary_error_says_when_to_retry(client: Client, address: str, headers: dict[str, str]) -> None:
    assert int(client.get(address, headers=headers)["Retry-After"]) > 0


@WAYS
def test_the_error_page_of_a_lost_database_runs_no_query(
    client: Client, headers: dict[str, str], django_assert_num_queries: Any
) -> None:
    """Not even the session is read."""
    client.force_login(User.objects.create_user("alice"))
    with django_assert_num_queries(0):
        text = client.get("/loses/database/", headers=headers).content.decode()
    assert "10.0.0.7" not in text and "saved as they stood" in text


# ---------- forms with an old CSRF token or none ----------
OUTDATED = {"csrfmiddlewaretoken": "a" * 64}
OWN = {"Origin": "http://testserver"}


@WAYS
def test_a_form_without_its_token_is_refused(client: Client, headers: dict[str, str]) -> None:
    client.get("/settings/")
    response = client.post("/settings/", {"theme": "dark"}, headers=headers)
    assert response.status_code == 403 and "HX-Refresh" not in response.headers
    assert "open too long" in response.content.decode()


@WAYS
def test_a_form_with_an_old_token_reloads_the_page_for_htmx(client: Client, headers: dict[str, str]) -> None:
    client.get("/settings/")
    response = client.post("/settings/", {"theme": "dark", **OUTDATED}, headers=headers)
    assert response.status_code == 403
    assert response.headers.get("HX-Refresh") == ("true" if headers else None)
    assert ("has been reloaded" in client.get("/settings/").content.decode()) is bool(headers)


def test_a_form_with_an_old_token_can_be_sent_again_as_filled_in(client: Client) -> None:
    client.get("/settings/")
    form = {"name": 'Ama "<b>"', "theme": ["dark", "light"], **OUTDATED}
    response = client.post("/settings/?next=/games/", form, headers=OWN)
    text = response.content.decode()
    assert response.status_code == 403 and "Send it again" in text
    assert 'action="/settings/?next=/games/"' in text
    assert 'name="name" value="Ama &quot;&lt;b&gt;&quot;"' in text
    assert 'name="theme" value="dark"' in text and 'name="theme" value="light"' in text
    assert text.count('name="csrfmiddlewaretoken"') == 1 and "a" * 64 not in text


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/accounts/leave/", OWN)]
    + [("/settings/", headers) for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"})],
    ids=str,
)
def test_passwords_and_cross_site_forms_are_not_offered_for_resending(
    client: Client, path: str, headers: dict[str, str]
) -> None:
    client.get("/settings/")
    text = client.post(path, {"name": "Zoe", "password": "secret word", **OUTDATED}, headers=headers).content.decode()
    assert "open too long" in text and "secret word" not in text
    assert headers == OWN or ("Send it again" not in text and "Zoe" not in text)


@WAYS
def test_a_browser_without_cookies_is_told_to_allow_them(client: Client, headers: dict[str, str]) -> None:
    response = client.post("/play/", headers=headers)
    assert response.status_code == 403 and "Allow cookies for this site" in response.content.decode()


# ---------- other refused requests ----------
@WAYS
def test_a_body_of_a_megabyte_or_of_unknown_length_is_refused(client: Client, headers: dict[str, str]) -> None:
    response = client.post("/settings/", b"x" * 1_000_000, content_type="text/plain", headers=headers)
    assert response.status_code == 413 and "too much at once" in response.content.decode()
    assert client.post("/settings/", headers={**headers, "Transfer-Encoding": "chunked"}).status_code == 413


@WAYS
def test_a_put_is_refused(client: Client, headers: dict[str, str]) -> None:
    client.handler.enforce_csrf_checks = False
    response = client.put("/settings/", headers=headers)
    assert response.status_code == 405 and "POST" in response["Allow"]
    assert "can’t be opened that way" in response.content.decode()
