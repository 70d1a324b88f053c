"""The legal actions of Bid Whist, as docs/rules/bidwhist.md has them in sections 3 to 8.

They are calls, namings, discards, draws for jokers, cards and calls of reneges. A call of a renege is open from the
action `call` to the caller's `book`; in between no other seat may act.
"""

from collections.abc import Iterable, Sequence

from games.bidwhist.options import AllPass, JokerRule, Terms
from games.bidwhist.score import BOOKS, HIGHEST, Contract, Denomination, Direction, WhistBid, after_calls, find_bid
from games.bidwhist.state import (
    BID,
    BOOK,
    CONFIRM,
    DIRECTION,
    DISCARD,
    JOKER,
    PASS,
    SEATS,
    TRUMP,
    BidWhistState,
    BidWhistView,
    Called,
    Hands,
    Swap,
    contract_of,
    refused,
    side_of,
)
from games.engine.actions import Action, Pick, Refusal, cards_in, held_cards, tuple_of, whole_in
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Suit, in_hand_order
from games.engine.state import Phase, Seat, SeatAction, put, replace
from games.engine.tricks import next_seat

JOKERS = (BIG_JOKER, LITTLE_JOKER)


def pack(jokers: int) -> tuple[Card, ...]:
    """Return the pack before the shuffle: 52 cards and 0 to 2 jokers. A single joker is the big joker."""
    return (*PACK, *JOKERS[:jokers])


# -- auction and naming -------------------------------------------------------------------------------


def _outranks(state: BidWhistState, bid: WhistBid) -> bool:
    """Return whether the bid outranks the highest one, as the dealer's must, too (B6)."""
    return bid.outranks(state.highest, down_over_up=state.terms.down_over_up)


def _dealer_must_bid(state: BidWhistState) -> bool:
    """Return whether the dealer, on turn after three passes, may not pass (B7)."""
    is_forced = state.terms.all_pass is AllPass.DEALER_FORCED
    return is_forced and len(state.calls) == len(SEATS) - 1 and state.highest is None


def call_of(state: BidWhistState, action: Action) -> WhistBid | None | Refusal:
    """Return the bid that the action makes, None for a pass, or a refusal (WRONG_PHASE if it is neither)."""
    if action.verb == PASS and action.argument is None:
        return refused("DEALER_MUST_BID") if _dealer_must_bid(state) else None
    bid = find_bid(action.argument)
    if action.verb != BID or bid is None:
        return refused("WRONG_PHASE")
    least = state.terms.min_bid
    if bid.level < least:
        return Refusal("BELOW_MIN", f"The lowest level is {least}.")
    if bid.level > HIGHEST:
        return refused("ABOVE_SEVEN")
    return bid if _outranks(state, bid) else refused("NOT_HIGHER")


def auction_offered(state: BidWhistState) -> tuple[Action, ...]:
    """Return the legal calls of the seat on turn. A pass is first, so that a bot that takes the first offer passes."""
    levels = range(state.terms.min_bid, HIGHEST + 1)
    every = (WhistBid(level, denomination) for level in levels for denomination in Denomination)
    bids = tuple(Action(BID, str(bid)) for bid in every if _outranks(state, bid))
    return bids if _dealer_must_bid(state) else (Action(PASS), *bids)


def named(state: BidWhistState, action: Action) -> Contract | Refusal:
    """Return the contract with the trump suit (U, D) or direction (N) that the action names (B8), or a refusal."""
    contract, offered = contract_of(state), naming_offered(state)
    if action.verb != offered[0].verb:
        return refused("WRONG_PHASE")
    if action not in offered:
        return refused("BAD_NAME")
    name = str(action.argument)
    trump, direction = (None, Direction(name)) if contract.is_no_trump else (Suit(name), None)
    return Contract(contract.bid, contract.declarer, trump, direction)


