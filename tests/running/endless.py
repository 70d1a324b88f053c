"""The site's worker with computer players that come to no end, and a few seconds to choose in."""

import django

from spadesite.celery import app

django.setup()

from games import tasks  # noqa: E402
from games.services.moves import players, thinking  # noqa: E402

__all__ = ["app"]


class Endless:
    version = 1

    def choose(self, view: object, rng: object) -> None:
        while True:
            sum(range(100))


players.prepare = lambda: None  # what nobody asks needs no minute of compiling
thinking.ready = lambda key, level: Endless()  # type: ignore[assignment, attr-defined, return-value]
tasks.reply.soft_time_limit = 5  # of the whole task: what a crowded machine takes to read the game is part of it
