"""What a duel counts as: damage, healing, blocks, bluffs and blazes, on duels of which the cards are chosen."""

import pytest

from games.cardduel.facts import CardDuelFacts
from games.cardduel.rules import CardDuel
from games.facts import Ending, Facts
from tests.presenters.seeing_duel import DuelTable


def told(table: DuelTable, seat: int = 0, hp: tuple[int, int] = (30, 30)) -> Facts:
    """Of a duel that began with so many hit points."""
    return CardDuelFacts().hand(CardDuel(), table.log.state, table.log.hands[0], hp, seat)


@pytest.mark.parametrize(
    ("plays", "seat", "numbers"),
    [
        (("KS", "TS"), 0, {"dealt": 13, "taken": 10, "healed": 0, "blocked": 0}),
        (("KS", "QD"), 0, {"dealt": 1, "taken": 0, "healed": 0, "blocked": 0}),
        (("KS", "QD"), 1, {"dealt": 0, "taken": 1, "healed": 0, "blocked": 12}),
        (("7H", "TS"), 0, {"dealt": 0, "taken": 10, "healed": 7, "blocked": 0}),
        (("8D", "TS"), 0, {"dealt": 0, "taken": 2, "healed": 0, "blocked": 8}),
        (("9C 8D", "TS"), 0, {"dealt": 0, "taken": 0, "healed": 0, "blocked": 10}),
        (("9C 7H", "QD"), 0, {"bluffs": 1, "bluffs_worked": 1}),
        (("9C 7H", "TS"), 0, {"bluffs": 1, "bluffs_worked": 0}),
        (("KS", "2C 4H"), 1, {"bluffs": 0, "bluffs_worked": 0}),
    ],
)
def test_a_round_is_counted(plays: tuple[str, str], seat: int, numbers: dict[str, int]) -> None:
    facts = told(DuelTable(max_rounds=1).deal().play(*plays), seat)
    assert {name: facts.numbers[name] for name in numbers} == numbers
    assert facts.numbers["rounds"] == 1


@pytest.mark.parametrize(
    ("hp", "hers", "seat", "marks"),
    [
        (9, "2C 3C 4C 5C 9D", 0, {"blaze", "blaze_won"}),
        (9, "2C 3C 4C 5C 9D", 1, {"blaze_against", "blaze_fatal"}),
        (30, "2C 3C AD QD AH", 0, {"blaze", "blaze_lost"}),
        (30, "2C 3C AD QD AH", 1, {"blaze_against", "blaze_survived"}),
    ],
)
def test_a_blaze_is_marked(hp: int, hers: str, seat: int, marks: set[str]) -> None:
    table = DuelTable(hp=(30, hp)).deal("KS QS JS 7H 8D", hers).play("blaze")
    assert {mark for mark in told(table, seat).marks if mark.startswith("blaze")} == marks


@pytest.mark.parametrize(("seat", "dealt", "taken"), [(0, 9, 0), (1, 0, 9)])
def test_damage_counts_the_hit_points_that_were_taken(seat: int, dealt: int, taken: int) -> None:
    """A king of swords is thirteen, and nine were left."""
    hp = (30, 9)
    numbers = told(DuelTable(hp=hp, max_rounds=1).deal().play("KS", "TS"), seat, hp).numbers
    assert [numbers[name] for name in ("dealt", "taken", "healed", "blocked")] == [dealt, taken, 0, 0]


def test_a_blaze_deals_damage_heals_and_is_blocked() -> None:
    """Three swords against an ace of cups and an ace of shields: 36 - 14 on 20 + 14."""
    hp = (30, 20)
    table = DuelTable(hp=hp).deal("KS QS JS 7H 8D", "2C 3C 4C AH AD").play("blaze")
    mine, hers = (told(table, seat, hp).numbers for seat in (0, 1))
    assert (mine["dealt"], mine["taken"], mine["healed"], mine["rounds"]) == (22, 0, 0, 1)
    assert (hers["dealt"], hers["taken"], hers["healed"], hers["blocked"], hers["score"]) == (0, 22, 14, 14, 12)


def test_who_was_far_behind_in_its_midst_and_won_came_back() -> None:
    """From 10 to 28, eighteen behind, to a win."""
    hp = (10, 28)
    table = DuelTable(hp=hp).deal("AS KS QS JS 7H", "2C 3C 4C 5C 9D").play("blaze")
    game = CardDuelFacts().game(CardDuel(), table.log.state, table.log.hands, hp, 0, Ending.WON, "blaze")
    assert "comeback" in game.marks and game.numbers["deficit"] == 18


def test_a_duel_given_up_stands_as_it_was_left() -> None:
    table = DuelTable().deal().play("KS", "TS")
    game = CardDuelFacts().game(CardDuel(), table.log.state, (), (30, 30), 1, Ending.ABANDONED, "")
    assert (game.numbers["score"], game.numbers["other"]) == (17, 20) and "behind" in game.marks


def test_the_score_is_what_hit_points_were_left() -> None:
    facts = told(DuelTable(max_rounds=1).deal().play("KS", "TS"))
    assert (facts.numbers["score"], facts.numbers["other"]) == (20, 17)
