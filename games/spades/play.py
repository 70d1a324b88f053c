"""The play of Spades (docs/rules/spades.md, section 6): legal cards, refusals, the winner of a trick, and claims.

Only the number of tricks counts, so it does not matter for a claim which cards the opponents throw off. A claim is
impossible while the claimant's own nil or an opponent's is unbroken, because the claimed tricks would decide it. The
partner's nil is no obstacle, because the partner takes none of the claimed tricks.
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
    """Return the cards that `seat`, whose turn it is, may play."""
    hand = state.hands[seat]
    if state.low_clubs:
        # A seat without clubs may play any card, the leader included; 6.2 and 6.3 do not apply (S14).
        return _lowest_club(hand) or hand
    if not state.trick:
        return leading(hand, TRUMP, broken=state.broken or not state.terms.breaking)
    follow = following(hand, state.led)
    # A winning partner or a nil bid gives no exemption (S13).
    return (beating(follow, state.trick, RANKING) or follow) if state.terms.must_beat else follow


def play_code(state: SpadesState, seat: Seat, card: Card) -> str | None:
    """Return the refusal code if the card may not be played, in the order of section 6.5, else None."""
    if card in playable(state, seat):
        return None
    return code_against(card, state.hands[seat], state.led, of_clubs=state.low_clubs)


def code_against(card: Card, hand: Sequence[Card], led: Suit | None, *, of_clubs: bool) -> str:
    """Return the code of the rule that forbids playing this card of the hand; `led` is None for a lead."""
    if of_clubs:
        return "FIRST_TRICK_LOW_CLUB"
    if led is None:
        return "SPADES_NOT_BROKEN"
    return "MUST_BEAT_HIGHEST" if card in following(hand, led) else "MUST_FOLLOW_SUIT"


def winning_seat(leader: Seat, trick: Sequence[Card], *, of_clubs: bool) -> Seat:
    """Return the seat that wins the trick so far. In a trick of clubs a red card cannot win, even if led (S14)."""
    return next_seat(leader, winning_place(trick, RANKING, led=Suit.CLUBS if of_clubs else None))


def _lowest_club(hand: Sequence[Card]) -> tuple[Card, ...]:
    clubs = [one for one in hand if one.suit is Suit.CLUBS]
    return (min(clubs, key=lambda one: one.height),) if clubs else ()


# -- claims ----------------------------------------------------------------------------------------------


def claim_of(view: SpadesView) -> tuple[Action, ...]:
    """Return the plays that are proved to take the rest, in order; empty if there is no claim."""
    if view.seat is None or _has_standing_nil(view, view.seat):
        return ()
    if view.of_clubs:
        return ()  # the lowest club must be played to this trick, and may lose it
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
    """Return whether a seat other than the partner has a nil that is not broken; that forbids a claim."""
    safe = partner(seat) if view.terms.partners else None
    table = view.table
    return any(not tricks_of(table.bids[one]) and not table.tricks[one] for one in SEATS if one != safe)
