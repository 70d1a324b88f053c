"""Pack, deal, discard and joker exchange of Bid Whist (docs/rules/bidwhist.md, sections 3, 6 and 7.3)."""

from collections.abc import Iterable, Mapping

from games.bidwhist.contract import Contract
from games.bidwhist.options import JokerRule
from games.bidwhist.state import DISCARD, HAND_SIZE, JOKER, SEATS, BidWhistState, Hands, Swap, contract_of, refused
from games.engine.actions import Action, Argument, Pick, Refusal, deal, tuple_of
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Draw, in_hand_order, shuffled
from games.engine.reading import Deal, held_cards, read_deal
from games.engine.state import Said, Seat, put, replace
from games.engine.tricks import next_seat

JOKERS = (BIG_JOKER, LITTLE_JOKER)


def pack(jokers: int) -> tuple[Card, ...]:
    """52 cards and 0 to 2 jokers, in the order in which they are shuffled; a single joker is the big one."""
    return (*PACK, *JOKERS[:jokers])


def deal_of(dealer: Seat, jokers: int, draw: Draw) -> Action:
    """Twelve cards each, one at a time from the dealer's left; the rest is the kitty (B3)."""
    deck = shuffled(pack(jokers), draw)
    dealt = len(SEATS) * HAND_SIZE
    first = next_seat(dealer)
    hands = [deck[(seat - first) % len(SEATS) : dealt : len(SEATS)] for seat in SEATS]
    return deal([in_hand_order(hand) for hand in hands], kitty=in_hand_order(deck[dealt:]))


def read_deal_of(argument: Mapping[str, Argument], jokers: int) -> Deal | None:
    """The deal of the whole pack: twelve cards to each seat, the rest to the kitty."""
    whole = pack(jokers)
    kitty = len(whole) - len(SEATS) * HAND_SIZE
    return read_deal(argument, whole, seats=len(SEATS), size=HAND_SIZE, kitty=kitty)


def taken(state: BidWhistState) -> BidWhistState:
    """The declarer holds the kitty, which was turned up for all to see if the game has it so."""
    declarer = contract_of(state).declarer
    hand = in_hand_order((*state.hands[declarer], *state.kitty))
    shown = state.kitty if state.terms.kitty_shown else ()
    return replace(state, hands=put(state.hands, declarer, hand), kitty=(), taken=state.kitty, shown=shown)


# -- the discard --------------------------------------------------------------------------------------


def exchanges_jokers(state: BidWhistState) -> bool:
    """Whether jokers go out of play in this hand (7.3)."""
    return contract_of(state).is_no_trump and state.terms.nt_joker is JokerRule.EXCHANGE


def discarded(state: BidWhistState, action: Action) -> tuple[Card, ...] | Refusal:
    """The cards that the declarer, who holds the kitty now, puts aside; any may go (B9)."""
    if action.verb != DISCARD:
        return refused("WRONG_PHASE")
    gone = held_cards(action, state.hands[state.turn], (state.terms.kitty,))
    return gone if isinstance(gone, Refusal) or set(_bound_to_go(state)).issubset(gone) else refused("JOKER_MUST_GO")


def discard_offered(state: BidWhistState) -> tuple[Pick, ...]:
    """As many cards of the declarer's as the kitty had; every joker where jokers are exchanged (section 6)."""
    return (Pick(DISCARD, state.terms.kitty, state.hands[state.turn], _bound_to_go(state)),)


def _bound_to_go(state: BidWhistState) -> tuple[Card, ...]:
    held = state.hands[state.turn]
    return tuple(one for one in held if one.is_joker) if exchanges_jokers(state) else ()


# -- the joker exchange -------------------------------------------------------------------------------


def due(hands: Hands, contract: Contract) -> tuple[Seat, Card] | None:
    """Whose joker is turned in next: clockwise from the declarer's left, the big one first (B10); None if none is."""
    for steps in SEATS:
        seat = next_seat(contract.declarer, 1 + steps)
        for joker in JOKERS:
            if joker in hands[seat]:
                return seat, joker
    return None


def draws(state: BidWhistState) -> tuple[Swap, ...]:
    """What chance may do for the joker that is due: each card of the discard that is no joker, in the pack's order."""
    turned_in = due(state.hands, contract_of(state))
    return () if turned_in is None else tuple(Swap(*turned_in, one) for one in PACK if one in state.discard)


def draw_action(swap: Swap) -> Action:
    """A draw as the dealer says it."""
    return Action(JOKER, (swap.seat, swap.joker.text, swap.drawn.text))


def drawn(state: BidWhistState, action: Action) -> Swap | Refusal:
    """The draw for the joker that is due."""
    exact = [type(one) for one in tuple_of(action.argument)[:1]] == [int]  # 1.0 and True are equal to the seat 1
    return next((one for one in draws(state) if exact and draw_action(one) == action), refused("BAD_DRAW"))


def first_book(actions: Iterable[Said]) -> tuple[str, ...]:
    """The discard as it counts, cards written: a joker that was turned in lies where the card drawn for it lay."""
    lying: list[str] = []
    for _, action in actions:
        named = [str(one) for one in tuple_of(action.argument)]
        if action.verb == DISCARD:
            lying = named
        elif action.verb == JOKER:
            lying = [named[1] if one == named[2] else one for one in lying]
    return tuple(lying)
