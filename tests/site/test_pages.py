"""Text pages and templates: headings, links, forms, no inline code, the list of screens, Jinja2, active language."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import pytest
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext, trans_real
from jinja2 import Environment, TemplateSyntaxError, UndefinedError

from games.registry import GAMES
from spadesite.apps import Active
from tests.asking import page_at, parsed
from tests.site.conftest import ALL, EXAMPLES
from tools.pictures.screens import SCREENS
from tools.site import ROOT

NAMES = ["games:rules", "keyboard", "privacy", "about", "offline"]
OF_GAMES = [reverse(name, args=[key]) for name in ("games:rules_of", "games:strategy") for key in GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_page_opens_without_a_session_and_takes_no_post(name: str) -> None:
    response = Client().get(reverse(name))
    assert response.status_code == 200 and not response.cookies
    assert response["Content-Type"].startswith("text/html")
    page = parsed(response.content.decode())
    assert [word for word in ("oops", "invalid", "please", "!") if word in page.text.lower()] == []
    assert "/static/install.js" in page.links, "the script that registers the service worker is missing"
    assert Client().post(reverse(name)).status_code == 405


@pytest.mark.parametrize("address", [*map(reverse, NAMES), *OF_GAMES])
def test_headings_are_in_order_and_nothing_links_to_another_site(address: str) -> None:
    page = page_at(address)
    assert (page.tags.count("h1"), page.tags.count("main")) == (1, 1)
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1 and [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []
    assert [link for link in page.links if "//" in link or link.startswith("data:")] == []
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.names] == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/settings/", *map(reverse, NAMES)])
def test_links_lead_to_existing_pages_and_anchors(address: str) -> None:
    links = {link for link in page_at(address).links if link.startswith("/")}
    assert links and (address != "/settings/" or "/about/#phone" in links)
    for link in links:
        target, _, anchor = link.partition("#")
        if target.startswith("/static/"):
            assert finders.find(target.removeprefix("/static/")), link
            continue
        response = Client().get(target, follow=True)
        assert response.status_code == 200, link
        assert not anchor or anchor in parsed(response.content.decode()).names, link


# ---------- forms ----------
class Forms(HTMLParser):
    """A parser that counts a page's choices (radio, checkbox, select) and lists those that a browser may restore."""

    def __init__(self) -> None:
        super().__init__()
        self.restored: list[str] = []
        self.choices = 0
        self._form: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._form = found
        elif tag == "select" or found.get("type") in ("radio", "checkbox"):
            self.choices += 1
            if self._form.get("autocomplete") != "off":
                self.restored.append(f"{self._form.get('action')}: {found.get('name')}")


@pytest.mark.django_db
def test_browsers_restore_no_choice_after_a_reload(client: Client) -> None:
    """Firefox restores form fields, and then shows a choice beside text that the server wrote for another choice."""
    table = client.post("/play/", follow=True).redirect_chain[-1][0]
    others = ("/settings/", "/statistics/", "/games/?result=won", "/challenges/")
    for path in (*(f"/games/new/{key}/" for key in GAMES), *others, "/practice/house/twoman/1/?decision=bid", table):
        forms = Forms()
        forms.feed(client.get(path).content.decode())
        assert forms.restored == [] and forms.choices, path


#: Routes that are no screens: files, partials, streams, and pages for sessions that only tests of accounts create.
NO_SCREENS: Final = {
    *("favicon", "manifest", "robots", "security", "service_worker", "mfa_download_recovery_codes", "accounts:bring"),
    *("games:verify_program", "games:record", "games:records_all", "games:statistics_csv"),
    *("games:warming", "games:onlookers", "games:stream", "games:onlooker_stream", "mfa_login_webauthn"),
    *("account_reauthenticate", "mfa_authenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_remove_webauthn", "mfa_edit_webauthn"),
    *("games:statistics_hands_csv", "account_confirm_login_code"),
}


@pytest.mark.django_db
def test_every_route_that_allows_get_is_a_screen_or_listed_as_an_exception(client: Client) -> None:
    screens, code = set(), "A" * 22
    for path, value in product((re.sub(r"[?#].*", "", screen.path) for screen in SCREENS), (code, "1", "2026-11-22")):
        with suppress(Resolver404):
            screens.add(resolve(path.replace("{code}", value)).view_name)
    for name in {name for name in ALL if not name.startswith("admin:")} - screens - NO_SCREENS:
        values = {**EXAMPLES, "code": code, "uidb36": "1", "key": "twoman" if name.startswith("games:") else "abc"}
        address = reverse(name, kwargs={key: values[key] for key in ALL[name].pattern.converters} or None)
        assert client.get(address).status_code == 405, name
    assert set(ALL) >= NO_SCREENS and not NO_SCREENS & screens


# ---------- templates ----------
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


def test_templates_have_no_inline_code_and_load_nothing_from_other_sites() -> None:
    assert len(PAGES) > 20
    assert [page for page in PAGES if FORBIDDEN.search(DATA_ONLY.sub("", page.read_text(encoding="utf-8")))] == []


@cache
def whole(page: Path) -> str:
    def part(found: re.Match[str]) -> str:
        (path,) = (one for root in (TEMPLATES, TABLES) if (one := root / (found[1] or found[2])).exists())
        return whole(path)

    return INCLUDED.sub(part, page.read_text(encoding="utf-8"))


def test_no_paragraph_contains_a_block_that_would_end_it() -> None:
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


def test_a_text_is_translated_into_the_active_language(jinja: Environment) -> None:
    page = jinja.from_string(
        '{% translate "Score" %}, {% translate "Last trick" context "short" %}, {{ _("Close") }}, '
        "{% blocktranslate trimmed with n=number + 1 %}\n  Hand {{ n }}\n{% endblocktranslate %}"
    )
    expected = {"en": "Score, Last trick, Close, Hand 3", "de": "Punkte, Stich, Schließen, Hand 3"}
    for language in ("en", "de", "en"):
        with translation.override(language):
            assert page.render(number=2) == expected[language]


def test_undefined_names_and_texts_that_cannot_be_extracted_are_errors(jinja: Environment) -> None:
    for source in ("{{ name }}", "{% if name %}{% endif %}", "{{ one.name }}"):
        with pytest.raises(UndefinedError):
            jinja.from_string(source).render(one=object())
    for source in ("{% translate name %}", "{% blocktranslate %}Hand{% endblocktranslate %}"):
        with pytest.raises(TemplateSyntaxError):
            jinja.from_string(source)


# ---------- language ----------
def test_an_overridden_language_is_active_in_its_block_alone() -> None:
    assert isinstance(trans_real._active, Active)  # type: ignore[attr-defined]
    with translation.override("de"):
        assert gettext("Your turn") == "Du bist dran"
        with translation.override("en"):
            assert gettext("Your turn") == "Your turn"
        with translation.override(None):
            assert (translation.get_language(), gettext("Your turn")) == (None, "Your turn")
        assert translation.get_language() == "de"


def test_each_thread_and_each_task_of_a_loop_has_its_language() -> None:
    with translation.override("de"), ThreadPoolExecutor(1) as executor:
        assert executor.submit(translation.get_language).result() == "en"
        executor.submit(translation.activate, "en").result()
        assert translation.get_language() == "de"

    async def text(language: str, met: asyncio.Barrier) -> str:
        translation.activate(language)
        await met.wait()
        return await asyncio.to_thread(gettext, "Your turn")

    async def both() -> list[str]:
        met = asyncio.Barrier(2)
        return list(await asyncio.gather(text("de", met), text("en", met)))

    assert asyncio.run(both()) == ["Du bist dran", "Your turn"]
