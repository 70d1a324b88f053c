"""What seat 0 sees of a duel, built from the rules alone."""

from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string

from games.cardduel.rules import CardDuel
from games.cardduel.table import CardDuelPresenter, CardDuelShown
from games.engine.actions import Action, deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER
from games.services.logs import Log
from games.snapshot import SealSnapshot, SeatedPlayer, Snapshot, Status
from games.viewmodel.table import TableContext
from tests.presenters.seeing import COMMITMENT, NOW, Taste, seen_of

RULES = CardDuel()
#: A sword, a cup, two wands and a shield each.
MINE, HERS = "KS 7H 9C 3C 8D", "TS 4H 2C 5C QD"


class DuelTable:
    """A duel of which the tests choose every card; alice sits at seat 0 and has the coin unless told otherwise."""

    def __init__(self, *, coin: int = 0, hp: tuple[int, int] = (30, 30), **options: Any) -> None:
        self.log = Log(RULES, RULES.initial(options, {"coin": coin, "hp": hp}))

    def deal(self, mine: str = MINE, hers: str = HERS) -> "DuelTable":
        hands = [cards(mine), cards(hers)]
        deck = [one for one in PACK if one not in (*hands[0], *hands[1])]
        return self.with_action(DEALER, deal(hands, deck=deck))

    def play(self, *plays: str) -> "DuelTable":
        """Each a card, a stack with its top last ("9C KS"), or "blaze", by whoever is on turn."""
        for play in plays:
            named = play.split()
            argument: Any = named[0] if len(named) == 1 else tuple(named)
            action = Action("blaze") if play == "blaze" else Action("play", argument)
            self.with_action(min(RULES.waits_for(self.log.state)), action)
        return self

    def with_action(self, seat: int, action: Action) -> "DuelTable":
        self.log = self.log.with_action(seat, action, "person", NOW)
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        seated = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "hard"))
        snapshot = seen_of(self.log, seated=seated, status=status)
        needs_deal = DEALER in RULES.waits_for(self.log.state) and self.log.state.number == 0
        return replace(snapshot, needs_deal=needs_deal, seal=SealSnapshot(1, COMMITMENT, "v1", "", None))

    def shown(self, *, notice: str = "", status: Status | None = None) -> TableContext:
        return CardDuelPresenter().table(self.snapshot(status=status), preferences=Taste(), notice=notice)

    def more(self) -> CardDuelShown:
        more = self.shown().more
        assert isinstance(more, CardDuelShown)
        return more

    def html(self) -> str:
        return render_to_string("games/_table.html", {"table": self.shown(), "csrf_token": "t" * 64})
