"""What every computer player is: a choice from a view. Chance comes from whoever asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, runtime_checkable

from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")

_BITS: Final = (1 << 64) - 1
#: Of a seed.
_SEED_BITS: Final = 62


class ImpossibleView(ValueError):
    """The view cannot be: a card twice, too many cards, or nothing that its seat may do."""


class Chooser(Protocol):
    """Remembers nothing between two questions: the same view and seed bring the same action."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """An action that the view offers; raises ImpossibleView where the view cannot be."""


class Bot(Chooser, Protocol):
    """A player as its game names it."""

    @property
    def version(self) -> int:
        """Stored with a game, so that an old move can be told from what this player would do now."""


class Bits(Protocol):
    """What `Random` is to a player that wants one number for its kernels, and a part of one to begin at."""

    def getrandbits(self, k: int, /) -> int: ...

    def random(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Seeded:
    """A single number of 62 bits in the place of a generator."""

    seed: int

    def getrandbits(self, k: int, /) -> int:
        return self.seed & ((1 << k) - 1)

    def random(self) -> float:
        return self.getrandbits(_SEED_BITS) / (1 << _SEED_BITS)


class Sampling(Protocol):
    """What `Random` is to a player that draws hands."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


@dataclass(slots=True)
class Stream:
    """Draws that follow from a single number, alike on every machine: splitmix64."""

    state: int

    def sample(self, population: Sequence[T], k: int, /) -> list[T]:
        pool = list(population)
        for place in range(k):
            other = place + self._below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:k]

    def _below(self, n: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _BITS
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _BITS
        return (mixed ^ mixed >> 31) * n >> 64


@runtime_checkable
class Prepared(Protocol):
    """A player that has something to load or to compile before its first choice."""

    def prepare(self, rng: "Random") -> None:
        """Slow, and needed once in a process; `rng` only feeds what is tried out."""
