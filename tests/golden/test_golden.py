"""Golden games are played as written, and kept hands of all versions can be checked and stored."""

import json

import pytest

from accounts.models import User
from games.records import verification
from games.records.referee import check
from games.table.models import Game, Hand
from tests.golden.keep import kept_hands, today
from tests.golden.write import GAMES, path, playthrough
from tests.records.stored import store_record

KEPT = list(kept_hands())


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_written(name: str) -> None:
    assert playthrough(name) == path(name).read_text(encoding="utf-8"), (
        f"{name} is played differently; if that is intended: python -m tests.golden.write"
    )


def test_a_hand_of_every_current_bot_is_kept() -> None:
    missing = set(today()) - {played for played, _record in KEPT}
    assert not missing, f"no hand is kept of {missing}; add it: python -m tests.golden.keep"


def test_a_kept_hand_is_refereed_as_it_was_played() -> None:
    """After an illegal action or a wrong result, the referee's verdict would have no hand."""
    for played, record in KEPT:
        assert len(check(json.dumps(record)).hands) == 1, played


@pytest.mark.django_db
def test_the_rows_of_a_kept_hand_follow_from_its_log(alice: User) -> None:
    for _played, record in KEPT:
        store_record(record, {0: alice})
    assert Hand.objects.filter(result__isnull=False).count() == len(KEPT)
    only = ("hand 1 cannot be checked: the algorithm of its seal is unknown",)
    assert [differences for _code, differences in verification.verify(games=Game.objects.all())] == [only] * len(KEPT)
