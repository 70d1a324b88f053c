"""Planted blunders: late plays whose exact loss is known, as the mean over every possible hand of the others.

`python -m tests.reviews.planted twoman --blunders 300` prints how many blunders and best cards a review marks. As in
the evaluators, a possible hand is weighted by its likelihood after the actions so far and played out with open cards.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from random import Random
from types import MappingProxyType
from typing import Final

import numpy as np

from games.bidwhist.bots import knowledge as bidwhist
from games.bidwhist.bots import rollouts
from games.bidwhist.bots.auction import chances
from games.bidwhist.bots.worlds import contract_rows, holders, numbers, put_aside
from games.bidwhist.bots.worlds import likelihood as called_so
from games.bidwhist.bots.worlds import scene_of as scene_in_bidwhist
from games.bots.kernels import Ints
from games.bots.knowledge import IN_PACK, pack_bits
from games.cardduel.bots import knowledge as cardduel
from games.cardduel.rules import CardDuel
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.options import Value
from games.engine.ruleset import Start
from games.engine.state import DEALER, Phase, Seat, SeatView, State
from games.evaluation.decisions import LoggedAction, SeatTurn, decisions
from games.evaluation.hand import result_of
from games.registry import bot, evaluator, ruleset
from games.spades.bots import knowledge as spades
from games.spades.bots.players import HandOutcomes
from games.spades.bots.reviewer import groups_of as groups_in_spades
from games.spades.bots.worlds import SILENT, Guess, likelihood, tricks_of_end
from games.spades.score import tricks_of
from games.spades.state import SEATS
from games.twoman.bots import inference, position, solver
from games.twoman.bots import knowledge as twoman
from games.twoman.bots.position import learnt
from games.twoman.bots.reviewer import groups_of as groups_in_twoman
from games.twoman.bots.ruthless import case_of, scene_of
from games.twoman.bots.solver import workspace

#: Maximum number of worlds (possible deals of the hidden cards) to enumerate. The second is for Bid Whist, where the
#: discard (the pile) is hidden, too.
FEW: Final = 6_000
FEW_WITH_A_PILE: Final = 20_000
A_GAME: Final = 1_000_000
_DUEL: Final = CardDuel()
Worths = list[tuple[Card, float]]


@dataclass(frozen=True)
class Planting:
    """How a game is played to find late plays: bots, options, starts, and the maximum number of cards left in hand.

    `value_cards` returns legal cards with their values in millionths of a game. An empty result skips the position.
    """

    levels: tuple[str, ...]
    options: Mapping[str, Value]
    start: Callable[[Random], Start]
    most_cards: int
    value_cards: Callable[[State, SeatView], Worths]


def _of_twoman(state: State, view: SeatView) -> Worths:
    knowledge = twoman.knowledge_of(view)
    choices = groups_in_twoman(knowledge)
    if len(choices) < 2 or comb(len(knowledge.pool), knowledge.held) > FEW:
        return []
    known, (scene, plays) = learnt(), scene_of(knowledge)
    hands: Ints = np.array([pack_bits(some) for some in combinations(knowledge.pool, knowledge.held)], np.int64)
    trust = np.ones(3)
    logs = np.array([inference.likelihood(scene, plays, int(hand), known, trust) for hand in hands])
    weights = np.exp(logs - logs.max())
    ends = np.zeros((11, 9), np.int64)
    position.fill_worth(ends, case_of(knowledge), known.standings)
    out = np.zeros((len(hands), 52), np.int64)
    solver.card_worths(workspace(), scene, plays, hands, ends.ravel(), out)
    means = weights @ out / weights.sum()
    return [(cards[0], float(means[IN_PACK[cards[0]]])) for cards in choices]


def _of_spades(state: State, view: SeatView) -> Worths:
    knowledge = spades.knowledge_of(view)
    choices = [cards[0] for cards in groups_in_spades(knowledge)]
    if len(choices) < 2:
        return []
    worlds = []
    for world in worlds_in_spades(knowledge):
        worlds.append(world)
        if len(worlds) > FEW:
            return []
    said = [bid for bid in knowledge.table.bids if bid is not None]
    guess = Guess(knowledge, np.array([[pack_bits(hand) for hand in world] for world in worlds], np.int64))
    weights = np.array([likelihood_in_spades(knowledge, world) for world in worlds])
    ends = guess.ends(choices, [said] * len(worlds))
    outlook = HandOutcomes(knowledge)
    values = [[A_GAME * outlook.worth(said, tricks_of_end(int(end))) for end in row] for row in ends]
    return [(one, float(weights @ row / weights.sum())) for one, row in zip(choices, np.array(values), strict=True)]


def _dealt_out(
    unseen: tuple[Card, ...], rooms: Mapping[Seat, int], may_hold: Callable[[Seat, Card], bool]
) -> Iterator[dict[Seat, tuple[Card, ...]]]:
    """Yield every deal of `unseen` in which each seat gets `rooms[seat]` cards, all allowed by `may_hold`."""
    if not rooms:
        yield {}
        return
    (seat, room), *others = rooms.items()
    for hand in combinations([one for one in unseen if may_hold(seat, one)], room):
        for rest in _dealt_out(tuple(one for one in unseen if one not in hand), dict(others), may_hold):
            yield {seat: hand, **rest}


def worlds_in_spades(knowledge: spades.Knowledge) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield the four hands of every deal of the unseen cards that `Knowledge.cannot` allows."""
    rooms = {seat: 13 - sum(who == seat for who, _ in knowledge.plays) for seat in SEATS if seat != knowledge.seat}
    for hands in _dealt_out(knowledge.unseen, rooms, lambda seat, one: not knowledge.cannot[seat] >> IN_PACK[one] & 1):
        yield tuple(hands.get(seat, knowledge.hand) for seat in SEATS)


