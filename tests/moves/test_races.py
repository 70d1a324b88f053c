"""Two at once: whoever is second has changed nothing. Real threads and real commits, on both databases."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine.actions import Action
from games.models import Entry, Game, Seal
from games.services.log import logs
from games.services.moves import play
from games.services.table.tables import Place
from games.snapshot import Snapshot
from tests.at_once import ONE_WINS, at_once
from tests.playing import again, place_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("chosen_cards", "no_replies")]


def test_two_deals_open_one_seal(alice: User) -> None:
    place = place_for(alice)
    works = [lambda seed=seed: play.deal(place=again(alice, place.code), seed=seed, version=0) for seed in "ab"]
    results = at_once(*works)
    assert sorted(type(one).__name__ for one in results) == ONE_WINS
    assert Seal.objects.count() == 2
    assert Seal.objects.get(number=1).player_seed in {"a", "b"}


def test_a_card_is_one_statement_and_no_transaction_of_its_own(alice: User, just_dealt: Place) -> None:
    """Where the server is elsewhere each word to it is waited for; a file's writers stand in one line instead."""
    with CaptureQueriesContext(connection) as asked:
        place = again(alice, just_dealt.code)
        assert play.submit(place=place, action=Action("discard", "2C"), version=2).version == 3
    said = [one["sql"].split()[0] for one in asked]
    if connection.vendor == "postgresql":
        assert said == ["SELECT", "WITH"]
    else:
        assert said[:2] == ["SELECT", "BEGIN"] and said[-1] == "COMMIT"


def reads_first(monkeypatch: pytest.MonkeyPatch, before: logs.Log, *, times: int = 1) -> list[logs.Log]:
    """The next move, so many times, reads this log, which is left in the list until then."""
    read_since, stale = logs.read_since, [before] * times

    def read(game: Game, version: int) -> tuple[logs.Log, logs.Log, list[Entry]]:
        return (before, stale.pop(), []) if stale else read_since(game, version)

    monkeypatch.setattr(logs, "read_since", read)
    return stale


def test_a_choice_that_is_overtaken_while_it_is_made_is_made_once_more(
    just_dealt: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Her discard is committed after the person's move has read the log, and before it claims the version."""
    before = logs.read(just_dealt.game)
    assert play.reply(code=just_dealt.code, version=2)
    stale = reads_first(monkeypatch, before)
    snapshot = play.submit(place=just_dealt, action=Action("discard", "2C"), version=2)
    assert (snapshot.version, stale) == (4, [])
    assert Entry.objects.count() == 4


def test_a_choice_that_is_overtaken_twice_is_stale(just_dealt: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    before = logs.read(just_dealt.game)
    assert play.reply(code=just_dealt.code, version=2)
    stale = reads_first(monkeypatch, before, times=3)
    with pytest.raises(play.Stale) as lost:
        play.submit(place=just_dealt, action=Action("discard", "2C"), version=2)
    assert lost.value.snapshot is not None and (lost.value.snapshot.version, stale) == (3, [before])
    assert Entry.objects.count() == 3


def test_a_move_that_is_overtaken_while_it_is_made_is_not(
    alice: User, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = logs.read(place.game)
    play.submit(place=again(alice, place.code), action=Action("play", "KH"), version=6)
    reads_first(monkeypatch, before)
    with pytest.raises(play.Stale) as lost:
        play.submit(place=place, action=Action("play", "QC"), version=6)
    assert lost.value.snapshot is not None and lost.value.snapshot.version == 7
    assert Entry.objects.count() == 7


def test_a_task_delivered_four_times_at_once_acts_once(just_dealt: Place) -> None:
    results = at_once(*[lambda: play.reply(code=just_dealt.code, version=2)] * 4)
    assert sorted(results) == [False, False, False, True]
    assert Entry.objects.count() == 3


def test_person_and_marta_put_their_cards_aside_at_once(alice: User, just_dealt: Place) -> None:
    mine, hers = at_once(
        lambda: play.submit(place=again(alice, just_dealt.code), action=Action("discard", "2C"), version=2),
        lambda: play.reply(code=just_dealt.code, version=2),
    )
    assert isinstance(mine, Snapshot)
    if hers is False:
        assert play.reply(code=just_dealt.code, version=3)
    log = logs.read(Game.objects.get())
    assert (log.version, log.state.phase) == (4, "bid")
