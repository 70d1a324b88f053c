"""The tips of somebody's first game of a kind: one sentence at the moment it is needed, each once.

A tip belongs to a moment of the log (the first discard, the first lead, the first bag), so nothing has to be
remembered of what was shown: the next action ends the moment. Told from what the seat may see and nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bidwhist import state as bidwhist_state
from games.bidwhist.contract import Denomination, Direction
from games.cardduel import state as cardduel_state
from games.engine.state import Said
from games.snapshot import Seen
from games.spades import state as spades_state
from games.spades.options import terms
from games.spades.tricks import tricks_owed
from games.spades.tricks import view_of as spades_view
from games.twoman import state as twoman_state
from games.twoman.say import view_of as twoman_view
from games.viewmodel.four import name_in

PLAY: Final = twoman_state.PLAY
When = Callable[[Seen], bool]


@dataclass(frozen=True, slots=True)
class Tip:
    """What is said at a moment; `words` are a sentence, or make one of what is seen."""

    when: When
    words: "Promise | Callable[[Seen], str]"

    def text(self, seen: Seen) -> str:
        return self.words(seen) if callable(self.words) else str(self.words)


def lesson(seen: Seen) -> str:
    """The tip for this moment of a first game, or nothing: there is one only where the seat is to act."""
    if not seen.is_first or not seen.view.legal:
        return ""
    return next((one.text(seen) for one in _TIPS.get(seen.key, ()) if one.when(seen)), "")


# -- moments ------------------------------------------------------------------------------------------


def _offered(verb: str, *, said: int = 0) -> When:
    """The seat may say it now and has said it so often before in this game."""

    def when(seen: Seen) -> bool:
        return any(one.verb == verb for one in seen.view.legal) and _times(seen, verb) == said

    return when


def _times(seen: Seen, verb: str) -> int:
    return sum(seat == seen.seat and action.verb == verb for seat, action in _all_said(seen))


def _all_said(seen: Seen) -> tuple[Said, ...]:
    return (*(one for hand in seen.hands for one in hand.actions), *seen.view.actions)


def _leads(seen: Seen) -> bool:
    """The first lead of the seat, within its first two tricks."""
    return _plays(seen) and len(_own_places(seen)) < 2 and _now(seen) == 0 and 0 not in _own_places(seen)


def _follows(seen: Seen) -> bool:
    """The first card that answers a lead, within the seat's first two tricks."""
    places = _own_places(seen)
    return _plays(seen) and len(places) < 2 and _now(seen) > 0 and not any(places)


def _plays(seen: Seen) -> bool:
    return not seen.hands and any(one.verb == PLAY for one in seen.view.legal)


def _own_places(seen: Seen) -> list[int]:
    """The place in its trick of each card the seat has played in this hand; 0 led."""
    return [place % len(seen.seated) for place, seat in enumerate(_players(seen)) if seat == seen.seat]


def _now(seen: Seen) -> int:
    return len(_players(seen)) % len(seen.seated)


def _players(seen: Seen) -> list[int]:
    return [seat for seat, action in seen.view.actions if action.verb == PLAY]


# -- Two-Man Spades and Spades ------------------------------------------------------------------------


def _has_first_bag(seen: Seen) -> bool:
    table = twoman_view(seen).table
    bid = table.bids[seen.seat]
    return bool(bid) and table.bags[seen.seat] == 0 and table.tricks[seen.seat] - (bid or 0) == 1


def _side_has_first_bag(seen: Seen) -> bool:
    view, rules = spades_view(seen), terms(seen.view.options)
    side = seen.seat % rules.sides
    return view.table.bags[side] == 0 and tricks_owed(view, spades_state.seats_of(rules, side)) == -1


def _spades_bid(seen: Seen) -> str:
    rules = terms(seen.view.options)
    words = {"partner": name_in(seen, spades_state.partner(seen.seat), first=False)}
    if rules.bid_spades:
        return _("There is no choice of bid here: as many tricks as you hold spades. Play to take just so many.")
    if rules.one_nil:
        return _("One of you and %(partner)s plays nil and takes no trick. Bid nil with low cards only.") % words
    if rules.partners:
        return _("Your bid and %(partner)s’s are added. Count aces, kings and long spades.") % words
    return str(_COUNT)


_COUNT: Final = gettext_lazy("Bid the tricks that your aces, kings and long spades should win.")
_FOLLOW: Final = gettext_lazy("Follow the suit that was led. Without a card of it play anything: any spade beats it.")
_FOLLOW_AND_BEAT: Final = gettext_lazy(
    "Follow the suit that was led; without a card of it any spade beats it. Whoever can beat the best card must."
)
_LEAD: Final = gettext_lazy("Spades beat every suit, but are led only once one was played, or when you hold no other.")
_ANY_LEAD: Final = gettext_lazy("Lead what you like. Spades beat every other suit.")


