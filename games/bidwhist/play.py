"""The play of Bid Whist (docs/rules/bidwhist.md, sections 7 and 8): legal cards, claims, calls of reneges, the review.

Only the number of books scores, so a claim holds whatever cards the opponents play. In games with calls of reneges
there are no claims, because players need not follow suit. A call is open from the action `call` to the caller's `book`;
in between no other seat may act. Calls move books only when the hand is scored (B14).
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

#: Number of tricks left at which the search for a settled hand begins.
_SETTLED_FROM: Final = 3


def playable(state: BidWhistState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that `seat`, which is on turn, may play (section 7)."""
    contract, hand, led = contract_of(state), state.hands[seat], state.led
    if led is None:
        return hand  # the seat leads, or in no trump only jokers lie on the table (B11)
    suited = tuple(one for one in hand if contract.suit_of(one) is led)
    return suited or _thrown_off(state, hand) or hand


def _thrown_off(state: BidWhistState, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the jokers of a hand that cannot follow suit, if one of them must be played (7.3); else ()."""
    return tuple(one for one in hand if one.is_joker) if throws_off(contract_of(state), state.terms) else ()


def throws_off(contract: Contract, terms: Terms) -> bool:
    """Return whether a seat that cannot follow suit must play a joker that it holds (7.3)."""
    return contract.is_no_trump and terms.nt_joker is JokerRule.THROW_OFF


def play_code(state: BidWhistState, seat: Seat, card: Card) -> str | None:
    """Return the refusal code of a card that section 7 forbids, else None.

    Depending on the option `renege`, the play is then refused or accepted as a renege (section 8).
    """
    may = playable(state, seat)
    if card in may:
        return None
    return "MUST_THROW_JOKER" if may[0].is_joker and contract_of(state).is_no_trump else "MUST_FOLLOW_SUIT"


# -- settled hands --------------------------------------------------------------------------------------


def is_settled(state: BidWhistState) -> bool:
    """Return whether it is proved that no legal play can change how many tricks each side will have.

    Always False before the last three tricks, within a trick, and in games with calls of reneges.
    """
    left = TRICKS - len(state.tricks)
    if state.phase is not Phase.PLAY or state.trick or not state.terms.is_strict or left > _SETTLED_FROM:
        return False
    if left == 1:
        return True
    contract = contract_of(state)
    if contract.is_no_trump and any(one.is_joker for hand in state.hands for one in hand):
        return False  # the search cannot handle cards without a suit, so it misses some settled hands
    return settled(_ordinary(state.hands, contract), state.leader, trump=contract.trump, broken=True, sides=2)


def _ordinary(hands: Hands, contract: Contract) -> Hands:
    """Return the hands with the best card of each suit replaced by the ace, the next by the king, and so on.

    Jokers count as trumps. Only for the end of a hand: a suit must have at most thirteen cards in play.
    """
    names: dict[Card, Card] = {}
    for suit in Suit:
        held = [one for hand in hands for one in hand if contract.suit_of(one) is suit]
        high_first = sorted(held, key=contract.strength, reverse=True)
        fresh = [one for one in reversed(PACK) if one.suit is suit]
        names.update(zip(high_first, fresh, strict=False))
    return tuple(tuple(names[one] for one in hand) for hand in hands)


# -- claims ---------------------------------------------------------------------------------------------


def claim_of(view: BidWhistView) -> tuple[Action, ...]:
    """Return the plays that are proved to win all remaining tricks, in order; empty without a proof."""
    rules, contract = view.terms, view.table.played
    if contract is None or not rules.is_strict:
        return ()
    out, whole = put_aside(view), pack(rules.jokers)
    return claims.claim_of(view, view.table.trick, seats=len(SEATS), pack=whole, ranking=contract, out=out)


def put_aside(view: BidWhistView) -> tuple[Card, ...]:
    """Return the seat's own discard; empty once cards of the discard have been drawn for jokers (7.3)."""
    if any(action.verb == JOKER for _seat, action in view.actions):
        return ()
    said = (action.argument for seat, action in view.actions if seat == view.seat and action.verb == DISCARD)
    return tuple(one for argument in said for one in cards_in(argument))


# -- calls of reneges ------------------------------------------------------------------------------------


def reviewers(state: BidWhistState) -> frozenset[Seat]:
    """Return the seats for which a review waits: the caller of an open call, else the sides that have not confirmed."""
    if state.caller is not None:
        return frozenset((state.caller,))
    return frozenset(seat for seat in SEATS if side_of(seat) not in state.confirmed)


def call_refusal(state: BidWhistState, seat: Seat) -> Refusal | None:
    """Return why the seat may not call a renege, or None. A call is legal from the first complete trick on (B13)."""
    if state.terms.is_strict:
        return refused("RENEGE_STRICT")
    if state.caller is not None:
        return refused("WRONG_PHASE" if seat == state.caller else "NOT_YOUR_TURN")
    if not state.tricks:
        return refused("NO_BOOKS_YET")
    return None if state.phase in (Phase.PLAY, Phase.REVIEW) else refused("TOO_LATE")


def has_confirmed(state: BidWhistState, seat: Seat) -> bool:
    """Return whether the side of `seat` has already confirmed the hand, and no call is open."""
    return state.phase is Phase.REVIEW and state.caller is None and side_of(seat) in state.confirmed


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
    return after_calls(books, books_moved(view.called, side, penalty=view.terms.penalty))


def books_moved(called: Sequence[Called], side: int, *, penalty: int) -> int:
    """Return the books that all calls of the hand move to a side; negative if away from that side (B14)."""
    return penalty * sum(1 if one.is_right == (side_of(one.seat) == side) else -1 for one in called)
