"""Cards in sentences: `{% chip "QH" %}`, and `{{ text|with_cards }}` for texts that name cards as [QH]."""

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.cards import card, find
from games.twoman.score import BAG_CARDS
from games.viewmodel.words import MINUS, card_name, index, sign

register = template.Library()

#: [QH], or [QH!] for the card that won.
NAMED = re.compile(r"\[([2-9TJQKA][CDHS]|BJ|LJ)(!?)\]")


@register.simple_tag
def chip(text: str, wins: bool = False, marks: bool = True) -> SafeString:
    """A small card in a sentence; its name is spoken, its drawing is not. `marks`: bag cards are told as such."""
    one = card(text)
    suit = sign(one)
    return format_html(
        '<span class="chip{}" data-suit="{}"><span aria-hidden="true">{}</span>'
        '<svg class="pip" aria-hidden="true"><use href="#{}"/></svg><span class="sr">{}</span>{}</span>',
        " is-win" if wins else "",
        suit,
        index(one),
        suit,
        _spoken(text, wins, marks),
        _mark(text) if marks else "",
    )


@register.filter
def with_cards(text: str, marks: bool = True) -> SafeString:
    """The text, escaped, with every card in brackets drawn; `marks` as in `chip`."""
    parts: list[str] = []
    at = 0
    for found in NAMED.finditer(text):
        parts += [text[at : found.start()], chip(found.group(1), bool(found.group(2)), marks)]
        at = found.end()
    return format_html_join("", "{}", ((part,) for part in [*parts, text[at:]]))


def _spoken(text: str, wins: bool, marks: bool) -> str:
    name = card_name(card(text))
    if marks and card(text) in BAG_CARDS:
        name = _("%(card)s, takes bags off") % {"card": name}
    return _("%(card)s, won the trick") % {"card": name} if wins else name


def _mark(text: str) -> SafeString | str:
    one = find(text)
    if one is None or one not in BAG_CARDS:
        return ""
    return format_html('<sup aria-hidden="true">{}{}</sup>', MINUS, BAG_CARDS[one])
