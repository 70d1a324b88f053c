"""What is said at a table of Two-Man Spades: each play once, in one sentence, the hand so far, and refusals."""

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card, Suit
from games.engine.options import whole
from games.engine.state import Phase
from games.snapshot import Seen
from games.twoman.seats import bid_words, other_name, parity_word, pile_of, pile_winner, tricks_of, view_of
from games.twoman.state import NIL, TwoManView
from games.viewmodel.seats import lead_owed, name_in, turn_told
from games.viewmodel.tricks import Trick
from games.viewmodel.words import ONE_OF, card_name, index, the_card


def message(seen: Seen) -> str:
    """The sentence for the state of a hand in play."""
    view = view_of(seen)
    match view.phase:
        case Phase.BLIND:
            return _blind(seen, view)
        case Phase.DISCARD:
            return _discard(seen, view)
        case Phase.BID:
            return " ".join((_pile(seen, view), _bidding(seen, view)))
        case Phase.PLAY:
            return " ".join(one for one in _play(seen, view) if one)
    return ""


def _blind(seen: Seen, view: TwoManView) -> str:
    if seen.seat not in view.waits_for:
        return _("%(name)s is far behind and may bid before looking.") % {"name": other_name(seen)}
    deficit = whole(view.options, "blind_deficit")
    return _("You are %(n)s or more behind, so you may bid before you see your cards.") % {"n": deficit}


def _discard(seen: Seen, view: TwoManView) -> str:
    words = {"name": other_name(seen), "n": view.table.blind[1 - seen.seat]}
    if seen.seat not in view.waits_for:
        return _("Your card lies face down. %(name)s is choosing one.") % words
    heard = ""
    if words["n"] == NIL:
        heard = _("%(name)s bid blind nil: one trick on that side and you win the game.") % words + " "
    elif isinstance(words["n"], int):
        heard = _("%(name)s bid %(n)s blind.") % words + " "
    if view.table.parity[seen.seat] == "odd":
        owed = _(
            "Put a card aside. Yours and %(name)s’s make the pile: odd is yours, even theirs. 10 points, 20 if they "
            "match."
        )
    else:
        owed = _(
            "Put a card aside. Yours and %(name)s’s make the pile: even is yours, odd theirs. 10 points, 20 if they "
            "match."
        )
    return heard + owed % words


def aside_told(seen: Seen, view: TwoManView, one: Card) -> str:
    """What the pile would be with this card, as far as it is known."""
    is_plain = one.rank is not None and 2 <= one.rank <= 10
    words = {"n": one.face if is_plain else f"{index(one)} ({one.face})", "name": other_name(seen)}
    if view.table.parity[seen.seat] == "odd":
        return _("Your %(n)s and %(name)s’s card: odd is yours, even theirs.") % words
    return _("Your %(n)s and %(name)s’s card: even is yours, odd theirs.") % words


def _pile(seen: Seen, view: TwoManView) -> str:
    pile = pile_of(view)
    if pile is None:
        return ""
    one, other = pile.cards
    words = {"one": card_name(one), "other": card_name(other), "total": pile.total, "points": pile.points}
    words |= {"parity": parity_word(pile.parity), "name": other_name(seen)}
    if pile_winner(view, pile) == seen.seat:
        return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is yours, %(points)s points.") % words
    return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is %(name)s’s, %(points)s points.") % words


def _bidding(seen: Seen, view: TwoManView) -> str:
    words = {"name": other_name(seen), "bid": bid_words(view, 1 - seen.seat)}
    if seen.seat not in view.waits_for:
        return _("%(name)s is bidding.") % words
    if view.table.bids[1 - seen.seat] is None:
        return _("You lead, so you bid first.")
    return _("%(name)s bid %(bid)s. Your bid?") % words


# -- play -----------------------------------------------------------------------------------------------------


def _play(seen: Seen, view: TwoManView) -> tuple[str, ...]:
    """The trick that has just ended, the card that lies there, and what is owed now."""
    tricks = tricks_of(view.actions)
    done = [trick for trick in tricks if trick.is_done]
    broken, mine = _broken(tricks), seen.seat in view.waits_for
    if not view.table.trick:
        if done:
            return broken, _won(seen, done[-1]), lead_owed(seen)
        return (_first_lead(seen, view) if mine else lead_owed(seen),)
    words = {"name": name_in(seen, tricks[-1].plays[0][0]), "card": the_card(view.table.trick[0])}
    led = _("%(name)s led %(card)s.") % words
    if not mine:
        return broken, led
    return broken, _won(seen, done[-1]) if done else "", led, _answer(view, view.table.trick[0].suit)


