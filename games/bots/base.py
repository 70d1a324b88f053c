"""What every computer player is: a choice from a view. Chance comes from whoever asks."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random


class ImpossibleView(ValueError):
    """The view cannot be: a card twice, too many cards, or nothing that its seat may do."""


class Bot(Protocol):
    """A player that remembers nothing between two questions: the same view and seed bring the same action."""

    @property
    def version(self) -> int:
        """Stored with a game, so that an old move can be told from what this player would do now."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """An action that the view offers; raises ImpossibleView where the view cannot be."""


class Bits(Protocol):
    """What `Random` is to a player that wants one number for its kernels."""

    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Seeded:
    """A single number in the place of a generator."""

    seed: int

    def getrandbits(self, k: int, /) -> int:
        return self.seed & ((1 << k) - 1)


@runtime_checkable
class Prepared(Protocol):
    """A player that has something to load or to compile before its first choice."""

    def prepare(self, rng: "Random") -> None:
        """Slow, and needed once in a process; `rng` only feeds what is tried out."""
