"""Games of other days: whatever has become of the rules and the players since, they are read and counted the same."""

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile

from accounts.models import User
from accounts.people import Person
from games.models import Game, Hand
from games.records.referee import check
from games.services.past import imports, verification
from tests.golden.keep import Played, kept, today

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
def test_they_are_taken_in_and_follow_from_their_logs(alice: User) -> None:
    for _played, record in GAMES:
        record = {**record, "seats": [{"name": "Ann", "player": "person"}, *record["seats"][1:]]}
        imports.import_file(person=Person(user=alice), lines=ContentFile(json.dumps(record).encode()), seat=0)
    assert Game.objects.count() == len(GAMES)
    assert Hand.objects.filter(result__isnull=False).count() == len(GAMES)
    assert [one.differences for one in verification.verify(games=Game.objects.all())] == [()] * len(GAMES)
