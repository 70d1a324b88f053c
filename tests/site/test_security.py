"""Security headers, caching, compression, cookies, CSRF tokens, the admin and security.txt."""

import gzip
import importlib
from datetime import UTC, datetime, timedelta

import brotli
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import clear_url_caches
from pytest_django.fixtures import Settings

from accounts.models import User
from games.table.models import Game
from spadesite import urls
from spadesite.middleware import CompressionMiddleware
from tests.accounts.people import CHOICES
from tests.play import open_table
from tests.site.conftest import EVERY, OURS, address
from tools.site import ROOT

pytestmark = pytest.mark.django_db
SECURITY_TXT = "/.well-known/security.txt"
POLICY = ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'")


# ---------- headers ----------
@pytest.mark.parametrize(
    "path",
    ["/settings/", "/accounts/login/", "/nothing-here/", "/static/site.css", "/manifest.webmanifest", "/admin/login/"],
)
def test_every_response_has_the_security_headers(client: Client, path: str) -> None:
    response = client.get(path)
    policy = response["Content-Security-Policy"]
    assert [part for part in POLICY if part not in policy] == [] and "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin" and response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_only_a_page_for_a_visitor_without_cookies_may_be_cached(client: Client, as_alice: Client) -> None:
    guest = Client()
    guest.post("/settings/", CHOICES)
    assert "Cache-Control" not in client.get("/privacy/")
    front = client.get("/")
    assert front.cookies and front["Cache-Control"] == "no-store"
    for person, path in ((as_alice, "/privacy/"), (as_alice, "/nothing-here/"), (guest, "/settings/")):
        assert person.get(path)["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/records/all/", "/statistics/statistics.csv", "/statistics/hands.csv"])
def test_a_file_of_a_person_is_not_cached(as_alice: Client, path: str) -> None:
    response = as_alice.get(path)
    assert response.status_code == 200 and not response["Content-Type"].startswith("text/html")
    assert response["Cache-Control"] == "no-store"


def test_files_of_the_site_may_be_cached(as_alice: Client) -> None:
    assert "no-store" not in as_alice.get(staticfiles_storage.url("site.css"))["Cache-Control"]
    assert "Cache-Control" not in as_alice.get("/manifest.webmanifest")
    assert as_alice.get("/sw.js")["Cache-Control"] == "no-cache"


# ---------- compression ----------
PAGE = b"<p>The deal is sealed before you see a card.</p>" * 20


def compressed(accepts: str, response: HttpResponse) -> HttpResponse:
    def page(request: HttpRequest) -> HttpResponse:
        return response

    answer = CompressionMiddleware(page)(RequestFactory().get("/", headers={"Accept-Encoding": accepts}))
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize(
    ("encoding", "accepts"),
    [
        *(("br", one) for one in ("br", "gzip, deflate, br, zstd", "gzip;q=0.5, br;q=0.9", "br;q=0.01")),
        *(("gzip", one) for one in ("gzip", "gzip, br;q=0", "br;q=0.00, gzip", "gzip, brown")),
    ],
)
def test_brotli_is_used_where_it_is_accepted_and_gzip_otherwise(encoding: str, accepts: str) -> None:
    answer = compressed(accepts, HttpResponse(PAGE, headers={"ETag": '"one"'}))
    assert (brotli.decompress if encoding == "br" else gzip.decompress)(answer.content) == PAGE
    assert answer["Content-Encoding"] == encoding and answer["ETag"] == 'W/"one"'
    assert int(answer["Content-Length"]) == len(answer.content) and "Accept-Encoding" in answer["Vary"]


@pytest.mark.parametrize(
    ("accepts", "body", "headers"),
    [("identity", PAGE, {}), ("br", b"short", {}), ("br", PAGE, {"Content-Encoding": "identity"})],
)
def test_other_responses_are_not_compressed(accepts: str, body: bytes, headers: dict[str, str]) -> None:
    assert compressed(accepts, HttpResponse(body, headers=headers)).content == body


def test_form_tokens_are_masked_in_each_page(client: Client) -> None:
    """Without masks the lengths of compressed pages would reveal the CSRF token."""
    assert len({client.get("/accounts/login/").content for _ in range(2)}) == 2


# ---------- cookies and tokens ----------
def test_cookies_are_closed_to_scripts_and_other_sites(client: Client) -> None:
    client.post("/settings/", CHOICES)
    client.get("/settings/")
    for name in ("sessionid", "csrftoken"):
        assert client.cookies[name]["httponly"] and client.cookies[name]["samesite"] == "Lax"


def test_no_view_is_exempt_from_tokens() -> None:
    assert [name for name, one in EVERY if getattr(one.callback, "csrf_exempt", False)] == []


def test_a_post_without_a_token_changes_nothing(alice: User) -> None:
    assert {"games:act", "games:deal", "games:abandon", "games:share", "games:revoke", "games:play_now"} <= set(OURS)
    place, strict = open_table(alice), Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    before = list(Game.objects.values())
    for name in OURS:
        assert strict.post(address(name, code=place.code)).status_code in {403, 405}, name
        assert list(Game.objects.values()) == before, name


# ---------- security.txt and the admin ----------
def test_security_txt_names_the_contact_and_when_it_expires(client: Client, settings: Settings) -> None:
    assert client.get(SECURITY_TXT).status_code == 404, "security.txt is served without a contact"
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    response = client.get(SECURITY_TXT)
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert response["Content-Type"].startswith("text/plain")
    assert fields["Contact"] == "mailto:security@example.org"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)
    assert fields["Canonical"] == f"http://testserver{SECURITY_TXT}"


def test_the_security_policy_names_security_txt() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert SECURITY_TXT in text and "SECURITY_CONTACT" in text


def test_the_admin_is_for_staff_alone(client: Client, as_alice: Client, alice: User) -> None:
    assert client.get("/admin/").status_code == 302
    assert as_alice.get("/admin/", follow=True).status_code == 403
    alice.is_staff = alice.is_superuser = True
    alice.save()
    assert as_alice.get("/admin/").status_code == 200


def test_the_admin_is_at_its_path_alone(client: Client, settings: Settings) -> None:
    found = {}
    for path in ("back-room/", "", "admin/"):
        settings.ADMIN_PATH = path
        importlib.reload(urls)
        clear_url_caches()
        found[path] = client.get("/back-room/").status_code, client.get("/admin/").status_code
    assert found == {"back-room/": (302, 404), "": (404, 404), "admin/": (404, 302)}
