"""What is stored follows from the log; what does not is named, by the nightly task and by the command."""

import json
import logging
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.models import Bid, CountingProgress, Discard, Entry, Game, Hand, PersonLine, Play, Seal, Seat, Tally, Trick
from games.registry import GAMES
from games.services.counting import tallies
from games.services.moves import play
from games.services.past import verification
from games.services.table import tables
from games.tasks import verify
from tests.playing import again, place_at, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(noon: None, alice: User) -> Game:
    """A hand and a half of Two-Man Spades."""
    place = place_at(alice, "twoman")
    play_on(place, Random(2), hands=1)
    snapshot = tables.see(place)
    play.deal(place=again(alice, place.code), seed="more", version=snapshot.version)
    return Game.objects.get(pk=place.game.pk)


@pytest.mark.parametrize("kind", GAMES)
def test_the_replayed_log_gives_the_stored_scores(alice: User, kind: str) -> None:
    place = place_at(alice, kind)
    play_on(place, Random(4), hands=2)
    assert place.game.hands.filter(ended_at__isnull=False).exists()
    assert [one.differences for one in verification.verify(games=Game.objects.all())] == [()]


def _lose_a_play(game: Game) -> None:
    Play.objects.filter(hand__game=game)[0].delete()


def _change_the_deal(game: Game) -> None:
    """Two cards of the two hands change places: as good a deal as the one that was sealed."""
    entry = game.entries.filter(source="dealer").order_by("-ordinal")[0]
    verb, dealt = json.loads(entry.action)
    mine, hers = dealt["hands"]
    mine[0], hers[0] = hers[0], mine[0]
    Entry.objects.filter(pk=entry.pk).update(action=json.dumps([verb, dealt]))


DAMAGE = {
    "the log has gaps": lambda game: game.entries.get(ordinal=3).delete(),
    "the log cannot be replayed": lambda game: game.entries.filter(ordinal=3).update(action='["bid",99]'),
    "the dealer's action 1 in hand 1": lambda game: Game.objects.update(carried={"scores": [9, 9]}),
    "hand 2 cannot be checked: the algorithm of its seal is unknown": (
        lambda game: game.seals.filter(number=2).update(algorithm="another")
    ),
    "the dealer's action 1 in hand 2": _change_the_deal,
    "the dealer's action 2 in hand 1": lambda game: game.seals.filter(number=1).update(server_seed=b"x" * 32),
    "the game's scores": lambda game: Game.objects.update(scores=[1000, 0]),
    "the game's number": lambda game: Game.objects.update(number=7),
    "the game's bot_due_at": lambda game: Game.objects.update(bot_due_at=None if game.bot_due_at else timezone.now()),
    "the hands": lambda game: game.hands.filter(number=1).update(result={"display": [1, 2]}),
    "the bids": lambda game: Bid.objects.filter(hand__game=game, place=0).update(text="?"),
    "the discards": lambda game: Discard.objects.filter(hand__game=game, hand__number=1, seat=0).delete(),
    "the tricks": lambda game: Trick.objects.filter(hand__game=game, number=1).update(winner=None),
    "the plays": _lose_a_play,
    "the lines": lambda game: PersonLine.objects.update(marks=" ? "),
}


@pytest.mark.parametrize("told", DAMAGE)
def test_damage_is_named(game: Game, told: str) -> None:
    DAMAGE[told](game)
    game.refresh_from_db()
    assert told in verification.differences(game=game)


def test_nothing_is_written(game: Game) -> None:
    def all_rows() -> list[object]:
        return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, Entry, Hand, Play, Seal)]

    before = all_rows()
    list(verification.verify(games=Game.objects.all()))
    assert all_rows() == before


def test_the_nightly_task_logs_an_error_without_a_card(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert verify() == 0
        CountingProgress.objects.update(verified_until=None)
        _lose_a_play(game)
        with caplog.at_level(logging.ERROR):
            assert verify() == 1
    assert [record.getMessage() for record in caplog.records] == [
        f"Game {game.code} does not follow from its log: the plays."
    ]


def test_the_nightly_task_looks_at_the_day_before_alone(game: Game) -> None:
    _lose_a_play(game)
    assert verify() == 0


def test_days_on_which_nothing_was_verified_are_verified_later_and_once(game: Game) -> None:
    """Whatever was lost on the way, and for however long."""
    assert verify() == 0
    _lose_a_play(game)
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert verify() == 1
        assert verify() == 0


def test_the_command_counts_and_names(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_games", "--since", str(timezone.now().date() - timedelta(days=1)))
    assert capsys.readouterr().out == "1 games verified, 0 differ.\n"
    _lose_a_play(game)
    with pytest.raises(SystemExit):
        call_command("verify_games", "--game", game.code)
    assert capsys.readouterr().err == f"{game.code}: the plays\n"


def test_the_command_fails_on_a_total_that_does_not_follow_from_its_lines(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        tallies.catch_up()
        Tally.objects.filter(span="day").update(measures={"hands": {}, "games": {}})
        with pytest.raises(SystemExit):
            call_command("verify_games")
    assert "the tallies of the day" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--game", "nowhere"], ["--since", "yesterday"]])
def test_the_command_refuses_what_is_not_there(db: None, words: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("verify_games", *words)


def test_a_game_that_is_removed_meanwhile_is_passed_over(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = (place_at(alice, "twoman").game for _ in range(3))
    whole = verification.differences

    def differences(*, game: Game) -> tuple[str, ...]:
        Game.objects.filter(pk=second.pk).delete()
        return whole(game=game)

    monkeypatch.setattr(verification, "differences", differences)
    assert [one.code for one in verification.verify(games=Game.objects.all())] == [first.code, third.code]


def test_one_that_is_removed_before_it_is_looked_at_again_is_passed_over(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differences(*, game: Game) -> tuple[str, ...]:
        game.delete()
        return ("something",)

    place_at(alice, "twoman")
    monkeypatch.setattr(verification, "differences", differences)
    assert list(verification.verify(games=Game.objects.all())) == []
