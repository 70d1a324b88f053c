"""The site as an app: manifest, icons, robots.txt, and a service worker that stores one page, for offline use."""

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from spadesite import pages
from tools.chromium import PATIENCE


def found(address: str) -> Path:
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str), address
    return Path(path)


# ---------- manifest ----------
@pytest.mark.parametrize(
    ("language", "name", "begins"),
    [("en", "Marta’s Table", "A quiet card room."), ("de", "Martas Tisch", "Ein ruhiger Kartentisch.")],
)
def test_the_manifest_describes_an_app(language: str, name: str, begins: str) -> None:
    response = Client().get(reverse("manifest"), headers={"Accept-Language": language})
    assert response["Content-Type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["name"], manifest["lang"]) == (name, language)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert manifest["description"].startswith(begins)
    sizes = set()
    for icon in manifest["icons"]:
        width, height = struct.unpack(">II", found(icon["src"]).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        sizes.add((width, icon["purpose"]))
    assert sizes == {(192, "any"), (512, "any"), (512, "maskable")}


def test_pages_name_the_manifest_and_icons_exist() -> None:
    assert f'<link rel="manifest" href="{reverse("manifest")}">' in Client().get(reverse("about")).content.decode()
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 302 and found(answer["Location"]).suffix == ".png"
    assert all(found(f"/static/icons/{name}").stat().st_size for name in ("apple-touch-180.png", "favicon.svg"))


def test_crawlers_are_kept_out_of_games_and_secret_links() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *" and "Disallow: /" not in lines
    assert {"Disallow: /games/", "Disallow: /shared/", "Disallow: /t/", "Disallow: /c/"} <= set(lines)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "says"), [("en", "Two-Man Spades, Spades,"), ("de", "im Browser")])
def test_the_front_page_describes_itself_to_search_engines_and_messengers(language: str, says: str) -> None:
    html = Client().get("/", headers={"Accept-Language": language}).content.decode()
    described = re.search(r'<meta name="description" content="([^"]+)">', html)
    assert described is not None and says in described[1]
    assert f'<meta property="og:description" content="{described[1]}">' in html
    assert 'property="og:image" content="http://testserver/static/icons/shared.png"' in html and "noindex" not in html


# ---------- service worker ----------
def shell() -> dict[str, str | list[str]]:
    first_line = Client().get(reverse("service_worker")).content.decode().partition("\n")[0]
    settings: dict[str, str | list[str]] = json.loads(first_line.removeprefix("self.SHELL = ").removesuffix(";"))
    return settings


@pytest.fixture
def replace_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Yield a path for another service worker. The site serves it after `worker_source.cache_clear()`."""
    other = tmp_path / "sw.js"
    monkeypatch.setattr(pages, "WORKER", other)
    yield other
    pages.worker_source.cache_clear()


def test_the_assets_of_the_worker_exist_and_its_version_changes_with_its_code(request: pytest.FixtureRequest) -> None:
    assets, before = shell()["assets"], shell()["version"]
    assert assets and [asset for asset in assets if not finders.find(asset.removeprefix("/static/"))] == []
    code = pages.WORKER.read_text(encoding="utf-8")
    other: Path = request.getfixturevalue("replace_worker")
    other.write_text(f"{code}// changed\n", encoding="utf-8")
    pages.worker_source.cache_clear()
    assert shell()["version"] != before


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser page in which service workers are allowed."""
    with browser.new_context() as context:
        yield context.new_page()


STORED = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
  return paths.sort();
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_worker_stores_no_page_and_answers_offline(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + "/manifest.webmanifest")  # a page without scripts, so that none registers the worker
    page.evaluate("caches.open('shell-of-last-year')")
    page.goto(live_server.url + reverse("about"))
    page.evaluate("() => navigator.serviceWorker.register('/sw.js')")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for name in ("home", "games:rules", "about", "accounts:settings"):
        page.goto(live_server.url + reverse(name))
    page.evaluate("() => fetch('/about/').then((answer) => answer.text())")
    page.evaluate("() => fetch('/no-such-table/', {method: 'POST'}).then((answer) => answer.text())")
    stored = page.evaluate(STORED)
    assert "/offline/" in stored
    assert [path for path in stored if path != "/offline/" and not path.startswith("/static/")] == []
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
def test_a_new_service_worker_disables_navigation_preload(
    page: Page, live_server: LiveServer, request: pytest.FixtureRequest
) -> None:
    """If an installed worker has enabled preload, Firefox shows its own error instead of the offline page."""
    code = pages.WORKER.read_text(encoding="utf-8")
    worker: Path = request.getfixturevalue("replace_worker")
    earlier = re.sub(r"navigationPreload\W+\w+\(\)", "navigationPreload.enable()", code)
    for source, is_enabled in ((earlier, True), (code, False)):
        worker.write_text(source, encoding="utf-8")
        pages.worker_source.cache_clear()
        page.goto(live_server.url + "/manifest.webmanifest")
        page.evaluate("async () => { await (await navigator.serviceWorker.register('/sw.js')).update(); }")
        assert page.evaluate(PRELOADS, [is_enabled, PATIENCE])
