"""The tips of a first game of Spades, as its options have it."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.snapshot import Seen
from games.spades.options import terms
from games.spades.state import BID, GIVE, LOOK, RETURN, partner, seats_of
from games.spades.tricks import view_of
from games.viewmodel.lessons import COUNT, FOLLOW, LEAD, Tip, follows, leads, offered
from games.viewmodel.seats import name_in

_FOLLOW_AND_BEAT: Final = gettext_lazy(
    "Follow the suit that was led; without a card of it any spade beats it. Whoever can beat the best card must."
)
_ANY_LEAD: Final = gettext_lazy("Lead what you like. Spades beat every other suit.")


def _side_has_first_bag(seen: Seen) -> bool:
    view, rules = view_of(seen), terms(seen.view.options)
    side = seen.seat % rules.sides
    return view.table.bags[side] == 0 and view.table.owed(seats_of(rules, side)) == -1


def _bid(seen: Seen) -> str:
    rules = terms(seen.view.options)
    words = {"partner": name_in(seen, partner(seen.seat), first=False)}
    if rules.bid_spades:
        return _("There is no choice of bid here: as many tricks as you hold spades. Play to take just so many.")
    if rules.one_nil:
        return _("One of you and %(partner)s plays nil and takes no trick. Bid nil with low cards only.") % words
    if rules.partners:
        return _("Your bid and %(partner)s’s are added. Count aces, kings and long spades.") % words
    return str(COUNT)


def _lead(seen: Seen) -> str:
    return str(LEAD if terms(seen.view.options).breaking else _ANY_LEAD)


def _follow(seen: Seen) -> str:
    return str(_FOLLOW_AND_BEAT if terms(seen.view.options).must_beat else FOLLOW)


TIPS: Final = (
    Tip(
        offered(LOOK),
        gettext_lazy(
            "Blind nil pays 200, twice a nil; missed it costs 100, like a nil. It is for a side that is far behind."
        ),
    ),
    Tip(offered(BID), _bid),
    Tip(offered(GIVE), gettext_lazy("Give away what might win a trick: high cards, and spades before all.")),
    Tip(offered(RETURN), gettext_lazy("Return low cards of several suits: the other hand must not win a trick.")),
    Tip(leads, _lead),
    Tip(follows, _follow),
    Tip(_side_has_first_bag, gettext_lazy("A trick over the bid is a bag: one point now, but ten bags cost 100.")),
)
