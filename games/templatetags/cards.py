"""Cards, numbers and parts of tables in templates. `percent` and `decimal` format numbers in the reader's language.

The context of a part has only the arguments: no request, no token, no variable of the page. The tag `drawn` is a `part`
whose result each process caches. Results depend only on the arguments and the language, so all readers share them.
"""

import re
from collections.abc import Hashable
from typing import Any, Final

from django import template
from django.template.loader import get_template, render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.cards import Card, card, cards
from games.pages.cards import CardTag, face
from games.pages.words import by_language, card_name, decimal, index, percent, sign
from games.registry import GAMES

register = template.Library()
register.filter("percent", percent)
register.filter("decimal", decimal)

#: Maximum number of cached cards, of cached texts, and (`KEPT_PARTS`) of cached parts; a part has about 500 bytes.
KEPT: Final = 4096
KEPT_PARTS: Final = 8192
#: [QH], or [QH!] for the winning card.
NAMED = re.compile(r"\[([2-9TJQKA][CDHS]|BJ|LJ)(!?)\]")


@register.simple_tag
@by_language(KEPT)
def chip(text: str, wins: bool = False, marks: bool = True, ring: str = "") -> SafeString:
    """Draw a small card in a sentence; a screen reader reads its name.

    `wins` draws a ring around the card, which a screen reader reads as `ring` (default: “won the trick”). `marks` shows
    the card's tag, if a game declares one.
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
    """Escape the text and draw every card in brackets; `marks` is as in `chip`."""
    parts: list[str] = []
    at = 0
    for found in NAMED.finditer(text):
        parts += [text[at : found.start()], chip(found.group(1), bool(found.group(2)), marks)]
        at = found.end()
    return format_html_join("", "{}", ((part,) for part in [*parts, text[at:]]))


@register.simple_block_tag
def draw_cards(content: str, marks: bool = True) -> SafeString:
    """Draw every card in brackets in a rendered part of a template; `marks` is as in `chip`."""
    # The template has escaped the content.
    return SafeString(NAMED.sub(lambda found: chip(found[1], bool(found[2]), marks), content))


@register.simple_block_tag
def card_row(content: str, held: str, icon: str = "") -> SafeString:
    """Draw large cards in the given order, with the content as their caption and `icon` as the symbol before it."""
    shown = cards(held)
    spoken = ", ".join(map(card_name, shown))
    row = {"faces": list(map(face, shown)), "spoken": spoken, "words": content.strip(), "icon": icon}
    return render_to_string("pages/_drawn.html", row)


@register.simple_tag
def part(path: str, **given: Any) -> SafeString:
    """Render the template with the given values, which it escapes."""
    return SafeString(get_template(path, using="jinja2").render(given))


@register.simple_tag
@by_language(KEPT_PARTS)
def drawn(path: str, **given: Hashable) -> SafeString:
    """Render as `part` does, or return the cached result for equal arguments."""
    return part(path, **given)


def _spoken(card: Card, ring: str, tag: CardTag | None) -> str:
    name = card_name(card)
    if tag is not None:
        name = tag.words % {"card": name}
    return f"{name}, {ring}" if ring else name
