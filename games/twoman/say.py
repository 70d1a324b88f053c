"""What the message line of Two-Man Spades says: each play once, in one sentence, and why a card is refused."""

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card, Suit
from games.engine.options import whole
from games.engine.state import Phase
from games.snapshot import Seen
from games.twoman.score import Pile
from games.twoman.state import NIL, TwoManView
from games.twoman.tricks import ToldTrick, tricks_of
from games.viewmodel.words import ONE_OF, PLAYS_ITSELF, card_name, index, the_card


def view_of(seen: Seen) -> TwoManView:
    if not isinstance(seen.view, TwoManView):
        raise TypeError(f"not a view of Two-Man Spades: {seen.key}")
    return seen.view


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
            return _play(seen, view)
    return ""


def _blind(seen: Seen, view: TwoManView) -> str:
    if seen.seat not in view.waits_for:
        return _("Marta is far behind, so she may bid before she sees her cards.")
    deficit = whole(view.options, "blind_deficit")
    return _("You are %(n)s or more behind, so you may bid before you see your cards.") % {"n": deficit}


def _discard(seen: Seen, view: TwoManView) -> str:
    if seen.seat not in view.waits_for:
        return _("Your card lies face down. Marta is choosing hers.")
    her_bid = view.table.blind[1 - seen.seat]
    heard = ""
    if her_bid == NIL:
        heard = _("Marta bid blind nil: one trick for her and you win the game.") + " "
    elif isinstance(her_bid, int):
        heard = _("Marta bid %(n)s blind.") % {"n": her_bid} + " "
    if view.table.parity[seen.seat] == "odd":
        owed = _(
            "Put a card aside. Yours and Marta’s make the pile: odd is yours, even hers. 10 points, 20 if they match."
        )
    else:
        owed = _(
            "Put a card aside. Yours and Marta’s make the pile: even is yours, odd hers. 10 points, 20 if they match."
        )
    return heard + owed


def aside_told(seen: Seen, view: TwoManView, one: Card) -> str:
    """What the pile would be with this card, as far as it is known."""
    is_plain = one.rank is not None and 2 <= one.rank <= 10
    words = {"n": one.face if is_plain else f"{index(one)} ({one.face})"}
    if view.table.parity[seen.seat] == "odd":
        return _("Your %(n)s and her card: odd is yours, even hers.") % words
    return _("Your %(n)s and her card: even is yours, odd hers.") % words


def pile_of(view: TwoManView) -> Pile | None:
    one, other = view.table.discards
    return None if one is None or other is None else Pile((one, other))


def pile_is_mine(seen: Seen, view: TwoManView, pile: Pile) -> bool:
    return view.table.parity[seen.seat] == pile.parity


def _pile(seen: Seen, view: TwoManView) -> str:
    pile = pile_of(view)
    if pile is None:
        return ""
    one, other = pile.cards
    words = {"one": card_name(one), "other": card_name(other), "total": pile.total, "points": pile.points}
    words["parity"] = _("odd") if pile.parity == "odd" else _("even")
    if pile_is_mine(seen, view, pile):
        return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is yours, %(points)s points.") % words
    return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is Marta’s, %(points)s points.") % words


def _bidding(seen: Seen, view: TwoManView) -> str:
    hers = view.table.bids[1 - seen.seat]
    if seen.seat not in view.waits_for:
        return _("Marta is bidding.")
    if hers is None:
        return _("You lead, so you bid first.")
    return _("Marta bid nil. Your bid?") if hers == 0 else _("Marta bid %(n)s. Your bid?") % {"n": hers}


def _play(seen: Seen, view: TwoManView) -> str:
    tricks = tricks_of(view.actions)
    said = [_broken(tricks), *_told(seen, view, tricks)]
    return " ".join(one for one in said if one)


def _broken(tricks: tuple[ToldTrick, ...]) -> str:
    """Said with the play that broke them, and never again."""
    spades = [one.suit is Suit.SPADES for trick in tricks for _, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def _told(seen: Seen, view: TwoManView, tricks: tuple[ToldTrick, ...]) -> tuple[str, ...]:
    """The trick that has just ended, the card that lies there, and what is owed now."""
    done = [trick for trick in tricks if trick.winner is not None]
    mine = seen.seat in view.waits_for
    if not view.table.trick:
        owed = str(PLAYS_ITSELF) if seen.plays_itself else _("Your lead.") if mine else _("Marta leads.")
        return (_won(seen, done[-1]), owed) if done else (_first_lead(seen, view) if mine else owed,)
    led = view.table.trick[0]
    if not mine:
        return (_("You led %(card)s.") % {"card": the_card(led)},)
    won = (_won(seen, done[-1]),) if done else ()
    return (*won, _("Marta led %(card)s.") % {"card": the_card(led)}, _answer(view, led.suit))


def _won(seen: Seen, last: ToldTrick) -> str:
    words = {"n": last.number, "card": _winning(last)}
    if last.winner == seen.seat:
        return _("You won trick %(n)s with %(card)s.") % words
    return _("Marta won trick %(n)s with %(card)s.") % words


def _winning(trick: ToldTrick) -> str:
    return the_card(trick.winning_card) if trick.winning_card is not None else ""


def _first_lead(seen: Seen, view: TwoManView) -> str:
    hers = view.table.bids[1 - seen.seat]
    bid = _("Marta bid nil.") if hers == 0 else _("Marta bid %(n)s.") % {"n": hers}
    return _("%(bid)s You lead the first trick.") % {"bid": bid}


def _answer(view: TwoManView, led: Suit | None) -> str:
    holds = any(one.suit is led for one in view.hand or ())
    if holds and led is not None:
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    return _("You hold none: play any card.")


def turn_told(view: TwoManView) -> str:
    """Why no card may be played, to somebody whose turn it is not."""
    return _("It is Marta’s turn.") if view.waits_for else str(PLAYS_ITSELF)


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
            return turn_told(view)
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
