"""Shared by the recounts of the four card games: the ending, level, scores and tricks of one seat in a record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]
RANKS = "23456789TJQKA"


@dataclass
class Hand:
    """A finished hand: words that are true of it, and numbers. A number that does not apply is missing."""

    words: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass
class Game:
    """A game as one seat played it. `words` are true of the whole game, such as its variant.

    `course` has pairs of own score and best other score: at the start, and after each hand or round.
    """

    ending: str
    level: str
    course: list[tuple[int, int]]
    hands: list[Hand]
    words: set[str] = field(default_factory=set)

    @property
    def is_finished(self) -> bool:
        return self.ending not in ("given up", "annulled")


def own_seat(record: Record) -> int:
    (seat,) = [place for place, one in enumerate(record["seats"]) if one["player"] == "person"]
    return seat


def ending(record: Record, side: int) -> str:
    if "ended" in record:
        return "annulled" if record["ended"]["why"] == "annulled" else "given up"
    winner = record["result"].get("winner")
    return "tie" if winner is None else "won" if winner == side else "lost"


def level(record: Record, seats: Iterable[int]) -> str:
    (found,) = {record["seats"][seat]["player"] for seat in seats}
    return str(found)


def pair(scores: Sequence[int], side: int) -> tuple[int, int]:
    return scores[side], max(one for place, one in enumerate(scores) if place != side)


def trick_winner(cards: Sequence[str], leader: int, *, led: str = "") -> int:
    """Return the seat that wins a trick with spades as trumps. `led` replaces the suit of the first card."""

    def strength(card: str) -> tuple[bool, bool, int]:
        return card[1] == "S", card[1] == (led or cards[0][1]), RANKS.index(card[0])

    best = max(range(len(cards)), key=lambda place: strength(cards[place]))
    return (leader + best) % len(cards)


def played(hand: Mapping[str, Any]) -> list[tuple[int, str]]:
    return [(seat, arguments[0]) for seat, verb, *arguments in hand["actions"] if verb == "play"]
