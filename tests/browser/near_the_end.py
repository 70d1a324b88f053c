"""Games that stand between two hands near their end, for browsers that play the rest.

Run inside the site under test: `Site.shell("from tests.browser.near_the_end import spades; spades(...)")`.
"""

from copy import copy
from random import Random
from typing import Any

from accounts.models import Guest, Preferences
from accounts.people import Person
from games import dealing
from games.engine.actions import Action, Pick, texts
from games.engine.state import Phase, SeatView
from games.models import Game, Seal
from games.services.table.seating import usual_seating
from games.spades.state import BID, BLIND_NIL, LOOK, SpadesState, SpadesView, own, partner
from games.viewmodel.cards import sorted_hand
from tests.browser.four import SEED
from tests.browser.stored import opened, stored
from training.demo import DemoTable

#: So close to a score at which the game ends.
NEAR = 55
#: Every action replays its whole game, so a game that takes longer to come near its end is left.
MOST_HANDS = 7
#: So many secrets are tried for a deal that ends the game.
DEALS = 40
#: The bid that is ticked, or the one next to it.
TICKED = 3


class Foreseen(DemoTable):
    """Draws the secrets of its deals from its own chance, so that a test meets the same cards in every run."""

    def _sealed(self, number: int) -> Seal:
        self.seals[number] = _seal(self.game, number, self.rng.randbytes(32))
        return self.seals[number]


class Plain:
    """Chooses as `FourSeat` does in the browser: what is ticked or stands first."""

    def __init__(self, *, wants_blind: bool) -> None:
        self._wants_blind = wants_blind

    def choose(self, view: SeatView, rng: Random) -> Action:
        assert isinstance(view, SpadesView)
        held = [] if view.hand is None else sorted_hand(view.hand, Preferences())
        match view.phase:
            case Phase.BLIND:
                return Action(BLIND_NIL if self._wants_blind else LOOK)
            case Phase.BID:
                return Action(BID, self._bid(view))
            case Phase.EXCHANGE:
                most = max(one.count if isinstance(one, Pick) else 0 for one in view.legal)
                return Action(view.legal[0].verb, texts(held[:most]))
        legal = {one.card: one for one in view.legal if isinstance(one, Action)}
        return next(legal[one] for one in held if one in legal)

    def _bid(self, view: SpadesView) -> int:
        offered = [one.number or 0 for one in view.legal if isinstance(one, Action) and one.verb == BID]
        if view.options["one_nil"] and view.table.bids[partner(0)] == 0:
            return 0
        return min(offered, key=lambda bid: (abs(bid - TICKED), bid))


def spades(*, marta_first: bool = False, wants_blind: bool = False, shows: str = "", **options: Any) -> None:
    """Prints the code of a game of the newest guest. It ends with the next hand if that is dealt with `SEED`.

    With `marta_first` she bids before the person in that hand; with `shows` the person comes to say that verb in it.
    The same call finds the same deal, so it is made once on a site.
    """
    person = Person(guest=Guest.objects.latest("pk"))
    for seed in range(200):
        game, seats = opened("spades", options, (person, *usual_seating(key="spades", level="normal")))
        table = Foreseen(
            game, seats, "normal", Random(f"{marta_first}:{TICKED}:{wants_blind}:{shows}:{options}:{seed}")
        )
        if _brought_near(table, marta_first=marta_first):
            coming = _last_deal(table, Plain(wants_blind=wants_blind), shows)
            if coming is not None:
                print(stored(game, seats, table.log, [*table.seals.values(), coming]))
                return
    raise RuntimeError("no game came near its end without ending")


def _brought_near(table: DemoTable, *, marta_first: bool) -> bool:
    """Whether the game stands between two hands, near its end; False when it has ended or takes too long."""
    for hands in range(1, MOST_HANDS + 1):
        table.play(hands)
        if table.log.rules.result(table.log.state) is not None:
            return False
        if _is_near(own(table.log.state), marta_first=marta_first):
            return True
    return False


def _is_near(state: SpadesState, *, marta_first: bool) -> bool:
    scores, terms = [one.score for one in state.standings], state.terms
    is_near = max(scores) >= terms.win - NEAR or (terms.lose is not None and min(scores) <= terms.lose + NEAR)
    # The next dealer sits one further; if that is South or West, North bids before South.
    return is_near and (not marta_first or (state.dealer + 1) % 4 in (0, 1))


def _last_deal(table: DemoTable, person: Plain, shows: str) -> Seal | None:
    """A seal for the next hand whose deal ends the game as the computer players and that person play it."""
    for _ in range(DEALS):
        trial, number, secret = copy(table), len(table.log.hands) + 1, table.rng.randbytes(32)
        trial.seals = {number: _seal(table.game, number, secret)}
        trial.players = [person, *table.players[1:]]
        trial.play(number)
        if trial.log.rules.result(trial.log.state) is not None and _says(trial, shows):
            return _seal(table.game, number, secret)
    return None


def _says(table: DemoTable, verb: str) -> bool:
    """Whether South said it in the last hand; nothing at all is always said."""
    said = table.log.hands[-1].actions
    return not verb or any(seat == 0 and action.verb == verb for seat, action in said)


def _seal(game: Game, number: int, secret: bytes) -> Seal:
    return Seal(
        game=game,
        number=number,
        server_seed=secret,
        commitment=dealing.commitment(secret),
        player_seed=SEED,
        algorithm=dealing.ALGORITHM,
    )
