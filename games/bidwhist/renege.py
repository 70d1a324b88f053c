"""Calling a renege in Bid Whist, and the review that ends a hand (docs/rules/bidwhist.md, section 8).

A call is open from `call` to `book`; meanwhile nobody else may act. It is paid for when the hand is scored (B14).
"""

from collections.abc import Sequence

from games.bidwhist.contract import BOOKS
from games.bidwhist.options import terms
from games.bidwhist.score import after_calls
from games.bidwhist.state import (
    BOOK,
    CONFIRM,
    SEATS,
    BidWhistState,
    BidWhistView,
    Called,
    refused,
    side_of,
)
from games.engine.actions import Action, Refusal
from games.engine.reading import whole_in
from games.engine.state import Phase, Seat


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
    return after_calls(books, books_moved(view.called, side, penalty=terms(view.options).penalty))


def books_moved(called: Sequence[Called], side: int, *, penalty: int) -> int:
    """The books that all calls of the hand move to a side, negative if away from it (B14)."""
    return penalty * sum(1 if one.is_right == (side_of(one.seat) == side) else -1 for one in called)
