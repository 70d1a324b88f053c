"""Four seats through the same table flow and rows: sides, auction, kitty, secret choices, chance in mid-hand."""

from random import Random

import pytest

from accounts.models import User
from games.models import Entry, Game
from games.services.moves import play
from games.services.people import lobby
from games.services.table import tables
from tests.playing import again, any_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(alice: User, parlour: None) -> str:
    """A table with alice at seat 0 and three computer players."""
    from accounts.people import Person

    return lobby.open_game(person=Person(user=alice), key="parlour", level="easy")


def test_a_secret_choice_of_four_is_made_in_any_order(alice: User, code: str) -> None:
    """Alice chooses last on the page she was shown first."""
    rng = Random(3)
    for _ in range(200):
        place = again(alice, code)
        snapshot = tables.see(place)
        if snapshot.needs_deal:
            play.deal(place=place, seed="s", version=snapshot.version)
        elif snapshot.seat in snapshot.view.waits_for and len(snapshot.view.waits_for) > 1:
            while play.reply(code=code, version=Game.objects.get(code=code).version):
                if snapshot.view.waits_for - {0} <= {
                    entry.seat for entry in Entry.objects.filter(game=place.game, ordinal__gt=snapshot.version)
                }:
                    break
            action = any_of(snapshot.view.legal, rng)
            after = play.submit(place=again(alice, code), action=action, version=snapshot.version)
            assert after.version > snapshot.version
            return
        elif snapshot.seat in snapshot.view.waits_for:
            play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
        else:
            play.reply(code=code, version=snapshot.version)
    raise AssertionError("no secret choice came up")
