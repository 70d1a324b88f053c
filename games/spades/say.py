"""What the message line of Spades says: each play once, in one sentence, and why an action is refused."""

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card, Suit, cards
from games.engine.state import Phase, Seat
from games.engine.tricks import following
from games.snapshot import Seen
from games.spades.options import terms
from games.spades.play import TRUMP
from games.spades.seats import overrides
from games.spades.state import BID, BLIND_NIL, GIVE, PLAY, RETURN, SpadesView, partner
from games.spades.tricks import bid_words, grounds_told, tricks_of, view_of
from games.viewmodel.seats import lead_owed, name_in, turn_told
from games.viewmodel.tricks import Trick
from games.viewmodel.words import ONE_OF, the_card


def message(seen: Seen) -> str:
    """The sentence for the state of a hand in play."""
    view = view_of(seen)
    match view.phase:
        case Phase.BLIND | Phase.BID:
            return _bidding(seen, view)
        case Phase.EXCHANGE:
            return _exchange(seen, view)
        case Phase.PLAY:
            return _play(seen, view)
    return ""


def stands_out(seen: Seen) -> bool:
    """Whether the sentence says what nobody might expect: that the hand before was a misdeal, until one has acted, or
    that somebody's bid was changed, until the first card falls."""
    has_card = any(action.verb == PLAY for _seat, action in seen.view.actions)
    is_changed = seen.view.phase in (Phase.BLIND, Phase.BID, Phase.PLAY) and not has_card and bool(overrides(seen))
    return is_changed or bool(_misdeal(seen))


def is_mine(seen: Seen) -> bool:
    return seen.seat in seen.view.waits_for


def turn_of(view: SpadesView) -> Seat:
    return min(view.waits_for)


# -- bidding and exchange -----------------------------------------------------------------------------


def _bidding(seen: Seen, view: SpadesView) -> str:
    heard = _last_bid(seen, view)
    changed = overrides(seen)[-1:]
    if is_mine(seen):
        if view.phase is Phase.BLIND:
            asks = _("Nil before you see your cards? Kept, it brings 200; broken, it costs 100.")
        else:
            asks = _("Your bid?") if heard else _("You bid first.")
    else:
        asks = _("%(name)s is bidding.") % {"name": name_in(seen, turn_of(view))}
    return " ".join(one for one in (_misdeal(seen), heard, *changed, asks) if one)


def _misdeal(seen: Seen) -> str:
    """Why the cards were dealt anew, where somebody else declared it, until one has acted oneself."""
    before = seen.hands[-1] if seen.hands else None
    by = before.sheet.get("misdeal") if before else None
    if before is None or not isinstance(by, int) or seen.view.phase not in (Phase.BLIND, Phase.BID):
        return ""
    if by == seen.seat or any(seat == seen.seat for seat, _action in seen.view.actions):
        return ""
    why = grounds_told(cards(" ".join(before.hands[by])))
    words = {"name": name_in(seen, by), "why": why, "n": before.number}
    return _("%(name)s declared a misdeal: %(why)s. Hand %(n)s did not count, and the same dealer dealt again.") % words


def _last_bid(seen: Seen, view: SpadesView) -> str:
    """The last thing somebody else bid; the ones before it have been said, and stand at the seats."""
    said = [(seat, action) for seat, action in view.actions if action.verb in (BID, BLIND_NIL)]
    if not said or said[-1][0] == seen.seat:
        return ""
    seat, action = said[-1]
    bid = _("blind nil") if action.verb == BLIND_NIL else bid_words(action.number)
    return _("%(name)s bid %(bid)s.") % {"name": name_in(seen, seat), "bid": bid}


def _exchange(seen: Seen, view: SpadesView) -> str:
    seat = turn_of(view)
    other = partner(seat)
    returns = bool(view.actions) and view.actions[-1][1].verb == GIVE and bool(view.actions[-1][1].argument)
    words = {"name": name_in(seen, seat), "other": name_in(seen, other, first=False)}
    if seat == seen.seat:
        if not returns:
            return _("Give %(other)s the cards that endanger your nil, face down.") % words
        words["cards"] = _named(view.actions[-1][1])
        words["giver"] = name_in(seen, other)
        return _("%(giver)s gave you %(cards)s. Give as many back.") % words
    return _("%(name)s chooses cards for %(other)s.") % words


def _named(action: Action) -> str:
    return " ".join(f"[{one}]" for one in action.argument) if isinstance(action.argument, tuple) else ""


# -- play -----------------------------------------------------------------------------------------------


def _play(seen: Seen, view: SpadesView) -> str:
    tricks = tricks_of(view.actions, view.options)
    said = [_opening(seen, view) if not tricks else "", _broken(tricks), *_told(seen, view, tricks)]
    return " ".join(one for one in said if one)


def _opening(seen: Seen, view: SpadesView) -> str:
    """Between the last bid and the first card: the bids that were made since one's own, and what became of them."""
    if any(action.verb == RETURN for _seat, action in view.actions) and (back := _given_back(seen, view)):
        return back
    changed = overrides(seen)
    heard = _last_bid(seen, view) if len(changed) < 2 else ""  # two changes are enough to read
    return " ".join(one for one in (heard, *changed) if one)


def _given_back(seen: Seen, view: SpadesView) -> str:
    seat, last = view.actions[-1]
    if last.verb == RETURN and seat == partner(seen.seat):
        return _("%(name)s gave you %(cards)s back.") % {"name": name_in(seen, seat), "cards": _named(last)}
    return ""


