"""A worker has loaded and compiled everything before it takes its first task; nobody's move waits for it."""

from random import Random

import pytest
from celery.signals import worker_init
from numba.core.dispatcher import Dispatcher

from games import registry
from games.arena.match import Match, Table
from games.services import players
from games.twoman.bots.ruthless import bidding, opening, playing, scoring
from spadesite import celery


def test_it_is_done_before_the_children_part(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bool] = []
    monkeypatch.setattr(players, "prepare", lambda: done.append(True))
    worker_init.send(sender=celery.app)
    assert done == [True]


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
        Table(match, index, [_Seated("ruthless"), _Seated("easy")]).play()
    assert [len(one.signatures) for one in kernels] == before
    assert sum(before) >= 4


class _Seated:
    def __init__(self, level: str) -> None:
        self.choose = registry.bot("twoman", level).choose

    def stop(self) -> None: ...

    def close(self) -> None: ...
