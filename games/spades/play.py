"""The play of Spades (docs/rules/spades.md, section 6): legal cards, refusals, the winner of a trick, and claims.

Points depend only on each seat's tricks, so a claim holds whatever cards the opponents play. A seat whose own nil is
unbroken does not claim, because the claim would break the nil. No seat claims while an opponent's nil is unbroken,
because the claim would make that nil. A partner's nil is no obstacle: the claim makes it.
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
    """Return the legal cards of `seat`, which must be on turn."""
    hand = state.hands[seat]
    if state.of_clubs:
        # A seat without clubs, even the leader, may play any card; sections 6.2 and 6.3 do not apply (S14).
        return _lowest_club(hand) or hand
    if not state.trick:
        return leading(hand, TRUMP, broken=state.broken or not state.terms.breaking)
    follow = following(hand, state.led)
    # A winning partner or a nil bid gives no exemption (S13).
    return (beating(follow, state.trick, RANKING) or follow) if state.terms.must_beat else follow


def play_code(state: SpadesState, seat: Seat, card: Card) -> str | None:
    """Return the first refusal code of section 6.5 that applies to a card in hand; None if the card is legal."""
    if card in playable(state, seat):
        return None
    return code_against(card, state.hands[seat], state.led, of_clubs=state.of_clubs)


def code_against(card: Card, hand: Sequence[Card], led: Suit | None, *, of_clubs: bool) -> str:
    """Return the refusal code of an illegal card. `led` is None for a lead; `of_clubs`: section 6.4 applies."""
    if of_clubs:
        return "FIRST_TRICK_LOW_CLUB"
    if led is None:
        return "SPADES_NOT_BROKEN"
    return "MUST_BEAT_HIGHEST" if card in following(hand, led) else "MUST_FOLLOW_SUIT"


def winning_seat(leader: Seat, trick: Sequence[Card], *, of_clubs: bool) -> Seat:
    """Return the seat that wins the trick so far. `of_clubs`: any club beats a red card, even a red lead (S14)."""
    return next_seat(leader, winning_place(trick, RANKING, led=Suit.CLUBS if of_clubs else None))


def _lowest_club(hand: Sequence[Card]) -> tuple[Card, ...]:
    clubs = [one for one in hand if one.suit is Suit.CLUBS]
    return (min(clubs, key=lambda one: one.height),) if clubs else ()


def claim_of(view: SpadesView) -> tuple[Action, ...]:
    """Return the plays that are proved to win all remaining tricks, in order; empty if there is no claim."""
    if view.seat is None or _has_standing_nil(view, view.seat):
        return ()
    if view.of_clubs:
        return ()  # in this trick the seat may have to play its lowest club, which may lose
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
    """Return whether an unbroken nil forbids a claim by `seat`: its own or an opponent's, not the partner's."""
    safe = partner(seat) if view.terms.partners else None
    table = view.table
    return any(not tricks_of(table.bids[bidder]) and not table.tricks[bidder] for bidder in SEATS if bidder != safe)
