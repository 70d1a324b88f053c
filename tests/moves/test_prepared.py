"""A worker has loaded and compiled everything before it takes its first task; nobody's move waits for it."""

from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest
from celery.signals import worker_init, worker_shutdown
from numba.core.dispatcher import Dispatcher

from games import registry
from games.arena.match import ArenaTable, Match
from games.services.moves import players
from games.twoman.bots.ruthless import bidding, opening, playing, scoring
from spadesite import celery


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What a worker does with the players before it takes a task, with an empty folder for what is compiled."""
    done: list[str] = []

    class Beside:
        def __init__(self, folder: Path) -> None:
            done.append("beside")

        def terminate(self) -> None:
            done.append("ended")

    monkeypatch.setattr(players, "prepare", lambda: done.append("here"))
    monkeypatch.setattr(players, "prepare_beside", Beside)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return done


def test_it_is_done_before_the_children_part(done: list[str], tmp_path: Path) -> None:
    (tmp_path / players.DONE).write_text(version("numba"), encoding="utf-8")
    worker_init.send(sender=celery.app)
    assert done == ["here"]


def test_what_is_not_compiled_yet_is_compiled_beside_a_worker_and_ends_with_it(done: list[str]) -> None:
    worker_init.send(sender=celery.app)
    assert done == ["beside"]
    worker_shutdown.send(sender=celery.app)
    assert done == ["beside", "ended"]


def test_without_a_folder_a_worker_compiles_for_itself(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    worker_init.send(sender=celery.app)
    assert done == ["here"]


class Compiled:
    version, is_compiled = 1, True

    def choose(self, view: object, rng: Random) -> None: ...

    def prepare(self, rng: Random) -> None: ...


def test_a_player_that_nobody_compiles_is_compiled_beside_whoever_asks_and_not_in_the_request(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Started once; where that process ends without success, the player is compiled here after all."""
    bot, ends = Compiled(), [None, None, 1]
    started = list[Path]()

    class Beside:
        def __init__(self, folder: Path) -> None:
            started.append(folder)

        def poll(self) -> int | None:
            return ends.pop(0)

    monkeypatch.setattr(registry, "bot", lambda key, level: bot)
    monkeypatch.setattr(players, "prepare_beside", Beside)
    monkeypatch.setattr(players, "_COMPILERS", [])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        with pytest.raises(players.WarmingUp):
            players.ready("twoman", "hard")
    assert players.ready("twoman", "hard") is bot
    assert started == [tmp_path]


def test_every_player_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        version = 1
        times = 0

        def choose(self, view: object, rng: Random) -> None: ...

        def prepare(self, rng: Random) -> None:
            self.times += 1

    slow = Slow()
    monkeypatch.setattr(registry, "bot", lambda key, level: slow)
    players.prepare()
    assert players.ready("twoman", "ruthless") is slow
    assert slow.times == 1


def test_once_ready_nothing_of_ruthless_marta_is_left_to_compile() -> None:
    players.ready("twoman", "ruthless")
    kernels = [
        one
        for module in (bidding, opening, playing, scoring)
        for one in vars(module).values()
        if isinstance(one, Dispatcher)
    ]
    before = [len(one.signatures) for one in kernels]
    options = {"target": 100}
    match = Match("twoman", ("ruthless", "easy"), games=2, seed=5, options=options)
    for index in range(2):
        ArenaTable(match, index, [_Seated("ruthless"), _Seated("easy")]).play()
    assert [len(one.signatures) for one in kernels] == before
    assert sum(before) >= 4


class _Seated:
    def __init__(self, level: str) -> None:
        self.choose = registry.bot("twoman", level).choose

    def stop(self) -> None: ...

    def close(self) -> None: ...
