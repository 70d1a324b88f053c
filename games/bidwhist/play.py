"""The play of Bid Whist (docs/rules/bidwhist.md, sections 7 and 8): which cards may be played and why not others, who
wins, claiming the rest, and calls of reneges with the review that ends a hand.

Books alone are counted, so what the others throw counts for nothing in a claim. Where a renege may be called there is
no claim, for nobody is bound to follow suit there. A call is open from `call` to `book`; meanwhile nobody else may act.
It is paid for when the hand is scored (B14).
"""

from collections.abc import Sequence
from typing import Final

from games.bidwhist.auction import pack
from games.bidwhist.options import JokerRule, Terms
from games.bidwhist.score import BOOKS, Contract, after_calls
from games.bidwhist.state import (
    BOOK,
    CONFIRM,
    DISCARD,
    JOKER,
    SEATS,
    TRICKS,
    BidWhistState,
    BidWhistView,
    Called,
    Hands,
    contract_of,
    refused,
    side_of,
)
from games.engine import claims
from games.engine.actions import Action, Refusal
from games.engine.cards import PACK, Card, Suit
from games.engine.endgame import settled
from games.engine.reading import cards_in, whole_in
from games.engine.state import Phase, Seat

#: With no more cards than these in each hand the table looks whether anything is left to decide.
_SETTLED_FROM: Final = 3


def playable(state: BidWhistState, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` may play by section 7, whose turn it is."""
    contract, hand, led = contract_of(state), state.hands[seat], state.led
    if led is None:
        return hand  # the lead, or only jokers are led in no trump (B11)
    suited = tuple(one for one in hand if contract.suit_of(one) is led)
    return suited or _thrown_off(state, hand) or hand


def _thrown_off(state: BidWhistState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The jokers of which one must go from a hand that cannot follow suit (7.3)."""
    return tuple(one for one in hand if one.is_joker) if throws_off(contract_of(state), state.terms) else ()


def throws_off(contract: Contract, terms: Terms) -> bool:
    """Whether a joker must go from a hand that cannot follow suit (7.3)."""
    return contract.is_no_trump and terms.nt_joker is JokerRule.THROW_OFF


def play_code(state: BidWhistState, seat: Seat, one: Card) -> str | None:
    """The code for a card of the hand that section 7 forbids, whether or not it is refused (section 8)."""
    may = playable(state, seat)
    if one in may:
        return None
    return "MUST_THROW_JOKER" if may[0].is_joker and contract_of(state).is_no_trump else "MUST_FOLLOW_SUIT"


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


# -- claiming the rest -----------------------------------------------------------------------------------


def claim_of(view: BidWhistView) -> tuple[Action, ...]:
    """The plays that are proved to take the rest, in order; empty where nothing may be claimed."""
    rules, contract = view.terms, view.table.played
    if contract is None or not rules.is_strict:
        return ()
    out, whole = put_aside(view), pack(rules.jokers)
    return claims.claim_of(view, view.table.trick, seats=len(SEATS), pack=whole, ranking=contract, out=out)


def put_aside(view: BidWhistView) -> tuple[Card, ...]:
    """What the seat itself has put aside; nothing where a joker was turned in for a card of it since (7.3)."""
    if any(action.verb == JOKER for _seat, action in view.actions):
        return ()
    said = (action.argument for seat, action in view.actions if seat == view.seat and action.verb == DISCARD)
    return tuple(one for argument in said for one in cards_in(argument))


# -- calling a renege ------------------------------------------------------------------------------------


def reviewers(state: BidWhistState) -> frozenset[Seat]:
    """Who is waited for in a review: the caller, else both seats of each side that has not confirmed."""
    if state.caller is not None:
        return frozenset((state.caller,))
    return frozenset(seat for seat in SEATS if side_of(seat) not in state.confirmed)


def call_refusal(state: BidWhistState, seat: Seat) -> Refusal | None:
    """Anybody may call as soon as a trick is complete, out of turn and within a trick, too (B13)."""
    if state.terms.is_strict:
        return refused("RENEGE_STRICT")
    if state.caller is not None:
        return refused("WRONG_PHASE" if seat == state.caller else "NOT_YOUR_TURN")
    if not state.tricks:
        return refused("NO_BOOKS_YET")
    return None if state.phase in (Phase.PLAY, Phase.REVIEW) else refused("TOO_LATE")


def has_confirmed(state: BidWhistState, seat: Seat) -> bool:
    """Whether a confirmation by `seat` would be its side's second one."""
    return state.phase is Phase.REVIEW and state.caller is None and side_of(seat) in state.confirmed


def read_book(state: BidWhistState, seat: Seat, action: Action) -> Called | Refusal:
    """The call of `seat`, which has spoken up, with the trick that it names, or none; and whether it is right."""
    if action.verb != BOOK:
        return refused("WRONG_PHASE")
    book = whole_in(action.argument, range(1, len(state.tricks) + 1))
    if book is None and action.argument is not None:
        return Refusal("BAD_BOOK", f"Name a book from 1 to {len(state.tricks)}, or give up.")
    return refused("ALREADY_CALLED") if _is_called(state, seat, book) else judged(state, seat, book)


def review_offered(state: BidWhistState, seat: Seat) -> tuple[Action, ...]:
    """A confirmation; or, of the caller, each trick it may name, and giving up (section 8)."""
    if state.caller is None:
        return (Action(CONFIRM),)
    open_books = (book for book in range(1, len(state.tricks) + 1) if not _is_called(state, seat, book))
    return (*(Action(BOOK, book) for book in open_books), Action(BOOK))


def _is_called(state: BidWhistState, seat: Seat, book: int | None) -> bool:
    """Whether that trick was called rightly by this side before; a wrong call may be repeated."""
    return any(one.is_right and one.book == book and side_of(one.seat) == side_of(seat) for one in state.called)


def judged(state: BidWhistState, seat: Seat, book: int | None) -> Called:
    """A call is right if the other side played illegally to that trick; giving up is wrong."""
    return Called(seat, book, (book, 1 - side_of(seat)) in state.reneges)


def counted(view: BidWhistView, side: int) -> int:
    """A side's books: once all tricks are played those that the hand will be scored with, for calls move some (B14)."""
    books = view.table.books[side]
    if view.phase is not Phase.REVIEW or sum(view.table.books) < BOOKS:
        return books
    return after_calls(books, books_moved(view.called, side, penalty=view.terms.penalty))


def books_moved(called: Sequence[Called], side: int, *, penalty: int) -> int:
    """The books that all calls of the hand move to a side, negative if away from it (B14)."""
    return penalty * sum(1 if one.is_right == (side_of(one.seat) == side) else -1 for one in called)