def _broken(tricks: tuple[Trick, ...]) -> str:
    """Said with the play that broke them, and never again."""
    spades = [one.suit is TRUMP for trick in tricks for _seat, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def _told(seen: Seen, view: SpadesView, tricks: tuple[Trick, ...]) -> tuple[str, ...]:
    """The trick that has just ended or the card that has just fallen, and what is owed now."""
    if not tricks or tricks[-1].is_done:
        return (_won(seen, tricks[-1]), lead_owed(seen)) if tricks else (lead_owed(seen),)
    trick = tricks[-1]
    seat, one = trick.plays[-1]
    words = {"name": name_in(seen, seat), "card": the_card(one)}
    fell = _("%(name)s led %(card)s.") if len(trick.plays) == 1 else _("%(name)s played %(card)s.")
    if not is_mine(seen):
        return (fell % words,)
    return _ahead(seen, trick) or fell % words, _answer(view)


def _won(seen: Seen, trick: Trick) -> str:
    words = {"name": name_in(seen, trick.ahead), "n": trick.number, "card": the_card(trick.best)}
    return _("%(name)s won trick %(n)s with %(card)s.") % words


def _ahead(seen: Seen, trick: Trick) -> str:
    """Who is winning, unless it is the card that has just fallen."""
    if trick.ahead == trick.plays[-1][0]:
        return ""
    return _("%(name)s is winning with %(card)s.") % {
        "name": name_in(seen, trick.ahead),
        "card": the_card(trick.best),
    }


def _answer(view: SpadesView) -> str:
    hand, legal = view.hand or (), legal_cards(view)
    led = suit_led(view)
    if led is not None and any(one.suit is led for one in hand):
        if len(legal) == 1:
            return _("Play %(card)s.") % {"card": the_card(legal[0])}
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    if len(legal) < len(hand):
        return _("You hold none: beat the spade.") if legal[0].suit is TRUMP else _("You hold none.")
    return _("You hold none: play any card.")


# -- what may be played, and why not --------------------------------------------------------------------


def is_low_clubs(view: SpadesView) -> bool:
    return terms(view.options).low_clubs and not sum(view.table.tricks)


def suit_led(view: SpadesView) -> Suit | None:
    """The suit to be followed; None for a lead."""
    if is_low_clubs(view):
        return Suit.CLUBS
    return view.table.trick[0][1].suit if view.table.trick else None


def legal_cards(view: SpadesView) -> tuple[Card, ...]:
    """The cards that may be played now, in the order of the hand."""
    legal = {one.argument for one in view.legal if isinstance(one, Action) and one.verb == PLAY}
    return tuple(one for one in view.hand or () if one.text in legal)


def code_of(view: SpadesView, one: Card) -> str:
    """Which rule stands against a card that may not be played (docs/rules/spades.md, 6.5, in its order)."""
    if is_low_clubs(view):
        return "FIRST_TRICK_LOW_CLUB"
    led = suit_led(view)
    if led is None:
        return "SPADES_NOT_BROKEN"
    return "MUST_BEAT_HIGHEST" if one in following(view.hand or (), led) else "MUST_FOLLOW_SUIT"


def why(seen: Seen, refusal: Refusal, action: Action) -> str:
    """The sentence for a refusal, with what would be legal where it helps."""
    view = view_of(seen)
    told = _WHY.get(refusal.code)
    if told is not None:
        return told() if refusal.code not in _WITH_CARDS else why_not(view, refusal.code)
    match refusal.code:
        case "NOT_YOUR_TURN" | "NOT_YOUR_BID_TURN" if view.waits_for and not is_mine(seen):
            return turn_told(seen)
        case "NOT_YOUR_BID_TURN":
            return _("A misdeal is declared on your own turn to bid, before you bid.")
        case "MUST_FOLLOW_SUIT":
            return why_not(view, "MUST_FOLLOW_SUIT")
        case "ILLEGAL_BID":
            return _("Your bid may be %(bids)s.") % {"bids": _bids(view)}
        case "WRONG_COUNT":
            return _("Choose as many cards as the button says.")
    return _("That cannot be done at this point of the hand.")


def why_not(view: SpadesView, code: str) -> str:
    """The reason on a card that is shown as not playable."""
    if code == "MUST_FOLLOW_SUIT":
        led = suit_led(view)
        one = ONE_OF[led] if led is not None else _("a card of that suit")
        return _("You hold %(one)s, so you must play one.") % {"one": one}
    may = ", ".join(the_card(one) for one in legal_cards(view))
    return " ".join([_WHY[code](), _("You may play %(cards)s.") % {"cards": may}]) if may else _WHY[code]()


def _bids(view: SpadesView) -> str:
    said = [bid_words(one.number) for one in view.legal if isinstance(one, Action) and one.verb == BID]
    return ", ".join(said)


_WITH_CARDS = ("FIRST_TRICK_LOW_CLUB", "SPADES_NOT_BROKEN", "MUST_BEAT_HIGHEST")
_WHY = {
    "FIRST_TRICK_LOW_CLUB": lambda: _("The first trick is for the lowest clubs: yours must be played."),
    "SPADES_NOT_BROKEN": lambda: _("Spades are not broken yet, so lead another suit."),
    "MUST_BEAT_HIGHEST": lambda: _("You can beat the highest card, and in this game you must."),
    "NOT_IN_HAND": lambda: _("That card is not in your hand."),
    "DUPLICATE": lambda: _("The same card was chosen twice."),
    "GAME_OVER": lambda: _("The game is over."),
    "BLIND_NOT_OFFERED": lambda: _("A blind nil is not offered to you now."),
    "CARDS_NOT_SEEN": lambda: _("First choose: nil without looking, or your cards."),
    "MISDEALS_OFF": lambda: _("There are no misdeals in this game."),
    "NOT_A_MISDEAL": lambda: _(
        "No misdeal: that takes one spade or none, seven cards of one suit, or a hand without jack, queen and king."
    ),
}
