"""What a page may weigh, packed as it is served over HTTPS: 18 kB of style, and 30 kB for the script of a table."""

import re
from pathlib import Path

import brotli

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "spadesite" / "static"
TABLE = ("base.html", "games/table.html")
SHARED = {"ui.css", "site.css"}


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


def test_the_script_of_a_table_is_light() -> None:
    markup = "".join((ROOT / "templates" / name).read_text(encoding="utf-8") for name in TABLE)
    scripts = re.findall(r"static '([^']+\.js)'", markup)
    assert {"vendor/htmx.min.js", "table.js"} <= set(scripts)
    assert sum(packed(STATIC / name) for name in scripts) <= 30_000
