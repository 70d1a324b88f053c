"""What is counted alike of Spades and of Bid Whist: a game’s shape and the levels of the other players."""

import pytest

from accounts.models import User
from games.bots.anylegal import AnyLegal
from games.engine.options import complete
from games.facts import Ending
from games.models import PersonLine
from games.registry import GAMES, ruleset
from games.services.table.seating import ComputerSeat
from games.snapshot import PlayedHand
from tests.players import let_play
from tests.records import spades_hands
from tests.records.stored import stored
from tests.statistics.played import demo_game, whole


@pytest.mark.parametrize(
    ("key", "scores", "ending", "marks", "deficit"),
    [
        ("spades", [(-100, 62), (60, 490), (505, 480)], Ending.WON, {"comeback"}, 430),
        ("spades", [(70, 62), (505, 490)], Ending.WON, {"nail_biter"}, 0),
        ("spades", [(70, 62), (505, 90)], Ending.WON, {"blow_out"}, 0),
        ("spades", [(70, 62), (90, 505)], Ending.LOST, {"blow_out"}, 415),
        ("bidwhist", [(-4, 2), (3, 2), (9, 2)], Ending.WON, {"comeback"}, 6),
        ("bidwhist", [(4, 0), (4, 6), (8, 6)], Ending.WON, {"nail_biter"}, 2),
        ("bidwhist", [(4, -5), (8, -5)], Ending.WON, {"blow_out"}, 0),
        ("bidwhist", [(-4, 0), (-4, 9)], Ending.LOST, {"blow_out"}, 13),
    ],
)
def test_a_game_has_a_shape(
    key: str, scores: list[tuple[int, int]], ending: Ending, marks: set[str], deficit: int
) -> None:
    """Seen from North, whose side is the first."""
    rules = ruleset(key)
    hands = [PlayedHand(1 + place, 0, (), (), 0, {"score": score}, {}) for place, score in enumerate(scores)]
    state = rules.initial(complete(rules.options, {}), {})
    facts = GAMES[key].facts.game(rules, state, hands, (), 2, ending, "score")
    assert set(facts.marks) & {"comeback", "nail_biter", "blow_out"} == marks
    assert {"finished", "by_score", ending.value} <= set(facts.marks)
    assert ("partner" in facts.marks) == (key == "spades"), "a variant is marked"
    assert facts.numbers == {"hands": len(scores), "score": scores[-1][0], "other": scores[-1][1], "deficit": deficit}


#: By game, the weaker first.
LEVELS = {"spades": ("normal", "expert"), "bidwhist": ("easy", "hard")}
#: By game: the others, the level that counts and the partner’s.
PARTNERS = [
    ("spades", "", "normal", "normal"),
    ("spades", "expert normal normal", "normal", "normal"),
    ("spades", "expert normal expert", "expert", "normal"),
    ("spades", "normal expert expert", "normal", "expert"),
    ("bidwhist", "", "easy", "easy"),
    ("bidwhist", "hard easy easy", "easy", "easy"),
    ("bidwhist", "easy hard hard", "easy", "hard"),
]


@pytest.mark.parametrize(("key", "others", "level", "partner"), PARTNERS)
def test_levels_are_the_weaker_of_the_others_and_the_partners(
    alice: User, monkeypatch: pytest.MonkeyPatch, key: str, others: str, level: str, partner: str
) -> None:
    let_play(monkeypatch, key, dict.fromkeys(LEVELS[key], AnyLegal()))
    seating = tuple(map(ComputerSeat, others.split(), ("Bruno", "", "Odile")))
    demo_game(alice, key, level=level, seating=seating, hands=6)
    for line in PersonLine.objects.all():
        company = {mark for mark in line.marks.split() if mark.startswith("with_")}
        assert (line.level, company) == (level, {f"with_{partner}"})
    found = whole(alice, key).hands
    assert found.marks[f"with_{partner}"] == found.n > 0
    assert found.marks[f"made@with_{partner}"] == found.marks["made"]


@pytest.mark.parametrize("friend", [1, 2, 3])
def test_a_game_with_a_friend_at_any_seat_is_one_with_people(alice: User, bob: User, friend: int) -> None:
    stored(spades_hands.misdealt().record(), {0: alice, friend: bob})
    assert set(PersonLine.objects.values_list("level", flat=True)) == {"people"}
