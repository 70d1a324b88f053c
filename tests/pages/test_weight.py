"""What a page may weigh, packed as it is served over HTTPS: 18 kB of style, and 30 kB for the script of a table."""

import re
from functools import cache
from pathlib import Path

import brotli
import pytest

from games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "spadesite" / "static"
TABLE = ("base.html", "games/table.html")
SHARED = {"ui.css", "site.css"}


@cache
def packed(path: Path) -> int:
    return len(brotli.compress(path.read_bytes()))


def test_the_style_of_every_page_is_light() -> None:
    pages = {path: sheets_in(path) for path in (ROOT / "templates").rglob("*.html") if path.name != "base.html"}
    assert {sheet for sheets in pages.values() for sheet in sheets} | SHARED == {
        path.name for path in STATIC.glob("*.css")
    }
    for page, sheets in pages.items():
        assert sum(packed(STATIC / name) for name in SHARED | sheets) <= 18_000, page


def sheets_in(path: Path) -> set[str]:
    return set(re.findall(r"static '(\w+\.css)'", path.read_text(encoding="utf-8")))


def scripts_of_a_table() -> set[str]:
    markup = "".join((ROOT / "templates" / name).read_text(encoding="utf-8") for name in TABLE)
    return set(re.findall(r"static '([^']+\.js)'", markup))


def test_the_script_of_a_table_is_light() -> None:
    scripts = scripts_of_a_table()
    assert {"vendor/htmx.min.js", "table.js"} <= scripts
    assert sum(packed(STATIC / name) for name in scripts) <= 30_000


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.script])
def test_the_script_of_a_games_own_table_is_light_before_sounds_are_turned_on(key: str) -> None:
    scripts = (scripts_of_a_table() | {GAMES[key].script}) - {"sounds.js"}
    assert sum(packed(STATIC / name) for name in scripts) <= 30_000


def test_no_script_is_long() -> None:
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in STATIC.glob("*.js")}
    assert {name: count for name, count in lines.items() if count >= 400} == {}
