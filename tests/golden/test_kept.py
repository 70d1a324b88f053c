"""Games of other days: whatever has become of the rules and the players since, they are read and counted the same."""

import json
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Hand
from games.records.referee import check
from games.services.past import verification
from tests.golden.keep import Played, kept, today
from tests.records.stored import stored

GAMES = list(kept())


def test_everybody_who_plays_today_is_kept() -> None:
    missing = set(today()) - {played for played, _record in GAMES}
    assert not missing, "Keep them: python -m tests.golden.keep"


@pytest.mark.parametrize(("played", "record"), GAMES, ids=[f"{one.key}-{one.level}-{one.version}" for one, _ in GAMES])
def test_it_is_refereed_as_it_was_played(played: Played, record: dict[str, Any]) -> None:
    """The referee replays each action and compares each result with the one that was written then."""
    verdict = check(json.dumps(record))
    assert len(verdict.hands) == 1


@pytest.mark.django_db
def test_its_rows_follow_from_its_log(alice: User) -> None:
    for _played, record in GAMES:
        stored(record, {0: alice})
    assert Hand.objects.filter(result__isnull=False).count() == len(GAMES)
    only = ("hand 1 cannot be checked: the algorithm of its seal is unknown",)
    assert [one.differences for one in verification.verify(games=Game.objects.all())] == [only] * len(GAMES)