def likelihood_in_spades(knowledge: spades.Knowledge, world: tuple[tuple[Card, ...], ...]) -> float:
    """Return the likelihood of the others' bids if they were dealt these hands and the cards that they have played."""
    weight = 1.0
    for seat, hand in enumerate(world):
        bid = knowledge.said[seat]
        if seat != knowledge.seat and bid not in (None, SILENT):
            played = [one for who, one in knowledge.plays if who == seat]
            weight *= likelihood(pack_bits((*hand, *played)), tricks_of(bid))
    return weight


def _of_bidwhist(state: State, view: SeatView) -> Worths:
    knowledge = bidwhist.knowledge_of(view)
    rooms = list(knowledge.room)
    rooms[knowledge.seat] = len(knowledge.unseen) - sum(rooms)  # the player's own index stands for the pile
    if factorial(sum(rooms)) // prod(map(factorial, rooms)) > FEW_WITH_A_PILE:
        return []
    may = holders(knowledge, has_pile=rooms[knowledge.seat] > 0)
    lying = _dealt_out(knowledge.unseen, dict(enumerate(rooms)), lambda seat, one: bool(may[seat] >> IN_PACK[one] & 1))
    rows = np.array([_row(knowledge, [*held.values()]) for held in lying], np.int64)
    put_aside(knowledge, rows)
    weights = called_so(knowledge, rows)
    cards = [one for action in view.legal if isinstance(action, Action) and (one := action.card)]
    asked = np.array([numbers(knowledge.contract)[one] for one in cards], np.int64)
    found = np.zeros((len(cards), len(rows)), np.int64)
    rollouts.ends(contract_rows(knowledge, rows), scene_in_bidwhist(knowledge), asked, found)
    worth = A_GAME * np.array(chances(knowledge, knowledge.contract))[found]
    means = [round(float(mean), 3) for mean in worth @ weights / weights.sum()]
    return list(zip(cards, means, strict=True))


def _row(knowledge: bidwhist.Knowledge, held: Sequence[Sequence[Card]]) -> list[int]:
    """Return the hands and the pile as bit sets. `held` has the pile in the place of the player's own hand."""
    row = [pack_bits(some) for some in held]
    pile = row[knowledge.seat] | pack_bits(knowledge.put_away)
    row[knowledge.seat] = pack_bits(knowledge.hand)
    return [*row, pile]


def _of_cardduel(state: State, view: SeatView) -> Worths:
    """Value single cards in answer to an open play of the last round, if one of them wins.

    Hidden cards do not matter there. Stacks and the blaze are left out.
    """
    knowledge = cardduel.knowledge_of(view)
    if not knowledge.is_last or knowledge.first_play is None or knowledge.first_play.top is None:
        return []
    singles = [play for play in knowledge.plays if not play.wands]
    value_cards = [(play.top, _won(state, knowledge.seat, Action("play", play.argument))) for play in singles]
    return value_cards if any(won == A_GAME for _, won in value_cards) else []


