"""Training data from matches of Two-Man Spades: discards, bids and plays as features, and the ends of hands.

Reads the logs of finished games. `marta_fitting` fits weights and standings to the data. See docs/marta.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.arena.match import ArenaGame
from games.bots.kernels import Floats, Ints
from games.bots.knowledge import IN_PACK, pack_bits
from games.engine.actions import Action
from games.engine.cards import PACK, Card
from games.engine.ruleset import Ruleset
from games.engine.state import Event, HandEnded, Seat
from games.registry import ruleset
from games.twoman.bots import inference as r
from games.twoman.rules import BID, DISCARD, LOOK, PLAY, TwoManState, own
from games.twoman.score import Parity

#: A decision: the features of each legal card, and the index of the chosen one.
Choice = tuple[Floats, int]
#: The end of a hand is used if the lead before it was at most this: with a larger lead, bids depend on the score.
_NEAR = 150


@dataclass
class Lessons:
    """Training data. `plays` has a list for each aim of a seat (`games.twoman.bots.inference`).

    `bids` are (features, bid, the other seat's earlier bid or -1); `ends` have the columns of `marta_fitting.END`.
    """

    plays: dict[int, list[Choice]] = field(default_factory=lambda: {aim: [] for aim in range(r.AIMS)})
    discards: list[Choice] = field(default_factory=list)
    bids: list[tuple[Floats, int, int]] = field(default_factory=list)
    ends: list[Ints] = field(default_factory=list)


def lessons_of(games: Iterable[ArenaGame]) -> Lessons:
    """Return the training data of finished games of Two-Man Spades."""
    found, rules = Lessons(), ruleset("twoman")
    for game in games:
        for before, seat, action, events in steps(rules, game):
            if action.verb == DISCARD:
                found.discards.append(_discard(before, seat, action.card))
            elif action.verb == BID:
                found.bids.append(_bid(before, seat, action))
            elif action.verb == PLAY:
                _note_play(found, before, seat, action.card)
            for event in events:
                if isinstance(event, HandEnded) and _is_ordinary(before):
                    found.ends.append(_end(before, event.sheet))
    return found


def steps(rules: Ruleset, game: ArenaGame) -> Iterator[tuple[TwoManState, Seat, Action, tuple[Event, ...]]]:
    """Yield for each action of a game the state before it, seat, action and events."""
    state = rules.initial(game.options)
    for seat, action in game.log:
        step = rules.apply(state, seat, action)
        yield own(state), seat, action, step.events
        state = step.state


def _discard(state: TwoManState, seat: Seat, chosen: Card | None) -> Choice:
    hand, odd = pack_bits(state.hands[seat]), int(state.parity[seat] is Parity.ODD)
    rows = np.empty((len(state.hands[seat]), r.DISCARD_FEATURES))
    numbers = sorted(IN_PACK[one] for one in state.hands[seat])
    for row, number in zip(rows, numbers, strict=True):
        r.discard_features(number, hand, odd, row)
    return rows, numbers.index(IN_PACK[_card(chosen)])


def _bid(state: TwoManState, seat: Seat, action: Action) -> tuple[Floats, int, int]:
    row, known = np.empty(r.BID_FEATURES), state.bids[1 - seat]
    r.hand_features(pack_bits(state.hands[seat]), row)
    return row, action.number or 0, -1 if known is None else known


def _note_play(found: Lessons, state: TwoManState, seat: Seat, chosen: Card | None) -> None:
    hand = pack_bits(state.hands[seat])
    led = IN_PACK[state.trick[0]] if state.trick else -1
    legal = int(r.legal_cards(hand, led, state.broken))
    numbers = [number for number in range(len(PACK)) if legal >> number & 1]
    if len(numbers) < 2:
        return
    bids = [bid or 0 for bid in state.bids]
    aim = int(r.aim_of(bids[seat], bids[1 - seat], state.tricks[seat], state.tricks[1 - seat]))
    seen = hand | pack_bits(one for one in state.discards if one is not None)
    seen |= pack_bits(_card(action.card) for _, action in state.actions if action.verb == PLAY)
    rows = np.empty((len(numbers), r.CARD_FEATURES))
    for row, number in zip(rows, numbers, strict=True):
        r.card_features(number, hand, legal, led, seen, row)
    found.plays[aim].append((rows, numbers.index(IN_PACK[_card(chosen)])))


def _is_ordinary(state: TwoManState) -> bool:
    """Return whether the hand has no blind bid and began with a difference of at most `_NEAR` points."""
    blind = any(choice is not None and choice != LOOK for choice in state.blind)
    return not blind and abs(state.displays[0] - state.displays[1]) <= _NEAR


def _end(state: TwoManState, sheet: Mapping[str, Any]) -> Ints:
    """Return a row of `marta_fitting.END` for the seat that led the first trick."""
    mine, theirs = sheet["lines"][state.first], sheet["lines"][1 - state.first]
    row = (
        *(mine["bid"], theirs["bid"], mine["tricks"], mine["bags_lost"], theirs["bags_lost"]),
        *(int(sheet["pile_winner"] != state.first), sheet["pile_points"]),
    )
    return np.array(row, np.int64)


def _card(one: Card | None) -> Card:
    if one is None:
        raise ValueError("the action names no card")
    return one
