"""The worker keeps static files and the offline page, and not a byte of a game."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from spadesite import pages
from tests.chromium import chromium

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  return kept.sort();
}"""


def shell() -> dict[str, str | list[str]]:
    first_line = Client().get(reverse("service_worker")).content.decode().partition("\n")[0]
    found: dict[str, str | list[str]] = json.loads(first_line.removeprefix("self.SHELL = ").removesuffix(";"))
    return found


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    # Playwright keeps an event loop in this thread; the rows of the test are cleared in it afterwards.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with chromium() as browser:
        yield browser.new_page()


def test_it_is_a_script_that_is_always_asked_for_anew() -> None:
    response = Client().get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"


def test_what_it_keeps_from_the_start_exists() -> None:
    assets = shell()["assets"]
    assert assets
    assert [asset for asset in assets if not finders.find(asset.removeprefix("/static/"))] == []


def test_its_version_changes_with_its_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = shell()["version"]
    other = tmp_path / "sw.js"
    other.write_text(pages.WORKER.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    monkeypatch.setattr(pages, "WORKER", other)
    pages.worker_source.cache_clear()
    after = shell()["version"]
    pages.worker_source.cache_clear()
    assert before != after


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_it_keeps_no_page_and_answers_without_a_line(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + "/manifest.webmanifest")  # where no script registers the worker yet
    page.evaluate("caches.open('shell-of-last-year')")
    page.goto(live_server.url + reverse("about"))
    page.evaluate("() => navigator.serviceWorker.register('/sw.js')")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for name in ("home", "games:rules", "about", "accounts:settings"):
        page.goto(live_server.url + reverse(name))
    page.evaluate("() => fetch('/about/').then((answer) => answer.text())")
    page.evaluate("() => fetch('/no-such-table/', {method: 'POST'}).then((answer) => answer.text())")

    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert [path for path in kept if path != "/offline/" and not path.startswith("/static/")] == []
    assert page.evaluate("() => caches.has('shell-of-last-year')") is False

    page.context.set_offline(True)
    page.goto(live_server.url + reverse("games:rules"))
    assert page.get_by_role("heading", level=1).inner_text() == "No connection"
    assert "Your game is saved" in page.inner_text("main")
