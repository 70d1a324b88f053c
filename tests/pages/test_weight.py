"""What a page may weigh, packed as it is served over HTTPS: 20 kB for all style, 30 kB for the script of a table."""

import re
from pathlib import Path

import brotli

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "spadesite" / "static"
TABLE = ("base.html", "games/table.html")


def packed(path: Path) -> int:
    return len(brotli.compress(path.read_bytes()))


def test_all_style_is_light() -> None:
    sheets = sorted(STATIC.glob("*.css"))
    assert len(sheets) > 5
    assert sum(map(packed, sheets)) <= 20_000


def test_the_script_of_a_table_is_light() -> None:
    markup = "".join((ROOT / "templates" / name).read_text(encoding="utf-8") for name in TABLE)
    scripts = re.findall(r"static '([^']+\.js)'", markup)
    assert {"vendor/htmx.min.js", "table.js"} <= set(scripts)
    assert sum(packed(STATIC / name) for name in scripts) <= 30_000
