"""The list of ways in which pages write cards has every way there is in the templates, and takes nothing else for one.

By that list the tests of what leaves the server look for hidden cards.
"""

import re
from dataclasses import fields
from html import escape
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escapejs

from games.engine.actions import Action
from games.engine.cards import BY_TEXT, Card, card
from games.engine.notation import action_text
from games.templatetags.cards import chip, with_cards
from games.viewmodel.cards import Face, face
from tests.views.written import WAYS, written

TEMPLATES = Path(settings.BASE_DIR) / "templates"
#: A field of a card that a template writes, with what stands around it: data-card="{{ one.face.text }}".
WRITTEN = re.compile(r"([^{}]{0,20})\{\{ *[\w.\[\]]*\bface\.(\w+)(?:\|[^}]*?)? *\}\}([^{}]?)")
FIELDS = sorted({found.groups() for path in TEMPLATES.rglob("*.html") for found in WRITTEN.finditer(path.read_text())})
#: Those by which a card can be told; index and suit tell one together, as `_card.html` has them.
TELLING = [one for one in FIELDS if one[1] in ("text", "name", "art")]
every_suit = pytest.mark.parametrize("suit", [*"CDHSJ"])
COURTS = [one for one in BY_TEXT.values() if face(one).art]


def test_no_field_of_a_card_is_overlooked() -> None:
    """Counted in another way."""
    words = re.findall(r"\bface\.\w+(?=[^{}]*\}\})", "".join(path.read_text() for path in TEMPLATES.rglob("*.html")))
    assert {field for _, field, _ in FIELDS} == {word.partition(".")[2] for word in words}
    assert {field for _, field, _ in FIELDS} <= {one.name for one in fields(Face)}
    assert len(TELLING) > 10


@pytest.mark.parametrize(("before", "field", "after"), TELLING)
def test_what_a_template_writes_is_found(before: str, field: str, after: str) -> None:
    """Each card in the place of that field; a joker's name and the art of what is no court card tell nothing."""
    some = [one for one in BY_TEXT.values() if getattr(face(one), field) and not (field == "name" and one.is_joker)]
    assert len(some) >= len(COURTS)
    for one in some:
        assert written(f"{before}{getattr(face(one), field)}{after}").cards == {one}


@every_suit
def test_what_is_drawn_is_found(suit: str) -> None:
    """As a whole card, and as a small one in a sentence."""
    for one in of_suit(suit):
        found = written(render_to_string("games/_card.html", {"face": face(one)}))
        assert found.cards == found.by_way["corner"] == {one}
        assert found.by_way["art"] == found.by_way["middle"] == ({one} if one in COURTS else set())
        for text in (chip(one.text), chip(one.text, True, False), with_cards(f"led with [{one.text}!].")):
            assert written(text).cards == written(text).by_way["corner"] == {one}
            assert written(text).by_way["spoken"] == (set() if one.is_joker else {one})


def of_suit(suit: str) -> list[Card]:
    """A suit's cards; J are the jokers."""
    return [one for one in BY_TEXT.values() if one.text[1] == suit]


@every_suit
def test_what_is_posted_is_found(suit: str) -> None:
    """An action in an attribute, in JSON, in an address and in a script; a sentence that nobody has drawn; a file."""
    for one in of_suit(suit):
        action, low = action_text(Action("play", one.text)), one.text.lower()
        files = [f'<img src="/art/{name}.svg">' for name in (one.text, low)]
        for text in (action, escape(action), quote(action), escapejs(action), f"[{one.text}]", files[0]):
            assert written(text).by_way["sign"] == {one}
        for text in (files[1], f'<use href="#{low}"/>', f'<i id="{low}">', f'<i class="x card-{low} y">'):
            assert written(text).by_way["art"] == {one}


def test_every_way_is_met() -> None:
    texts = (render_to_string("games/_card.html", {"face": face(card("QH"))}), chip("QH"), 'data-card="QH"')
    assert set().union(*(written(text).ways for text in texts)) == set(WAYS)


@pytest.mark.parametrize(
    "text",
    [
        '<link rel="preload" href="/static/fonts/figtree.woff2" as="font">',
        '<script defer src="/static/table.js"></script><td class="r">as much as 10 of 13</td>',
        '<input type="radio" name="bid" value="4D" data-bid-key="1"><span>4D<small>10 books</small></span>',
        '<div class="offer" data-bid="4D"><button value="[&quot;bid&quot;,&quot;4D&quot;]">Bid</button></div>',
        '<div class="offer" data-bid="4D"><button value="[&#34;bid&#34;,&#34;4D&#34;]">Bid</button></div>',
        '<p class="hex">4d5c2h9s0d4c7dah</p><b>4d5c</b>',
        '<svg class="pip"><use href="#s"/></svg> not broken <b>4</b>',
    ],
)
def test_what_is_no_card_is_none(text: str) -> None:
    assert not written(text).cards
