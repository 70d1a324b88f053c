"""What a duel was for one seat: damage dealt and taken, healing, what was blocked, bluffs, blazes.

A duel is one hand, so a hand's numbers are the duel's. It has no points: the score is the hit points that were left.
Damage is what it took of hit points that were there, in rounds and in a blaze of glory alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from games.cardduel.score import Deed
from games.cardduel.state import own
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, Scores, Teller, whole_number
from games.snapshot import HandSeen


class CardDuelTeller(Teller):
    """The words of Card Duel. Thirty hit points are no hundred: what is close and what is far is less."""

    comeback: ClassVar[int] = 15
    nail_biter: ClassVar[int] = 5
    blow_out: ClassVar[int] = 25

    def hand(self, rules: Ruleset, state: State, hand: HandSeen, before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, before, seat)
        rounds, blaze = _rounds(hand.sheet), _blaze(hand.sheet)
        numbers = {name: value for name, value in plain.numbers.items() if name != "points"}
        numbers |= {"rounds": whole_number(hand.record["rounds"]) or 0, **_points(rounds, blaze, before, seat)}
        numbers |= _bluffs(rounds, seat)
        marks = (*plain.marks, *_bluff_marks(numbers), *_blaze_marks(blaze, seat))
        return replace(plain, marks=marks, numbers=numbers)

    def totals(self, hands: Sequence[HandSeen]) -> dict[str, int]:
        return {"rounds": sum(whole_number(hand.record["rounds"]) or 0 for hand in hands)}

    def standing(self, state: State) -> Scores:
        """A duel is told round by round, so what stands is what both have left."""
        return own(state).hp

    def course(self, rules: Ruleset, hands: Sequence[HandSeen], start: Scores) -> list[Scores]:
        """After each round, and after a blaze."""
        return [one for one in (start, *(hp for hand in hands for hp in _hit_points(hand.sheet))) if one]

    def within(self, sheet: Mapping[str, Any], seat: Seat) -> tuple[tuple[int, int], ...]:
        return tuple((hp[seat], hp[1 - seat]) for hp in _hit_points(sheet))


def _hit_points(sheet: Mapping[str, Any]) -> list[Scores]:
    """What both had left after each round of a duel, and after a blaze."""
    blaze = _blaze(sheet)
    ends = [one["effects"][-1] for one in _rounds(sheet)]
    return [tuple(one["hp"]) for one in (*ends, *([] if blaze is None else [blaze]))]


def _rounds(sheet: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(sheet.get("rounds", ()))


def _blaze(sheet: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return cast("Mapping[str, Any] | None", sheet.get("blaze"))


def _points(
    rounds: list[Mapping[str, Any]], blaze: Mapping[str, Any] | None, before: Scores, seat: Seat
) -> dict[str, int]:
    """What the effects of all rounds, and a blaze, came to; `before` are the hit points at the start."""
    found, hp = {"dealt": 0, "taken": 0, "healed": 0, "blocked": 0}, before
    for effect in (effect for one in rounds for effect in one["effects"]):
        by, deed = effect["seat"], effect["deed"]
        if deed == Deed.HEAL and by == seat:
            found["healed"] += effect["change"]
        elif deed == Deed.ATTACK:
            found["dealt" if by == seat else "taken"] += hp[1 - by] - effect["hp"][1 - by]
            if by != seat:
                found["blocked"] += min(effect["shield"], effect["top"] + effect["wands"])
        hp = effect["hp"]
    return found if blaze is None else _with_blaze(found, blaze, hp, seat)


def _with_blaze(found: dict[str, int], blaze: Mapping[str, Any], hp: Scores, seat: Seat) -> dict[str, int]:
    """The other is healed by its cups and blocks by its shields before it is hit."""
    hurt = 1 - blaze["invoker"]
    damage = hp[hurt] + blaze["cups"] - blaze["hp"][hurt]
    if hurt != seat:
        return found | {"dealt": found["dealt"] + damage}
    blocked = min(blaze["swords"], blaze["shields"])
    more = {"taken": damage, "healed": blaze["cups"], "blocked": blocked}
    return {name: count + more.get(name, 0) for name, count in found.items()}


def _bluffs(rounds: list[Mapping[str, Any]], seat: Seat) -> dict[str, int]:
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


def _blaze_marks(blaze: Mapping[str, Any] | None, seat: Seat) -> Iterator[str]:
    """A blaze of one's own, won or lost, or the other's, survived or not."""
    if blaze is None:
        return
    invoker = blaze["invoker"]
    won = blaze["hp"][1 - invoker] == 0
    if invoker == seat:
        yield from ("blaze", "blaze_won" if won else "blaze_lost")
    else:
        yield from ("blaze_against", "blaze_fatal" if won else "blaze_survived")
