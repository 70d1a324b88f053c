"""The pages of Parlour: the table, a replay and a past game."""

from typing import ClassVar

from games.engine.cards import Suit
from games.engine.state import SeatView
from games.engine.tricks import AsPrinted
from games.pages.cards import Call
from games.pages.plain_pages import PlainPage, PlainPast, PlainReplay, PlainTable
from games.pages.tricks import ShownTrick, tricks_with
from tests.parlour.rules import SEATS, TRICKS


class ParlourPage(PlainPage):
    most_tricks = TRICKS
    sentences: ClassVar = {"stake": "%(who)s put a card face down.", "call": "%(who)s doubled."}
    asks: ClassVar = {
        "exchange": "Put a card face down. The highest leads.",
        "play": "Lay two cards. The right one is hidden.",
    }
    calls: ClassVar = {"call": Call("Double", "Double?", "The call is worth twice as much, made or not.", "Double")}

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        bids = [str(action.argument) for _seat, action in view.actions if action.verb == "bid"]
        trump = Suit.SPADES if bids and bids[-1].endswith("U") else None
        return tricks_with(view.actions, AsPrinted(trump), seats=SEATS)


class ParlourTable(ParlourPage, PlainTable):
    """The table."""


class ParlourReplay(ParlourPage, PlainReplay):
    """A hand at one step."""


class ParlourPast(ParlourPage, PlainPast):
    """A past game."""
