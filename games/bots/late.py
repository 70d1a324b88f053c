"""A computer player that is loaded when it is first asked: with the strong ones come numpy and compiled kernels, which
a process that only shows tables never needs.
"""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, cast

from games.bots.base import Chooser, Prepared
from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Late:
    """The player `name` of that module. A seat takes its version down before anybody thinks. Whether it `is_compiled`,
    which takes a while on a new machine, is known before, too.
    """

    module: str
    name: str
    version: int
    is_compiled: bool = False

    @cached_property
    def player(self) -> Chooser:
        return cast(Chooser, getattr(import_module(self.module), self.name)())

    def choose(self, view: SeatView, rng: "Random") -> Action:
        return self.player.choose(view, rng)

    def prepare(self, rng: "Random") -> None:
        """Loaded, and made ready where there is something to make ready; slow."""
        if isinstance(self.player, Prepared):
            self.player.prepare(rng)
