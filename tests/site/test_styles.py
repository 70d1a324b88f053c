"""Styles and scripts: contrast, size, and support for Safari 16.4, Chrome 114 and Firefox 128.

`newer.txt` lists features that at least one of these browsers lacks. For each such feature that the site uses,
`EXCUSED` has the reason why pages work without it.
"""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import md5
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import allauth.mfa
import brotli
import pytest
from django.test import Client

from games.registry import GAMES
from spadesite.pages import lean
from tests.asking import page_at, plain
from tools.site import ROOT

STATIC: Final = ROOT / "spadesite" / "static"
# ---------- colours ----------
CSS: Final = (STATIC / "ui.css").read_text(encoding="utf-8")
HEX: Final = "#[0-9a-f]{6}"
LIGHT, DARK = 0, 1
#: Colours with their backgrounds. Text must have a contrast of at least 4.5; edges and marks (`MARKS`) of at least 3.
TEXT: Final = (
    *((ink, ground) for ink in ("ink", "ink-2", "you", "other") for ground in ("page", "panel", "panel-2", "cloth")),
    *((suit, paper) for suit in ("spade", "heart", "diamond", "club", "joker") for paper in ("paper", "paper-off")),
    *(("on-you", "you"), ("page", "you"), ("page", "other"), ("ink", "you-soft"), ("ink", "other-soft")),
    *(("ink", "lamp-soft"), ("you", "you-soft"), ("other", "other-soft"), ("page", "ink")),
)
MARKS: Final = (("field", "page"), ("field", "panel"), ("you", "rule"), ("other", "rule"), ("lamp", "cloth"))


def luminance(name: str, theme: int) -> float:
    found = re.search(rf"--{name}:\s*(?:var\(--day, ({HEX})\) var\(--evening, ({HEX})\)|({HEX}))", CSS)
    assert found is not None, name
    colour = found[3] or found[theme + 1]
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_marks_have_enough_contrast(theme: int) -> None:
    for pairs, least in ((TEXT, 4.5), (MARKS, 3)):
        for pair in pairs:
            low, high = sorted(luminance(one, theme) for one in pair)
            assert (high + 0.05) / (low + 0.05) >= least, pair


# ---------- sizes ----------
SHARED = {"ui.css", "site.css"}
#: The style sheet for forced colours. Its media query lets a browser without forced colours draw before it is loaded.
FORCED = "forced.css"
#: Maximum compressed bytes: styles of a first visit, styles of any page, scripts of a first visit, and a game's own
#: style sheet or script.
FIRST_STYLE, STYLE, SCRIPT, OF_A_GAME = 14_000, 16_000, 25_000, 1_000
STYLES = {game.style for game in GAMES.values() if game.style}
SCRIPTS = {game.script for game in GAMES.values() if game.script}


def as_served(found: re.Match[str]) -> str:
    file = STATIC / found[1]
    return f'url("{found[1].removesuffix(file.suffix)}.{md5(file.read_bytes()).hexdigest()[:12]}{file.suffix}")'


@cache
def size(name: str) -> int:
    text = lean(name, (STATIC / name).read_text(encoding="utf-8"))
    return len(brotli.compress(re.sub(r'url\("([^"]+)"\)', as_served, text).encode()))


def total(names: set[str]) -> int:
    return sum(map(size, names))


def files(page: str, kind: str) -> set[str]:
    """Return the style sheets (css) or scripts (js) that the page's HTML names, without `FORCED`."""
    return set(re.findall(rf'(?:src|href)="/static/([^"]+\.{kind})"', page)) - {FORCED}


@pytest.mark.django_db
def test_styles_and_scripts_of_a_first_visit_are_small(client: Client) -> None:
    front = client.get("/").content.decode()
    table = client.post("/play/", follow=True).content.decode()
    assert {"ui.css", "home.css"} < files(front, "css") and {"ui.css", "table.css"} < files(table, "css")
    assert {"vendor/htmx.min.js", "table.js"} < files(table, "js")
    for page in (front, table):
        assert total(files(page, "css")) <= FIRST_STYLE
        assert total(files(page, "js")) <= SCRIPT
    late = re.search(r'data-late="([^"]+)"', table)
    assert late is not None
    later = {address.removeprefix("/static/") for address in late[1].split()}
    assert later == {"press.js", "motion.js", "watch.js", "site.js", "install.js"}
    assert later.isdisjoint(files(table, "js")) and all((STATIC / name).is_file() for name in later)


def test_styles_and_scripts_of_games_are_small() -> None:
    assert {name for name in STYLES | SCRIPTS if size(name) > OF_A_GAME} == set()
    assert max(total({*SHARED, "table.css", "company.css", style}) for style in STYLES) <= STYLE


def test_the_styles_of_every_page_are_small() -> None:
    pages = {path: sheets_in(path) for path in (ROOT / "templates").rglob("*.html") if path.name != "base.html"}
    loaded = {sheet for sheets in pages.values() for sheet in sheets} | SHARED | STYLES | {FORCED}
    assert loaded == {path.name for path in STATIC.glob("*.css")}
    assert [page for page, sheets in pages.items() if total(SHARED | sheets) > STYLE] == []


def sheets_in(path: Path) -> set[str]:
    return set(re.findall(r"static '(\w+\.css)'", path.read_text(encoding="utf-8")))


SHEETS: Final = sorted(STATIC.glob("*.css"))
SCRIPT_FILES: Final = sorted((*STATIC.glob("*.js"), *Path(allauth.mfa.__path__[0]).glob("static/mfa/js/*.js")))
VENDORED: Final = sorted((STATIC / "vendor").glob("*.js"))
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
BROWSERS: Final = "You can play in Safari 16.4, Chrome or Edge 114, Firefox 128, or a newer version of any of these."

