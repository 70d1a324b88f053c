"""What South sees of a game of Spades, built from the rules alone."""

from typing import Any, Self

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase
from games.services.log.logs import Log
from games.snapshot import SeatedPlayer
from games.spades.rules import Spades
from games.spades.table import PRESENTER
from games.viewmodel.table import BidShown
from tests.engine.spades_positions import DEAL, NAMES
from tests.presenters.seeing import Shown

RULES = Spades()
SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "normal"),
    SeatedPlayer(2, "Marta", "expert"),
    SeatedPlayer(3, "Odile", "normal"),
)


class SpadesTable(Shown[BidShown]):
    """Alice sits South, and unless told otherwise East deals."""

    presenter, seated, more_type = PRESENTER, SEATED, BidShown

    def __init__(self, *, dealer: int = 3, start: dict[str, Any] | None = None, **options: Any) -> None:
        told = {"dealer": dealer, **(start or {})}
        self.log = Log(RULES, RULES.initial(options, told))

    def deal(self, *hands: str) -> Self:
        return self.with_action(DEALER, deal([cards(hand) for hand in hands or DEAL]))

    def say(self, *lines: str) -> Self:
        """Each line a seat by its letter, a verb and perhaps an argument: "S bid 4", "S give AS KS"."""
        for line in lines:
            letter, verb, *rest = line.split()
            argument: Any = int(rest[0]) if verb == "bid" else rest[0] if verb == "play" else None
            if verb in ("give", "return"):
                argument = tuple(rest)
            self.with_action(NAMES.index(letter), Action(verb, argument))
        return self

    def bids(self, *bids: int) -> Self:
        """The next seats bid so, looking first where they may bid blind."""
        for bid in bids:
            seat = min(self.waits_for)
            if self.log.state.phase is Phase.BLIND:
                self.with_action(seat, Action("look"))
            self.with_action(seat, Action("bid", bid))
        return self


NO_BLIND: dict[str, Any] = {"allow_blind_nils": False}


def in_play(**options: Any) -> SpadesTable:
    """South leads the first trick; everybody bid three."""
    return SpadesTable(**(NO_BLIND | options)).deal().bids(3, 3, 3, 3)
