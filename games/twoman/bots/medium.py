"""Medium Marta in Two-Man Spades: she counts what is out and plays for the game, not for the trick."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Phase, SeatView
from games.twoman.bots.bids import bid_of
from games.twoman.bots.blind import Blind
from games.twoman.bots.count import deviation, ducked, tricks_to_come, wins
from games.twoman.bots.discard import medium_discard
from games.twoman.bots.odds import weights
from games.twoman.bots.outlook import Prospect
from games.twoman.bots.play import Aim, card_to_play
from games.twoman.bots.sight import Sight, sight_of
from games.twoman.state import BID, DISCARD, PLAY

if TYPE_CHECKING:
    from random import Random


class MediumTwoMan:
    """Counts every card, hears the other's bid, and asks of each trick whether it helps to win the game."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        match view.phase:
            case Phase.BLIND:
                return Blind(sight).choose()
            case Phase.DISCARD:
                return Action(DISCARD, medium_discard(sight).text)
            case Phase.BID:
                return Action(BID, bid_of(sight))
        return Action(PLAY, _card(sight).text)


def _card(sight: Sight) -> Card:
    if len(sight.legal) == 1:
        return sight.legal[0]
    return card_to_play(sight, aim_of(sight), partial(wins, sight), partial(ducked, sight))


def aim_of(sight: Sight) -> Aim:
    """Whether one trick more than expected makes the game likelier to be won, or one less."""
    if sight.keeps_nil(sight.seat):
        return Aim.SHED
    prospect = Prospect(sight, (sight.bid(0), sight.bid(1)), sight.pile)
    taken, left = sight.table.tricks[sight.seat], sight.left
    chance = [prospect.chance(taken + n) for n in range(left + 1)]
    mean, spread = _tricks_in_sight(sight)
    steps = weights(mean - 0.5, spread, 0, left - 1)
    gain = sum(weight * (chance[n + 1] - chance[n]) for n, weight in steps.items())
    return Aim.TAKE if gain > 0 else Aim.SHED


def _tricks_in_sight(sight: Sight) -> tuple[float, float]:
    """The tricks still to be taken and their spread; beside a nil all but one or none."""
    if sight.keeps_nil(sight.other):
        return sight.left - 0.7, 0.7
    return tricks_to_come(sight), deviation(sight.left)
