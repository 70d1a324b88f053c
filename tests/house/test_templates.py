"""Templates obey the content policy: nothing inline, nothing from elsewhere."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))
DATA_ONLY = re.compile(r'<script\b(?=[^>]*type="application/json")[^>]*>')


def test_there_are_templates() -> None:
    assert len(PAGES) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TEMPLATES)))
def test_it_has_nothing_inline_and_nothing_foreign(page: Path) -> None:
    text = DATA_ONLY.sub("", page.read_text(encoding="utf-8"))
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"\son[a-z]+\s*=", text)
    assert not re.search(r"\bhx-on\b", text)
    assert not re.search(r"<script\b(?![^>]*\bsrc=)", text)
    assert not re.search(r'<(script|link|img|iframe)\b[^>]*(src|href)="(https?:)?//', text)
