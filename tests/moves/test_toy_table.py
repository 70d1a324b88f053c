"""Four seats through the same table flow and rows: sides, auction, kitty, secret choices, chance in mid-hand."""

from random import Random

import pytest

from accounts.models import User
from games.engine.state import DEALER
from games.models import Bid, Discard, Entry, Game, Hand, Play, Trick
from games.services.log import logs
from games.services.moves import play, store
from games.services.people import lobby
from games.services.table import tables
from tests.moves.derived import rows
from tests.playing import again, any_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(alice: User, parlour: None) -> str:
    """A table with alice at seat 0 and three computer players."""
    from accounts.people import Person

    return lobby.open_game(person=Person(user=alice), key="parlour", level="easy")


def played(alice: User, code: str, rng: Random) -> Game:
    """To the end: the person and the computer players act as they are waited for."""
    for _ in range(2000):
        place = again(alice, code)
        snapshot = tables.see(place)
        if snapshot.result is not None:
            return place.game
        if snapshot.needs_deal:
            play.deal(place=place, seed=str(rng.random()), version=snapshot.version)
        elif snapshot.seat in snapshot.view.waits_for:
            play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
        else:
            assert play.reply(code=code, version=snapshot.version), "a computer player is waited for"
    raise AssertionError("the game never ended")


def test_it_is_played_to_its_end_and_every_row_is_there_and_can_be_made_again(alice: User, code: str) -> None:
    game = played(alice, code, Random(1))
    assert game.status == "finished"
    assert game.winner in (0, 1, None)
    hand = Hand.objects.filter(game=game, number=1).get()
    assert hand.result is not None
    assert len(hand.deal["hands"]) == 4
    assert hand.deal["kitty"]
    assert Bid.objects.filter(hand=hand).exists()
    assert Discard.objects.filter(hand=hand).exists()
    assert Trick.objects.filter(hand=hand).count() >= 1
    assert {play.seat for play in Play.objects.filter(hand=hand)} == {0, 1, 2, 3}
    in_hand = Entry.objects.filter(game=game, seat=DEALER).exclude(action__startswith='["deal"')
    assert in_hand.exclude(action__startswith='["start"').exists(), "chance acted within a hand"
    before = rows(game)
    store.rebuild(game)
    assert rows(game) == before


def test_each_computer_player_makes_one_action_a_task(alice: User, code: str) -> None:
    place = again(alice, code)
    version = play.deal(place=place, seed="s", version=0).version
    while (snapshot := tables.see(again(alice, code))).computer_acts and snapshot.seat not in snapshot.view.waits_for:
        assert play.reply(code=code, version=snapshot.version)
        log = logs.read(Game.objects.get(code=code))
        assert log.version >= snapshot.version + 1
    assert snapshot.version > version or snapshot.seat in snapshot.view.waits_for


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
