"""Boards of one day: a test that runs over midnight goes on with the day on which it began."""

import pytest

from games.services.boards import days


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    day = days.today()
    monkeypatch.setattr(days, "today", lambda: day)
