"""Hands of Spades played and added up: what is asked of one variant, or of tables of mixed levels."""

from typing import Any

import pytest

from accounts.models import User
from accounts.people import Person
from games.bots.anylegal import AnyLegal
from games.models import LeaderboardRow, PersonLine
from games.services.counting import tallies
from games.services.counting.measures import Measures
from games.services.statistics import reading
from games.services.statistics.reading import Stretch
from games.services.table.seating import ComputerSeat
from games.spades.figures import FIGURES
from tests.players import let_play
from tests.statistics.played import DAYS, NEXT, demo_game, on

MIXED = (ComputerSeat("expert", "Bruno"), ComputerSeat("normal"), ComputerSeat("normal", "Odile"))


@pytest.fixture(autouse=True)
def _everybody_plays_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick, and sure to sink below any score soon."""
    let_play(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})


def game(
    person: User, day: int = 0, *, level: str = "normal", seating: tuple[ComputerSeat, ...] = (), **chosen: Any
) -> None:
    seed = repr((day, level, sorted(chosen.items())))
    demo_game(person, "spades", DAYS[day], seed=seed, level=level, seating=seating, hands=6, **chosen)


def whole(person: User, **asked: Any) -> Measures:
    return reading.personal(person=Person(user=person), stretch=Stretch("spades", **asked)).whole


def history(person: User) -> None:
    game(person, 0)
    game(person, 1, variant="solo", level="expert")
    game(person, 1, variant="suicide")
    game(person, 2, variant="solo")
    game(person, 3, allow_misdeals=True)


@pytest.mark.parametrize("until", [None, DAYS[1], DAYS[-1]])
def test_a_variant_is_counted_for_itself(alice: User, until: Any) -> None:
    """Whether its days have been counted or not."""
    history(alice)
    with on(NEXT):
        if until is not None:
            tallies.catch_up(until=until)
        every = whole(alice)
        for kind in FIGURES.kinds:
            found = whole(alice, kind=kind)
            lines = PersonLine.objects.filter(marks__contains=f" {kind} ")
            assert (found.hands.n, found.games.n) == (
                lines.filter(number__gt=0).count(),
                lines.filter(number=0).count(),
            )
            assert found.hands.marks["made"] == every.hands.marks[f"made@{kind}"]
        assert sum(whole(alice, kind=kind).hands.n for kind in FIGURES.kinds) == every.hands.n > 0
        assert whole(alice, kind="solo", level="expert").games.n == 1


RANKED: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"variant": "solo"}, True),
    ({"seating": MIXED}, False),
    ({"allow_misdeals": True}, False),
    ({"variant": "custom1", "winning_score": 200}, False),
]


@pytest.mark.parametrize(("chosen", "is_ranked"), RANKED)
def test_a_variant_as_it_is_against_one_level_is_ranked(alice: User, chosen: dict[str, Any], is_ranked: bool) -> None:
    game(alice, **chosen)
    assert {line.is_ranked for line in PersonLine.objects.all()} == {is_ranked}
    with on(NEXT):
        tallies.catch_up()
    kind = chosen.get("variant", "partner")
    keys = {"spades", f"spades/{kind}"} if is_ranked else set()
    assert {row.key for row in LeaderboardRow.objects.all()} == keys
