"""What stands on every answer, also on files and on answers to requests that went wrong."""

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from tests.accounts.people import CHOICES

pytestmark = pytest.mark.django_db

PATHS = [
    "/settings/",
    "/accounts/login/",
    "/nothing-here/",
    "/static/site.css",
    "/manifest.webmanifest",
    "/admin/login/",
]


@pytest.mark.parametrize("path", PATHS)
def test_it_carries_the_headers(client: Client, path: str) -> None:
    response = client.get(path)
    policy = response["Content-Security-Policy"]
    for part in (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ):
        assert part in policy
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_it_carries_the_headers_when_the_body_is_refused(client: Client) -> None:
    response = client.post("/settings/", {"name": "x" * 100_000})
    assert response.status_code == 413
    assert "default-src 'self'" in response["Content-Security-Policy"]


def test_a_strangers_page_may_be_kept(client: Client) -> None:
    assert "Cache-Control" not in client.get("/privacy/")


def test_a_page_that_sets_a_cookie_is_not_kept(client: Client) -> None:
    front = client.get("/")
    assert front.cookies and front["Cache-Control"] == "no-store"


def test_a_page_for_somebody_is_not_kept(as_alice: Client) -> None:
    assert as_alice.get("/privacy/")["Cache-Control"] == "no-store"
    assert as_alice.get("/nothing-here/")["Cache-Control"] == "no-store"


def test_a_guests_page_is_not_kept(client: Client) -> None:
    client.post("/settings/", CHOICES)
    assert client.get("/settings/")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/records/all/", "/statistics/statistics.csv", "/statistics/hands.csv"])
def test_a_file_for_somebody_is_not_kept(as_alice: Client, path: str) -> None:
    response = as_alice.get(path)
    assert response.status_code == 200
    assert not response["Content-Type"].startswith("text/html")
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("path", "kept"), [("/manifest.webmanifest", None), ("/sw.js", "no-cache")])
def test_what_makes_an_app_of_the_site_is_kept_whoever_asks(as_alice: Client, path: str, kept: str | None) -> None:
    assert as_alice.get(path).get("Cache-Control") == kept


def test_files_are_kept_whoever_asks(as_alice: Client) -> None:
    response = as_alice.get(staticfiles_storage.url("site.css"))
    assert response.status_code == 200
    assert "no-store" not in response["Cache-Control"]


def test_cookies_are_closed_to_scripts_and_other_sites(client: Client) -> None:
    client.post("/settings/", CHOICES)
    client.get("/settings/")
    assert set(client.cookies) >= {"sessionid", "csrftoken"}
    for name in ("sessionid", "csrftoken"):
        assert client.cookies[name]["httponly"]
        assert client.cookies[name]["samesite"] == "Lax"


@pytest.mark.parametrize("path", ["/about/", "/privacy/", "/keyboard/", "/rules/twoman/"])
def test_whoever_only_reads_gets_no_session(client: Client, path: str) -> None:
    client.get(path)
    assert "sessionid" not in client.cookies
