"""A worker loads and compiles the bots before its first task; a web process never compiles in a request."""

from importlib.metadata import version
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from celery.signals import worker_init, worker_shutdown
from numba.core.dispatcher import Dispatcher

from games import registry
from games.arena.match import ArenaTable, Match
from games.table import players
from games.twoman.bots import inference, rollouts, scoring, solver
from spadesite import celery


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The steps of a worker's preparation, with an empty folder for compiled kernels."""
    prepared: list[str] = []

    class Beside:
        def __init__(self, folder: Path) -> None:
            prepared.append("beside")

        def terminate(self) -> None:
            prepared.append("ended")

    monkeypatch.setattr(players, "prepare", lambda: prepared.append("here"))
    monkeypatch.setattr(players, "prepare_beside", Beside)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return prepared


def test_a_worker_prepares_before_it_forks(prepared: list[str], tmp_path: Path) -> None:
    (tmp_path / players.DONE).write_text(version("numba"), encoding="utf-8")
    worker_init.send(sender=celery.app)
    assert prepared == ["here"]


def test_a_worker_compiles_beside_itself_and_stops_that_with_it(prepared: list[str]) -> None:
    worker_init.send(sender=celery.app)
    assert prepared == ["beside"]
    worker_shutdown.send(sender=celery.app)
    assert prepared == ["beside", "ended"]


def test_a_worker_without_a_cache_folder_compiles_itself(prepared: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    worker_init.send(sender=celery.app)
    assert prepared == ["here"]


class Compiled:
    version, is_compiled, times = 1, True, 0

    def choose(self, view: object, rng: Random) -> None: ...

    def prepare(self, rng: Random) -> None:
        self.times += 1


def test_an_uncompiled_bot_is_compiled_in_another_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process is started once; if it fails, the bot is compiled here."""
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


def test_every_bot_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Compiled()
    monkeypatch.setattr(registry, "bot", lambda key, level: bot)
    players.prepare()
    assert players.ready("twoman", "ruthless") is bot
    assert bot.times == 1


def test_a_prepared_ruthless_bot_compiles_nothing_while_it_plays() -> None:
    players.ready("twoman", "ruthless")
    modules = (inference, rollouts, scoring, solver)
    kernels = [one for module in modules for one in vars(module).values() if isinstance(one, Dispatcher)]
    before = [len(one.signatures) for one in kernels]
    match = Match("twoman", ("ruthless", "easy"), games=2, seed=5, options={"target": 100})
    for index in range(2):
        seats = [registry.bot("twoman", level).choose for level in ("ruthless", "easy")]
        ArenaTable(match, index, [SimpleNamespace(choose=one, stop=int, close=int) for one in seats]).play()
    assert [len(one.signatures) for one in kernels] == before
    assert sum(before) >= 4
