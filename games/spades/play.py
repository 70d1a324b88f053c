"""The play of Spades (docs/rules/spades.md, section 6): which cards may be played, why another may not, who wins.

And claiming the rest. Points come of tricks alone, so what the others throw counts for nothing. While a nil stands that
these tricks would decide, there is no claim: one’s own, or one of the other side; a partner’s is only kept safe by it.
"""

from collections.abc import Sequence

from games.engine import claims
from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat
from games.engine.tricks import beating, following, leading, next_seat, winning_place
from games.spades.score import tricks_of
from games.spades.state import RANKING, SEATS, TRUMP, SpadesState, SpadesView, partner


def playable(state: SpadesState, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` may play now, whose turn it is."""
    hand = state.hands[seat]
    if state.low_clubs:
        # Whoever has no club is free, the leader, too; neither 6.2 nor 6.3 binds them (S14).
        return _lowest_club(hand) or hand
    if not state.trick:
        return leading(hand, TRUMP, broken=state.broken or not state.terms.breaking)
    follow = following(hand, state.led)
    # Neither a winning partner nor a nil bid exempts from it (S13).
    return (beating(follow, state.trick, RANKING) or follow) if state.terms.must_beat else follow


def play_code(state: SpadesState, seat: Seat, one: Card) -> str | None:
    """The code for a card of the hand that may not be played, in the order of section 6.5."""
    if one in playable(state, seat):
        return None
    return code_against(one, state.hands[seat], state.led, of_clubs=state.low_clubs)


def code_against(one: Card, hand: Sequence[Card], led: Suit | None, *, of_clubs: bool) -> str:
    """Which rule stands against a card of the hand that may not be played; `led` is None for a lead."""
    if of_clubs:
        return "FIRST_TRICK_LOW_CLUB"
    if led is None:
        return "SPADES_NOT_BROKEN"
    return "MUST_BEAT_HIGHEST" if one in following(hand, led) else "MUST_FOLLOW_SUIT"


def winning_seat(leader: Seat, trick: Sequence[Card], *, of_clubs: bool) -> Seat:
    """Who wins the trick as it lies; in a trick of clubs a red card cannot, whoever led it (S14)."""
    return next_seat(leader, winning_place(trick, RANKING, led=Suit.CLUBS if of_clubs else None))


def _lowest_club(hand: Sequence[Card]) -> tuple[Card, ...]:
    clubs = [one for one in hand if one.suit is Suit.CLUBS]
    return (min(clubs, key=lambda one: one.height),) if clubs else ()


# -- claiming the rest -----------------------------------------------------------------------------------


def claim_of(view: SpadesView) -> tuple[Action, ...]:
    """The plays that are proved to take the rest, in order; empty where nothing may be claimed."""
    if view.seat is None or _has_standing_nil(view, view.seat):
        return ()
    if view.of_clubs:
        return ()  # the first card is the lowest club, and a club has to win it
    return claims.claim_of(
        view,
        view.table.trick,
        seats=len(SEATS),
        pack=PACK,
        ranking=RANKING,
        may_lead_trumps=view.table.broken or not view.terms.breaking,
        first_suit=Suit.CLUBS if view.terms.low_clubs else None,
    )


def _has_standing_nil(view: SpadesView, seat: Seat) -> bool:
    """Whether somebody whose nil the claim would break, or leave unbroken for the other side, has taken no trick."""
    safe = partner(seat) if view.terms.partners else None
    table = view.table
    return any(not tricks_of(table.bids[one]) and not table.tricks[one] for one in SEATS if one != safe)
