"""Pack, deal, discard and joker exchange of Bid Whist (docs/rules/bidwhist.md, sections 3, 6 and 7.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.bidwhist.contract import Contract
from games.bidwhist.options import JokerRule
from games.bidwhist.state import DISCARD, HAND_SIZE, JOKER, SEATS, BidWhistState, Hands, contract_of, refused
from games.engine.actions import Action, Argument, Pick, Refusal, deal, tuple_of
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Draw, find, in_hand_order, shuffled
from games.engine.state import Seat, put
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


def dealt(argument: Argument, jokers: int) -> tuple[Hands, tuple[Card, ...]] | None:
    """The hands and the kitty of a deal of the whole pack, or None for anything else."""
    if not isinstance(argument, Mapping) or set(argument) != {"hands", "kitty"}:
        return None
    written = [tuple_of(one) for one in (*tuple_of(argument["hands"]), argument["kitty"])]
    whole = pack(jokers)
    kitty = len(whole) - len(SEATS) * HAND_SIZE
    if [len(one) for one in written] != [HAND_SIZE] * len(SEATS) + [kitty]:
        return None
    *hands, left = [in_hand_order(_cards(one)) for one in written]
    return (tuple(hands), left) if {one for part in (*hands, left) for one in part} == set(whole) else None


def _cards(texts: Sequence[object]) -> tuple[Card, ...]:
    return tuple(one for text in texts if (one := find(text)) is not None)


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


def discard_refusal(state: BidWhistState, action: Action) -> Refusal | None:
    """Of the declarer, who holds the kitty now; any cards may go (B9)."""
    if action.verb != DISCARD:
        return refused("WRONG_PHASE")
    count = state.terms.kitty
    named = tuple_of(action.argument)
    if not isinstance(action.argument, tuple) or len(named) != count:
        return Refusal("WRONG_COUNT", f"Name {count} cards.")
    if len(set(map(str, named))) < count:
        return refused("DUPLICATE")
    gone = {find(text) for text in named}
    if not gone <= set(state.hands[state.turn]):
        return refused("NOT_IN_HAND")
    return None if gone.issuperset(_bound_to_go(state)) else refused("JOKER_MUST_GO")


def discard_offered(state: BidWhistState) -> tuple[Pick, ...]:
    return (Pick(DISCARD, state.terms.kitty, state.hands[state.turn], _bound_to_go(state)),)


def discarded(action: Action) -> tuple[Card, ...]:
    """The cards of a discard that is not refused."""
    return _cards(tuple_of(action.argument))


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


def draws(state: BidWhistState) -> tuple[Action, ...]:
    """What chance may do for the joker that is due: each card of the discard that is no joker, in the pack's order."""
    turned_in = due(state.hands, contract_of(state))
    if turned_in is None:
        return ()
    seat, joker = turned_in
    return tuple(Action(JOKER, (seat, joker.text, one.text)) for one in PACK if one in state.discard)


def draw_refusal(state: BidWhistState, action: Action) -> Refusal | None:
    """Of the dealer, for the joker that is due."""
    seats = [type(one) for one in tuple_of(action.argument)[:1]]  # 1.0 and True are equal to the seat 1
    return None if seats == [int] and action in draws(state) else refused("BAD_DRAW")


def drawn(argument: Argument) -> tuple[Seat, Card, Card]:
    """Holder, joker and card of a draw that is not refused; ValueError for anything else."""
    match tuple_of(argument):
        case (int(seat), *named) if len(cards := _cards(named)) == 2:
            return seat, cards[0], cards[1]
    raise ValueError(f"no draw: {argument!r}")
