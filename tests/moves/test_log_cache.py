"""What processes remember of logs: followed and never wrong, let go in time, and nothing of what was undone.

Three processes play many games at once on one database; at every look each compares what it keeps with the log replayed
from its rows. They are killed, take moves back, meet in simultaneous choices, and roll transactions back.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import Guest
from accounts.people import Person
from games.models import Game
from games.registry import levels
from games.services.log import log_cache, logs
from games.services.log.log_cache import LOG_CACHE, MOMENTS, LogCache
from games.services.log.logs import Log
from games.services.people import lobby
from games.services.table.tables import Place
from tests.playing import act

pytestmark = pytest.mark.usefixtures("no_replies")

KINDS, GAMES, PROCESSES = ("twoman", "spades", "bidwhist", "cardduel"), 300, 3
#: One of them is killed after so many looks, and another begins.
EACH = 75
DEEDS = ("acts", "deal", "reply", "back", "rolled", "stale", "Stale")


def from_rows(game: Game) -> Log:
    return logs.replayed(game, game.entries.order_by("ordinal")).stored()


@pytest.mark.django_db(transaction=True)
def test_a_move_is_kept_once_it_has_committed(place: Place) -> None:
    act(place, "play", "KH")
    log = LOG_CACHE.get(place.code)
    assert log is not None and log == from_rows(place.game) and log.fresh == ()


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_was_never_kept(place: Place) -> None:
    before = logs.read(place.game)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        act(place, "play", "KH")
        assert logs.read(place.game).version == before.version + 1  # its own transaction sees it
        raise ZeroDivisionError
    assert LOG_CACHE.get(place.code) == before == logs.read(place.game) == from_rows(place.game)


@pytest.mark.django_db(transaction=True)
def test_only_what_is_newer_is_read(place: Place, django_assert_num_queries: Any) -> None:
    """Nothing where the game's row tells of the last entry that is kept."""
    logs.read(place.game)
    with django_assert_num_queries(0):
        logs.read(place.game)
    earlier = LOG_CACHE.get(place.code)
    act(place, "play", "KH")
    LOG_CACHE.forget(place.code)
    LOG_CACHE.keep(place.code, earlier)  # type: ignore[arg-type]
    asked: list[Any] = []

    def tell(execute: Any, sql: str, values: Any, *more: Any) -> Any:
        asked.append(values)
        return execute(sql, values, *more)

    with connection.execute_wrapper(tell):
        assert logs.read(place.game).version == 7
    assert asked == [(place.game.pk, 7)]  # from that ordinal on


@pytest.mark.django_db(transaction=True)
def test_a_page_of_any_version_is_told_of_what_it_missed(place: Place) -> None:
    act(place, "play", "KH")

    def missed(version: int, seat: int) -> tuple[Any, Any]:
        return logs.read_since(place.game, version), logs.moves_since(place.game, version, seat)

    for asked, told in [(asked, missed(*asked)) for asked in product(range(8), (0, 1))]:
        LOG_CACHE.forget(place.code)
        assert missed(*asked) == told, asked


def log_of(version: int, before: Any = None) -> Any:
    return Log(rules=None, state=None, version=version, before=before)  # type: ignore[arg-type]


def test_an_older_log_takes_no_newer_ones_place() -> None:
    store = LogCache()
    for version in (3, 5, 4):
        store.keep("a", log_of(version))
    assert store.get("a") == log_of(5)


def test_of_a_game_a_few_moments_are_kept_and_those_before_decisions() -> None:
    store = LogCache()
    for version in range(1, 10):
        store.keep("a", log_of(version, before=log_of(2) if version == 9 else None))
    found = [log.version if (log := store.get("a", version)) else None for version in range(11)]
    assert found[10] == 9 and found[10 - MOMENTS] == 10 - MOMENTS
    assert found[2:5] == [2, 2, 2] and found[:2] == [None, None]


def test_the_games_longest_not_asked_for_go_first() -> None:
    store = LogCache(entries=30)
    for code in "abc":
        store.keep(code, log_of(10))
    store.get("a")
    store.keep("d", log_of(10))
    assert [code for code in "abcd" if store.get(code)] == ["a", "c", "d"]
    store.forget("c")
    store.keep("e", log_of(10))
    assert [code for code in "abcde" if store.get(code)] == ["a", "d", "e"]


# -- three processes ------------------------------------------------------------------------------


def test_a_log_that_nobody_asks_for_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a process that has played for long holds the games that go on, and no others."""
    clock, cache = [0.0], LogCache()
    monkeypatch.setattr(log_cache, "monotonic", lambda: clock[0])
    cache.keep("idle", log_of(3))
    cache.keep("asked", log_of(3))
    clock[0] = log_cache.IDLE
    assert cache.get("asked") is not None
    clock[0] += 1
    cache.keep("new", log_of(1))
    assert (cache.get("idle"), len(cache), cache._entries) == (None, 2, 4)


@pytest.mark.django_db(transaction=True)
def test_three_processes_keep_what_their_rows_say(tmp_path: Path) -> None:
    for number in range(GAMES):
        key = KINDS[number % len(KINDS)]
        lobby.open_game(person=Person(guest=Guest.objects.create()), key=key, level=levels(key)[0])
    written = play_in_processes(tmp_path)
    assert not [one for one in written if "Traceback" in one or "WRONG" in one], written
    for game in Game.objects.order_by("pk")[:40]:
        assert game.version == game.entries.count()


def play_in_processes(folder: Path) -> list[str]:
    """What each process wrote, until there were more looks than games and each thing was done some times. Now and then
    one is killed."""
    command = [sys.executable, "-m", "tests.moves.keeping", str(connection.settings_dict["NAME"])]
    written, rng, pipe = list[Path](), random.Random(1), subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as keeping:

        def told(words: str) -> str:
            assert keeping.stdin is not None and keeping.stdout is not None
            print(words, file=keeping.stdin, flush=True)
            return keeping.stdout.readline().strip()

        def begun() -> str:
            written.append(folder / f"{len(written)}.txt")
            written[-1].touch()
            return told(f"{len(written)} {written[-1]}")

        running, kills = [begun() for _ in range(PROCESSES)], 0
        try:
            while not has_seen_enough(found := counted(written)):
                assert not found["Traceback (most recent call last):"], [one.read_text() for one in written]
                if found["looks"] > EACH * (kills + 1):
                    victim, kills = rng.randrange(PROCESSES), kills + 1
                    told(running[victim])
                    running[victim] = begun()
                time.sleep(0.1)
        finally:
            for number in running:
                told(number)
    return [one.read_text() for one in written]


def counted(written: list[Path]) -> Counter[str]:
    return Counter(line for one in written for line in one.read_text().splitlines())


def has_seen_enough(found: Counter[str]) -> bool:
    return found["looks"] > GAMES and all(found[deed] > 5 for deed in DEEDS)
