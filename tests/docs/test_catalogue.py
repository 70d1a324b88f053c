"""The German catalogue translates every text, with the right terms; no text has gendered words."""

import ast
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

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
from accounts.names import BESIDE, COMPUTER_PLAYER
from games.bidwhist.facts import hand_sentence
from games.cardduel.words import hit_points
from games.engine.actions import Refusal
from games.figures import OF_BIDS
from games.pages.moves import BY_THE_TABLE
from games.pages.words import points_said
from games.table import company, move, play, tables
from spadesite.templatetags.days import day, moment, moment_text
from tools.site import ROOT

FOLDER = ROOT / "locale" / "de" / "LC_MESSAGES"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "templates").rglob("*.txt"))
JINJA = ROOT / "templates" / "jinja2"
SOURCES = sorted(path for app in ("spadesite", "accounts", "games") for path in (ROOT / app).rglob("*.py"))
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "gettext_noop"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+[^>]*>")
_LITERAL = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
#: Matches a call that Django's `templatize` writes: with a text, with singular and plural, or with context and text.
CALLED = re.compile(rf"(p?)gettext\(\s*{_LITERAL}(?:\s*,\s*{_LITERAL})?")
#: A context (or "") and a text.
Text = tuple[str, str]


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(FOLDER / "django.po"))


# ---------- every text ----------
def texts_of_call(name: str, first: str, second: str = "") -> list[Text]:
    if name.startswith("p"):
        return [(first, second)]
    return [("", first), ("", second)] if "ngettext" in name else [("", first)]


def texts_of_source(code: str) -> Iterator[Text]:
    if "gettext" not in code:
        return
    for node in ast.walk(ast.parse(code)):
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in CALLS:
            words = [one.value if isinstance(one, ast.Constant) else "" for one in node.args[:2]]
            yield from texts_of_call(name, *(str(word) for word in words))


def texts_of_template(path: Path) -> Iterator[Text]:
    source = path.read_text(encoding="utf-8")
    if JINJA in path.parents:
        for call in engines["jinja2"].env.parse(source).find_all(nodes.Call):  # type: ignore[attr-defined]
            if getattr(call.node, "name", "") in {"_", "said", "filled"}:
                text, context = (*(one.as_const() for one in call.args), "")[:2]
                yield context, text
    for call in CALLED.finditer(templatize(source)):
        literals = [str(ast.literal_eval(literal)) for literal in call.groups()[1:] if literal]
        yield from texts_of_call("pgettext" if call[1] else "ngettext", *literals)


def test_the_catalogue_has_every_text_translated() -> None:
    found = {text for path in SOURCES for text in texts_of_source(path.read_text(encoding="utf-8"))}
    found |= {text for path in TEMPLATES for text in texts_of_template(path)}
    known = {(entry.msgctxt or "", text) for entry in catalogue() for text in (entry.msgid, entry.msgid_plural)}
    assert sorted(one for one in found - known if one[1]) == [], "run `make messages` and translate the new texts"
    assert [entry.msgid for entry in catalogue() if not entry.obsolete and not entry.translated()] == []


def test_translations_keep_placeholders_and_tags() -> None:
    for entry in catalogue():
        for form, text in (entry.msgstr_plural or {0: entry.msgstr}).items():
            original = entry.msgid_plural if form else entry.msgid
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(original)), entry.msgid


def test_the_compiled_catalogue_is_up_to_date() -> None:
    compiled = {(one.msgctxt or "", one.msgid): one for one in polib.mofile(str(FOLDER / "django.mo"))}
    written = {(one.msgctxt or "", one.msgid): one for one in catalogue() if one.translated()}
    assert compiled.keys() == written.keys()
    for text, one in compiled.items():
        assert (one.msgstr, one.msgstr_plural) == (written[text].msgstr, written[text].msgstr_plural), text


class _Raw(HTMLParser):
    """Collects the untranslated words of a template that are shown, or read by a screen reader."""

    SILENT = {"script", "style", "code", "kbd"}
    SPOKEN = {"aria-label", "alt", "title", "placeholder", "data-words"}
    #: Words that are the same in every language.
    PROPER = {"SHA", "Python", "SHA-256", "HMAC", "MIT"}

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in self.SILENT
        for name, value in attrs:
            if name in self.SPOKEN and value:
                self._read(value)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._read(data)

    def _read(self, text: str) -> None:
        self.words += [word for word in re.findall(r"[A-Za-z][a-z]+|[A-Z]{2,}", text) if word not in self.PROPER]


def test_templates_contain_no_untranslated_text() -> None:
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
    parser, text = _Raw(), "".join(shown)
    is_in_a_tag = path.name in ("_open_form.html", "_ask_form.html")
    parser.feed(f"<form {text}>" if is_in_a_tag else text)
    return parser.words


