"""A computer player's move made again: what its page says, in every game."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bidwhist.contract import Direction
from games.bidwhist.words import call_words
from games.engine.actions import Action, tuple_of
from games.engine.cards import Suit
from games.engine.notation import view_json
from games.services.proofs import AskedAgain
from games.viewmodel.levels import level_name
from games.viewmodel.words import SUITS

#: What is done with cards.
_WITH_CARDS: Final[Mapping[str, Any]] = {
    "play": gettext_lazy("plays %(cards)s"),
    "discard": gettext_lazy("puts aside %(cards)s"),
    "give": gettext_lazy("gives %(cards)s"),
    "return": gettext_lazy("gives back %(cards)s"),
}
#: What is said with nothing more to it.
_SAID: Final[Mapping[str, Any]] = {
    "look": gettext_lazy("looks at the cards"),
    "blind_nil": gettext_lazy("bids blind nil"),
    "misdeal": gettext_lazy("declares a misdeal"),
    "pass": gettext_lazy("passes"),
    "blaze": gettext_lazy("goes out in a blaze of glory"),
    "call": gettext_lazy("calls a renege"),
    "confirm": gettext_lazy("confirms the hand"),
}


@dataclass(frozen=True, slots=True)
class AgainContext:
    """Actions in words, cards in brackets. `again` is empty where the player could not be asked, or failed."""

    code: str
    number: int
    step: int
    name: str
    level: str
    held: str
    played: str
    again: str
    is_same: bool
    is_here: bool
    version: int | None
    knew: str


def asked_again(seen: AskedAgain) -> AgainContext:
    return AgainContext(
        code=seen.code,
        number=seen.number,
        step=seen.step,
        name=seen.name,
        level=level_name(seen.level),
        held=_in_brackets(card.text for card in seen.view.hand or ()),
        played=done(seen.played),
        again="" if seen.again is None else done(seen.again),
        is_same=seen.again == seen.played,
        is_here=seen.is_here,
        version=seen.version,
        knew=json.dumps(view_json(seen.view), indent=1, ensure_ascii=False),
    )


def done(action: Action) -> str:
    """An action as somebody would say it; a verb that is not known here is said as the log has it."""
    if action.verb in _SAID:
        return str(_SAID[action.verb])
    if action.verb in _WITH_CARDS:
        cards = tuple_of(action.argument) or (action.argument,)
        return str(_WITH_CARDS[action.verb]) % {"cards": _in_brackets(cards)}
    return _named(action)


def _named(action: Action) -> str:
    """What is said by name or by number."""
    match action.verb, action.argument:
        case "bid", 0:
            return _("bids nil")
        case "bid", str(call):
            return _("bids %(bid)s") % {"bid": call_words(call)}
        case "bid", told:
            return _("bids %(bid)s") % {"bid": told}
        case "blind", told:
            return _("bids %(bid)s blind") % {"bid": told}
        case "trump", str(suit):
            return _("names %(suit)s") % {"suit": SUITS[Suit(suit)]}
        case "direction", told:
            return _("names up") if told == Direction.UP else _("names down")
        case "book", None:
            return _("gives the call up")
        case "book", told:
            return _("calls trick %(n)s") % {"n": told}
    return action.verb


def _in_brackets(cards: Iterable[object]) -> str:
    return " ".join(f"[{text}]" for text in cards)
