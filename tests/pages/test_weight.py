"""What a page may weigh, packed as it is served over HTTPS: at a first visit, to the front page and to a first table,
14 kB of style and 25 kB of script; elsewhere a little more.
"""

import re
from functools import cache
from hashlib import md5
from pathlib import Path

import brotli
import pytest
from django.test import Client

from games.registry import GAMES
from spadesite.lean import lean

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "spadesite" / "static"
SHARED = {"ui.css", "site.css"}
#: No page waits for it: a browser that forces no colours fetches it after all else.
FORCED = "forced.css"
FIRST_STYLE, STYLE, SCRIPT = 14_000, 16_000, 25_000
#: What a game’s own script or style may add.
OF_A_GAME = 1_000
STYLES = {game.style for game in GAMES.values() if game.style}


def as_named(found: re.Match[str]) -> str:
    """The address as it is served, with a digest of the file within."""
    file = STATIC / found[1]
    return f'url("{found[1].removesuffix(file.suffix)}.{md5(file.read_bytes()).hexdigest()[:12]}{file.suffix}")'


@cache
def packed(name: str) -> int:
    text = lean(name, (STATIC / name).read_text(encoding="utf-8"))
    return len(brotli.compress(re.sub(r'url\("([^"]+)"\)', as_named, text).encode()))


def weight(names: set[str]) -> int:
    return sum(map(packed, names))


def files(page: str, kind: str) -> set[str]:
    """The files that a browser fetches before it paints the page."""
    return set(re.findall(rf'(?:src|href)="/static/([^"]+\.{kind})"', page)) - {FORCED}


@pytest.fixture
def front(client: Client, db: None) -> str:
    return client.get("/").content.decode()


@pytest.fixture
def table(client: Client, db: None) -> str:
    return client.post("/play/", follow=True).content.decode()


def test_a_first_visit_is_light(front: str, table: str) -> None:
    assert {"ui.css", "home.css"} < files(front, "css")
    assert {"ui.css", "table.css"} < files(table, "css")
    assert weight(files(front, "css")) <= FIRST_STYLE
    assert weight(files(table, "css")) <= FIRST_STYLE
    assert {"vendor/htmx.min.js", "table.js"} < files(table, "js")
    assert weight(files(front, "js")) <= SCRIPT
    assert weight(files(table, "js")) <= SCRIPT


def test_what_a_first_card_does_not_wait_for_comes_afterwards(table: str) -> None:
    late = re.search(r'data-late="([^"]+)"', table)
    assert late is not None
    named = {address.removeprefix("/static/") for address in late[1].split()}
    assert named == {"press.js", "motion.js", "watch.js", "site.js", "install.js"}
    assert named.isdisjoint(files(table, "js"))
    assert all((STATIC / name).is_file() for name in named)


@pytest.mark.parametrize("script", sorted({game.script for game in GAMES.values() if game.script}))
def test_a_games_own_script_is_light(script: str) -> None:
    assert packed(script) <= OF_A_GAME


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_games_own_style_is_light(style: str) -> None:
    assert packed(style) <= OF_A_GAME
    assert weight({"ui.css", "site.css", "table.css", "company.css", style}) <= STYLE


def test_the_style_of_every_page_is_light() -> None:
    pages = {path: sheets_in(path) for path in (ROOT / "templates").rglob("*.html") if path.name != "base.html"}
    loaded = {sheet for sheets in pages.values() for sheet in sheets} | SHARED | STYLES | {FORCED}
    assert loaded == {path.name for path in STATIC.glob("*.css")}
    for page, sheets in pages.items():
        assert weight(SHARED | sheets) <= STYLE, page


def sheets_in(path: Path) -> set[str]:
    return set(re.findall(r"static '(\w+\.css)'", path.read_text(encoding="utf-8")))


def test_no_script_is_long() -> None:
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in STATIC.glob("*.js")}
    assert {name: count for name, count in lines.items() if count >= 400} == {}
