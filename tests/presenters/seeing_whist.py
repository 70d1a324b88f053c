"""What South sees of a game of Bid Whist, built from the rules alone."""

from typing import Any

from django.template.loader import render_to_string

from games.bidwhist.rules import BidWhist
from games.bidwhist.table import PRESENTER, BidWhistShown
from games.engine.actions import Action, Pick, deal
from games.engine.cards import cards
from games.engine.state import DEALER
from games.services.logs import Log
from games.snapshot import SeatedPlayer, Snapshot, Status
from games.viewmodel.table import TableContext
from tests.engine.bidwhist_positions import DEAL, KITTY, NAMES
from tests.presenters.seeing import NOW, Taste, seen_of

RULES = BidWhist()
SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "medium"),
    SeatedPlayer(2, "Marta", "hard"),
    SeatedPlayer(3, "Odile", "easy"),
)


class WhistTable:
    """A game of which the tests choose every card; alice sits South, and unless told otherwise East deals."""

    def __init__(self, *, dealer: int = 3, wins: tuple[int, int] = (0, 0), **options: Any) -> None:
        self.log = Log(RULES, RULES.initial(options, {"dealer": dealer, "wins": wins}))

    def deal(self, *hands: str, kitty: str = KITTY) -> "WhistTable":
        left = cards(kitty)[: 4 + int(str(self.log.state.options["jokers"]))]
        return self.with_action(DEALER, deal([cards(hand) for hand in hands or DEAL], kitty=left))

    def say(self, *lines: str) -> "WhistTable":
        """Each line a seat by its letter, a verb and perhaps arguments: "S bid 4U", "S discard 2H 2C …"."""
        for line in lines:
            letter, verb, *rest = line.split()
            argument: Any = tuple(rest) if verb == "discard" else rest[0] if rest else None
            self.with_action(
                NAMES.index(letter), Action(verb, int(argument) if verb == "book" and argument else argument)
            )
        return self

    def play(self, names: str) -> "WhistTable":
        """Cards in the order in which they fall."""
        for one in names.split():
            self.with_action(min(RULES.waits_for(self.log.state)), Action("play", one))
        return self

    def play_out(self) -> "WhistTable":
        """The rest of the hand, each seat with its first legal action; a review is confirmed by both sides."""
        number = self.log.state.number
        while self.log.state.number == number and DEALER not in RULES.waits_for(self.log.state):
            waits = RULES.waits_for(self.log.state)
            if not waits:
                break
            first = RULES.legal_actions(self.log.state, min(waits))[0]
            self.with_action(min(waits), first.first if isinstance(first, Pick) else first)
        return self

    def with_action(self, seat: int, action: Action) -> "WhistTable":
        self.log = self.log.with_action(seat, action, "person", NOW)
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        return seen_of(self.log, seated=SEATED, status=status)

    def shown(self, *, notice: str = "", status: Status | None = None, **preferences: bool) -> TableContext:
        return PRESENTER.table(self.snapshot(status=status), preferences=Taste(**preferences), notice=notice)

    def more(self, **preferences: bool) -> BidWhistShown:
        more = self.shown(**preferences).more
        assert isinstance(more, BidWhistShown)
        return more

    def html(self) -> str:
        return render_to_string("games/_table.html", {"table": self.shown(), "csrf_token": "t" * 64})
