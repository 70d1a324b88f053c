"""Figures and tables that the statistics pages of all four card games share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests.statistics.recount.records import Game, Hand

#: Value and note of each figure, by section and label. The note of a percentage is its fraction.
Figures: TypeAlias = dict[tuple[str, str], tuple[str, str]]
NOTHING = "–"


def whole(number: int) -> str:
    return str(number).replace("-", "−")


def percent(part: float, of_all: int) -> str:
    return f"{round(100 * part / of_all)}%" if of_all else NOTHING


def fraction(part: float, of_all: int) -> str:
    return (f"{part:.0f}" if part % 1 == 0 else f"{part:.1f}") + f"/{of_all}" if of_all else NOTHING


def mean(numbers: Iterable[int | None], *, sign: bool = False) -> str:
    known = [number for number in numbers if number is not None]
    if not known:
        return NOTHING
    average = sum(known) / len(known)
    text = f"{round(abs(average), 1):.1f}"
    return text if text == "0.0" else ("−" if average < 0 else "+" if sign else "") + text


def share(part: float, of_all: int) -> tuple[str, str]:
    return percent(part, of_all), fraction(part, of_all) if of_all else ""


def number(count: int) -> tuple[str, str]:
    return str(count), ""


def confidence_interval(won: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval: the solutions p of (won/games - p)² = z² p (1 - p) / games."""
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


class Hands(list[Hand]):
    @classmethod
    def of(cls, games: Iterable[Game]) -> "Hands":
        return cls(hand for game in games for hand in game.hands)

    def has(self, *words: str) -> int:
        return sum(set(words) <= hand.words for hand in self)

    def values(self, name: str) -> list[int]:
        return [hand.numbers[name] for hand in self if name in hand.numbers]

    def number(self, *words: str) -> tuple[str, str]:
        return number(self.has(*words))

    def mean(self, name: str, *, sign: bool = False) -> tuple[str, str]:
        return mean(self.values(name), sign=sign), ""


@dataclass(frozen=True)
class Shape:
    """Limits: least deficit of a comeback, greatest margin of a close game, least margin of a one-sided game."""

    comeback: int = 100
    close: int = 20
    apart: int = 200


def first_figures(games: Sequence[Game], hands: Hands) -> Figures:
    finished = [game for game in games if game.is_finished]
    low, high = confidence_interval(score_of(finished), len(finished))
    return {
        ("", "games won"): share(score_of(finished), len(finished)),
        ("", "in 95 of 100 cases"): (f"{round(100 * low)}–{round(100 * high)}%", ""),
        ("", "hands"): number(len(hands)),
        ("", "points per hand"): hands.mean("points", sign=True),
    }


def game_figures(games: Sequence[Game], shape: Shape, *, best: str = "score", behind: str = "behind") -> Figures:
    """Return the figures of the section on games, except times, which records do not have."""
    finished = [game for game in games if game.is_finished]
    scores = [game.course[-1][0] for game in finished]
    margins = [abs(game.course[-1][0] - game.course[-1][1]) for game in finished]
    won_from = [max(0, *(other - own for own, other in game.course)) for game in games if game.ending == "won"]
    found = {
        "played to the end": number(len(finished)),
        **{word: number(sum(game.ending == what for game in games)) for word, what in ENDINGS.items()},
        "longest winning streak": longest(games, "won"),
        "longest losing streak": longest(games, "lost"),
        f"comebacks, from {shape.comeback}+ {behind}": number(sum(one >= shape.comeback for one in won_from)),
        f"nail-biters, within {shape.close}": number(sum(one <= shape.close for one in margins)),
        f"blowouts, {shape.apart}+ apart": number(sum(one >= shape.apart for one in margins)),
    }
    if best == "score":
        found |= {
            "average score": (mean(scores), ""),
            "best score": (whole(max(scores)), ""),
            "worst score": (whole(min(scores)), ""),
            "hands per game": (mean(len(game.hands) for game in finished), ""),
        }
    else:
        found |= {
            "average hit points left": (mean(scores), ""),
            "most hit points left": (whole(max(scores)), ""),
            "fewest hit points left": (whole(min(scores)), ""),
        }
    return {("Games" if best == "score" else "Duels", label): one for label, one in found.items()}


