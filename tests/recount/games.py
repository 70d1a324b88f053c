"""The figures that every game has, in the words of hands or of duels, and the tables that set games side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.recount.records import (
    Figures,
    Game,
    Hands,
    hands_of,
    likely,
    longest,
    mean,
    number,
    of,
    percent,
    score_of,
    tried,
    whole,
)


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
    """All that is told of every game but a duel."""
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
    """A row only where there is a hand or a game."""
    cells = columns.items() if games or hands else ()
    return {(title, f"{name}: {head}"): (column(games, hands), "") for head, column in cells}


def by_word(title: str, games: Sequence[Game], names: Mapping[str, str], columns: Mapping[str, Column]) -> Figures:
    """Games and hands each of which that holds."""
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
