"""Hands of Spades played and added up: what is asked of one variant, or of tables of mixed levels."""

from typing import Any

import pytest

from accounts.models import User
from games.bots.anylegal import AnyLegal
from games.models import LeaderboardRow, PersonLine
from games.services.counting import tallies
from games.services.table.seating import ComputerSeat
from games.spades.figures import FIGURES
from tests.players import let_play
from tests.statistics.played import DAYS, NEXT, game_of_a_day, on, whole

MIXED = (ComputerSeat("expert", "Bruno"), ComputerSeat("normal"), ComputerSeat("normal", "Odile"))


@pytest.fixture(autouse=True)
def _everybody_plays_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick, and sure to sink below any score soon."""
    let_play(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})


@pytest.mark.parametrize("until", [None, DAYS[1], DAYS[-1]])
def test_a_variant_is_counted_for_itself(alice: User, until: Any) -> None:
    """Whether its days have been counted or not."""
    game_of_a_day(alice, "spades", 0)
    game_of_a_day(alice, "spades", 1, variant="solo", level="expert")
    game_of_a_day(alice, "spades", 1, variant="suicide")
    game_of_a_day(alice, "spades", 2, variant="solo")
    game_of_a_day(alice, "spades", 3, allow_misdeals=True)
    with on(NEXT):
        if until is not None:
            tallies.catch_up(until=until)
        every = whole(alice, "spades")
        for kind in FIGURES.kinds:
            found = whole(alice, "spades", kind=kind)
            numbers = list(PersonLine.objects.filter(marks__contains=f" {kind} ").values_list("number", flat=True))
            assert (found.hands.n, found.games.n) == (len(numbers) - numbers.count(0), numbers.count(0))
            assert found.hands.marks["made"] == every.hands.marks[f"made@{kind}"]
        assert sum(whole(alice, "spades", kind=kind).hands.n for kind in FIGURES.kinds) == every.hands.n > 0
        assert whole(alice, "spades", kind="solo", level="expert").games.n == 1


RANKED: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"variant": "solo"}, True),
    ({"seating": MIXED}, False),
    ({"allow_misdeals": True}, False),
    ({"variant": "custom1", "winning_score": 200}, False),
]


@pytest.mark.parametrize(("chosen", "is_ranked"), RANKED)
def test_a_variant_as_it_is_against_one_level_is_ranked(alice: User, chosen: dict[str, Any], is_ranked: bool) -> None:
    game_of_a_day(alice, "spades", 0, **chosen)
    assert {line.is_ranked for line in PersonLine.objects.all()} == {is_ranked}
    with on(NEXT):
        tallies.catch_up()
    kind = chosen.get("variant", "partner")
    keys = {"spades", f"spades/{kind}"} if is_ranked else set()
    assert {row.key for row in LeaderboardRow.objects.all()} == keys
