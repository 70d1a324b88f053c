"""Hands for reviews: games of any kind, and hands of Two-Man Spades dealt, played by chance, and changed where a seat
cannot see.
"""

from collections.abc import Iterator, Sequence
from random import Random

from games.engine.actions import Action, RuleError, deal
from games.engine.cards import PACK, Card
from games.engine.options import Options
from games.engine.state import DEALER, Phase, State
from games.registry import bot, ruleset
from games.review.decisions import By, LoggedAction
from games.twoman.rules import TwoMan
from games.twoman.state import TwoManState

RULES = TwoMan()


def logged(key: str, level: str, options: Options, seed: int) -> Iterator[LoggedAction]:
    """A game, action by action, all of whose seats that player plays."""
    rules, player, rng, ordinal = ruleset(key), bot(key, level), Random(seed), 0
    state = rules.initial(options)
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
    return of_cards(pack[:11], pack[11:22], base=base, bags=bags)


def of_cards(
    one: Sequence[Card],
    other: Sequence[Card],
    *,
    base: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    first: int = 0,
) -> TwoManState:
    parity = ("odd", "even") if first == 0 else ("even", "odd")
    start = RULES.initial({}, {"parity": parity, "base": base, "bags": bags})
    return TwoManState.of(RULES.apply(start, DEALER, deal([one, other])).state)


def played(state: State, seed: int) -> list[LoggedAction]:
    """The whole hand: bids of two to four, everything else by chance."""
    rng, actions, number = Random(seed), list[LoggedAction](), state.number
    while state.number == number and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(RULES.waits_for(state))
        offers = [one for one in RULES.legal_actions(state, seat) if isinstance(one, Action)]
        action = Action("bid", rng.randint(2, 4)) if state.phase is Phase.BID else rng.choice(offers)
        if state.phase is Phase.BLIND:
            action = Action("look")
        actions.append(LoggedAction(len(actions) + 1, seat, action))
        state = RULES.apply(state, seat, action).state
    return actions


def twin(
    state: TwoManState, actions: Sequence[LoggedAction], many: int, seed: int
) -> tuple[TwoManState, list[LoggedAction]] | None:
    """The same hand for seat 0 in its first so many actions, with other cards of seat 1 that it does not play in
    them; None where such a hand could not have been played so.
    """
    begun = list(actions[:many])
    shown = {one.action.card for one in begun if one.seat == 1}
    mine = state.hands[0]
    free = [one for one in PACK if one not in mine and one not in shown]
    Random(seed).shuffle(free)
    kept = [one for one in state.hands[1] if one in shown]
    fresh = of_cards(mine, [*kept, *free[: 11 - len(kept)]], first=state.first)
    now: State = fresh
    try:
        for one in begun:
            now = RULES.apply(now, one.seat, one.action).state
    except RuleError:
        return None
    rest = played(now, seed)
    return fresh, [*begun, *(LoggedAction(many + one.ordinal, one.seat, one.action) for one in rest)]
