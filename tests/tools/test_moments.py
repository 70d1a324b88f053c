"""The program that writes pages before and after a change."""

from pathlib import Path

import pytest
from django.db import transaction

from tests.play import forget_games
from tools.moments import Writer, held, play


@pytest.fixture(autouse=True)
def _seed_deals_by_test_name() -> None:
    """The program seeds chance itself."""


def written(folder: Path) -> dict[str, str]:
    """Play three moments of a duel, and return the pages; the rows are rolled back."""
    with transaction.atomic(), held() as (clock, chance):
        play(Writer(folder, clock, chance), "duel", "cardduel", False, 3, {})
        transaction.set_rollback(True)
    forget_games()
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}


@pytest.mark.django_db
def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    first, second = written(tmp_path / "first"), written(tmp_path / "second")
    assert first == second
    assert {"duel/000-seat-0.en.html", "duel/002-seat-0.de.html", "duel/002-onlooker.en.html"} <= set(first)
    assert first["duel/000-seat-0.en.html"].startswith("200\n") and "Karte" in first["duel/000-seat-0.de.html"]
