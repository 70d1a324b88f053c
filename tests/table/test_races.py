"""Races between actions, with real commits. The loser writes nothing, but two face-down discards are both stored."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine.actions import Action
from games.registry import GAMES
from games.snapshot import Snapshot
from games.table import logs, play
from games.table.models import Entry, Game, Seal
from games.table.move import Stale
from games.table.tables import Place
from tests.play import ONE_WINS, on_turn, open_table, plays_of, reload, run_at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.usefixtures("chosen_cards", "no_replies"),
]


def test_of_two_deals_at_once_one_is_stored(alice: User) -> None:
    place = open_table(alice)
    works = [lambda seed=seed: play.deal(place=reload(alice, place.code), seed=seed, version=0) for seed in "ab"]
    results = run_at_once(*works)
    assert sorted(type(one).__name__ for one in results) == ONE_WINS
    assert Seal.objects.count() == 2
    assert Seal.objects.get(number=1).player_seed in {"a", "b"}


def test_a_card_is_one_statement(alice: User, just_dealt: Place) -> None:
    """This holds on PostgreSQL, where each statement is a round trip. On SQLite a move is a transaction."""
    with CaptureQueriesContext(connection) as asked:
        place = reload(alice, just_dealt.code)
        assert play.submit(place=place, action=Action("discard", "2C"), version=2).version == 3
    said = [one["sql"].split()[0] for one in asked]
    if connection.vendor == "postgresql":
        assert said == ["SELECT", "WITH"]
    else:
        assert said[:2] == ["SELECT", "BEGIN"] and said[-1] == "COMMIT"


def read_stale_log(monkeypatch: pytest.MonkeyPatch, before: logs.Log, *, times: int = 1) -> list[logs.Log]:
    """Make the next `times` reads of the log return `before`. Return a list with one item for each such read left."""
    read_since, stale = logs.read_since, [before] * times

    def read(game: Game, version: int) -> tuple[logs.Log, logs.Log, list[Entry]]:
        return (before, stale.pop(), []) if stale else read_since(game, version)

    monkeypatch.setattr(logs, "read_since", read)
    return stale


def test_an_overtaken_choice_is_retried_once(just_dealt: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's discard is committed between the person's read of the log and the compare-and-set of the version."""
    before = logs.read(just_dealt.game)
    assert play.reply(code=just_dealt.code, version=2)
    stale = read_stale_log(monkeypatch, before)
    snapshot = play.submit(place=just_dealt, action=Action("discard", "2C"), version=2)
    assert (snapshot.version, stale) == (4, [])
    assert Entry.objects.count() == 4


def test_a_choice_overtaken_twice_is_stale(just_dealt: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    before = logs.read(just_dealt.game)
    assert play.reply(code=just_dealt.code, version=2)
    stale = read_stale_log(monkeypatch, before, times=3)
    with pytest.raises(Stale) as lost:
        play.submit(place=just_dealt, action=Action("discard", "2C"), version=2)
    assert lost.value.snapshot is not None and (lost.value.snapshot.version, stale) == (3, [before])
    assert Entry.objects.count() == 3


def test_an_overtaken_card_is_not_retried(alice: User, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    before = logs.read(place.game)
    play.submit(place=reload(alice, place.code), action=Action("play", "KH"), version=6)
    read_stale_log(monkeypatch, before)
    with pytest.raises(Stale) as lost:
        play.submit(place=place, action=Action("play", "QC"), version=6)
    assert lost.value.snapshot is not None and lost.value.snapshot.version == 7
    assert Entry.objects.count() == 7


def test_a_task_delivered_four_times_at_once_acts_once(just_dealt: Place) -> None:
    results = run_at_once(*[lambda: play.reply(code=just_dealt.code, version=2)] * 4)
    assert sorted(results) == [False, False, False, True]
    assert Entry.objects.count() == 3


def test_two_secret_choices_at_once_both_count(alice: User, just_dealt: Place) -> None:
    mine, answered = run_at_once(
        lambda: play.submit(place=reload(alice, just_dealt.code), action=Action("discard", "2C"), version=2),
        lambda: play.reply(code=just_dealt.code, version=2),
    )
    assert isinstance(mine, Snapshot)
    if answered is False:
        assert play.reply(code=just_dealt.code, version=3)
    log = logs.read(Game.objects.get())
    assert (log.version, log.state.phase) == (4, "bid")


@pytest.mark.parametrize("kind", GAMES)
def test_of_twenty_moves_at_once_one_is_stored(alice: User, kind: str) -> None:
    """Each of two cards is submitted ten times."""
    place, snapshot = on_turn(alice, kind)
    results = run_at_once(
        *[
            lambda one=one: play.submit(place=reload(alice, place.code), action=one, version=snapshot.version)
            for one in plays_of(snapshot)[:2] * 10
        ]
    )
    assert sum(isinstance(one, Snapshot) for one in results) == 1
    assert Entry.objects.filter(ordinal__gt=snapshot.version, source="person").count() == 1
    assert Game.objects.get().version == Entry.objects.count()


def test_the_database_refuses_a_second_entry_with_an_ordinal(alice: User) -> None:
    place, _seen = on_turn(alice, "twoman")
    said_again = Entry.objects.get(game=place.game, ordinal=3)
    said_again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        said_again.save(force_insert=True)