def _spades_lead(seen: Seen) -> str:
    return str(_LEAD if terms(seen.view.options).breaking else _ANY_LEAD)


def _spades_follow(seen: Seen) -> str:
    return str(_FOLLOW_AND_BEAT if terms(seen.view.options).must_beat else _FOLLOW)


_TWOMAN: Final = (
    Tip(
        _offered(twoman_state.LOOK),
        gettext_lazy("A blind bid counts twice, made or missed. Blind nil wins the game, or loses it at one trick."),
    ),
    Tip(
        _offered(twoman_state.DISCARD),
        gettext_lazy("A lone low card is a good one to lose: without its suit you can trump it."),
    ),
    Tip(
        _offered(twoman_state.BID),
        _COUNT,
    ),
    Tip(_leads, _LEAD),
    Tip(_follows, _FOLLOW),
    Tip(_has_first_bag, gettext_lazy("A trick over your bid is a bag: one point now, but seven bags cost 100.")),
)
_SPADES: Final = (
    Tip(
        _offered(spades_state.LOOK),
        gettext_lazy(
            "Blind nil pays 200, twice a nil; missed it costs 100, like a nil. It is for a side that is far behind."
        ),
    ),
    Tip(_offered(spades_state.BID), _spades_bid),
    Tip(
        _offered(spades_state.GIVE),
        gettext_lazy("Give away what might win a trick: high cards, and spades before all."),
    ),
    Tip(
        _offered(spades_state.RETURN),
        gettext_lazy("Return low cards of several suits: the other hand must not win a trick."),
    ),
    Tip(_leads, _spades_lead),
    Tip(_follows, _spades_follow),
    Tip(_side_has_first_bag, gettext_lazy("A trick over the bid is a bag: one point now, but ten bags cost 100.")),
)


# -- Bid Whist ----------------------------------------------------------------------------------------


def _downtown(seen: Seen) -> bool:
    if not isinstance(seen.view, bidwhist_state.BidWhistView):
        return False
    table = seen.view.table
    return table.direction is Direction.DOWN or (table.contract or "").endswith(Denomination.DOWNTOWN)


def _has_trump(seen: Seen) -> bool:
    return isinstance(seen.view, bidwhist_state.BidWhistView) and seen.view.table.trump is not None


def _leads_with_trump(seen: Seen) -> bool:
    return _leads(seen) and _has_trump(seen)


def _follows_with_trump(seen: Seen) -> bool:
    return _follows(seen) and _has_trump(seen)


def _first_downtown(seen: Seen) -> bool:
    return _plays(seen) and not _own_places(seen) and _downtown(seen)


_BIDWHIST: Final = (
    Tip(
        _offered(bidwhist_state.BID),
        gettext_lazy("A bid of 4 promises ten of thirteen books. Uptown high cards win, downtown low ones."),
    ),
    Tip(
        _offered(bidwhist_state.TRUMP),
        gettext_lazy("Name the suit of which you hold most; its cards beat every other suit."),
    ),
    Tip(
        _offered(bidwhist_state.DIRECTION),
        gettext_lazy("Up if your cards are high, down if they are low. Aces are best both ways."),
    ),
    Tip(
        _offered(bidwhist_state.DISCARD),
        gettext_lazy("What you put aside is your first book. Keep trumps, aces and long suits."),
    ),
    Tip(_first_downtown, gettext_lazy("Downtown the ace is best, then two, three and up; kings are worst.")),
    Tip(_leads_with_trump, gettext_lazy("With the best trumps draw theirs first; then a long suit wins by itself.")),
    Tip(
        _follows_with_trump,
        gettext_lazy("Follow the suit that was led. Without a card of it a trump wins the book, if none is better."),
    ),
)

# -- Card Duel ----------------------------------------------------------------------------------------


def _holds_coin_again(seen: Seen) -> bool:
    view = seen.view
    is_first_player = isinstance(view, cardduel_state.CardDuelView) and view.table.coin == seen.seat
    return is_first_player and _times(seen, cardduel_state.PLAY) in (1, 2)


_CARDDUEL: Final = (
    Tip(
        _offered(cardduel_state.PLAY),
        gettext_lazy("Swords attack, cups heal you, shields stop an attack, wands strengthen the card on top."),
    ),
    Tip(
        _holds_coin_again,
        gettext_lazy("You hold the coin: your card on a wand lies face down until Marta has played. Bluff her."),
    ),
    Tip(
        _offered(cardduel_state.PLAY, said=3),
        gettext_lazy("A blaze ends the duel at once: your swords against her points, cups and shields."),
    ),
)

_TIPS: Final[Mapping[str, tuple[Tip, ...]]] = {
    "twoman": _TWOMAN,
    "spades": _SPADES,
    "bidwhist": _BIDWHIST,
    "cardduel": _CARDDUEL,
}
