"""The margin of a board, worked out from its record alone, and as a page says it."""

from typing import Any


def margin(record: dict[str, Any]) -> int:
    """From the record alone: what was won in the hand by the person, less what the other side won."""
    base, bags = record["start"]["base"], record["start"]["bags"]
    before = [points + (count if points >= 0 else -count) for points, count in zip(base, bags, strict=True)]
    after = record["hands"][0]["result"]["display"]
    return (after[0] - before[0]) - (after[1] - before[1])


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
