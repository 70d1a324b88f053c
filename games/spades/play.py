"""The play of Spades (docs/rules/spades.md, section 6): which cards may be played, why another may not, who wins."""

from collections.abc import Sequence

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import beating, following, leading, next_seat, winning_place
from games.spades.state import SpadesState

TRUMP = Suit.SPADES


def low_clubs(state: SpadesState) -> bool:
    """Whether this trick is one of clubs by definition, whatever is led (section 6.4)."""
    return state.terms.low_clubs and not state.played


def playable(state: SpadesState, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` may play now, whose turn it is."""
    hand = state.hands[seat]
    if low_clubs(state):
        # Whoever has no club is free, the leader, too; neither 6.2 nor 6.3 binds him (S14).
        return _lowest_club(hand) or hand
    if not state.trick:
        return leading(hand, TRUMP, broken=state.broken or not state.terms.breaking)
    follow = following(hand, state.trick[0].suit)
    # Neither a winning partner nor a nil bid exempts from it (S13).
    return (beating(follow, state.trick, TRUMP) or follow) if state.terms.must_beat else follow


def play_code(state: SpadesState, seat: Seat, one: Card) -> str | None:
    """The code for a card of the hand that may not be played, in the order of section 6.5."""
    if one in playable(state, seat):
        return None
    if low_clubs(state):
        return "FIRST_TRICK_LOW_CLUB"
    if not state.trick:
        return "SPADES_NOT_BROKEN"
    follow = following(state.hands[seat], state.trick[0].suit)
    return "MUST_BEAT_HIGHEST" if one in follow else "MUST_FOLLOW_SUIT"


def trick_winner(state: SpadesState) -> Seat:
    """Who wins the full trick."""
    return winning_seat(state.leader, state.trick, of_clubs=low_clubs(state))


def winning_seat(leader: Seat, trick: Sequence[Card], *, of_clubs: bool) -> Seat:
    """Who wins the trick as it lies; in a trick of clubs a red card cannot, whoever led it (S14)."""
    return next_seat(leader, winning_place(trick, TRUMP, led=Suit.CLUBS if of_clubs else None))


def _lowest_club(hand: Sequence[Card]) -> tuple[Card, ...]:
    clubs = [one for one in hand if one.suit is Suit.CLUBS]
    return (min(clubs, key=lambda one: one.height),) if clubs else ()
