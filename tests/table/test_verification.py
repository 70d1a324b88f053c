"""A rebuild restores the rows that follow from logs; the verification reports changes that other rows contradict."""

import json
import logging
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any, Final

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games.boards.models import Attempt, Board
from games.dealing import ALGORITHM
from games.management.commands import rebuild_projections
from games.records import verification
from games.reviews import reviewing
from games.statistics import reading, tallies
from games.statistics.models import CountingProgress, PersonLine, Tally
from games.statistics.reading import Stretch
from games.table import opening, play, tables
from games.table.models import Bid, Discard, Entry, Game, Hand, Play, Seal, Seat, Trick
from games.tasks import verify
from tests.boards.walked import begin_board, first_legal, play_board
from tests.play import open_table, play_out, reload
from tests.records.stored import give_up_in_second_hand
from tests.table.conftest import derived_rows

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(2))
def test_a_rebuild_gives_the_same_rows(alice: User, seed: int) -> None:
    place = open_table(alice, target=100, blind_deficit=50)
    play_out(place, Random(seed), hands=4)
    before = derived_rows(place.game)
    assert before["plays"]
    Play.objects.all().delete()
    Bid.objects.update(text="?")
    PersonLine.objects.update(marks=" ? ")
    call_command("rebuild_projections")
    assert derived_rows(place.game) == before


@pytest.mark.postgresql
def test_only_the_named_game_is_rebuilt(alice: User) -> None:
    one, other = open_table(alice), open_table(alice)
    play_out(one, Random(1), hands=1)
    play_out(other, Random(2), hands=1)
    Play.objects.all().delete()
    call_command("rebuild_projections", "--game", one.code)
    assert Play.objects.filter(hand__game=one.game).exists()
    assert not Play.objects.filter(hand__game=other.game).exists()


def test_a_rebuild_keeps_the_order_in_which_games_ended(alice: User) -> None:
    long, short = open_table(alice), open_table(alice)
    for place in (short, long):
        opening.abandon(place=place)

    def ended() -> list[str]:
        found = reading.personal(person=Person(user=alice), stretch=Stretch("twoman"))
        return [line.game.code for line in found.recent]

    assert ended() == [long.code, short.code]
    call_command("rebuild_projections")
    assert ended() == [long.code, short.code]
    call_command("rebuild_projections", "--game", short.code)
    assert ended() == [long.code, short.code]


def test_a_rebuild_skips_a_game_deleted_while_it_runs(
    alice: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = open_table(alice), open_table(alice)
    monkeypatch.setattr(rebuild_projections, "rebuild", lambda game: Game.objects.filter(pk=other.game.pk).delete())
    call_command("rebuild_projections")
    assert capsys.readouterr().out == "1 games rebuilt.\n"
    assert Game.objects.get() == one.game


@pytest.fixture
def game(noon: None, alice: User) -> Game:
    """Return a game of Two-Man Spades in its second hand."""
    place = open_table(alice, "twoman")
    play_out(place, Random(2), hands=1)
    snapshot = tables.see(place)
    play.deal(place=reload(alice, place.code), seed="more", version=snapshot.version)
    return Game.objects.get(pk=place.game.pk)


def _delete_a_play(game: Game) -> None:
    Play.objects.filter(hand__game=game)[0].delete()


def _change_the_deal(game: Game) -> None:
    """Swap the first cards of the two hands: a valid deal, but not the sealed one."""
    entry = game.entries.filter(source="dealer").order_by("-ordinal")[0]
    verb, dealt = json.loads(entry.action)
    mine, other = dealt["hands"]
    mine[0], other[0] = other[0], mine[0]
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
    "the plays": _delete_a_play,
    "the lines": lambda game: PersonLine.objects.update(marks=" ? "),
}


@pytest.mark.postgresql
def test_each_kind_of_damage_is_reported(game: Game) -> None:
    for report, damage in DAMAGE.items():
        with transaction.atomic():
            damage(game)
            assert report in verification.differences(game=Game.objects.get(pk=game.pk))
            transaction.set_rollback(True)
    assert verification.differences(game=game) == ()


def test_a_verification_writes_nothing(game: Game) -> None:
    def all_rows() -> list[object]:
        return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, Entry, Hand, Play, Seal)]

    before = all_rows()
    list(verification.verify(games=Game.objects.all()))
    assert all_rows() == before


