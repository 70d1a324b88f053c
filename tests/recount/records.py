"""What any record tells: how its game ended for one seat and its scores; and figures as a page writes them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]
#: By section and label: the value, and how many of how many.
Figures: TypeAlias = dict[tuple[str, str], tuple[str, str]]

RANKS = "23456789TJQKA"
NOTHING = "–"


@dataclass
class Hand:
    """What holds of a finished hand (words), and its numbers; one that is missing does not hold for it."""

    words: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)


class Hands(list[Hand]):
    def has(self, *words: str) -> int:
        return sum(set(words) <= hand.words for hand in self)

    def values(self, name: str) -> list[int]:
        return [hand.numbers[name] for hand in self if name in hand.numbers]

    def number(self, *words: str) -> tuple[str, str]:
        return number(self.has(*words))

    def mean(self, name: str, *, sign: bool = False) -> tuple[str, str]:
        return mean(self.values(name), sign=sign), ""


@dataclass
class Game:
    """`course` are own and best other score from the start on; `words` hold of all of it: variant, side, partner."""

    ending: str
    level: str
    course: list[tuple[int, int]]
    hands: list[Hand]
    words: set[str] = field(default_factory=set)

    @property
    def is_finished(self) -> bool:
        return self.ending not in ("given up", "annulled")


def hands_of(games: Iterable[Game]) -> Hands:
    return Hands(hand for game in games for hand in game.hands)


def own_seat(record: Record) -> int:
    (seat,) = [place for place, one in enumerate(record["seats"]) if one["player"] == "person"]
    return seat


def ending(record: Record, side: int) -> str:
    if "ended" in record:
        return "annulled" if record["ended"]["why"] == "annulled" else "given up"
    winner = record["result"].get("winner")
    return "tie" if winner is None else "won" if winner == side else "lost"


def level(record: Record, seats: Iterable[int]) -> str:
    """Of the other side; tests play against one level only."""
    (found,) = {record["seats"][seat]["player"] for seat in seats}
    return str(found)


def pair(scores: Sequence[int], side: int) -> tuple[int, int]:
    return scores[side], max(one for place, one in enumerate(scores) if place != side)


def trick_winner(cards: Sequence[str], leader: int, *, led: str = "") -> int:
    """The seat that takes a full trick, spades being trumps; `led` where it is not the first card's suit."""

    def strength(card: str) -> tuple[bool, bool, int]:
        return card[1] == "S", card[1] == (led or cards[0][1]), RANKS.index(card[0])

    best = max(range(len(cards)), key=lambda place: strength(cards[place]))
    return (leader + best) % len(cards)


def played(hand: Mapping[str, Any]) -> list[tuple[int, str]]:
    return [(seat, told[0]) for seat, verb, *told in hand["actions"] if verb == "play"]


# -- as a page writes it ------------------------------------------------------------------------------------


def whole(number: int) -> str:
    return str(number).replace("-", "−")


def percent(part: float, of_all: int) -> str:
    return f"{round(100 * part / of_all)}%" if of_all else NOTHING


def of(part: float, of_all: int) -> str:
    return (f"{part:.0f}" if part % 1 == 0 else f"{part:.1f}") + f"/{of_all}" if of_all else NOTHING


def mean(numbers: Iterable[int | None], *, sign: bool = False) -> str:
    known = [number for number in numbers if number is not None]
    if not known:
        return NOTHING
    average = sum(known) / len(known)
    told = f"{round(abs(average), 1):.1f}"
    return told if told == "0.0" else ("−" if average < 0 else "+" if sign else "") + told


def tried(part: float, of_all: int) -> tuple[str, str]:
    return percent(part, of_all), of(part, of_all) if of_all else ""


def number(count: int) -> tuple[str, str]:
    return str(count), ""


def likely(won: float, games: int) -> tuple[float, float]:
    """The rates p at which what was seen is just within 1.96 deviations: (won/games - p)² = z² p (1 - p) / games."""
    z = 1.959964
    rate, a = won / games, 1 + z * z / games
    b, c = -(2 * rate + z * z / games), rate * rate
    root = max(0.0, b * b - 4 * a * c) ** 0.5
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def longest(games: Sequence[Game], what: str) -> tuple[str, str]:
    rows = [0]
    for game in (one for one in games if one.ending != "annulled"):
        rows.append(rows[-1] + 1 if game.ending == what else 0)
    return str(max(rows)), f"now {rows[-1]}" if rows[-1] else ""


def score_of(games: Iterable[Game]) -> float:
    return sum({"won": 1.0, "tie": 0.5}.get(game.ending, 0.0) for game in games)
