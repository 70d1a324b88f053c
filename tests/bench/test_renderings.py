"""What the bench asks of the house beside its own, which changes: else it would be missed on the day of measuring."""

import pytest

from tests.bench import renderings


@pytest.mark.django_db
def test_tables_are_drawn_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderings, "ENTRIES", 20)
    monkeypatch.setattr(renderings, "WARM", 0)
    monkeypatch.setattr(renderings, "COUNTED", 1)
    assert renderings.measure("spades") > 0
