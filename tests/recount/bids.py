"""Bids of people and what became of them, recounted from stored hands alone: cards, calls and results as they lie.

Nothing of the house's likenesses or rules is used, so what "hands like this" counts can be held against it.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.models import Hand

TOP = "JQKA"
WEIGHTS = {
    "twoman": (12, 10, 8, 6, 4, 1, 0, 3),
    "spades": (12, 10, 8, 6, 4, 2, 3, 1),
    "bidwhist": (10, 12, 8, 4, 4, 1, 3, 3),
}


@dataclass(frozen=True)
class Told:
    pool: str
    traits: tuple[int, ...]
    bid: str
    is_made: bool | None
    points: int


def told_of(user: Any = None) -> list[Told]:
    """The compared bids of that user, or of everybody, in hands that are over and reviewed."""
    hands = Hand.objects.filter(ended_at__isnull=False, game__imported_at__isnull=True)
    return [one for hand in hands.select_related("game").order_by("game", "number") for one in _of_hand(hand, user)]


def _of_hand(hand: Hand, user: Any) -> Iterator[Told]:
    key = hand.game.key
    for seat in hand.game.seats.filter(level="").exclude(user=None, guest=None):
        reviewed = hand.game.reviews.filter(number=hand.number, seat=seat.number).exists()
        if reviewed and (user is None or seat.user_id == user.pk):
            one = {"twoman": _twoman, "spades": _spades, "bidwhist": _bidwhist}[key](hand, seat.number)
            if one is not None:
                yield one


def _bids(hand: Hand) -> list[tuple[int, str]]:
    return list(hand.bids.order_by("place").values_list("seat", "text"))


def _heard(hand: Hand, seat: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for by, text in _bids(hand):
        if by == seat:
            break
        found[by] = text
    return found


def _own(hand: Hand, seat: int) -> str:
    return next((text for by, text in _bids(hand) if by == seat), "")


def _before(hand: Hand, name: str, sides: int) -> list[int]:
    """The scores with which the hand began: those of the last one before it that was scored."""
    for one in hand.game.hands.filter(number__lt=hand.number).order_by("-number"):
        assert one.result is not None
        if name in one.result:
            return list(one.result[name])
    return [0] * sides


def _lead(scores: list[int], side: int) -> int:
    return scores[side] - max(one for place, one in enumerate(scores) if place != side)


def _grown(hand: Hand, name: str, sides: int, side: int) -> int:
    before = _before(hand, name, sides)
    assert hand.result is not None
    return _lead(hand.result.get(name, before), side) - _lead(before, side)


def _spade_traits(held: list[str]) -> tuple[int, ...]:
    spades = [one for one in held if one[1] == "S"]
    others = [one[0] for one in held if one[1] != "S"]
    return (
        len(spades),
        sum(one[0] in TOP for one in spades),
        others.count("A"),
        others.count("K"),
        4 - len({one[1] for one in held}),
    )


def _twoman(hand: Hand, seat: int) -> Told | None:
    bid = _own(hand, seat)
    assert hand.result is not None and hand.sheet is not None
    if not bid.isdigit() or "blind_nil" in hand.sheet:
        return None
    gone = set(hand.discards.filter(seat=seat).values_list("card", flat=True))
    held = [one for one in hand.deal["hands"][seat] if one not in gone]
    heard = _heard(hand, seat).get(1 - seat)
    number = -1 if heard is None else int(heard.split()[-1])
    ahead = _lead(_before(hand, "display", 2), seat) // 10
    tricks = hand.result["tricks"][seat]
    is_made = tricks == 0 if bid == "0" else tricks >= int(bid)
    traits = (*_spade_traits(held), ahead, -1, number)
    return Told("twoman", traits, bid, is_made, _grown(hand, "display", 2, seat))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _spades(hand: Hand, seat: int) -> Told | None:
    variant, bid = hand.game.options.get("variant", "partner"), _own(hand, seat)
    if variant not in ("partner", "solo", "suicide") or not bid.isdigit():
        return None
    sides, heard = 4 if variant == "solo" else 2, _heard(hand, seat)
    mate = (seat + 2) % 4 if sides == 2 else None
    others = [_number(text) for by, text in heard.items() if by != mate]
    partner = _number(heard[mate]) if mate in heard else -1
    ahead = _lead(_before(hand, "score", sides), seat % sides) // 50
    traits = (*_spade_traits(hand.deal["hands"][seat]), ahead, partner, sum(others) if others else -1)
    assert hand.result is not None and hand.sheet is not None
    bids, tricks = hand.result["bids"], hand.result["tricks"]
    if bids[seat] in (0, "b0"):
        is_made = tricks[seat] == 0
    else:
        line = hand.sheet["lines"][seat % sides]
        is_made = line["taken"] >= line["bid"]
    return Told(f"spades/{variant}", traits, bid, is_made, _grown(hand, "score", sides, seat % sides))


def _bidwhist(hand: Hand, seat: int) -> Told | None:
    held, heard, bid = hand.deal["hands"][seat], _heard(hand, seat), _own(hand, seat)
    ranks = [one[0] for one in held if one[1] in "CDHS"]
    lengths = [sum(one[1] == suit for one in held) for suit in "CDHS"]
    levels = {by: 0 if text == "pass" else int(text[0]) for by, text in heard.items()}
    traits = (
        max(lengths),
        len(held) - sum(lengths),
        ranks.count("A"),
        sum(one in "JQK" for one in ranks) - sum(one in "234" for one in ranks),
        lengths.count(0),
        _lead(_before(hand, "score", 2), seat % 2),
        levels.get((seat + 2) % 4, -1),
        max(levels.values(), default=-1),
    )
    assert hand.result is not None and hand.sheet is not None
    is_played = hand.result.get("declarer") == seat and hand.result["contract"] == bid
    is_made = hand.sheet["is_made"] if is_played else None
    return Told("bidwhist", traits, bid, is_made, _grown(hand, "score", 2, seat % 2))


def simulated(key: str, pool: str) -> list[Told]:
    """The lines of a pool in the file, in their order."""
    rows = csv.reader(Path("games", key, "bids.csv").read_text(encoding="ascii").splitlines())
    return [
        Told(pool, tuple(map(int, row[1:9])), row[9], bool(int(row[10])) if row[10] else None, int(row[11]))
        for row in rows
        if row[0] == pool
    ]


def far(key: str, one: Told, other: Told) -> int:
    return sum(weight * abs(a - b) for weight, a, b in zip(WEIGHTS[key], one.traits, other.traits, strict=True))
