"""What South sees of a game of Bid Whist, built from the rules alone."""

from typing import Any, Self

from games.bidwhist.rules import BidWhist
from games.bidwhist.table import PRESENTER, BidWhistShown
from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER
from games.services.log.logs import Log
from games.snapshot import SeatedPlayer
from tests.engine.bidwhist_positions import DEAL, KITTY, line
from tests.presenters.seeing import Shown

RULES = BidWhist()
SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "medium"),
    SeatedPlayer(2, "Marta", "hard"),
    SeatedPlayer(3, "Odile", "easy"),
)


class WhistTable(Shown[BidWhistShown]):
    """Alice sits South, and unless told otherwise East deals."""

    presenter, seated, more_type = PRESENTER, SEATED, BidWhistShown

    def __init__(self, *, dealer: int = 3, wins: tuple[int, int] = (0, 0), **options: Any) -> None:
        self.log = Log(RULES, RULES.initial(options, {"dealer": dealer, "wins": wins}))

    def deal(self, *hands: str, kitty: str = KITTY) -> Self:
        left = cards(kitty)[: 4 + int(str(self.log.state.options["jokers"]))]
        return self.with_action(DEALER, deal([cards(hand) for hand in hands or DEAL], kitty=left))

    def say(self, *lines: str) -> Self:
        """As `line` reads them."""
        for text in lines:
            self.with_action(*line(text))
        return self

    def play_cards(self) -> Self:
        return super().play_out()

    def play_out(self, source: str = "person") -> Self:
        """The rest of the hand, each seat with its first legal action; a review is confirmed by both sides."""
        number = self.log.state.number
        while self.log.state.number == number and self.waits_for - {DEALER}:
            seat = min(self.waits_for)
            first = RULES.legal_actions(self.log.state, seat)[0]
            self.with_action(seat, first.first, source)
        return self


#: South holds the kitty of two jokers then.
ASIDE = "S discard 2H 2C 7D 6D 5D 2D"


def contract(
    bid: str = "4U", name: str = "S trump S", *, hands: tuple[str, ...] = (), kitty: str = KITTY, **options: Any
) -> WhistTable:
    """Whoever names has won the auction, where nobody else bid."""
    calls = (f"{seat} bid {bid}" if seat == name[0] else f"{seat} pass" for seat in "SWNE")
    return WhistTable(**options).deal(*hands, kitty=kitty).say(*calls, name)


def in_play(bid: str = "4U", name: str = "S trump S", **options: Any) -> WhistTable:
    return contract(bid, name, **options).say(ASIDE)


def all_played() -> WhistTable:
    """Reneges are called at the table, and nobody has confirmed the hand yet."""
    return in_play(renege="table").play_cards()