NEWER: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in re.findall(
        r"^([a-z-]+): ((?:.+\n)+)", Path(__file__).with_name("newer.txt").read_text(encoding="utf-8"), re.M
    )
}
POLYFILLED: Final = "site.js loads a polyfill into browsers without popovers"
EXCUSED: Final = {
    "attribute link.blocking": "the browser draws the parts of a page as they arrive",
    "media scripting": "a toast stays fixed, and some buttons stay visible that are not needed",
    "property accent-color": "controls keep the browser's colour",
    "property field-sizing": "the field keeps its rows and scrolls",
    "property forced-color-adjust": "with forced colours, drawings have the colours of the system",
    "property hyphens": "long words are broken without a hyphen, or overflow",
    "property paint-order": "browsers lack it in HTML text, but the site uses it in SVG charts",
    "property resize": "phones offer no handle to resize a field",
    "property text-size-adjust": "Safari reads -webkit-text-size-adjust",
    "property text-wrap": "lines break at other words",
    "attribute popover": POLYFILLED,
    "attribute button.popovertarget": POLYFILLED,
    "attribute button.popovertargetaction": POLYFILLED,
    "script hidePopover": POLYFILLED,
    "script popoverTargetElement": POLYFILLED,
    "script showPopover": POLYFILLED,
    "script togglePopover": POLYFILLED,
    "script share": "copy.js shows the button only in browsers with navigator.share",
}
#: Names in scripts that only look like members of newer browser interfaces.
OWN_NAMES: Final = {
    f"script {name}" for name in ("animation", "first", "hand", "last", "login", "number", "opacity", "to")
}
#: Newer syntax. Vendored scripts are checked for syntax alone: they test for newer interfaces before they call them.
SYNTAX: Final = {
    "lookbehind": r"\(\?<[=!]",
    "modifier in a regular expression": r"\(\?-?[ims]+-?[ims]*:",
    "flag v": r"/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(",
    "using": r"\busing \w+ =",
    "import attributes": r"\bimport\b[^;\n]* with \{",
}
#: The forms of `:popover-open` that the site uses. Safari before 17 would drop a rule with the bare selector.
IS_OPEN: Final = re.compile(r":is\(:popover-open(?:, \.\\:popover-open)?\)")


def in_style(text: str) -> Iterator[str]:
    text = re.sub(r'/\*.*?\*/|"[^"]*"|url\([^)]*\)|#[0-9a-f]{3,8}\b', "", text, flags=re.DOTALL)
    text = IS_OPEN.sub("", re.sub(r"@supports[^{]*", "", text))
    for chunk, end in re.findall(r"([^{};]+)([{};])", text):
        yield from (f"at-rule {name}" for name in re.findall(r"@([a-z-]+)", chunk))
        yield from (
            f"function {name}" for name in re.findall(r"([a-z-]+)\(|\d([a-z]+)\b", chunk) for name in name if name
        )
        if end == "{" and "@" in chunk:
            yield from (f"media {name}" for name in re.findall(r"\(([a-z-]+)", chunk))
        elif end == "{":
            yield from (f"pseudo {name}" for name in re.findall(r"(?<!\\):([a-z-]+)", chunk))
        else:
            yield from (f"property {name}" for name in re.findall(r"^\s*([a-z-]+)\s*:", chunk))


def in_script(text: str) -> Iterator[str]:
    yield from (f"pseudo {name}" for name in re.findall(r"(?<!\\):(popover-open|open)\b", IS_OPEN.sub("", text)))
    text = re.sub(r'(?<!:)//[^\n]*|/\*.*?\*/|"[^"\n]*"', "", text, flags=re.DOTALL)
    yield from (
        f"script {name}" for name in re.findall(r"\.([A-Za-z]\w*)|\b(?<!\.)([A-Z]\w+)", text) for name in name if name
    )


class _Attributes(HTMLParser):
    found: frozenset[str] = frozenset()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _value in attrs}
        self.found |= {f"attribute {name}" for name in names} | {f"attribute {tag}.{name}" for name in names}


def in_template(text: str) -> Iterator[str]:
    parser = _Attributes()
    parser.feed(re.sub(r"\{[%#{].*?[%#}]\}", " ", text, flags=re.DOTALL))
    yield from parser.found


def newer(found: Iterator[str]) -> set[str]:
    return {one for one in found if one.split(" ")[1] in NEWER[one.split(" ")[0]]}


def uses() -> dict[str, set[str]]:
    read = dict.fromkeys(SHEETS, in_style) | dict.fromkeys(SCRIPT_FILES, in_script)
    read |= dict.fromkeys(TEMPLATES, in_template)
    return {str(path): newer(how(path.read_text(encoding="utf-8"))) for path, how in read.items()}


def test_no_served_file_needs_a_newer_browser_without_a_reason() -> None:
    found = uses()
    assert {name: rest for name, names in found.items() if (rest := names - EXCUSED.keys() - OWN_NAMES)} == {}
    assert (EXCUSED.keys() | OWN_NAMES) - set().union(*found.values()) == set(), (
        "a reason for a feature that no file uses"
    )


def test_scripts_use_no_newer_syntax() -> None:
    for path in (*SCRIPT_FILES, *VENDORED):
        text = path.read_text(encoding="utf-8")
        assert [name for name, pattern in SYNTAX.items() if re.search(pattern, text)] == [], path.name


def test_players_are_told_which_browsers_work(db: None) -> None:
    assert BROWSERS in plain(page_at("/about/").text) and BROWSERS in plain(page_at("/").text)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Safari 16.4, Chrome or Edge 114, Firefox 128" in readme
    assert Client().get("/").content.count(b'name="popover" content="/static/vendor/popover.iife.min.js"') == 1
