"""The interface of bots, their random generators, late import and warming up, and a bot that acts at random.

This module imports neither numpy nor numba.
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
#: Number of bits of a seed.
_SEED_BITS: Final = 62
#: A bot departs from its policy's choice only if another choice raises its chance to win the game by more than this.
_LEAST_ADVANTAGE: Final = 0.004


class ImpossibleView(ValueError):
    """No seat on turn can have this view: for example, it has a card twice or no legal action."""


class Chooser(Protocol):
    """The part of a bot that chooses. Stateless: the same view and seed give the same action."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """Return an action that the view offers; raise ImpossibleView if the view contradicts itself."""


class Bot(Chooser, Protocol):
    """A bot as a game registers it."""

    @property
    def version(self) -> int:
        """The version, which is stored with a game; another version may choose differently."""


class Bits(Protocol):
    """The methods of `Random` that a bot needs to seed kernels and to resample worlds."""

    def getrandbits(self, k: int, /) -> int: ...

    def random(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Seeded:
    """A fixed seed of 62 bits with the methods of a random generator: every call returns the same bits."""

    seed: int

    def getrandbits(self, k: int, /) -> int:
        return self.seed & ((1 << k) - 1)

    def random(self) -> float:
        return self.getrandbits(_SEED_BITS) / (1 << _SEED_BITS)


class Sampling(Protocol):
    """The method of `Random` that a bot needs to draw hands."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


@dataclass(slots=True)
class Stream:
    """A random generator seeded by `state` (splitmix64). Its numbers are the same on every machine."""

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
    """A bot that can be loaded or compiled before its first choice."""

    def prepare(self, rng: "Random") -> None:
        """Load or compile the bot, once per process; slow. `rng` is for trial choices."""


def one_of_each(usual: Card, cards: Iterable[Card], kind: Callable[[Card], object]) -> tuple[Card, ...]:
    """Return one card of each kind: `usual` first, then the last of the cards of every other kind."""
    found = {kind(one): one for one in cards}
    found[kind(usual)] = usual
    return (usual, *(one for one in found.values() if one is not usual))


def clearly_best(values: Sequence[float]) -> int:
    """Return the index of the highest chance to win; 0, the policy's choice, if none is clearly above the policy's."""
    best = max(range(len(values)), key=lambda place: (values[place], -place))
    return best if values[best] > values[0] + _LEAST_ADVANTAGE else 0


class AnyLegal:
    """A bot that chooses legal actions at random, in any game."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        if not view.legal:
            raise ImpossibleView("the seat has no legal action")
        offer = rng.choice(view.legal)
        if isinstance(offer, Pick):
            return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))
        return offer


@dataclass(frozen=True)
class Late:
    """A bot whose module is imported on first use.

    `version` and `is_compiled` need no import. `is_compiled`: the bot has kernels to compile.
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
        if isinstance(self.player, Prepared):
            self.player.prepare(rng)


def warm_up(bot: Chooser, rng: "Random", rules: Ruleset, state: State, actions: int) -> None:
    """Play `actions` actions from `state` on, each chosen by the bot for the seat to act.

    In the blind phase the first legal action, a look, replaces the bot's choice: a blind nil could end the hand early.
    """
    for _ in range(actions):
        seat = min(rules.waits_for(state))
        view = rules.view(state, seat)
        chosen = bot.choose(view, rng)
        state = rules.apply(state, seat, view.legal[0].first if state.phase is Phase.BLIND else chosen).state
