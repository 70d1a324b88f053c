"""Positions of Card Duel for tests of its rules and pages, and functions that return a result as a short text.

Player 1 is seat 0 by default. Plays are written as in docs/rules: "KS", and "[2C 3C]AS" for a stack.
"""

from dataclasses import replace
from typing import Any, Self

from games.cardduel.rules import BLAZE, HAND_SIZE, PLAY, CardDuel, CardDuelState
from games.engine.actions import Action, Pick, deal, texts
from games.engine.cards import PACK, cards
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, State, Step
from games.snapshot import SealSnapshot, SeatedPlayer, Snapshot, Status
from games.table.logs import Log
from tests.engine.telling import Telling
from tests.table.positions import COMMITMENT, Shown

RULES = CardDuel()
refusal, step = Telling(RULES).refusal, RULES.apply
P1, P2 = 0, 1
#: A hand for player 1 with which every kind of play is possible.
MINE = "KS 5D AH 9C 2C"


def action(play: str) -> Action:
    """Return the action that is written as "KS", "[9C]KS" or "blaze"."""
    if play.startswith("["):
        wands, top = play[1:].split("]")
        return Action(PLAY, (*wands.split(), top))
    return Action(BLAZE) if play == BLAZE else Action(PLAY, play)


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
    """Return a duel with these hands, filled up to five cards from the end of the pack.

    The first `deck` of the other cards are the deck, the rest are discards.
    """
    one, other = cards(mine), cards(hers)
    rest = [card for card in PACK if card not in (*one, *other)]
    hands = tuple((*hand, *(rest.pop() for _ in range(HAND_SIZE - len(hand)))) for hand in (one, other))
    start = RULES.initial(options or {}, {"hp": hp, "coin": coin})
    state = step(start, DEALER, deal(hands, deck=rest)).state
    assert isinstance(state, CardDuelState)
    return replace(state, deck=tuple(rest[:deck]), discards=tuple(rest[deck:]), **fields)


def after_plays(state: CardDuelState, *plays: str) -> CardDuelState:
    """Return the state after these plays, each by the seat on turn."""
    for play in plays:
        state = step(state, state.turn, action(play)).state  # type: ignore[assignment]
    return state


def played(mine: str, hers: str, **position: Any) -> CardDuelState:
    """Return a duel after a round with these two plays; `mine` is the play of the seat with the coin."""
    holding = [play.replace("[", "").replace("]", " ") for play in (mine, hers)]
    if position.get("coin", P1) == P2:
        holding.reverse()
    return after_plays(duel(*holding, **position), mine, hers)


def standing(state: CardDuelState) -> str:
    """Return the hit points by seat, and the winner if the duel is over, such as "30/22" or "20/0, seat 0 by hp"."""
    hp = f"{state.hp[0]}/{state.hp[1]}"
    if state.end is None:
        return hp
    winner = "nobody" if state.end.winner is None else f"seat {state.end.winner}"
    return f"{hp}, {winner} by {state.end.why}"


def round_of(mine: str, hers: str, **position: Any) -> str:
    return standing(played(mine, hers, **position))


def blazed(mine: str, hers: str, *, first: str = "", **position: Any) -> str:
    """Return the standing after a blaze by player 1, or by player 2 if player 1 has played `first`."""
    state = duel(mine, hers, **position)
    return standing(after_plays(state, *([first] if first else []), BLAZE))


def offers(state: State, seat: Seat) -> list[Action]:
    listed = RULES.legal_actions(state, seat)
    assert not any(isinstance(one, Pick) for one in listed)
    return [one for one in listed if isinstance(one, Action)]


def legal(state: State, seat: Seat) -> str:
    """Return the legal actions as text, such as "KS AH [9C]KS blaze"."""
    return " ".join(_written(one) for one in offers(state, seat))


def _written(one: Action) -> str:
    if isinstance(one.argument, tuple):
        *wands, top = one.argument
        return f"[{' '.join(map(str, wands))}]{top}"
    return str(one.argument or one.verb)


def sizes(state: CardDuelState) -> str:
    """Return the sizes of hands, deck and discard pile, such as "hands 5 5, deck 42, discard 0"."""
    hands = " ".join(str(len(hand)) for hand in state.hands)
    return f"hands {hands}, deck {len(state.deck)}, discard {len(state.discards)}"


def reshuffle(state: CardDuelState, *, first: str = "") -> Step:
    """Reshuffle the discard pile. The new deck has the cards `first` on top, then the others in their old order."""
    top = cards(first)
    order = (*top, *(one for one in state.discards if one not in top))
    return step(state, DEALER, Action("reshuffle", texts(order)))


def before_deal(coin: Seat = P1) -> CardDuelState:
    state = RULES.initial({}, {"coin": coin})
    assert state.phase is Phase.DEAL
    return state


#: Two hands, each with a sword, a cup, two wands and a shield.
_MINE, _HERS = "KS 7H 9C 3C 8D", "TS 4H 2C 5C QD"


class DuelTable(Shown):
    """A table of Card Duel as seen by alice at seat 0, who has the coin by default."""

    seated = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "hard"))

    def __init__(self, *, coin: int = 0, hp: tuple[int, int] = (30, 30), **options: Any) -> None:
        self.log = Log(RULES, RULES.initial(options, {"coin": coin, "hp": hp}))

    def deal(self, mine: str = _MINE, hers: str = _HERS) -> Self:
        hands = [cards(mine), cards(hers)]
        deck = [one for one in PACK if one not in (*hands[0], *hands[1])]
        return self.with_action(DEALER, deal(hands, deck=deck))

    def play(self, *plays: str) -> Self:
        """Make plays, each by the seat on turn: a card, a stack with its top last ("9C KS"), or "blaze"."""
        for play in plays:
            *wands, top = play.split()
            self.with_action(min(self.waits_for), action(f"[{' '.join(wands)}]{top}" if wands else top))
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        needs_deal = DEALER in self.waits_for and self.log.state.number == 0
        seal = SealSnapshot(1, COMMITMENT, "v1", "", None)
        return replace(super().snapshot(status=status), needs_deal=needs_deal, seal=seal)
