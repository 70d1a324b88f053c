"""Files of pages: also those of a version that is being brought in, and nothing at all where there is none."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from spadesite.middleware import StaticFilesMiddleware

pytestmark = pytest.mark.django_db  # a file that was read ends a request


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """What was collected, as a site finds it that is not being developed."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = tmp_path / "static"
    (settings.STATIC_ROOT / "vendor").mkdir(parents=True)
    (settings.STATIC_ROOT / "site.1.css").write_text("old")
    (tmp_path / "secret_key").write_text("hidden")
    return tmp_path / "static"


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


def asked(site: StaticFilesMiddleware, path: str) -> tuple[int, str]:
    answer = site(RequestFactory().get(path))
    return answer.status_code, answer.content.decode()


def test_what_another_version_collects_later_is_found(folder: Path) -> None:
    site = StaticFilesMiddleware(page)
    assert asked(site, "/static/site.2.css") == (404, "")
    (folder / "site.2.css").write_text("new")
    assert [asked(site, f"/static/site.{n}.css") for n in (1, 2)] == [(200, "old"), (200, "new")]
    assert "/static/site.2.css" in site.files, "looked for each time"


@pytest.mark.parametrize(
    "path", ["", "nope", "../secret_key", "%2e%2e/secret_key", "a/../site.1.css", "/site.1.css", "a%00b", "vendor"]
)
def test_what_is_no_file_is_no_page_either(path: str, folder: Path) -> None:
    assert asked(StaticFilesMiddleware(page), f"/static/{path}") == (404, "")


def test_no_page_is_a_file(folder: Path) -> None:
    assert asked(StaticFilesMiddleware(page), "/static") == (200, "a page")


def test_misses_are_not_kept(folder: Path) -> None:
    site = StaticFilesMiddleware(page)
    for number in range(50):
        asked(site, f"/static/nope{number}")
    assert set(site.files) == {"/static/site.1.css"}


def test_a_miss_costs_no_page(as_alice: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = as_alice.get("/static/nope1")
    assert (answer.status_code, answer.content) == (404, b"")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
