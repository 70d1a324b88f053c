"""At its start a worker prepares all bots, or if the cache folder is incomplete, lets a process compile them."""

from importlib.metadata import version
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest.mock import Mock, call

import pytest
from celery.signals import worker_init, worker_shutdown
from numba.core.dispatcher import Dispatcher

from games import registry
from games.arena.match import ArenaTable, Match
from games.table import players
from games.twoman.bots import inference, position, rollouts, solver
from spadesite import celery


@pytest.mark.parametrize("folder", ["compiled", "empty", ""])
def test_a_worker_prepares_the_bots_at_its_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str) -> None:
    """With an empty cache folder another process compiles. The worker terminates that process at its own shutdown."""
    does = Mock()
    monkeypatch.setattr(players, "prepare", does.prepare)
    monkeypatch.setattr(players, "prepare_beside", does.prepare_beside)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path) if folder else "")
    if folder == "compiled":
        (tmp_path / players.DONE).write_text(version("numba"), encoding="utf-8")
    begun = call.prepare_beside(tmp_path) if folder == "empty" else call.prepare()
    worker_init.send(sender=celery.app)
    assert does.mock_calls == [begun]
    worker_shutdown.send(sender=celery.app)
    assert does.mock_calls == [begun, *([call.prepare_beside().terminate()] if folder == "empty" else [])]


class Compiled:
    version, is_compiled, times = 1, True, 0

    def choose(self, view: object, rng: Random) -> None: ...

    def prepare(self, rng: Random) -> None:
        self.times += 1


def test_an_uncompiled_bot_is_compiled_in_another_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only one other process is started. If it fails, this process compiles the bot."""
    bot, beside = Compiled(), Mock()
    beside.return_value.poll.side_effect = [None, None, 1]
    monkeypatch.setattr(registry, "bot", lambda key, level: bot)
    monkeypatch.setattr(players, "prepare_beside", beside)
    monkeypatch.setattr(players, "_COMPILERS", [])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        with pytest.raises(players.WarmingUp):
            players.ready("twoman", "hard")
    assert players.ready("twoman", "hard") is bot
    beside.assert_called_once_with(tmp_path)


def test_every_bot_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Compiled()
    monkeypatch.setattr(registry, "bot", lambda key, level: bot)
    players.prepare()
    assert players.ready("twoman", "ruthless") is bot
    assert bot.times == 1


def test_a_prepared_ruthless_bot_compiles_nothing_while_it_plays() -> None:
    players.ready("twoman", "ruthless")
    modules = (inference, position, rollouts, solver)
    kernels = [one for module in modules for one in vars(module).values() if isinstance(one, Dispatcher)]
    before = [len(one.signatures) for one in kernels]
    match = Match("twoman", ("ruthless", "easy"), games=2, seed=5, options={"target": 100})
    for index in range(2):
        seats = [registry.bot("twoman", level).choose for level in ("ruthless", "easy")]
        ArenaTable(match, index, [SimpleNamespace(choose=one, stop=int, close=int) for one in seats]).play()
    assert [len(one.signatures) for one in kernels] == before
    assert sum(before) >= 4
