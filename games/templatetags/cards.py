"""Cards in sentences: `{% chip "QH" %}`, and `{{ text|with_cards }}` for texts that name cards as [QH]."""

import re
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.cards import Card, card
from games.registry import GAMES
from games.viewmodel.cards import CardTag
from games.viewmodel.kept import by_language
from games.viewmodel.words import card_name, index, sign

register = template.Library()

#: So many are kept.
KEPT: Final = 4096
#: [QH], or [QH!] for the card that won.
NAMED = re.compile(r"\[([2-9TJQKA][CDHS]|BJ|LJ)(!?)\]")


@register.simple_tag
@by_language(KEPT)
def chip(text: str, wins: bool = False, marks: bool = True, ring: str = "") -> SafeString:
    """A small card in a sentence; its name is spoken, its drawing is not. `marks`: with a game’s tag of it. `ring` says
    what a ringed card is where it is none that won a trick.
    """
    one = card(text)
    tags = (game.tags[one] for game in GAMES.values() if one in game.tags)
    suit, tag = sign(one), next(tags, None) if marks else None
    return format_html(
        '<span class="chip{}" data-suit="{}"><span aria-hidden="true">{}</span>'
        '<svg class="pip" aria-hidden="true"><use href="#{}"/></svg><span class="sr">{}</span>{}</span>',
        " is-win" if wins else "",
        suit,
        index(one),
        suit,
        _spoken(one, (ring or _("won the trick")) if wins else "", tag),
        format_html('<sup aria-hidden="true">{}</sup>', tag.mark) if tag is not None else "",
    )


@register.filter
@by_language(KEPT)
def with_cards(text: str, marks: bool = True) -> SafeString:
    """The text, escaped, with every card in brackets drawn; `marks` as in `chip`."""
    parts: list[str] = []
    at = 0
    for found in NAMED.finditer(text):
        parts += [text[at : found.start()], chip(found.group(1), bool(found.group(2)), marks)]
        at = found.end()
    return format_html_join("", "{}", ((part,) for part in [*parts, text[at:]]))


def _spoken(one: Card, ring: str, tag: CardTag | None) -> str:
    name = card_name(one)
    if tag is not None:
        name = tag.words % {"card": name}
    return f"{name}, {ring}" if ring else name
