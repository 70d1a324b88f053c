"""A hint in a sentence: what Marta would do at this seat, and why, told from what the seat may see and nothing else.

The choice is the strongest computer player's. The reason is read off the cards afterwards: it is true of the card,
though she weighs more than one sentence holds.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bidwhist.words import call_words
from games.engine.actions import Action, tuple_of
from games.engine.cards import Card, find
from games.engine.notation import action_text
from games.presenters import advice_tricks
from games.snapshot import Seen
from games.twoman.score import BAG_CARDS
from games.viewmodel.table import HintShown
from games.viewmodel.words import SUITS, in_words, the_card


def hint(seen: Seen) -> HintShown | None:
    if seen.hint is None:
        return None
    cards = tuple(one.text for one in _cards(seen.hint))
    return HintShown(action_text(seen.hint), cards, _words(seen, seen.hint))


def _cards(action: Action) -> tuple[Card, ...]:
    return tuple(one for text in tuple_of(action.argument) or (action.argument,) if (one := find(text)) is not None)


def _words(seen: Seen, action: Action) -> str:
    for key in ((seen.key, action.verb), ("", action.verb)):
        if key in _SAID:
            return str(_SAID[key])
        if key in _TOLD:
            return _TOLD[key](seen, action)
    return _anything()


def _play(seen: Seen, action: Action) -> str:
    one = action.card
    if one is None:
        return _anything()
    said = _("Marta would play %(card)s.") % {"card": the_card(one)}
    return f"{said} {advice_tricks.reason(seen, one)}"


def _bid(seen: Seen, action: Action) -> str:
    if seen.view.options.get("bid_spades"):
        return _("In this game the bid is the number of your spades.")
    if action.number == 0 and seen.view.options.get("one_nil"):
        return _("Marta would bid nil.")
    if action.number == 0:
        return _("Marta would bid nil: these cards can stay under every trick.")
    words = {"n": in_words(action.number or 0)}
    return _("Marta would bid %(n)s: that is what she expects of these cards.") % words


def _call(seen: Seen, action: Action) -> str:
    words = {"call": call_words(str(action.argument))}
    return _("Marta would bid %(call)s: with the kitty these cards should make it.") % words


def _discard(seen: Seen, action: Action) -> str:
    cards = _cards(action)
    if len(cards) != 1:
        return _("Marta would put aside the cards that are ringed: they win nothing in the direction that was named.")
    said = _("Marta would put aside %(card)s.") % {"card": the_card(cards[0])}
    return f"{said} {_why_aside(seen, cards[0])}"


def _why_aside(seen: Seen, one: Card) -> str:
    hand = seen.view.hand or ()
    if one in BAG_CARDS:
        return _("In the pile its bags count for whoever wins it.")
    if one.suit is not None and sum(other.suit is one.suit for other in hand) == 1:
        return _("She then holds no %(suit)s, and may trump them.") % {"suit": SUITS[one.suit]}
    return _("It is the card she needs least, and the pile’s points are counted too.")


def _anything() -> str:
    return _("Marta would choose what is ringed.")


_TOLD: Mapping[tuple[str, str], Callable[[Seen, Action], str]] = {
    ("", "play"): _play,
    ("", "bid"): _bid,
    ("", "discard"): _discard,
    ("bidwhist", "bid"): _call,
}
_BLIND = gettext_lazy("Marta would bid without looking: so far behind, the bonus is worth the risk.")
_NAME = gettext_lazy("Marta would name what is ringed: it is the best these cards are good for.")
_GIVE = gettext_lazy("Marta would give the cards that are ringed: they serve the other hand better than this one.")
#: Choices of which there is one thing to say, whatever the cards.
_SAID: Mapping[tuple[str, str], Any] = {
    ("", "look"): gettext_lazy("Marta would look at her cards first: the bonus is not worth the risk yet."),
    ("", "blind"): _BLIND,
    ("", "blind_nil"): _BLIND,
    ("", "misdeal"): gettext_lazy("Marta would declare a misdeal: a new deal can hardly be worse."),
    ("", "give"): _GIVE,
    ("", "return"): _GIVE,
    ("", "trump"): _NAME,
    ("", "direction"): _NAME,
    ("bidwhist", "pass"): gettext_lazy("Marta would pass: these cards do not promise so many books."),
    ("cardduel", "play"): gettext_lazy(
        "Marta would play the cards that are ringed: of all plays they do best against what the other may hold."
    ),
    ("cardduel", "blaze"): gettext_lazy(
        "Marta would go out in a blaze of glory: it wins more often here than any play."
    ),
}