def test_the_nightly_task_logs_an_error_without_a_card(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert verify() == 0
        CountingProgress.objects.update(verified_until=None)
        _delete_a_play(game)
        with caplog.at_level(logging.ERROR):
            assert verify() == 1
    (record,) = caplog.records
    assert record.getMessage() == f"Game {game.code} does not follow from its log: the plays."


def test_the_nightly_task_verifies_each_past_day_once(game: Game) -> None:
    """Days on which the task did not run are verified by its next run."""
    _delete_a_play(game)
    assert verify() == 0
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert (verify(), verify()) == (1, 0)


def test_the_command_prints_counts_and_differences(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_games", "--since", str(timezone.now().date() - timedelta(days=1)))
    assert capsys.readouterr().out == "1 games verified, 0 differ.\n"
    _delete_a_play(game)
    with pytest.raises(SystemExit):
        call_command("verify_games", "--game", game.code)
    assert capsys.readouterr().err == f"{game.code}: the plays\n"


def test_the_command_fails_on_a_total_unlike_its_lines(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        tallies.catch_up()
        Tally.objects.filter(span="day").update(measures={"hands": {}, "games": {}})
        with pytest.raises(SystemExit):
            call_command("verify_games")
    assert "the tallies of the day" in capsys.readouterr().err


def test_a_verification_skips_a_game_deleted_while_it_runs(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game is deleted before its check. The third differs and is deleted before its second check."""
    first, second, third, last = (open_table(alice, "twoman").game for _ in range(4))
    whole = verification.differences

    def differences(*, game: Game) -> tuple[str, ...]:
        Game.objects.filter(pk=second.pk).delete()
        if game == third:
            game.delete()
            return ("something",)
        return whole(game=game)

    monkeypatch.setattr(verification, "differences", differences)
    assert [code for code, _found in verification.verify(games=Game.objects.all())] == [first.code, last.code]


def test_the_commands_refuse_unknown_games_and_bad_dates(db: None) -> None:
    nowhere = "--game=nowhere"
    for words in (("verify_games", nowhere), ("verify_games", "--since=yesterday"), ("rebuild_projections", nowhere)):
        with pytest.raises(CommandError):
            call_command(*words)


#: Tables in which the test changes each column except the primary key.
CHECKED: Final = frozenset(
    {
        *("game", "seat", "entry", "seal", "hand", "bid", "discard", "trick", "play", "personline", "review"),
        *("decisionline", "tally", "leaderboardrow", "practice", "attempt", "board", "chain"),
    }
)
#: Tables whose data no other row repeats, such as invitations and phrases.
WITHOUT_COPY: Final = frozenset(
    {*("challenge", "entrant", "setup", "share", "waitingroom", "waitingseat", "givenseed", "said"), "countingprogress"}
)
#: Columns that no other row can contradict.
FREE: Final = {
    "game": {
        # Set when the game began.
        *("rules_version", "secret", "started_at", "origin"),
        # State of the table outside the log.
        *("said", "reviews_due_at", "clock", "question", "lies_open"),
    },
    "seat": {"bot_version", "is_first", "seen_at", "declines", "skips_blind"},
    "seal": {"opens_at"},
    "review": {"written_at"},
    "practice": {"steps", "answers", "due_at"},
    # The percentile is computed once, and later attempts may still change the rank.
    "attempt": {"entrant", "number", "begun_at", "percentile"},
    "board": {"opens_at", "field", "counted_at", "number", "was_played"},
}


@pytest.fixture
def stored(easy_boards: None, alice: User, bob: User) -> tuple[User, User]:
    """Store three games and their reviews: one given up in hand 2, one on a board, one given up before its deal."""
    with time_machine.travel("2026-11-20T12:00:00+00:00"):
        Guest.objects.create()
        give_up_in_second_hand(alice)
        play_board(begin_board(alice), first_legal)
        opening.abandon(place=open_table(bob))
        for code in list(Game.objects.values_list("code", flat=True)):
            reviewing.review(code=code)
    return alice, bob


def found(changed: models.Model | None = None) -> Iterator[str]:
    """Yield all differences. The game of the changed row comes first: a difference there is most likely."""
    row = hand if isinstance(hand := getattr(changed, "hand", None), Hand) else changed
    own = row.pk if isinstance(row, Game) else getattr(row, "game_id", 0)
    for games in (Game.objects.filter(pk=own), Game.objects.exclude(pk=own)):
        for game in games:
            yield from verification.differences(game=game)
    yield from verification.wrong_totals()


def test_every_change_that_other_rows_contradict_is_reported(stored: tuple[User, User]) -> None:
    with time_machine.travel("2026-11-21T12:00:00+00:00"):
        tallies.catch_up()
        assert list(found()) == []
        missed = {
            f"{name}.{field.name}"
            for name, model in ((name, apps.get_model("games", name)) for name in CHECKED)
            for field in model._meta.concrete_fields
            if not field.primary_key and not _is_reported(model, field)
        }
    free = {f"{table}.{name}" for table, names in FREE.items() for name in names}
    assert (sorted(missed - free), sorted(free - missed)) == ([], [])


def test_every_table_of_games_is_checked_or_listed() -> None:
    tables = {model._meta.model_name for model in apps.get_app_config("games").get_models()}
    assert tables == WITHOUT_COPY | CHECKED


def _is_reported(model: type[models.Model], field: Any) -> bool:
    """Return whether the database refuses a change of the field in one row, or the verification reports it."""
    row = _row(model)
    try:
        with transaction.atomic():
            model._default_manager.filter(pk=row.pk).update(**{field.attname: _changed(row, field)})
            differing = any(found(row))
            transaction.set_rollback(True)
    except IntegrityError:
        return True
    return differing


def _row(model: type[models.Model]) -> Any:
    rows = model._default_manager.order_by("pk")
    if model is Board or model is Attempt:
        return rows.get(**({"level": ""} if model is Attempt else {"games__isnull": False}))
    if model is Game:
        return rows.get(status="finished")
    if model is Seal:
        return rows.filter(algorithm=ALGORITHM, events__gt=0).first()
    return rows.last() if model is Entry else rows.first()


def _changed(row: Any, field: Any) -> Any:
    value = getattr(row, field.attname)
    if field.is_relation:
        other = field.related_model.objects.exclude(pk=value).order_by("pk").last()
        return None if field.null and value is not None else getattr(other, "pk", 1_000_000)
    if isinstance(field, models.JSONField):
        return [*value, 1] if isinstance(value, list) else {**(value or {}), "changed": 1}
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.IntegerField | models.FloatField):
        return 1 if value is None else value + 1
    if isinstance(field, models.DateTimeField):
        return (value or timezone.now()) + timedelta(days=1)
    if isinstance(field, models.DateField):
        return (value or date(2026, 11, 19)) + timedelta(days=1)
    if isinstance(field, models.BinaryField):
        return bytes(value)[:-1] + bytes([bytes(value)[-1] ^ 1])
    if field.choices:
        return next(one for one, _name in field.choices if one != value)
    return f"{value[:-1]}{'x' if not value.endswith('x') else 'y'}"
