"""Find the cards that a text names, in the notations that templates use; jokers not by their spoken names.

`test_hidden_cards.py` compares these notations with the templates.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.cards import BY_TEXT, Card
from games.pages.words import COURT, SUITS, card_name, index, sign

_SIGN: Final = "[2-9TJQKA][CDHS]|BJ|LJ"
_RANK: Final = "|".join(["[2-9]", "10", *map(str, COURT.values())])
_INDEX: Final = "10|[2-9JQKA★☆]"
#: Bids of Bid Whist such as "4D" in a form, a post or a label, which are not cards.
BIDS: Final = re.compile(
    r"(name=\"bid\" value=|data-bid=)\"\d[UDN]\"|(\"|&quot;|&#34;)bid\2,\2\d[UDN]\2|<span>\d[UDN]<small>"
)
#: Notations by name. In an address or a script the quotation marks around a card are written %22 or u0022.
WAYS: Final = {
    # data-card="QH", id="card-QH", value="QH", ["play","QH"] plain or encoded, and [QH] in a text that did not go
    # through the template filter `with_cards`
    "sign": re.compile(rf"(?:(?<![A-Za-z0-9%])|(?<=%22)|(?<=u0022))({_SIGN})(?![A-Za-z0-9])"),
    # art-qh, and other classes, ids, files and anchors named after a card
    "art": re.compile(rf"[-/#\"']({_SIGN.lower()})(?=[\"'\s./&<)])"),
    # the queen of hearts, in sentences and for screen readers
    "spoken": re.compile(rf"(?<![a-z0-9])({_RANK}) of ({'|'.join(map(str, SUITS.values()))})", re.IGNORECASE),
    # the printed rank (Q, 10, ★) followed by the drawing of the suit: in a corner, in a sentence
    "corner": re.compile(rf">\s*({_INDEX})\s*(?:</span>)?\s*<svg[^>]*>\s*<use href=\"#([cdhsjl])\""),
    # a drawing followed by the printed rank: in the middle of a court card
    "middle": re.compile(rf"<use href=\"#([cdhsjl])\"/?>\s*(?:</use>)?</svg>\s*<b>({_INDEX})</b>"),
}


def _by_name(card: Card) -> Iterable[tuple[str, str]]:
    """Yield, for each notation, its name and the groups that its regex finds for the card, joined by a space.

    A joker has no spoken name here: "big joker" is not of the form "rank of suit".
    """
    yield from (("sign", card.text), ("art", card.text.lower()))
    yield from (("corner", f"{index(card)} {sign(card)}"), ("middle", f"{sign(card)} {index(card)}"))
    if not card.is_joker:
        yield "spoken", card_name(card).replace(" of ", " ")


_CARDS: Final = {(way, name): one for one in BY_TEXT.values() for way, name in _by_name(one)}


@dataclass(frozen=True, slots=True)
class Found:
    """The cards that a text names, by notation."""

    by_way: Mapping[str, set[Card]]

    @property
    def cards(self) -> set[Card]:
        return set().union(*self.by_way.values())

    @property
    def ways(self) -> set[str]:
        return {way for way, some in self.by_way.items() if some}


def written(text: str) -> Found:
    """Return the cards that the text names."""
    text = BIDS.sub("BID", text)
    return Found({way: {_card(way, one) for one in expression.finditer(text)} for way, expression in WAYS.items()})


def _card(way: str, found: re.Match[str]) -> Card:
    name = " ".join(found.groups())
    return _CARDS[way, name.lower() if way == "spoken" else name]
