"""Hands to review: games of any kind played by a bot, and random hands of Two-Man Spades."""

from collections.abc import Callable, Iterator
from random import Random

from games.engine.actions import Action, deal
from games.engine.cards import PACK
from games.engine.options import Options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Phase, Seat, State
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.registry import bot, ruleset
from games.twoman.rules import TwoMan, TwoManState

RULES = TwoMan()


def play_game(key: str, level: str, options: Options, seed: int, start: Start | None = None) -> Iterator[LoggedAction]:
    """Yield the actions of a game that a bot of `level` plays at every seat."""
    rules, player, rng, ordinal = ruleset(key), bot(key, level), Random(seed), 0
    state = rules.initial(options, start)
    while waiting := sorted(rules.waits_for(state)):
        seat, ordinal = waiting[0], ordinal + 1
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else player.choose(rules.view(state, seat), rng)
        yield LoggedAction(ordinal, seat, action, DecidedBy.OTHER if by_dealer else DecidedBy.SELF)
        state = rules.apply(state, seat, action).state


def deal_first_hand(seed: int, *, base: tuple[int, int] = (0, 0), bags: tuple[int, int] = (0, 0)) -> TwoManState:
    pack = list(PACK)
    Random(seed).shuffle(pack)
    start = RULES.initial({}, {"parity": ("odd", "even"), "base": base, "bags": bags})
    return TwoManState.of(RULES.apply(start, DEALER, deal([pack[:11], pack[11:22]])).state)


def play_hand(rules: Ruleset, state: State, rng: Random, choose: Callable[[State, Seat], Action]) -> list[LoggedAction]:
    actions, number = list[LoggedAction](), state.number
    while state.number == number and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(rules.waits_for(state))
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else choose(state, seat)
        actions.append(LoggedAction(len(actions) + 1, seat, action, DecidedBy.OTHER if by_dealer else DecidedBy.SELF))
        state = rules.apply(state, seat, action).state
    return actions


def play_random_hand(state: State, seed: int) -> list[LoggedAction]:
    """Play the hand with random actions, bids of two to four and no blind bid; return the actions."""
    rng = Random(seed)

    def choose(state: State, seat: Seat) -> Action:
        if state.phase is Phase.BID:
            return Action("bid", rng.randint(2, 4))
        offers = [one for one in RULES.legal_actions(state, seat) if isinstance(one, Action)]
        return Action("look") if state.phase is Phase.BLIND else rng.choice(offers)

    return play_hand(RULES, state, rng, choose)
