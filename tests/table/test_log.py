"""Logs: a cached log equals the log replayed from rows, and a hand read alone equals that hand of the whole game."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Guest, User
from accounts.people import Person
from games.registry import GAMES, levels
from games.table import logs, opening, replay
from games.table.logs import LOG_CACHE, MOMENTS, Log, LogCache
from games.table.models import Game
from games.table.tables import Place
from tests.lobby.setting_up import text_of
from tests.people import together
from tests.play import act, open_table, play_out, reload
from tests.table.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]
MISDEALS: Final = {"variant": "custom1", "allow_misdeals": True, "winning_score": 300}


@pytest.mark.parametrize(("key", "chosen"), [*((key, {}) for key in GAMES), ("spades", MISDEALS)])
def test_each_hand_equals_that_hand_of_the_whole_game(alice: User, key: str, chosen: dict[str, Any]) -> None:
    level = levels(key)[0]
    code = opening.open_game(person=Person(user=alice), key=key, chosen=chosen, level=level)
    place = reload(alice, code)
    play_out(place, Random(3), hands=3)
    log = logs.new_log(place.game).follow(*place.game.entries.order_by("ordinal"))
    numbers = [hand.number for hand in log.hands]
    assert replay.numbers_of(place.game) == tuple(numbers)
    assert replay.played_hands(place.game, numbers) == log.hands
    for hand in log.hands:
        alone = replay.end_of_hand(place.game, hand.number)
        assert alone.hands == (hand,) and alone.start == log.start
    assert alone.state == log.state and alone.version == log.version


def test_a_hand_has_the_stand_ins_of_the_hand_before(alice: User, bob: User) -> None:
    code = together.deal_first_hand(alice, bob)
    together.play_to_a_turn(code, alice, bob)
    slow, other = together.replace_by_stand_in(code, alice, bob)
    place = reload(other, code)
    entries = place.game.entries
    last = logs.read(place.game)
    deal = entries.get(hand=1, ordinal=2)
    at = {"ordinal": last.version + 1, "at": deal.at}
    entries.create(hand=2, seat=deal.seat, action=deal.action, source=deal.source, **at)
    place.game.hands.create(number=2, first=0, deal={"hands": []}, dealt_at=deal.at)
    alone, _entries = replay.log_of_hand(place.game, 2)
    assert alone.stand_ins == last.stand_ins and alone.left == last.left


def long_game(alice: User, *, hands: int) -> Place:
    """Return the place of alice at a game with `hands` finished hands."""
    place = open_table(alice, target=1000, mercy_lead=1000)
    assert len(play_out(place, Random(3), hands=hands, avoided="blind_nil").hands) == hands
    return place


def test_a_page_of_a_hand_reads_only_the_entries_of_that_hand(
    as_alice: Client, alice: User, django_assert_max_num_queries: Any
) -> None:
    place = long_game(alice, hands=3)
    for address in ("replay/", "", "verify/"):
        LOG_CACHE.forget(place.code)
        follows = patch.object(Log, "follow", autospec=True, side_effect=Log.follow)
        with django_assert_max_num_queries(11), follows as follow:
            assert as_alice.get(f"/games/{place.code}/hands/2/{address}").status_code == 200
        assert {entry.hand for call in follow.call_args_list for entry in call.args[1:]} == {2}


def test_the_hands_of_a_long_game_are_paginated(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "HANDS_A_PAGE", 2)
    place = long_game(alice, hands=3)
    LOG_CACHE.forget(place.code)
    address = f"/games/{place.code}/review/"
    with CaptureQueriesContext(connection) as queries:
        first = as_alice.get(address)
    assert len(queries) <= 12
    assert "Page 1 of 2" in text_of(first) and "Earlier hands" not in text_of(first)
    assert "/hands/2/replay/" in first.content.decode() and "/hands/3/replay/" not in first.content.decode()
    last = as_alice.get(f"{address}?page=99")
    assert "Page 2 of 2" in text_of(last) and "Later hands" not in text_of(last)
    assert "/hands/3/replay/" in last.content.decode()


def from_rows(game: Game) -> Log:
    return logs.new_log(game).follow(*game.entries.order_by("ordinal")).stored()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_move_is_not_cached(place: Place) -> None:
    """As a control, a committed move is cached."""
    before = logs.read(place.game)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        act(place, "play", "KH")
        assert logs.read(place.game).version == before.version + 1
        raise ZeroDivisionError
    assert LOG_CACHE.get(place.code) == before == logs.read(place.game) == from_rows(place.game)
    place.game.refresh_from_db()
    act(place, "play", "KH")
    log = LOG_CACHE.get(place.code)
    assert log is not None and log == from_rows(place.game) and log.fresh == ()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_only_newer_entries_are_read(place: Place, django_assert_num_queries: Any) -> None:
    """No entries are read if the cached log has the version of the game's row."""
    logs.read(place.game)
    with django_assert_num_queries(0):
        logs.read(place.game)
    earlier = LOG_CACHE.get(place.code)
    act(place, "play", "KH")
    LOG_CACHE.forget(place.code)
    LOG_CACHE.keep(place.code, earlier)  # type: ignore[arg-type]
    asked: list[Any] = []

    def note(execute: Any, sql: str, values: Any, *args: Any) -> Any:
        asked.append(values)
        return execute(sql, values, *args)

    with connection.execute_wrapper(note):
        assert logs.read(place.game).version == 7
    assert asked == [(place.game.pk, 7)]  # entries from ordinal 7 on


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_entries_since_any_version_are_the_same_without_the_cache(place: Place) -> None:
    act(place, "play", "KH")

    def missed(version: int, seat: int) -> tuple[Any, Any]:
        return logs.read_since(place.game, version), logs.moves_since(place.game, version, seat)

    for asked, found in [(asked, missed(*asked)) for asked in product(range(8), (0, 1))]:
        LOG_CACHE.forget(place.code)
        assert missed(*asked) == found, asked