def _broken(tricks: tuple[Trick, ...]) -> str:
    """Said with the play that broke them, and never again."""
    spades = [one.suit is Suit.SPADES for trick in tricks for _seat, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def _won(seen: Seen, last: Trick) -> str:
    words = {"name": name_in(seen, last.ahead), "n": last.number, "card": the_card(last.best)}
    return _("%(name)s won trick %(n)s with %(card)s.") % words


def _first_lead(seen: Seen, view: TwoManView) -> str:
    words = {"name": other_name(seen), "bid": bid_words(view, 1 - seen.seat)}
    bid = _("%(name)s bid %(bid)s.") % words
    return _("%(bid)s You lead the first trick.") % {"bid": bid}


def _answer(view: TwoManView, led: Suit | None) -> str:
    holds = any(one.suit is led for one in view.hand or ())
    if holds and led is not None:
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    return _("You hold none: play any card.")


# -- the hand so far ----------------------------------------------------------------------------------------------


def settled(seen: Seen) -> list[str]:
    """Who leads, the pile and the bids, before the first trick."""
    view, table = view_of(seen), view_of(seen).table
    words: dict[str, object] = {"name": other_name(seen)}
    told = []
    if view.phase in (Phase.BLIND, Phase.DISCARD):
        mine = table.first == seen.seat
        told.append(
            _("You lead the first trick and bid first.")
            if mine
            else _("%(name)s leads the first trick and bids first.") % words
        )
    if (pile := pile_of(view)) is not None:
        words |= {"mine": f"[{table.discards[seen.seat]}]", "hers": f"[{table.discards[1 - seen.seat]}]"}
        words |= {"total": pile.total, "points": pile.points}
        put = _("You put aside %(mine)s, %(name)s %(hers)s: %(total)s.") % words
        mine = pile_winner(view, pile) == seen.seat
        whose = _("The pile is yours, +%(points)s.") if mine else _("The pile is %(name)s’s, +%(points)s.")
        told.append(f"{put} {whose % words}")
    bids = [
        _("%(name)s bid %(bid)s.") % {"name": name_in(seen, seat), "bid": bid}
        for seat in (table.first, 1 - table.first)
        if (bid := bid_words(view, seat))
    ]
    return [*told, " ".join(bids)] if bids else told


# -- refusals -------------------------------------------------------------------------------------------------------


def why(seen: Seen, refusal: Refusal, action: Action) -> str:
    """The sentence for a refusal, with the cards that matter where it helps."""
    view = view_of(seen)
    match refusal.code:
        case "MUST_FOLLOW_SUIT":
            led = view.table.trick[0].suit if view.table.trick else None
            one = ONE_OF[led] if led is not None else _("a card of that suit")
            return _("You hold %(one)s, so you must play one.") % {"one": one}
        case "SPADES_NOT_BROKEN":
            return _("Spades are not broken yet, so lead another suit.")
        case "NOT_IN_HAND":
            return _("That card is not in your hand.")
        case "NOT_YOUR_TURN":
            return turn_told(seen)
        case "BID_OUT_OF_RANGE":
            return _("A bid is a whole number from nil to ten.")
        case "BLIND_OUT_OF_RANGE":
            return _("A blind bid is a whole number from five to ten.")
        case "BLIND_NOT_OFFERED":
            return _("You are not far enough behind to bid blind.")
        case "GAME_OVER":
            return _("The game is over.")
    return _("That cannot be done at this point of the hand.")


def why_not_playable(view: TwoManView, suit: Suit | None) -> str:
    """The reason on a card that is shown as not playable."""
    if not view.table.trick:
        return _("Spades are not broken yet, so lead another suit.")
    led = view.table.trick[0].suit
    if led is None or suit is None:
        return ""
    return _("You hold %(one)s, so you must play one.") % {"one": ONE_OF[led]}