# ---------- terms ----------
#: Pairs of patterns: if the English text matches the first, the German text must not match the second. In German a hand
#: is a “Hand”, not a “Spiel”; a game is a “Spiel”, not a “Partie”; a bid of Spades is an “Ansage”, not a “Gebot”.
WRONG = (
    (r"\b[Hh]and %\(", r"\bSpiel %\("),
    (r"", r"\bPartien?\b"),
    (r"\b(nil|bags?)\b", r"\b[Gg]ebot|\b[Bb]iete\b|[Bb]lindgebot"),
    (r"^Their side$", r"^Ihre"),  # formal address
    (r"\b[Dd]enial\b", r"[Aa]bgewehrt"),
    (r"", r"\b[Ii]n (Hundert|Tausend)stel\b"),
    (r"%\(names\)s", r"^%\(names\)s (hat|ist|muss|wartet) "),
    (r"\bvoid\b", r"\bfehlende"),
    (r"", r"\bRangliste\b"),
    (r"^level %|^Contracts by level|^The (highest|lowest) level\b", r"\bStufe\b"),  # “Stufe” is a bot's level
    (r"", r"Fehlgabe.*erklär|erklär.*Fehlgabe"),
    (r"misdeal.*\bdeclare|\bdeclare.*misdeal", r""),  # a misdeal is called
)


def test_translations_use_the_right_terms() -> None:
    entries = [one for one in catalogue() if not one.msgid_plural and not one.obsolete]
    wrong = [(re.compile(english), re.compile(german)) for english, german in WRONG]
    for one in entries:
        for english, german in wrong:
            assert not (english.search(one.msgid) and german.search(one.msgstr)), (one.msgid, one.msgstr)


def test_misspelt_texts_of_allauth_are_corrected() -> None:
    with translation.override("de"):
        text = " ".join(map(translation.gettext, MISSPELT))
    assert "dasselbe Passwort" in text and "E-Mail-Adresse %(email)s" in text


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/spades/", "/games/new/", "/settings/", "/accounts/login/"])
def test_a_browser_that_prefers_german_gets_german(client: Client, address: str) -> None:
    response = client.get(address, headers={"Accept-Language": "de-AT,de;q=0.9"})
    page = response.content.decode()
    assert response["Content-Language"] == "de" and '<html lang="de"' in page
    assert "Einstellungen" in page or "Anmelden" in page


# ---------- numbers and days ----------
@pytest.mark.parametrize(
    ("language", "number", "date_text", "time_text"),
    [
        ("de", "2,5", "1. März 2026", "3. Mai 2026, 19:05 UTC"),
        ("en", "2.5", "March 1, 2026", "May 3, 2026, 7:05 PM UTC"),
    ],
)
def test_numbers_days_and_times_follow_the_language(language: str, number: str, date_text: str, time_text: str) -> None:
    when = datetime(2026, 5, 3, 19, 5, tzinfo=UTC)
    with translation.override(language):
        assert (number_format(2.5, 1), day(date(2026, 3, 1)), moment_text(when)) == (number, date_text, time_text)
        assert moment(when) == f'<time datetime="2026-05-03T19:05:00Z" data-as="moment">{time_text}</time>'


BOT_NAMES = re.compile(rf"\b({'|'.join((COMPUTER_PLAYER, *BESIDE))})\b")
GENDERED = re.compile(r"\b(she|hers?|herself|he|his|him|himself)\b", re.IGNORECASE)


def test_no_game_names_a_bot_and_no_text_has_a_gendered_word() -> None:
    """Exception: the page about the site calls Marta “she”."""
    about = ROOT / "templates" / "pages" / "about.html"
    for path in (*SOURCES, *TEMPLATES):
        text = path.read_text(encoding="utf-8").replace("Marta’s Table", "")
        assert path == about or GENDERED.findall(text) == [], path
        assert "games" not in path.relative_to(ROOT).parts or BOT_NAMES.findall(text) == [], path


def test_a_translation_names_a_bot_only_where_the_text_does() -> None:
    for catalogue in (ROOT / "locale").rglob("*.po"):
        for entry in polib.pofile(str(catalogue)):
            text = entry.msgstr + "".join(entry.msgstr_plural.values())
            assert not BOT_NAMES.search(text) or COMPUTER_PLAYER in entry.msgid, entry.msgid


def test_each_refusal_of_the_table_has_a_sentence() -> None:
    names = [one for module in (tables, move, play, company) for one in vars(module).values()]
    assert {one.code for one in names if isinstance(one, Refusal)} == BY_THE_TABLE.keys()


def books(count: int) -> str:
    return hand_sentence(frozenset({"uptown", "contract_against"}), {"contract_level": 4, "books": count})


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        (lambda: points_said(1), "1 point", "1 Punkt"),
        (lambda: points_said(-1), "−1 point", "−1 Punkt"),
        (lambda: points_said(0), "0 points", "0 Punkte"),
        (lambda: hit_points(1), "1 hit point", "1 Lebenspunkt"),
        (lambda: hit_points(12), "12 hit points", "12 Lebenspunkte"),
        (lambda: str(OF_BIDS["tricks1"]), "1 trick", "1 Stich"),
        (lambda: str(OF_BIDS["tricks2"]), "2 tricks", "2 Stiche"),
        (lambda: books(1), "their 4 uptown, you 1 book", "4 Uptown der Gegner, du 1 Buch"),
        (lambda: books(3), "their 4 uptown, you 3 books", "4 Uptown der Gegner, du 3 Bücher"),
    ],
)
def test_numbers_have_singular_and_plural(words: Callable[[], str], english: str, german: str) -> None:
    for language, expected in (("en", english), ("de", german)):
        with translation.override(language):
            assert words() == expected
