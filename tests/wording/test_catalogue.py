"""Every text goes through translation, and every language has all of them."""

import ast
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.template import engines
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation.template import templatize
from jinja2 import nodes

from accounts.forms import MISSPELT
from accounts.models import User
from spadesite.templatetags.days import day
from tests.boards.walked import begun

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ["de"]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "templates").rglob("*.txt"))
#: What Jinja2 draws.
TABLES = ROOT / "templates" / "jinja2"
SOURCES = sorted(path for app in ("spadesite", "accounts", "games") for path in (ROOT / app).rglob("*.py"))
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "gettext_noop"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+[^>]*>")
_LITERAL = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
#: What Django makes of a template for the tools of translation: a call with one text, or with two for a plural; with
#: a p the first of two is the context.
CALLED = re.compile(rf"(p?)gettext\(\s*{_LITERAL}(?:\s*,\s*{_LITERAL})?")
#: A context, "" for none, and a text.
Text = tuple[str, str]
#: Words that are the same in every language: names, keys, formats.
PROPER = {"SHA", "Python", "SHA-256", "HMAC", "MIT"}
#: A partial that stands inside a tag.
ATTRIBUTES_ALONE = ("_open_form.html", "_ask_form.html")
SPOKEN = {"aria-label", "alt", "title", "placeholder", "data-words"}


def folder(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES"


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(folder(language) / "django.po"))


def texts_in(code: str) -> Iterator[Text]:
    """The texts that a piece of Python hands to translation; parts of one call's plural are both given."""
    for node in ast.walk(ast.parse(code)):
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in CALLS:
            words = [one.value if isinstance(one, ast.Constant) else "" for one in node.args[:2]]
            yield from told(name, *(str(word) for word in words))


def told(name: str, first: str, second: str = "") -> Iterator[Text]:
    """The texts of one call of that name."""
    if name.startswith("p"):
        yield first, second
    else:
        yield "", first
        if "ngettext" in name:
            yield "", second


def texts_of_table(source: str) -> Iterator[Text]:
    """Those that a template of Jinja2 asks for as it was compiled, wherever they stand in it."""
    for call in engines["jinja2"].env.parse(source).find_all(nodes.Call):  # type: ignore[attr-defined]
        name = getattr(call.node, "name", "")
        if name in {"_", "said", "filled"}:
            text, context = (*(one.as_const() for one in call.args), "")[:2]
            yield context, text


def texts() -> set[Text]:
    found = {text for path in SOURCES for text in texts_in(path.read_text(encoding="utf-8"))}
    for path in TEMPLATES:
        source = path.read_text(encoding="utf-8")
        if TABLES in path.parents:
            found |= set(texts_of_table(source))
        code = templatize(source)
        for call in CALLED.finditer(code):
            literals = [str(ast.literal_eval(literal)) for literal in call.groups()[1:] if literal]
            found |= set(told("pgettext" if call[1] else "ngettext", *literals))
    return {(context, text) for context, text in found if text}


def text_of(entry: polib.POEntry | polib.MOEntry) -> Text:
    return entry.msgctxt or "", entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    entries = catalogue(language)
    lacking = [entry.msgid for entry in entries if not entry.obsolete and not entry.translated()]
    assert lacking == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_every_text_of_the_sources(language: str) -> None:
    entries = catalogue(language)
    known = {(entry.msgctxt or "", text) for entry in entries for text in (entry.msgid, entry.msgid_plural)}
    assert sorted(texts() - known) == [], "run `make messages`, and translate what is new"


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_tags_stay(language: str) -> None:
    for entry in catalogue(language):
        for form, text in (entry.msgstr_plural or {0: entry.msgstr}).items():
            asked = entry.msgid_plural if form else entry.msgid
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(asked)), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    written = catalogue(language)
    compiled = {text_of(entry): entry for entry in polib.mofile(str(folder(language) / "django.mo"))}
    wanted = {text_of(entry): entry.msgstr or entry.msgstr_plural for entry in written if entry.translated()}
    assert {text: entry.msgstr or entry.msgstr_plural for text, entry in compiled.items()} == wanted


#: One act has one word: a subject, and what nobody does to it in that language.
ONE_WORD = {"en": ("misdeal", re.compile(r"\bcall(s|ed)?\b")), "de": ("Fehlgabe", re.compile(r"erklär"))}


@pytest.mark.parametrize("language", ONE_WORD)
def test_a_misdeal_is_declared_in_one_word(language: str) -> None:
    subject, other = ONE_WORD[language]
    entries = [entry for entry in catalogue("de") if not entry.obsolete]
    told = [entry.msgid if language == "en" else entry.msgstr for entry in entries]
    assert [text for text in told if subject in text and other.search(text)] == []


