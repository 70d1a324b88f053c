"""Templates obey the content policy: nothing inline, nothing from elsewhere. And their lines can be read."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
#: Where an engine looks: Django’s, and Jinja2’s below it.
ROOTS = (TEMPLATES, TEMPLATES / "jinja2")
PAGES = sorted(TEMPLATES.rglob("*.html"))
WIDTH = 160
INCLUDED = re.compile(r'\{% (?:include|part|drawn) "([^"]+)"[^%]*%\}|\{\{ (?:part|drawn)\("([^"]+)"[^}]*\}\}')
PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.DOTALL)
#: Where one of these begins a paragraph ends for a browser, whatever stands there.
BLOCKS = re.compile(r"<(form|div|section|article|aside|nav|ul|ol|dl|table|details|fieldset|figure|p|pre|h[1-6]|hr)\b")
#: Classes without a style, which name a part of a page.
UNSTYLED = {"example", "held", "is-mine", "remark", "seeds", "stakes"}
DATA_ONLY = re.compile(r'<script\b(?=[^>]*type="application/json")[^>]*>')


def test_they_have_nothing_inline_and_nothing_foreign() -> None:
    assert len(PAGES) > 20
    for page in PAGES:
        text = DATA_ONLY.sub("", page.read_text(encoding="utf-8"))
        for forbidden in (
            r"\sstyle\s*=",
            r"<style\b",
            r"\son[a-z]+\s*=",
            r"\bhx-on\b",
            r"<script\b(?![^>]*\bsrc=)",
            r'<(script|link|img|iframe)\b[^>]*(src|href)="(https?:)?//',
        ):
            assert not re.search(forbidden, text), page


def whole(page: Path) -> str:
    """With what it includes by name."""
    return INCLUDED.sub(lambda found: whole(found_at(found[1] or found[2])), page.read_text(encoding="utf-8"))


def found_at(name: str) -> Path:
    """In one engine’s root alone, so that no part has two texts."""
    (path,) = (root / name for root in ROOTS if (root / name).exists())
    return path


def test_no_paragraph_is_broken_off() -> None:
    """As by a form that is included: what follows it would lie outside, and look like it."""
    paragraphs = ((page, one) for page in PAGES for one in PARAGRAPH.findall(whole(page)))
    assert [(page, found[0]) for page, one in paragraphs if (found := BLOCKS.search(one))] == []


def test_their_lines_can_be_read() -> None:
    for path in TEMPLATES.rglob("*.*"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [number for number, line in enumerate(lines, 1) if len(line) > WIDTH] == [], path


def test_every_class_is_styled_or_found_by_a_script() -> None:
    """What is made of a value cannot be told here."""
    static = TEMPLATES.parent / "spadesite" / "static"
    known = "".join(path.read_text(encoding="utf-8") for path in (*static.glob("*.css"), *static.glob("*.js")))
    pages = (re.sub(r"\{%.*?%\}", " ", page.read_text(encoding="utf-8")) for page in PAGES)
    attributes = [one for page in pages for one in re.findall(r'\bclass="([^"]*)"', page)]
    named = {one for attribute in attributes for one in re.sub(r"\S*\{\{.*?\}\}\S*", " ", attribute).split()}
    named -= {*UNSTYLED, *(one for one in named if one.endswith("-"))}
    assert sorted(one for one in named if not re.search(rf"\.{re.escape(one)}(?![\w-])", known)) == []
