"""What any record tells: how its game ended for one seat, its scores, and the figures that every game has."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    """Return the level of the other side; tests play against one level only."""
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


# -- the figures of every game, and the tables that set games side by side -------------------------------------


@dataclass(frozen=True)
class Shape:
    """Behind by so many, ended so close, ended so far apart."""

    comeback: int = 100
    close: int = 20
    apart: int = 200


def first_figures(games: Sequence[Game], hands: Hands) -> Figures:
    finished = [game for game in games if game.is_finished]
    low, high = likely(score_of(finished), len(finished))
    return {
        ("", "games won"): tried(score_of(finished), len(finished)),
        ("", "in 95 of 100 cases"): (f"{round(100 * low)}–{round(100 * high)}%", ""),
        ("", "hands"): number(len(hands)),
        ("", "points a hand"): hands.mean("points", sign=True),
    }


def game_figures(games: Sequence[Game], shape: Shape, *, best: str = "score", behind: str = "behind") -> Figures:
    """What `Games` and `Given up` say; times are in no record."""
    finished = [game for game in games if game.is_finished]
    scores = [game.course[-1][0] for game in finished]
    margins = [abs(game.course[-1][0] - game.course[-1][1]) for game in finished]
    won_from = [max(0, *(other - own for own, other in game.course)) for game in games if game.ending == "won"]
    found = {
        "played to the end": number(len(finished)),
        **{word: number(sum(game.ending == what for game in games)) for word, what in ENDINGS.items()},
        "most won in a row": longest(games, "won"),
        "most lost in a row": longest(games, "lost"),
        f"comebacks, from {shape.comeback} {behind}": number(sum(one >= shape.comeback for one in won_from)),
        f"nail-biters, within {shape.close}": number(sum(one <= shape.close for one in margins)),
        f"blow-outs, {shape.apart} apart": number(sum(one >= shape.apart for one in margins)),
    }
    if best == "score":
        found |= {
            "average score": (mean(scores), ""),
            "best score": (whole(max(scores)), ""),
            "worst score": (whole(min(scores)), ""),
            "hands a game": (mean(len(game.hands) for game in finished), ""),
        }
    else:
        found |= {
            "average hit points left": (mean(scores), ""),
            "most hit points left": (whole(max(scores)), ""),
            "fewest hit points left": (whole(min(scores)), ""),
        }
    return {("Games" if best == "score" else "Duels", label): one for label, one in found.items()}


def every_game(games: Sequence[Game], shape: Shape) -> Figures:
    hands = hands_of(games)
    points = hands.values("points")
    best = {("Games", "best hand"): (whole(max(points)), ""), ("Games", "worst hand"): (whole(min(points)), "")}
    return first_figures(games, hands) | game_figures(games, shape) | best | given_up(games)


ENDINGS: Mapping[str, str] = {"won": "won", "lost": "lost", "ties": "tie"}


def given_up(games: Sequence[Game], what: str = "games given up") -> Figures:
    margins = [game.course[-1][0] - game.course[-1][1] for game in games if game.ending == "given up"]
    annulled = sum(game.ending == "annulled" for game in games)
    if not margins and not annulled:
        return {}
    counts = {
        what: len(margins),
        "of them ahead": sum(one > 0 for one in margins),
        "of them behind": sum(one < 0 for one in margins),
        "of them level": sum(one == 0 for one in margins),
        "games that others left": 0,  # all of them are against computer players
        "games that count for nobody": annulled,
    }
    return {("Given up", label): number(count) for label, count in counts.items()}


Column = Callable[[Sequence[Game], Hands], str]


def _rows(title: str, name: str, games: Sequence[Game], hands: Hands, columns: Mapping[str, Column]) -> Figures:
    cells = columns.items() if games or hands else ()
    return {(title, f"{name}: {head}"): (column(games, hands), "") for head, column in cells}


def by_word(title: str, games: Sequence[Game], names: Mapping[str, str], columns: Mapping[str, Column]) -> Figures:
    found: Figures = {}
    for name, word in names.items():
        hands = Hands(hand for hand in hands_of(games) if word in hand.words)
        found |= _rows(title, name, [game for game in games if word in game.words], hands, columns)
    return found


def by_level(title: str, games: Sequence[Game], columns: Mapping[str, Column]) -> Figures:
    found: Figures = {}
    for level in {game.level for game in games}:
        those = [game for game in games if game.level == level]
        found |= _rows(title, level, those, hands_of(those), columns)
    return found


def _finished(games: Sequence[Game]) -> list[Game]:
    return [game for game in games if game.is_finished]


COLUMNS: Mapping[str, Column] = {
    "Games": lambda games, _: str(len(_finished(games))),
    "Won": lambda games, _: percent(score_of(games), len(_finished(games))),
    "Hands": lambda _, hands: str(len(hands)),
    "Points a hand": lambda _, hands: mean(hands.values("points"), sign=True),
    "Bids made": lambda _, hands: percent(hands.has("made"), hands.has("made") + hands.has("set")),
}
NILS: Mapping[str, Column] = {
    "Nils made": lambda _, hands: of(hands.has("nil", "held"), hands.has("nil")),
    "Blind made": lambda _, hands: of(hands.has("blind", "held"), hands.has("blind")),
}
PILES: Mapping[str, Column] = {
    "Piles won": lambda _, hands: percent(hands.has("pile"), hands.has("pile") + hands.has("pile lost")),
}
