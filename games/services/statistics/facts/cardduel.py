"""What a duel was for one seat: damage dealt and taken, healing, what was blocked, bluffs, blazes.

A duel is one hand, so a hand's numbers are the duel's. The score is the hit points that were left.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from games.engine.actions import tuple_of
from games.engine.cardduel_score import Deed
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.services.seen import HandSeen
from games.services.statistics.facts.base import Facts, Teller, Top


class CardDuelTeller(Teller):
    """The words of Card Duel. Thirty hit points are no hundred: what is close and what is far is less."""

    spreads: ClassVar[tuple[tuple[str, ...], ...]] = (("points",), ("rounds",))
    split: ClassVar[frozenset[str]] = Teller.split | {"blaze", "blaze_won", "bluff", "bluff_worked"}
    tops: ClassVar[tuple[Top, ...]] = (
        Top("most_damage", "dealt"),
        Top("longest_duel", "rounds"),
        Top("shortest_duel", "rounds", is_least=True),
    )
    comeback: ClassVar[int] = 15
    nail_biter: ClassVar[int] = 5
    blow_out: ClassVar[int] = 25

    def hand(self, rules: Ruleset, state: State, hand: HandSeen, before: HandSeen | None, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, before, seat)
        rounds = cast("list[dict[str, Any]]", list(tuple_of(hand.sheet.get("rounds"))))
        numbers = {**plain.numbers, "rounds": len(rounds), **_points(rounds, seat), **_bluffs(rounds, seat)}
        marks = (*plain.marks, *_bluff_marks(numbers), *_blaze_marks(hand.sheet.get("blaze"), seat))
        return replace(plain, marks=marks, numbers=numbers)


def _effects(rounds: list[dict[str, Any]]) -> Iterator[Mapping[str, Any]]:
    return (effect for one in rounds for effect in one["effects"])


def _points(rounds: list[dict[str, Any]], seat: Seat) -> dict[str, int]:
    """What the effects of all rounds came to."""
    found = {"dealt": 0, "taken": 0, "healed": 0, "blocked": 0}
    for effect in _effects(rounds):
        is_mine, deed = effect["seat"] == seat, effect["deed"]
        if deed == Deed.HEAL and is_mine:
            found["healed"] += effect["change"]
        elif deed == Deed.ATTACK:
            found["dealt" if is_mine else "taken"] += effect["change"]
            if not is_mine:
                found["blocked"] += min(effect["shield"], effect["top"] + effect["wands"])
    return found


def _bluffs(rounds: list[dict[str, Any]], seat: Seat) -> dict[str, int]:
    """Stacks laid with the coin that do nothing, and those of them that drew a shield for nothing."""
    found = {"bluffs": 0, "bluffs_worked": 0}
    for one in rounds:
        deeds = {effect["seat"]: effect["deed"] for effect in one["effects"]}
        if one["coin"] == seat and deeds.get(seat) == Deed.NOTHING:
            found["bluffs"] += 1
            found["bluffs_worked"] += deeds.get(1 - seat) == Deed.SHIELD
    return found


def _bluff_marks(numbers: Mapping[str, int]) -> Iterator[str]:
    if numbers["bluffs"]:
        yield "bluff"
    if numbers["bluffs_worked"]:
        yield "bluff_worked"


def _blaze_marks(told: object, seat: Seat) -> Iterator[str]:
    """A blaze of one's own, won or lost, or the other's, survived or not."""
    if not isinstance(told, Mapping):
        return
    hp = tuple_of(told["hp"])
    invoker = told["invoker"]
    won = hp[1 - invoker] == 0
    if invoker == seat:
        yield from ("blaze", "blaze_won" if won else "blaze_lost")
    else:
        yield from ("blaze_against", "blaze_fatal" if won else "blaze_survived")
