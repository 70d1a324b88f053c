"""What seat 0 sees of a duel, built from the rules alone."""

from dataclasses import replace
from typing import Any, Self

from games.cardduel.rules import CardDuel
from games.cardduel.table import CardDuelPresenter, CardDuelShown
from games.engine.actions import Action, deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER
from games.services.log.logs import Log
from games.snapshot import SealSnapshot, SeatedPlayer, Snapshot, Status
from tests.presenters.seeing import COMMITMENT, Shown

RULES = CardDuel()
#: A sword, a cup, two wands and a shield each.
MINE, HERS = "KS 7H 9C 3C 8D", "TS 4H 2C 5C QD"


class DuelTable(Shown[CardDuelShown]):
    """Alice has the coin unless told otherwise."""

    presenter, more_type = CardDuelPresenter(), CardDuelShown
    seated = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "hard"))

    def __init__(self, *, coin: int = 0, hp: tuple[int, int] = (30, 30), **options: Any) -> None:
        self.log = Log(RULES, RULES.initial(options, {"coin": coin, "hp": hp}))

    def deal(self, mine: str = MINE, hers: str = HERS) -> Self:
        hands = [cards(mine), cards(hers)]
        deck = [one for one in PACK if one not in (*hands[0], *hands[1])]
        return self.with_action(DEALER, deal(hands, deck=deck))

    def play(self, *plays: str) -> Self:
        """Each a card, a stack with its top last ("9C KS"), or "blaze", by whoever is on turn."""
        for play in plays:
            named = play.split()
            argument: Any = named[0] if len(named) == 1 else tuple(named)
            action = Action("blaze") if play == "blaze" else Action("play", argument)
            self.with_action(min(self.waits_for), action)
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        needs_deal = DEALER in self.waits_for and self.log.state.number == 0
        seal = SealSnapshot(1, COMMITMENT, "v1", "", None)
        return replace(super().snapshot(status=status), needs_deal=needs_deal, seal=seal)
