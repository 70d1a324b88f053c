"""The hands behind a number: as many as the number says, newest first, page after page."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.people import Person
from games.models import PersonLine
from games.services.counting import tallies
from games.services.statistics import counted_hands
from games.services.statistics.reading import CountedLine, Stretch
from tests.statistics.played import DAYS, NEXT, history, on, whole


def every(person: User, *marks: str, games: bool = False, **asked: Any) -> list[CountedLine]:
    """All pages, one after the other."""
    found: list[CountedLine] = []
    before = None
    who, stretch = Person(user=person), Stretch("twoman", **asked)
    while True:
        page = counted_hands.counted_lines(person=who, stretch=stretch, marks=marks, games=games, before=before)
        found += page.lines
        before = page.older
        if before is None:
            return found


def test_every_number_has_as_many_hands_behind_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the days are counted."""
    monkeypatch.setattr(counted_hands, "PAGE", 3)
    history(alice)
    with on(NEXT):
        tallies.catch_up(until=DAYS[1])
        found = whole(alice)
        for part, games in ((found.hands, False), (found.games, True)):
            for mark, count in part.marks.items():
                if "@" not in mark and "ranked" not in mark:
                    assert len(every(alice, mark, games=games)) == count, mark
        shown = every(alice)
    assert len(shown) == found.hands.n == len({(line.code, line.number) for line in shown})
    assert [line.day for line in shown] == sorted((line.day for line in shown), reverse=True)


def test_filters_narrow_it(alice: User) -> None:
    history(alice, hands=2)
    history(alice, DAYS[:1], level="medium", hands=2)
    with on(NEXT):
        tallies.catch_up()
        assert len(every(alice)) == 10
        assert len(every(alice, level="medium")) == 2
        assert len(every(alice, since=DAYS[1], until=DAYS[2])) == 4
        assert len(every(alice, "led", level="medium")) == 1
        assert {line.numbers["bid"] for line in every(alice, "bid3")} <= {3}
        assert all("led" in line.marks and "odd" in line.marks for line in every(alice, "led", "odd"))


def test_an_unknown_mark_has_nothing_behind_it(alice: User) -> None:
    history(alice, DAYS[:1], hands=1)
    with on(NEXT):
        assert every(alice, "nothing") == every(alice, "mad") == []


def test_marks_of_one_day_need_not_be_of_one_hand(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Days on which both were there, in two hands, do not hide an older day on which one hand was both."""
    monkeypatch.setattr(counted_hands, "PAGE", 1)
    history(alice, [DAYS[0] + timedelta(days=day) for day in range(8)], hands=2)
    for place, line in enumerate(PersonLine.objects.filter(number__gt=0).order_by("day", "number")):
        line.marks = " first second " if place < 2 else " first " if place % 2 else " second "
        line.save()
    with on(NEXT):
        tallies.catch_up()
        assert {line.day for line in every(alice, "first", "second")} == {DAYS[0]}
        assert len(every(alice, "first", "second")) == 2
