"""Templates: no inline code, no broken paragraphs; the Jinja2 engine of tables; the language of a request."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext, trans_real
from jinja2 import Environment, TemplateSyntaxError, UndefinedError

from spadesite.language import Active
from tools.site import ROOT

TEMPLATES = ROOT / "templates"
TABLES = TEMPLATES / "jinja2"
PAGES = sorted(TEMPLATES.rglob("*.html"))
INCLUDED = re.compile(r'\{% (?:include|part|drawn) "([^"]+)"[^%]*%\}|\{\{ (?:part|drawn)\("([^"]+)"[^}]*\}\}')
PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.DOTALL)
#: Elements that end a paragraph in a browser.
BLOCKS = re.compile(r"<(form|div|section|article|aside|nav|ul|ol|dl|table|details|fieldset|figure|p|pre|h[1-6]|hr)\b")
DATA_ONLY = re.compile(r'<script\b(?=[^>]*type="application/json")[^>]*>')
FORBIDDEN = re.compile(
    r"\sstyle\s*=|<style\b|\son[a-z]+\s*=|\bhx-on\b|<script\b(?![^>]*\bsrc=)"
    r'|<(script|link|img|iframe)\b[^>]*(src|href)="(https?:)?//'
)


def test_templates_have_nothing_inline_and_nothing_foreign() -> None:
    assert len(PAGES) > 20
    assert [page for page in PAGES if FORBIDDEN.search(DATA_ONLY.sub("", page.read_text(encoding="utf-8")))] == []


def whole(page: Path) -> str:
    """Return the page with the parts that it includes by name."""
    return INCLUDED.sub(lambda found: whole(path_of(found[1] or found[2])), page.read_text(encoding="utf-8"))


def path_of(name: str) -> Path:
    (path,) = (root / name for root in (TEMPLATES, TABLES) if (root / name).exists())
    return path


def test_no_paragraph_is_broken_off_by_a_block_inside() -> None:
    paragraphs = ((page, one) for page in PAGES for one in PARAGRAPH.findall(whole(page)))
    assert [(page, found[0]) for page, one in paragraphs if (found := BLOCKS.search(one))] == []


# ---------- Jinja2 ----------
@pytest.fixture
def jinja() -> Environment:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment


def test_every_template_compiles(jinja: Environment) -> None:
    for path in TABLES.rglob("*.html"):
        assert jinja.get_template(str(path.relative_to(TABLES))) is not None


@pytest.mark.parametrize(
    "source",
    [
        "{{ name }}",
        "{{ name|with_cards }}",
        "{% blocktranslate trimmed with n=name %}Hand {{ n }}{% endblocktranslate %}",
        "{% set kept = name %}{{ kept }}",
    ],
)
def test_values_are_escaped(source: str, jinja: Environment) -> None:
    assert "<b>" not in jinja.from_string(source).render(name="<b>")


def test_a_text_is_translated_for_each_reader(jinja: Environment) -> None:
    page = jinja.from_string(
        '{% translate "Score" %}, {% translate "Last trick" context "short" %}, {{ _("Close") }}, '
        "{% blocktranslate trimmed with n=number + 1 %}\n  Hand {{ n }}\n{% endblocktranslate %}"
    )
    expected = {"en": "Score, Last trick, Close, Hand 3", "de": "Punkte, Stich, Schließen, Spiel 3"}
    for language in ("en", "de", "en"):
        with translation.override(language):
            assert page.render(number=2) == expected[language]


def test_an_undefined_name_is_an_error(jinja: Environment) -> None:
    for source in ("{{ name }}", "{% if name %}{% endif %}", "{{ one.name }}"):
        with pytest.raises(UndefinedError):
            jinja.from_string(source).render(one=object())


def test_a_text_that_translators_cannot_find_is_an_error(jinja: Environment) -> None:
    for source in ("{% translate name %}", "{% blocktranslate %}Hand{% endblocktranslate %}"):
        with pytest.raises(TemplateSyntaxError):
            jinja.from_string(source)


# ---------- language ----------
def test_a_language_holds_in_its_block_alone() -> None:
    assert isinstance(trans_real._active, Active)  # type: ignore[attr-defined]
    with translation.override("de"):
        assert gettext("Your turn") == "Du bist dran"
        with translation.override("en"):
            assert gettext("Your turn") == "Your turn"
        with translation.override(None):
            assert (translation.get_language(), gettext("Your turn")) == (None, "Your turn")
        assert translation.get_language() == "de"


def test_each_thread_has_its_language() -> None:
    with translation.override("de"), ThreadPoolExecutor(1) as other:
        assert other.submit(translation.get_language).result() == "en"
        other.submit(translation.activate, "en").result()
        assert translation.get_language() == "de"


def test_each_task_of_a_loop_has_its_language() -> None:
    async def text(language: str, met: asyncio.Barrier) -> str:
        translation.activate(language)
        await met.wait()
        return await asyncio.to_thread(gettext, "Your turn")

    async def both() -> list[str]:
        met = asyncio.Barrier(2)
        return list(await asyncio.gather(text("de", met), text("en", met)))

    assert asyncio.run(both()) == ["Du bist dran", "Your turn"]