#: In German: texts that have this in English may not say that. A deal is a “Spiel”, and a bid of Spades an “Ansage”.
WRONG_WORD = (
    (r"\b[Hh]and %\(", r"\bHand\b"),
    (r"\b(nil|bags?)\b", r"\b[Gg]ebot|\b[Bb]iete\b|[Bb]lindgebot"),
    (r"^Their side$", r"^Ihre"),  # would be the side of whoever is spoken to formally
    (r"\b[Dd]enial\b", r"[Aa]bgewehrt"),
    (r"", r"\b[Ii]n (Hundert|Tausend)stel\b"),
    (r"%\(names\)s", r"^%\(names\)s (hat|ist|muss|wartet) "),
    (r"\b[Hh]and\b", r"\bdieser Hand\b"),
    (r"\bvoid\b", r"\bfehlende"),
    (r"", r"\bRangliste\b"),
    (r"^level %|^Contracts by level|^The (highest|lowest) level\b", r"\bStufe\b"),  # that is how well somebody plays
)


@pytest.mark.parametrize(("english", "german"), WRONG_WORD)
def test_a_german_text_has_no_wrong_word(english: str, german: str) -> None:
    entries = [one for one in catalogue("de") if not one.msgid_plural]
    assert [one.msgstr for one in entries if re.search(english, one.msgid) and re.search(german, one.msgstr)] == []


def test_what_allauth_misspells_in_german_is_spelt_right() -> None:
    with translation.override("de"):
        told = " ".join(map(translation.gettext, MISSPELT))
    assert "dasselbe Passwort" in told and "E-Mail-Adresse %(email)s" in told


@pytest.mark.django_db
def test_the_auction_of_bid_whist_is_of_bids_in_german(as_alice: Client, alice: User) -> None:
    """An “Ansage” is a bid of Spades, an “Ansager” the declarer."""
    address = f"/games/{begun(alice, 'bidwhist').code}/"
    page = as_alice.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert "Bid Whist, Spiel 1, Bieten" in page
    assert not re.search(r"sagt an\b|Deine Ansage\b", page)


class _Raw(HTMLParser):
    """Words that would be shown or spoken as they stand in a template."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in {"script", "style", "code", "kbd"}
        for name, value in attrs:
            if name in SPOKEN and value:
                self._read(value)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "style", "code", "kbd"}

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._read(data)

    def _read(self, text: str) -> None:
        self.words += [word for word in re.findall(r"[A-Za-z][a-z]+|[A-Z]{2,}", text) if word not in PROPER]


def test_no_text_of_a_template_escapes_translation() -> None:
    assert [(path, words) for path in TEMPLATES if (words := untranslated(path))] == []


def untranslated(path: Path) -> list[str]:
    shown, inside = [], False
    for token in Lexer(path.read_text(encoding="utf-8")).tokenize():
        if token.token_type is TokenType.BLOCK:
            verb = token.split_contents()[0]
            is_mute = verb in {"blocktranslate", "comment"} or token.contents == "block body_class"
            inside = is_mute or (inside and not verb.startswith("end"))
            shown.append(" ")
        elif token.token_type is TokenType.TEXT and not inside:
            shown.append(token.contents)
    parser = _Raw()
    text = "".join(shown)
    parser.feed(f"<form {text}>" if path.name in ATTRIBUTES_ALONE else text)
    return parser.words


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/spades/", "/games/new/", "/settings/", "/accounts/login/"])
def test_a_browser_that_asks_for_german_gets_it(client: Client, address: str) -> None:
    page = client.get(address, headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert page["Content-Language"] == "de"
    assert '<html lang="de"' in page.content.decode()
    assert "Einstellungen" in page.content.decode() or "Anmelden" in page.content.decode()


@pytest.mark.django_db
def test_a_language_that_was_chosen_stays(client: Client) -> None:
    answer = client.post("/settings/language/", {"language": "de"})
    assert (answer.status_code, answer["Location"]) == (302, "/settings/")
    assert '<html lang="de"' in client.get("/").content.decode()


def test_numbers_and_days_are_of_the_language() -> None:
    def told() -> tuple[Any, str]:
        return number_format(2.5, 1), day(date(2026, 3, 1))

    with translation.override("de"):
        assert told() == ("2,5", "1. März 2026")
    assert told() == ("2.5", "1 March 2026")


def formats_of_days(path: Path) -> list[str]:
    """Those in which a file writes a day and its month without asking the language."""
    code = path.read_text()
    if path.suffix != ".py":
        return re.findall(r"""\|date:["']([^"']*j[^"']*|DATE_FORMAT)["']""", code)
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    asked = [node.args[1] for node in calls if getattr(node.func, "id", "") == "date_format" and len(node.args) > 1]
    return [str(one.value) for one in asked if isinstance(one, ast.Constant) and "j" in str(one.value)]


def test_a_day_is_written_in_the_order_of_the_language() -> None:
    assert [(path, found) for path in (*TEMPLATES, *SOURCES) if (found := formats_of_days(path))] == []


def test_a_german_day_has_its_dot() -> None:
    entries = catalogue("de")
    formats = {
        one.msgid: one.msgstr for one in entries if re.fullmatch(r"[lDjFMYHi,: ]*\bj\b[lDjFMYHi,: ]*", one.msgid)
    }
    assert len(formats) >= 5
    assert {english: german for english, german in formats.items() if "j." not in german} == {}
