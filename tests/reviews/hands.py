"""Hands for reviews: games of any kind, and hands of Two-Man Spades dealt and played by chance."""

from collections.abc import Callable, Iterator
from random import Random

from games.engine.actions import Action, deal
from games.engine.cards import PACK
from games.engine.options import Options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Phase, Seat, State
from games.evaluation.decisions import By, LoggedAction
from games.registry import bot, ruleset
from games.twoman.rules import TwoMan
from games.twoman.state import TwoManState

RULES = TwoMan()


def logged(key: str, level: str, options: Options, seed: int, start: Start | None = None) -> Iterator[LoggedAction]:
    """A game, action by action, played by that bot at every seat."""
    rules, player, rng, ordinal = ruleset(key), bot(key, level), Random(seed), 0
    state = rules.initial(options, start)
    while waiting := sorted(rules.waits_for(state)):
        seat, ordinal = waiting[0], ordinal + 1
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else player.choose(rules.view(state, seat), rng)
        yield LoggedAction(ordinal, seat, action, By.OTHER if by_dealer else By.SELF)
        state = rules.apply(state, seat, action).state


def dealt(seed: int, *, base: tuple[int, int] = (0, 0), bags: tuple[int, int] = (0, 0)) -> TwoManState:
    """The first hand of a game that begins with these standings."""
    pack = list(PACK)
    Random(seed).shuffle(pack)
    start = RULES.initial({}, {"parity": ("odd", "even"), "base": base, "bags": bags})
    return TwoManState.of(RULES.apply(start, DEALER, deal([pack[:11], pack[11:22]])).state)


def went(rules: Ruleset, state: State, rng: Random, choose: Callable[[State, Seat], Action]) -> list[LoggedAction]:
    actions, number = list[LoggedAction](), state.number
    while state.number == number and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(rules.waits_for(state))
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else choose(state, seat)
        actions.append(LoggedAction(len(actions) + 1, seat, action, By.OTHER if by_dealer else By.SELF))
        state = rules.apply(state, seat, action).state
    return actions


def played(state: State, seed: int) -> list[LoggedAction]:
    """The whole hand: bids of two to four, everything else by chance."""
    rng = Random(seed)

    def choose(state: State, seat: Seat) -> Action:
        if state.phase is Phase.BID:
            return Action("bid", rng.randint(2, 4))
        offers = [one for one in RULES.legal_actions(state, seat) if isinstance(one, Action)]
        return Action("look") if state.phase is Phase.BLIND else rng.choice(offers)

    return went(RULES, state, rng, choose)
