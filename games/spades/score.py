"""Scoring of Spades (docs/rules/spades.md, sections 7 and 8): contract, nils, bonus, bags, and the end of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.state import Result, ended
from games.spades.options import Terms

#: A bid of 0..13 tricks (0 is nil), or "b0" for a blind nil.
SpadesBid: TypeAlias = int | str
BLIND: Final = "b0"
#: Points of a made nil and of a made blind nil; a failed nil of either kind costs `NIL`.
NIL, _BLIND_NIL = 100, 200
_BAGS, BAG_PENALTY = 10, 100


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's score and bags (0..9 between hands)."""

    score: int = 0
    bags: int = 0


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's line of a hand's score sheet.

    `taken` counts the tricks of seats that bid tricks, `nil_tricks` the tricks of nil bidders. `contract`, `nils` and
    `bonus` are points; `penalties` is the number of penalties for ten bags.
    """

    bid: int
    taken: int
    nil_tricks: int
    score_before: int
    bags_before: int
    contract: int
    nils: int
    bonus: int
    bags_taken: int
    penalties: int
    points: int
    score: int
    bags: int

    @property
    def is_made(self) -> bool:
        """Whether the contract was made; true if all seats of the side bid nil."""
        return self.taken >= self.bid

    @property
    def standing(self) -> Standing:
        return Standing(self.score, self.bags)


def lines_of(sheet: Mapping[str, Any]) -> tuple[SideLine, ...]:
    """Return the lines by side from a stored score sheet; empty after a misdeal."""
    return tuple(SideLine(**one) for one in sheet.get("lines", ()))


def bids_in(record: Mapping[str, Any]) -> tuple[SpadesBid, ...]:
    return tuple(record["bids"])


def tricks_in(record: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(record["tricks"])


def tricks_of(bid: SpadesBid | None) -> int:
    """Return the number of tricks that a bid promises; 0 for a blind nil or no bid yet."""
    return bid if isinstance(bid, int) else 0


def score_side(before: Standing, bids: Sequence[SpadesBid], tricks: Sequence[int], terms: Terms) -> SideLine:
    """Score a hand for one side. `bids` and `tricks` have one item for each of its seats, in the same order."""
    pairs = list(zip(bids, tricks, strict=True))
    bid = sum(map(tricks_of, bids))
    taken = sum(took for one, took in pairs if tricks_of(one))
    nil_tricks = sum(tricks) - taken  # each is a bag (S15)
    contract = contract_points(bid) if taken >= bid else -contract_points(bid)
    bonus = bonus_of(bid, terms) if taken >= bid else 0
    nils = sum(_nil_points(one, took) for one, took in pairs if not tricks_of(one))
    bags_taken = (max(0, taken - bid) if bid else 0) + nil_tricks
    penalties, bags = divmod(before.bags + bags_taken, _BAGS)
    points = contract + nils + bonus + bags_taken - BAG_PENALTY * penalties
    return SideLine(
        bid=bid,
        taken=taken,
        nil_tricks=nil_tricks,
        score_before=before.score,
        bags_before=before.bags,
        contract=contract,
        nils=nils,
        bonus=bonus,
        bags_taken=bags_taken,
        penalties=penalties,
        points=points,
        score=before.score + points,
        bags=bags,
    )


def _nil_points(bid: SpadesBid, tricks: int) -> int:
    if tricks:
        return -NIL
    return _BLIND_NIL if bid == BLIND else NIL


def contract_points(bid: int) -> int:
    return 10 * bid


def bonus_of(bid: int, terms: Terms) -> int:
    """Return the bonus for a made contract of `bid` tricks: the largest of `bonuses` (S5)."""
    return max(bonuses(bid, terms).values(), default=0)


def bonuses(bid: int, terms: Terms) -> Mapping[str, int]:
    """Return the bonuses that a made contract qualifies for, by option. `bonus_bid` is first, so that it wins ties."""
    found = {}
    if terms.bonus_bid and bid >= terms.bonus_bid:
        found["bonus_bid"] = 10 * bid
    if terms.ten_for_200 and bid >= 10:
        found["ten_for_200"] = 100
    if terms.seven_for_140 and bid >= 7:
        found["seven_for_140"] = 70
    return found


def end_of_game(scores: Sequence[int], terms: Terms) -> Result | None:
    """Return the result after a scored hand; None if the game goes on, as it does if sides share the best score."""
    wanted = _wanted(scores, terms)
    if wanted is None or scores.count(wanted) > 1:
        return None
    return ended(scores.index(wanted), "score")


def are_level(scores: Sequence[int], terms: Terms) -> bool:
    """Return whether the game goes on only because sides share the best score."""
    return _wanted(scores, terms) is not None and end_of_game(scores, terms) is None


def _wanted(scores: Sequence[int], terms: Terms) -> int | None:
    """Return the best score if some score ends the game (S16, S17), else None."""
    is_lost = terms.lose is not None and not is_range_mode(terms) and min(scores) <= terms.lose
    return best_of(scores, terms) if is_lost or max(scores) >= terms.win else None


def best_of(scores: Sequence[int], terms: Terms) -> int:
    if not is_range_mode(terms):
        return max(scores)
    # The highest score within the range, else the highest below it; if all are bust, the lowest (S17).
    within = [score for score in scores if terms.win <= score < (terms.lose or 0)]
    below = [score for score in scores if score < terms.win]
    return max(within or below, default=min(scores))


def is_range_mode(terms: Terms) -> bool:
    """Return whether the losing score is above the winning score, so that a side can go bust (S17)."""
    return terms.lose is not None and terms.lose > terms.win
