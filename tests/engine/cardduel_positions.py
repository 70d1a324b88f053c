"""Positions of Card Duel for tests, and one line of text for what came of them. Player 1 is seat 0 unless told.

Plays are written as the rules write them: "KS", and "[2C 3C]AS" for a stack.
"""

from dataclasses import replace
from typing import Any

from games.cardduel.rules import CardDuel
from games.cardduel.state import BLAZE, HAND_SIZE, PLAY, CardDuelState
from games.engine.actions import Action, Argument, Pick, deal, texts
from games.engine.cards import PACK, Card, cards
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, State, Step
from tests.engine.telling import Telling

RULES = CardDuel()
refusal, step = Telling(RULES).refusal, RULES.apply
P1, P2 = 0, 1
#: A hand for player 1 with every way to play in it.
MINE = "KS 5D AH 9C 2C"


def argument(play: str) -> Argument:
    """What an action names for "KS" or "[9C]KS"."""
    if not play.startswith("["):
        return play
    wands, top = play[1:].split("]")
    return (*wands.split(), top)


def action(play: str) -> Action:
    """The action written so: a play, or "blaze"."""
    return Action(BLAZE) if play == BLAZE else Action(PLAY, argument(play))


def duel(
    mine: str = MINE,
    hers: str = "",
    *,
    hp: tuple[int, int] = (30, 30),
    coin: Seat = P1,
    deck: int = 42,
    options: Options | None = None,
    **fields: Any,
) -> CardDuelState:
    """The first round begins with these hands, filled up to five; all but `deck` of the other cards are discards."""
    one, other = cards(mine), cards(hers)
    rest = [card for card in PACK if card not in (*one, *other)]
    hands = _filled(one, rest), _filled(other, rest)
    start = RULES.initial(options or {}, {"hp": hp, "coin": coin})
    state = step(start, DEALER, deal(hands, deck=rest)).state
    assert isinstance(state, CardDuelState)
    return replace(state, deck=tuple(rest[:deck]), discards=tuple(rest[deck:]), **fields)


def _filled(hand: tuple[Card, ...], rest: list[Card]) -> tuple[Card, ...]:
    """The hand with cards from the end of `rest`, which lose what is taken."""
    missing = HAND_SIZE - len(hand)
    taken = tuple(rest.pop() for _ in range(missing))
    return (*hand, *taken)


def told(state: CardDuelState, *plays: str) -> CardDuelState:
    """These plays, each by the seat on turn."""
    for play in plays:
        state = step(state, state.turn, action(play)).state  # type: ignore[assignment]
    return state


def played(mine: str, hers: str, **position: Any) -> CardDuelState:
    """One round: player 1 has what he plays in his hand, and so has player 2."""
    holding = [play.replace("[", "").replace("]", " ") for play in (mine, hers)]
    if position.get("coin", P1) == P2:
        holding.reverse()
    return told(duel(*holding, **position), mine, hers)


def standing(state: CardDuelState) -> str:
    """HP of seats 0 and 1, and who has won: "30/22", "20/0, seat 0 by hp"."""
    hp = f"{state.hp[0]}/{state.hp[1]}"
    if state.end is None:
        return hp
    winner = "nobody" if state.end.winner is None else f"seat {state.end.winner}"
    return f"{hp}, {winner} by {state.end.why}"


def round_of(mine: str, hers: str, **position: Any) -> str:
    return standing(played(mine, hers, **position))


def blazed(mine: str, hers: str, *, first: str = "", **position: Any) -> str:
    """Player 1 invokes a blaze; if he has played `first` it is player 2 who does."""
    state = duel(mine, hers, **position)
    return standing(told(state, *([first] if first else []), BLAZE))


def offers(state: State, seat: Seat) -> list[Action]:
    listed = RULES.legal_actions(state, seat)
    assert not any(isinstance(one, Pick) for one in listed)
    return [one for one in listed if isinstance(one, Action)]


def legal(state: State, seat: Seat) -> str:
    """What may be done: "KS AH [9C]KS blaze"."""
    return " ".join(_written(one) for one in offers(state, seat))


def _written(one: Action) -> str:
    if isinstance(one.argument, tuple):
        *wands, top = one.argument
        return f"[{' '.join(map(str, wands))}]{top}"
    return str(one.argument or one.verb)


def sizes(state: CardDuelState) -> str:
    """How many cards lie where: "hands 5 5, deck 42, discard 0"."""
    hands = " ".join(str(len(hand)) for hand in state.hands)
    return f"hands {hands}, deck {len(state.deck)}, discard {len(state.discards)}"


def reshuffle(state: CardDuelState, *, first: str = "") -> Step:
    """The dealer shuffles; the new deck begins with `first`, the rest as the discards lay."""
    top = cards(first)
    order = (*top, *(one for one in state.discards if one not in top))
    return step(state, DEALER, Action("reshuffle", texts(order)))


def before_deal(coin: Seat = P1) -> CardDuelState:
    state = RULES.initial({}, {"coin": coin})
    assert state.phase is Phase.DEAL
    return state
