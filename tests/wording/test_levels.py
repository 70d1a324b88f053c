"""The strength of the levels as the pages tell it is what was measured and written down."""

import re
from pathlib import Path

import pytest

from games.registry import GAMES, levels
from games.services.people.setups import variants
from games.viewmodel.levels import LIKE, strength

DOCS = Path(__file__).resolve().parents[2] / "docs"
PLAYERS = (DOCS / "players.md").read_text(encoding="utf-8")
MARTA = (DOCS / "marta.md").read_text(encoding="utf-8")
MEASURED = {(key, variant): told for key, game in GAMES.items() for variant, told in game.measured.items()}
HOUSE_RULES = {("spades", "custom1"), ("spades", "custom2")}


def written(key: str, variant: str, stronger: str, weaker: str) -> float:
    """The percentage of games won that the documents tell."""
    row = f"{variant.title()}: {stronger}, {weaker}" if variant else f"{stronger}, {weaker}"
    found = re.search(rf"^\| {row} \| ([\d.]+)% ", MARTA if key == "twoman" else PLAYERS, re.MULTILINE)
    assert found is not None, row
    return float(found[1])


@pytest.mark.parametrize(("key", "variant"), MEASURED)
def test_a_measured_strength_is_the_one_in_the_documents(key: str, variant: str) -> None:
    steps = zip(levels(key)[1:], levels(key), strict=False)
    found = tuple(round(written(key, variant, *step)) for step in steps)
    assert MEASURED[key, variant] == found


@pytest.mark.parametrize("key", GAMES)
def test_every_level_is_told_of_in_every_game_that_was_measured(key: str) -> None:
    for variant in variants(key) or ("",):
        told = [strength(levels(key), MEASURED.get((key, variant), ()), level) for level in levels(key)]
        is_measured = (key, variant) not in HOUSE_RULES and len(levels(key)) > 1
        assert all(told) is is_measured, f"`measured` of {key} {variant} and docs/players.md say otherwise"
        assert all(LIKE[level] for level in levels(key))


def test_the_weakest_loses_to_its_neighbour_and_the_others_win_against_theirs() -> None:
    known = levels("bidwhist")
    assert [strength(known, MEASURED["bidwhist", ""], level) for level in known] == [
        "Loses 67 games of 100 to medium.",
        "Wins 67 games of 100 against easy.",
        "Wins 66 games of 100 against medium.",
        "Wins 61 games of 100 against skilled.",
    ]
