"""The play of Bid Whist (docs/rules/bidwhist.md, section 7): which cards may be played, why not others, who wins."""

from typing import Final

from games.bidwhist.contract import Contract
from games.bidwhist.options import JokerRule
from games.bidwhist.state import TRICKS, BidWhistState, Hands, contract_of
from games.engine.cards import PACK, Card, Suit
from games.engine.endgame import settled
from games.engine.state import Phase, Seat
from games.engine.tricks import next_seat

#: With no more cards than these in each hand the table looks whether anything is left to decide.
_SETTLED_FROM: Final = 3


def suit_led(contract: Contract, trick: tuple[Card, ...]) -> Suit | None:
    """The suit to follow; None before the first card, and while only jokers are led in no trump (B11)."""
    return next((suit for one in trick if (suit := contract.suit_of(one)) is not None), None)


def playable(state: BidWhistState, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` may play by section 7, whose turn it is."""
    contract, hand = contract_of(state), state.hands[seat]
    led = suit_led(contract, state.trick)
    if led is None:
        return hand
    suited = tuple(one for one in hand if contract.suit_of(one) is led)
    return suited or _thrown_off(state, hand) or hand


def _thrown_off(state: BidWhistState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The jokers of which one must go from a hand that cannot follow suit (7.3)."""
    if not contract_of(state).is_no_trump or state.terms.nt_joker is not JokerRule.THROW_OFF:
        return ()
    return tuple(one for one in hand if one.is_joker)


def play_code(state: BidWhistState, seat: Seat, one: Card) -> str | None:
    """The code for a card of the hand that section 7 forbids, whether or not it is refused (section 8)."""
    may = playable(state, seat)
    if one in may:
        return None
    return "MUST_THROW_JOKER" if may[0].is_joker and contract_of(state).is_no_trump else "MUST_FOLLOW_SUIT"


def trick_winner(state: BidWhistState) -> Seat:
    """Who wins the full trick: the best trump, else the best card of the suit led; in no trump never a joker."""
    return next_seat(state.leader, winning_place(contract_of(state), state.trick))


def winning_place(contract: Contract, trick: tuple[Card, ...]) -> int:
    """The place (from 0) of the card that wins; a joker that lies alone in no trump is only waiting to be beaten."""
    led = suit_led(contract, trick)

    def rank(place: int) -> tuple[int, int]:
        suit = contract.suit_of(trick[place])
        if suit is None or suit not in (contract.trump, led):
            return 0, 0
        return (2 if suit is contract.trump else 1), contract.strength(trick[place])

    return max(range(len(trick)), key=rank)


# -- whether anything is left to decide -----------------------------------------------------------------


def is_settled(state: BidWhistState) -> bool:
    """Looked for only at the end of a hand, by sides. Where a renege may be called nothing is ever settled."""
    left = TRICKS - len(state.tricks)
    if state.phase is not Phase.PLAY or state.trick or not state.terms.is_strict or left > _SETTLED_FROM:
        return False
    if left == 1:
        return True
    contract = contract_of(state)
    if contract.is_no_trump and any(one.is_joker for hand in state.hands for one in hand):
        return False  # the search knows no card without a suit; it may be that nothing is left all the same
    return settled(_ordinary(state.hands, contract), state.leader, trump=contract.trump, broken=True, sides=2)


def _ordinary(hands: Hands, contract: Contract) -> Hands:
    """The same hands with each card renamed by its place in its suit, so that the ace is high and jokers are trumps.

    Only for the end of a hand: thirteen names are enough for the cards of a suit.
    """
    names: dict[Card, Card] = {}
    for suit in Suit:
        held = [one for hand in hands for one in hand if contract.suit_of(one) is suit]
        high_first = sorted(held, key=contract.strength, reverse=True)
        fresh = [one for one in reversed(PACK) if one.suit is suit]
        names.update(zip(high_first, fresh, strict=False))
    return tuple(tuple(names[one] for one in hand) for hand in hands)
