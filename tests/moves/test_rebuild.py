"""The log is the truth: whole games made anew from it give the same rows."""

from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.people import Person
from games.models import Bid, Game, PersonLine, Play
from games.services.log import logs
from games.services.moves import store
from games.services.people import lobby
from games.services.statistics import reading
from games.services.statistics.reading import Stretch
from games.services.table import tables
from tests.moves.derived import rows
from tests.playing import place_for, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(4))
def test_a_game_rebuilt_is_the_same(alice: User, seed: int) -> None:
    place = place_for(alice, target=100, blind_deficit=50)
    play_on(place, Random(seed), hands=4)
    before = rows(place.game)
    assert before["plays"]
    Play.objects.all().delete()
    Bid.objects.update(text="?")
    PersonLine.objects.update(marks=" ? ")
    call_command("rebuild_projections")
    assert rows(place.game) == before


def test_only_the_game_named_is_rebuilt(alice: User) -> None:
    one, other = place_for(alice), place_for(alice)
    play_on(one, Random(1), hands=1)
    play_on(other, Random(2), hands=1)
    Play.objects.all().delete()
    call_command("rebuild_projections", "--game", one.code)
    assert Play.objects.filter(hand__game=one.game).exists()
    assert not Play.objects.filter(hand__game=other.game).exists()


def test_what_ended_last_is_listed_first_as_before(alice: User) -> None:
    long, short = place_for(alice), place_for(alice)
    for place in (short, long):
        lobby.abandon(place=place)

    def ended() -> list[str]:
        found = reading.personal(person=Person(user=alice), stretch=Stretch("twoman"))
        return [line.code for line in found.recent]

    assert ended() == [long.code, short.code]
    call_command("rebuild_projections")
    assert ended() == [long.code, short.code]
    call_command("rebuild_projections", "--game", short.code)
    assert ended() == [long.code, short.code]


def test_a_game_that_is_removed_meanwhile_is_passed_over(
    alice: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = place_for(alice), place_for(alice)
    monkeypatch.setattr(store, "rebuild", lambda game: Game.objects.filter(pk=other.game.pk).delete())
    call_command("rebuild_projections")
    assert capsys.readouterr().out == "1 games rebuilt.\n"
    assert Game.objects.get() == one.game


def test_an_unknown_game_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="no game nowhere"):
        call_command("rebuild_projections", "--game", "nowhere")


def test_the_rows_agree_with_the_state(alice: User) -> None:
    place = place_for(alice, target=100)
    play_on(place, Random(5))
    place.game.refresh_from_db()
    log = logs.read(place.game)
    result = log.rules.result(log.state)
    assert result is not None
    assert (place.game.winner, place.game.why, place.game.status) == (result.winner, result.why, "finished")
    assert place.game.scores == list(log.hands[-1].record["display"])  # type: ignore[arg-type]
    assert place.game.version == log.version == place.game.entries.count()
    assert [hand.result for hand in place.game.hands.order_by("number")] == [
        {name: list(value) for name, value in hand.record.items()}  # type: ignore[arg-type]
        for hand in log.hands
    ]
    assert tables.see(place).result == result
