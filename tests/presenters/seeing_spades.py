"""What South sees of a game of Spades, built from the rules alone."""

from typing import Any

from django.template.loader import render_to_string

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase
from games.services.logs import Log
from games.snapshot import SeatedPlayer, Snapshot, Status
from games.spades.rules import Spades
from games.spades.table import PRESENTER, SpadesShown
from games.viewmodel.table import TableContext
from tests.engine.spades_positions import DEAL, NAMES
from tests.presenters.seeing import NOW, Taste, seen_of

RULES = Spades()
SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "normal"),
    SeatedPlayer(2, "Marta", "expert"),
    SeatedPlayer(3, "Odile", "normal"),
)


class SpadesTable:
    """A game of which the tests choose every card; alice sits South, and unless told otherwise East deals."""

    def __init__(self, *, dealer: int = 3, start: dict[str, Any] | None = None, **options: Any) -> None:
        told = {"dealer": dealer, **(start or {})}
        self.log = Log(RULES, RULES.initial(options, told))

    def deal(self, *hands: str) -> "SpadesTable":
        return self._told(DEALER, deal([cards(hand) for hand in hands or DEAL]))

    def say(self, *lines: str) -> "SpadesTable":
        """Each line a seat by its letter, a verb and perhaps an argument: "S bid 4", "S give AS KS"."""
        for line in lines:
            letter, verb, *rest = line.split()
            argument: Any = int(rest[0]) if verb == "bid" else rest[0] if verb == "play" else None
            if verb in ("give", "return"):
                argument = tuple(rest)
            self._told(NAMES.index(letter), Action(verb, argument))
        return self

    def bids(self, *bids: int) -> "SpadesTable":
        """The next seats bid so, looking first where they may bid blind."""
        for bid in bids:
            seat = min(RULES.waits_for(self.log.state))
            if self.log.state.phase is Phase.BLIND:
                self._told(seat, Action("look"))
            self._told(seat, Action("bid", bid))
        return self

    def play(self, names: str) -> "SpadesTable":
        """Cards in the order in which they fall."""
        for one in names.split():
            self._told(min(RULES.waits_for(self.log.state)), Action("play", one))
        return self

    def play_out(self) -> "SpadesTable":
        while self.log.state.phase is Phase.PLAY:
            seat = min(RULES.waits_for(self.log.state))
            first = RULES.legal_actions(self.log.state, seat)[0]
            assert isinstance(first, Action)
            self._told(seat, first)
        return self

    def _told(self, seat: int, action: Action) -> "SpadesTable":
        self.log = self.log.with_action(seat, action, "person", NOW)
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        return seen_of(self.log, seated=SEATED, status=status)

    def shown(self, *, notice: str = "", status: Status | None = None, **preferences: bool) -> TableContext:
        return PRESENTER.table(self.snapshot(status=status), preferences=Taste(**preferences), notice=notice)

    def more(self, **preferences: bool) -> SpadesShown:
        more = self.shown(**preferences).more
        assert isinstance(more, SpadesShown)
        return more

    def html(self, **more: Any) -> str:
        return render_to_string("games/_table.html", {"table": self.shown(**more), "csrf_token": "t" * 64})
