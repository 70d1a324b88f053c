"""What is served works in the oldest supported browsers: Safari 16.4, Chrome 114, Firefox 128.

`newer.txt` lists what one of them lacks. Each use needs a reason here why the page works without it.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import allauth.mfa
import pytest
from django.test import Client

from tests.pages.markup import page_at, plain

ROOT: Final = Path(__file__).resolve().parents[2]
STATIC: Final = ROOT / "spadesite" / "static"
STYLES: Final = sorted(STATIC.glob("*.css"))
SCRIPTS: Final = sorted((*STATIC.glob("*.js"), *Path(allauth.mfa.__path__[0]).glob("static/mfa/js/*.js")))
VENDORED: Final = sorted((STATIC / "vendor").glob("*.js"))
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
BROWSERS: Final = "You can play in Safari 16.4, Chrome or Edge 114, Firefox 128, or a newer version of any of these."

NEWER: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in re.findall(
        r"^([a-z-]+): ((?:.+\n)+)", (STATIC.parent.parent / "tests/pages/newer.txt").read_text(encoding="utf-8"), re.M
    )
}
POLYFILLED: Final = "site.js loads a polyfill where it is missing"
EXCUSED: Final = {
    "media scripting": "without scripts a toast stays fixed, and buttons that need scripts stay in sight",
    "property accent-color": "a radio button has the browser's colour",
    "property field-sizing": "the field keeps its rows and scrolls",
    "property forced-color-adjust": "a dot of presence has the colours of the system, and words beside it",
    "property hyphens": "long words are broken without a hyphen",
    "property paint-order": "only HTML text lacks it: charts are SVG",
    "property resize": "a phone never offers to resize a field",
    "property text-size-adjust": "Safari reads -webkit-text-size-adjust",
    "property text-wrap": "lines end elsewhere",
    "attribute popover": POLYFILLED,
    "attribute button.popovertarget": POLYFILLED,
    "attribute button.popovertargetaction": POLYFILLED,
    "script hidePopover": POLYFILLED,
    "script popoverTargetElement": POLYFILLED,
    "script showPopover": POLYFILLED,
    "script togglePopover": POLYFILLED,
    "script share": "copy.js shows the button only where it exists",
}
#: Members of objects that our scripts make, which newer interfaces happen to have, too.
OWN_NAMES: Final = {
    f"script {name}" for name in ("animation", "first", "hand", "last", "login", "number", "opacity", "to")
}
#: Vendored scripts are read for syntax only: each tests for newer interfaces before it calls them.
SYNTAX: Final = {
    "lookbehind": r"\(\?<[=!]",
    "modifier in a regular expression": r"\(\?-?[ims]+-?[ims]*:",
    "flag v": r"/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(",
    "using": r"\busing \w+ =",
    "import attributes": r"\bimport\b[^;\n]* with \{",
}
#: The form that Safari before 17 forgives.
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
    read = dict.fromkeys(STYLES, in_style) | dict.fromkeys(SCRIPTS, in_script)
    read |= dict.fromkeys(TEMPLATES, in_template)
    return {str(path): newer(how(path.read_text(encoding="utf-8"))) for path, how in read.items()}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (in_style("a { color: light-dark(#000, #fff); }"), {"function light-dark"}),
        (in_style("a:popover-open { color: red; }"), {"pseudo popover-open"}),
        (in_style("a:is(:popover-open, .\\:popover-open) { color: red; }"), set()),
        (in_style("@supports not selector(:popover-open) { a { color: red; } }"), set()),
        (
            in_style("@media (scripting: none) { a { field-sizing: content; } }"),
            {"media scripting", "property field-sizing"},
        ),
        (in_style("@starting-style { a { width: 1rcap; } }"), {"at-rule starting-style", "function rcap"}),
        (in_script('document.querySelector(":popover-open")'), {"pseudo popover-open"}),
        (in_script('document.querySelector(":is(:popover-open)")'), set()),
        (
            in_script("Promise.withResolvers(); new CloseWatcher(); // a.groupBy"),
            {"script withResolvers", "script CloseWatcher"},
        ),
        (in_template('<details {% if a > 1 %}open{% endif %} name="a">'), {"attribute details.name"}),
    ],
)
def test_newer_features_are_found(found: Iterator[str], expected: set[str]) -> None:
    assert newer(found) == expected


def test_nothing_served_needs_a_newer_browser() -> None:
    found = uses()
    assert {name: rest for name, names in found.items() if (rest := names - EXCUSED.keys() - OWN_NAMES)} == {}
    assert (EXCUSED.keys() | OWN_NAMES) - set().union(*found.values()) == set(), "no longer used"


def test_every_script_parses() -> None:
    for path in (*SCRIPTS, *VENDORED):
        text = path.read_text(encoding="utf-8")
        assert [name for name, pattern in SYNTAX.items() if re.search(pattern, text)] == [], path.name


def test_players_are_told_which_browsers_work(db: None) -> None:
    assert BROWSERS in plain(page_at("/about/").text)
    assert BROWSERS in plain(page_at("/").text)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Safari 16.4, Chrome or Edge 114, Firefox 128" in readme
    assert Client().get("/").content.count(b'name="popover" content="/static/vendor/popover.iife.min.js"') == 1
