"""What the table and past hands of Parlour show and say."""

from games.engine.cards import Suit
from games.engine.state import SeatView
from games.engine.tricks import AsPrinted
from games.viewmodel.plain import plain_presenter
from games.viewmodel.table import Call
from games.viewmodel.tricks import Trick, tricks_with
from tests.parlour.rules import Parlour
from tests.parlour.state import SEATS, TRICKS


def tricks(view: SeatView) -> tuple[Trick, ...]:
    bids = [str(action.argument) for _seat, action in view.actions if action.verb == "bid"]
    trump = Suit.SPADES if bids and bids[-1].endswith("U") else None
    return tricks_with(view.actions, AsPrinted(trump), seats=SEATS)


PRESENTER = plain_presenter(
    rules=Parlour(),
    tricks=tricks,
    sentences={"stake": "%(who)s put a card face down.", "call": "%(who)s doubled."},
    asks={"exchange": "Put a card face down. The highest leads.", "play": "Lay two cards. The right one is hidden."},
    calls={"call": Call("Double", "Double?", "The call is worth twice as much, made or not.", "Double")},
    most_tricks=TRICKS,
)