def naming_offered(state: BidWhistState) -> tuple[Action, ...]:
    """Return the offers to name: the suits, or up and down (section 5)."""
    if contract_of(state).is_no_trump:
        return tuple(Action(DIRECTION, one.value) for one in Direction)
    return tuple(Action(TRUMP, one.value) for one in Suit)


# -- kitty and discard --------------------------------------------------------------------------------


def taken(state: BidWhistState) -> BidWhistState:
    """Return the state with the kitty in the declarer's hand. The option `kitty_shown` shows the kitty to all."""
    declarer = contract_of(state).declarer
    hand = in_hand_order((*state.hands[declarer], *state.kitty))
    shown = state.kitty if state.terms.kitty_shown else ()
    return replace(state, hands=put(state.hands, declarer, hand), kitty=(), taken=state.kitty, shown=shown)


def exchanges_jokers(contract: Contract, terms: Terms) -> bool:
    return contract.is_no_trump and terms.nt_joker is JokerRule.EXCHANGE  # 7.3


def discarded(state: BidWhistState, action: Action) -> tuple[Card, ...] | Refusal:
    """Return the cards that the declarer discards, or a refusal. Any may go (B9), but exchanged jokers must."""
    if action.verb != DISCARD:
        return refused("WRONG_PHASE")
    gone = held_cards(action, state.hands[state.turn], (state.terms.kitty,))
    return gone if isinstance(gone, Refusal) or set(_bound_to_go(state)).issubset(gone) else refused("JOKER_MUST_GO")


def discard_offered(state: BidWhistState) -> tuple[Pick, ...]:
    """Return the offer to discard as many cards as the kitty had (section 6)."""
    return (Pick(DISCARD, state.terms.kitty, state.hands[state.turn], _bound_to_go(state)),)


def _bound_to_go(state: BidWhistState) -> tuple[Card, ...]:
    """Return the cards that the declarer must discard: all jokers held if jokers are exchanged."""
    held = state.hands[state.turn]
    return tuple(one for one in held if one.is_joker) if exchanges_jokers(contract_of(state), state.terms) else ()


# -- the joker exchange -------------------------------------------------------------------------------


def due(hands: Hands, contract: Contract) -> tuple[Seat, Card] | None:
    """Return the seat and joker to exchange next (B10): clockwise from the declarer's left, the big joker first."""
    for steps in SEATS:
        seat = next_seat(contract.declarer, 1 + steps)
        for joker in JOKERS:
            if joker in hands[seat]:
                return seat, joker
    return None


def draws(state: BidWhistState) -> tuple[Swap, ...]:
    """Return the possible draws for the next joker to exchange: each non-joker of the discard, in pack order."""
    turned_in = due(state.hands, contract_of(state))
    return () if turned_in is None else tuple(Swap(*turned_in, one) for one in PACK if one in state.discard)


def draw_action(swap: Swap) -> Action:
    return Action(JOKER, (swap.seat, swap.joker.text, swap.drawn.text))


def drawn(state: BidWhistState, action: Action) -> Swap | Refusal:
    """Return the draw that the action names; a refusal unless it is one of `draws`."""
    exact = [type(one) for one in tuple_of(action.argument)[:1]] == [int]  # 1.0 and True equal seat 1
    return next((one for one in draws(state) if exact and draw_action(one) == action), refused("BAD_DRAW"))


def first_book(actions: Iterable[SeatAction]) -> tuple[str, ...]:
    """Return the cards of book 1 as texts. An exchanged joker takes the place of the card drawn for it."""
    book: list[str] = []
    for _, action in actions:
        named = [str(one) for one in tuple_of(action.argument)]
        if action.verb == DISCARD:
            book = named
        elif action.verb == JOKER:
            book = [named[1] if one == named[2] else one for one in book]
    return tuple(book)


# -- cards to play ------------------------------------------------------------------------------------