def _won(state: State, seat: Seat, action: Action) -> float:
    result = result_of(_DUEL, _DUEL.apply(state, seat, action).state)
    assert result is not None
    return float(result[seat])


def _two(rng: Random, least: int, most: int, step: int = 1) -> tuple[int, int]:
    return step * rng.randint(least, most), step * rng.randint(least, most)


def _sides(rng: Random, least: int, most: int, step: int = 1) -> Start:
    return {"dealer": rng.randrange(4), "score": _two(rng, least, most, step)}


def _duel(rng: Random) -> Start:
    return {"coin": rng.randrange(2), "hp": _two(rng, 5, 30)}


PLANTINGS: Final[Mapping[str, Planting]] = MappingProxyType(
    {
        "twoman": Planting(("easy", "medium"), {}, lambda rng: {"base": _two(rng, 0, 24, 10)}, 4, _of_twoman),
        "spades": Planting(
            ("normal", "expert"), {"variant": "partner"}, lambda rng: _sides(rng, 25, 45, 10), 4, _of_spades
        ),
        "bidwhist": Planting(("easy", "medium"), {}, lambda rng: _sides(rng, -6, 6), 4, _of_bidwhist),
        "cardduel": Planting(("easy", "normal"), {"max_rounds": 2}, _duel, 5, _of_cardduel),
    }
)


#: The least loss of a blunder, in millionths of a game.
BLUNDER = 100_000
#: Minimum share of planted blunders that a review must mark, and maximum share of best cards that it may mark.
LEAST_MARKED, MOST_BLAMED = 0.95, 0.01


@dataclass(frozen=True)
class PlantedCard:
    """A play in a position, and its mean loss in millionths over all possible hands, weighted by likelihood."""

    view: SeatView
    card: Action
    loss: float


@dataclass
class MarkCounts:
    blunders: int = 0
    marked: int = 0
    best: int = 0
    blamed: int = 0


def count_marks(key: str, seed: int, *, blunders: int, best: int) -> MarkCounts:
    found = MarkCounts()
    for place, planted in enumerate(positions(key, seed)):
        if planted.loss >= BLUNDER and found.blunders < blunders:
            found.blunders += 1
            found.marked += is_marked(key, planted, place)
        elif planted.loss == 0 and found.best < best:
            found.best += 1
            found.blamed += is_marked(key, planted, place)
        if found.blunders >= blunders and found.best >= best:
            break
    return found


def is_marked(key: str, planted: PlantedCard, place: int) -> bool:
    seat = planted.view.seat
    assert seat is not None
    turn = SeatTurn(LoggedAction(place, seat, planted.card), planted.view)
    made = list(decisions(evaluator(key), [turn], code="planted"))
    return any(one.mark is not None for one in made)


def positions(key: str, seed: int) -> Iterator[PlantedCard]:
    rules, planting, rng = ruleset(key), PLANTINGS[key], Random(seed)
    while True:
        state: State = rules.initial(planting.options, planting.start(rng))
        state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
        players = [bot(key, rng.choice(planting.levels)) for _ in range(rules.seats)]
        while state.number == 1 and state.phase not in (Phase.DEAL, Phase.OVER):
            seat = min(rules.waits_for(state))
            view = rules.view(state, seat)
            if state.phase is Phase.PLAY and len(view.legal) > 1 and len(view.hand or ()) <= planting.most_cards:
                value_cards = planting.value_cards(state, view)
                for card, worth in value_cards:
                    yield PlantedCard(view, Action("play", card.text), max(one for _, one in value_cards) - worth)
            state = rules.apply(state, seat, players[seat].choose(view, rng)).state


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the marks of a review on plays whose exact loss is known.")
    parser.add_argument("game", choices=sorted(PLANTINGS))
    parser.add_argument("--blunders", type=int, default=300)
    parser.add_argument("--best", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = count_marks(given.game, given.seed, blunders=given.blunders, best=given.best)
    print(f"of {found.blunders} planted blunders {found.marked} are marked")
    print(f"of {found.best} best cards {found.blamed} are marked")
    if found.marked < LEAST_MARKED * found.blunders or found.blamed > MOST_BLAMED * found.best:
        raise SystemExit("A share is outside its limit, LEAST_MARKED or MOST_BLAMED.")


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()
