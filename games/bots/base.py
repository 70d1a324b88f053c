"""What bots of all games share: the interface, a look at the own view, a bot of random moves, late loading, warming up.

A bot chooses from a view; its random numbers come from the caller.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Final, Protocol, TypeVar, cast, runtime_checkable

from games.engine.actions import Action, Pick
from games.engine.cards import Card
from games.engine.ruleset import Ruleset
from games.engine.state import Phase, SeatView, State

if TYPE_CHECKING:
    from random import Random
T = TypeVar("T")
_BITS: Final = (1 << 64) - 1
#: Of a seed.
_SEED_BITS: Final = 62
#: The policy's choice stands against one that is better by no more than this, as a chance to win the game.
_POLICY: Final = 0.004


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


def one_of_each(usual: Card, cards: Iterable[Card], kind: Callable[[Card], object]) -> tuple[Card, ...]:
    """Return one card of each kind: `usual` first and alone of its kind, then the last of every other kind."""
    found = {kind(one): one for one in cards}
    found[kind(usual)] = usual
    return (usual, *(one for one in found.values() if one is not usual))


def clearly_best(values: Sequence[float]) -> int:
    """Return the place of the highest chance to win; 0, the policy's choice, unless another is better by a margin."""
    best = max(range(len(values)), key=lambda place: (values[place], -place))
    return best if values[best] > values[0] + _POLICY else 0


class AnyLegal:
    """It needs nothing of its view but what is offered, so it plays any game."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """ImpossibleView where nothing is offered."""
        if not view.legal:
            raise ImpossibleView("nothing is offered to this seat")
        offer = rng.choice(view.legal)
        if isinstance(offer, Pick):
            return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))
        return offer


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


def warm_up(bot: Chooser, rng: "Random", rules: Ruleset, state: State, actions: int) -> None:
    """Lets the player make so many choices, one after another; a blind bid is thought over and never made."""
    for _ in range(actions):
        seat = min(rules.waits_for(state))
        view = rules.view(state, seat)
        chosen = bot.choose(view, rng)
        state = rules.apply(state, seat, view.legal[0].first if state.phase is Phase.BLIND else chosen).state