def log_of(version: int, before: Any = None) -> Any:
    return Log(rules=None, state=None, version=version, previous=before)  # type: ignore[arg-type]


def test_an_older_log_does_not_replace_a_newer_one() -> None:
    store = LogCache()
    for version in (3, 5, 4):
        store.keep("a", log_of(version))
    assert store.get("a") == log_of(5)


def test_the_newest_versions_are_cached_with_their_previous_logs() -> None:
    store = LogCache()
    for version in range(1, 10):
        store.keep("a", log_of(version, before=log_of(2) if version == 9 else None))
    found = [log.version if (log := store.get("a", version)) else None for version in range(11)]
    assert found[10] == 9 and found[10 - MOMENTS] == 10 - MOMENTS
    assert found[2:5] == [2, 2, 2] and found[:2] == [None, None]


def test_the_least_recently_used_games_are_evicted_first() -> None:
    store = LogCache(entries=30)
    for code in "abc":
        store.keep(code, log_of(10))
    store.get("a")
    store.keep("d", log_of(10))
    assert [code for code in "abcd" if store.get(code)] == ["a", "c", "d"]
    store.forget("c")
    store.keep("e", log_of(10))
    assert [code for code in "abcde" if store.get(code)] == ["a", "d", "e"]


def test_an_idle_log_is_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, cache = Clock(), LogCache()
    monkeypatch.setattr(logs, "monotonic", clock.monotonic)
    cache.keep("idle", log_of(3))
    cache.keep("asked", log_of(3))
    clock.sleep(logs.IDLE)
    assert cache.get("asked") is not None
    clock.sleep(1)
    cache.keep("new", log_of(1))
    assert (cache.get("idle"), len(cache), cache._entries) == (None, 2, 4)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_three_processes_cache_what_their_rows_say(tmp_path: Path) -> None:
    for key in 30 * tuple(GAMES):
        opening.open_game(person=Person(guest=Guest.objects.create()), key=key, level=levels(key)[0])
    database = str(connection.settings_dict["NAME"])
    subprocess.run([sys.executable, "-m", "tests.table.log_players", database, str(tmp_path)], check=True)
    written = [one.read_text() for one in tmp_path.iterdir()]
    assert len(written) > 3 and not [one for one in written if "Traceback" in one or "WRONG" in one], written
    for game in Game.objects.order_by("pk")[:40]:
        assert game.version == game.entries.count()
