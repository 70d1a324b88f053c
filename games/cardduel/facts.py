"""The facts of a duel for one seat: damage dealt and taken, healing, blocks, bluffs, blazes.

A duel is one hand. Its score is the hit points left; there are no points.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.cardduel.score import Blaze, CardPlay, Effect, Purpose, Round, tally
from games.cardduel.state import CardDuelState, named
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.snapshot import PlayedHand


class CardDuelFacts(GameFacts):
    """The facts of Card Duel. The limits of comebacks and margins are in HP; a duel starts at 30."""

    comeback: ClassVar[int] = 15
    nail_biter: ClassVar[int] = 5
    blow_out: ClassVar[int] = 25

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        rounds, blaze = _read(hand.sheet, scores_before)
        numbers = {name: value for name, value in plain.numbers.items() if name != "points"}
        numbers |= {"rounds": whole_number(hand.record["rounds"]) or 0, **tally(rounds, blaze, seat)}
        numbers |= _bluffs(rounds, seat)
        marks = (*plain.marks, *_bluff_marks(numbers), *_blaze_marks(blaze, seat))
        return replace(plain, marks=marks, numbers=numbers)

    def totals(self, hands: Sequence[PlayedHand]) -> dict[str, int]:
        return {"rounds": sum(whole_number(hand.record["rounds"]) or 0 for hand in hands)}

    def standing(self, state: State) -> Scores:
        """Return the hit points left, by seat."""
        return CardDuelState.of(state).hp

    def course(self, rules: Ruleset, hands: Sequence[PlayedHand], start: Scores) -> list[Scores]:
        """Return the hit points by seat at the start, after each round and after a blaze."""
        return [one for one in (start, *(hp for hand in hands for hp in _hit_points(hand.sheet))) if one]

    def compared(self, rules: Ruleset, hand: PlayedHand) -> Scores:
        """Return the hit points by seat at the end. After a blaze the loser has 0; the sheet may differ."""
        blaze = _blaze(hand.sheet)
        if blaze is None:
            return super().compared(rules, hand)
        return tuple(hp if seat == blaze.winner else 0 for seat, hp in enumerate(blaze.hp))

    def within(self, sheet: Mapping[str, Any], seat: Seat) -> tuple[tuple[int, int], ...]:
        return tuple((hp[seat], hp[1 - seat]) for hp in _hit_points(sheet))


def _hit_points(sheet: Mapping[str, Any]) -> list[Scores]:
    """Return the hit points by seat after each round and after a blaze."""
    blaze = sheet.get("blaze")
    ends = [one["effects"][-1] for one in sheet.get("rounds", ())]
    return [tuple(one["hp"]) for one in (*ends, *([] if blaze is None else [blaze]))]


def _blaze(sheet: Mapping[str, Any]) -> Blaze | None:
    found = sheet.get("blaze")
    return None if found is None else Blaze(**{**found, "hp": (*found["hp"],)})


def _read(sheet: Mapping[str, Any], hit_points: Scores) -> tuple[list[Round], Blaze | None]:
    """Return the rounds of a duel that began with `hit_points`, and its blaze or None."""
    rounds, hp = list[Round](), (hit_points[0], hit_points[1])
    for number, one in enumerate(sheet.get("rounds", ()), start=1):
        first, second = (CardPlay.of(named(argument)) for argument in one["plays"])
        effects = tuple(Effect(**{**effect, "deed": Purpose(effect["deed"])}) for effect in one["effects"])
        rounds.append(Round(number, one["coin"], (first, second), effects, hp))
        hp = rounds[-1].hp
    return rounds, _blaze(sheet)


def _bluffs(rounds: Sequence[Round], seat: Seat) -> dict[str, int]:
    """Count the stacks without effect that the seat played while it had the coin, and how many met a shield."""
    found = {"bluffs": 0, "bluffs_worked": 0}
    for one in rounds:
        deeds = {effect.seat: effect.deed for effect in one.effects}
        if one.coin == seat and deeds.get(seat) == Purpose.NOTHING:
            found["bluffs"] += 1
            found["bluffs_worked"] += deeds.get(1 - seat) == Purpose.SHIELD
    return found


def _bluff_marks(numbers: Mapping[str, int]) -> Iterator[str]:
    if numbers["bluffs"]:
        yield "bluff"
    if numbers["bluffs_worked"]:
        yield "bluff_worked"


def _blaze_marks(blaze: Blaze | None, seat: Seat) -> Iterator[str]:
    """Yield the marks of a blaze by the seat (won or lost) or against it (fatal or survived)."""
    if blaze is None:
        return
    won = blaze.winner == blaze.invoker
    if blaze.invoker == seat:
        yield from ("blaze", "blaze_won" if won else "blaze_lost")
    else:
        yield from ("blaze_against", "blaze_fatal" if won else "blaze_survived")
