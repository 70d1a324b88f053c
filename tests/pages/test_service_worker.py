"""The service worker caches static files and the offline page, and not a byte of a game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from spadesite import pages
from tests.chromium import PATIENCE, chromium

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
def earlier_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Serve a worker that enables navigation preload, as released ones did, until the test clears `worker_source`."""
    earlier = tmp_path / "sw.js"
    code = re.sub(
        r"navigationPreload\W+\w+\(\)", "navigationPreload.enable()", pages.WORKER.read_text(encoding="utf-8")
    )
    earlier.write_text(code, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(pages, "WORKER", earlier)
        pages.worker_source.cache_clear()
        pages.worker_source()
    yield
    pages.worker_source.cache_clear()


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    # Playwright keeps an event loop in this thread; the rows of the test are cleared in it afterwards.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with chromium() as browser:
        yield browser.new_page()


def test_it_is_a_script_that_is_revalidated_on_every_request() -> None:
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


PRELOADS = """async ([wanted, patience]) => {
  const { navigationPreload } = await navigator.serviceWorker.ready;
  const end = Date.now() + patience;
  const isAsWanted = async () => (await navigationPreload.getState()).enabled === wanted;
  while (!(await isAsWanted()) && Date.now() < end) await new Promise((soon) => setTimeout(soon, 50));
  return isAsWanted();
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_registration_that_preloads_navigations_stops_it(
    page: Page, live_server: LiveServer, earlier_worker: None
) -> None:
    """With preload enabled Firefox shows its own error instead of the offline page."""
    page.goto(live_server.url + "/manifest.webmanifest")
    page.evaluate("() => navigator.serviceWorker.register('/sw.js')")
    assert page.evaluate(PRELOADS, [True, PATIENCE])
    pages.worker_source.cache_clear()
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    assert page.evaluate(PRELOADS, [False, PATIENCE])