def playable(state: BidWhistState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that `seat`, which is on turn, may play (section 7)."""
    contract, hand, led = contract_of(state), state.hands[seat], state.led
    if led is None:
        return hand  # the seat leads, or in no trump only jokers lie on the table (B11)
    suited = tuple(one for one in hand if contract.suit_of(one) is led)
    thrown_off = tuple(one for one in hand if one.is_joker) if throws_off(contract, state.terms) else ()
    return suited or thrown_off or hand


def throws_off(contract: Contract, terms: Terms) -> bool:
    """Return whether a seat that cannot follow suit must play a joker that it holds (7.3)."""
    return contract.is_no_trump and terms.nt_joker is JokerRule.THROW_OFF


def play_code(state: BidWhistState, seat: Seat, card: Card) -> str | None:
    """Return the code of a card that section 7 forbids, else None. The card is refused, or a renege (section 8)."""
    may = playable(state, seat)
    if card in may:
        return None
    return "MUST_THROW_JOKER" if may[0].is_joker and contract_of(state).is_no_trump else "MUST_FOLLOW_SUIT"


def put_aside(view: BidWhistView) -> tuple[Card, ...]:
    """Return the seat's own discard; empty once cards of the discard have been drawn for jokers (7.3)."""
    if any(action.verb == JOKER for _seat, action in view.actions):
        return ()
    said = (action.argument for seat, action in view.actions if seat == view.seat and action.verb == DISCARD)
    return tuple(one for argument in said for one in cards_in(argument))


# -- calls of reneges ------------------------------------------------------------------------------------


def call_refusal(state: BidWhistState, seat: Seat) -> Refusal | None:
    """Return why the seat may not call a renege, or None. A call is legal from the first complete trick on (B13)."""
    if state.terms.is_strict:
        return refused("RENEGE_STRICT")
    if state.caller is not None:
        return refused("WRONG_PHASE" if seat == state.caller else "NOT_YOUR_TURN")
    if not state.tricks:
        return refused("NO_BOOKS_YET")
    return None if state.phase in (Phase.PLAY, Phase.REVIEW) else refused("TOO_LATE")


def read_book(state: BidWhistState, seat: Seat, action: Action) -> Called | Refusal:
    """Return the judged call of `seat`, or a refusal. The action names a trick, or has no argument: the seat gives up.

    The call is right if the other side reneged in that trick, and wrong if it is given up.
    """
    if action.verb != BOOK:
        return refused("WRONG_PHASE")
    book = whole_in(action.argument, range(1, len(state.tricks) + 1))
    if book is None and action.argument is not None:
        return Refusal("BAD_BOOK", f"Name a book from 1 to {len(state.tricks)}, or give up.")
    if _is_called(state, seat, book):
        return refused("ALREADY_CALLED")
    return Called(seat, book, (book, 1 - side_of(seat)) in state.reneges)


def review_offered(state: BidWhistState, seat: Seat) -> tuple[Action, ...]:
    """Return the offers in a review (section 8): to confirm, or while a call is open, to name a trick or give up."""
    if state.caller is None:
        return (Action(CONFIRM),)
    open_books = (book for book in range(1, len(state.tricks) + 1) if not _is_called(state, seat, book))
    return (*(Action(BOOK, book) for book in open_books), Action(BOOK))


def _is_called(state: BidWhistState, seat: Seat, book: int | None) -> bool:
    """Return whether the seat's side has already called this trick correctly. A wrong call may be repeated."""
    return any(one.is_right and one.book == book and side_of(one.seat) == side_of(seat) for one in state.called)


def counted(view: BidWhistView, side: int) -> int:
    """Return a side's books; in the review after the last trick, with the calls so far already applied (B14)."""
    books = view.table.books[side]
    if view.phase is not Phase.REVIEW or sum(view.table.books) < BOOKS:
        return books
    return after_calls(books, books_moved(view.called, side, penalty=view.terms.renege_penalty))


def books_moved(called: Sequence[Called], side: int, *, penalty: int) -> int:
    """Return the books that all calls of the hand move to a side; negative if away from that side (B14)."""
    return penalty * sum(1 if one.is_right == (side_of(one.seat) == side) else -1 for one in called)