def every_game(games: Sequence[Game], shape: Shape, columns: "Columns") -> Figures:
    """Return the figures that all games but duels share, and a table by level with these columns."""
    hands = Hands.of(games)
    points = hands.values("points")
    best = {("Games", "best hand"): (whole(max(points)), ""), ("Games", "worst hand"): (whole(min(points)), "")}
    found = first_figures(games, hands) | game_figures(games, shape) | best | given_up(games)
    return found | by_level(games, columns)


def every_duel(games: Sequence[Game], shape: Shape) -> Figures:
    hands = Hands.of(games)
    first = first_figures(games, hands)
    found = {("", "duels won"): first["", "games won"], ("", "in 95 of 100 cases"): first["", "in 95 of 100 cases"]}
    found |= {("", "rounds per duel"): hands.mean("rounds"), ("", "hit points left per duel"): hands.mean("left")}
    found |= game_figures(games, shape, best="hit points", behind="hit points behind")
    return found | given_up(games, "duels given up") | by_level(games, DUELS)


ENDINGS: Mapping[str, str] = {"won": "won", "lost": "lost", "ties": "tie"}


def given_up(games: Sequence[Game], what: str = "games given up") -> Figures:
    margins = [game.course[-1][0] - game.course[-1][1] for game in games if game.ending == "given up"]
    annulled = sum(game.ending == "annulled" for game in games)
    if not margins and not annulled:
        return {}
    counts = {
        what: len(margins),
        "while ahead": sum(one > 0 for one in margins),
        "while behind": sum(one < 0 for one in margins),
        "while tied": sum(one == 0 for one in margins),
        "games others left": 0,  # every game is against bots only
        "games that don’t count": annulled,
    }
    return {("Given up", label): number(count) for label, count in counts.items()}


Columns: TypeAlias = Mapping[str, Callable[[Sequence[Game], Hands], str]]


def _rows(title: str, name: str, games: Sequence[Game], hands: Hands, columns: Columns) -> Figures:
    cells = columns.items() if games or hands else ()
    return {(title, f"{name}: {head}"): (column(games, hands), "") for head, column in cells}


def by_word(title: str, games: Sequence[Game], names: Mapping[str, str], columns: Columns) -> Figures:
    found: Figures = {}
    for name, word in names.items():
        hands = Hands(hand for hand in Hands.of(games) if word in hand.words)
        found |= _rows(title, name, [game for game in games if word in game.words], hands, columns)
    return found


def by_level(games: Sequence[Game], columns: Columns) -> Figures:
    found: Figures = {}
    for level in {game.level for game in games}:
        those = [game for game in games if game.level == level]
        found |= _rows("By opponent level", level, those, Hands.of(those), columns)
    return found


def _finished(games: Sequence[Game]) -> list[Game]:
    return [game for game in games if game.is_finished]


COLUMNS: Columns = {
    "Games": lambda games, _: str(len(_finished(games))),
    "Won": lambda games, _: percent(score_of(games), len(_finished(games))),
    "Hands": lambda _, hands: str(len(hands)),
    "Points per hand": lambda _, hands: mean(hands.values("points"), sign=True),
    "Bids made": lambda _, hands: percent(hands.has("made"), hands.has("made") + hands.has("set")),
}
NILS: Columns = {
    **COLUMNS,
    "Nils made": lambda _, hands: fraction(hands.has("nil", "held"), hands.has("nil")),
    "Blind made": lambda _, hands: fraction(hands.has("blind", "held"), hands.has("blind")),
}
PILES: Columns = {
    **NILS,
    "Piles won": lambda _, hands: percent(hands.has("pile"), hands.has("pile") + hands.has("pile lost")),
}
DUELS: Columns = {
    "Duels": COLUMNS["Games"],
    "Won": COLUMNS["Won"],
    "Hit points left": lambda _, hands: mean(hands.values("left")),
}
