"""Options of a game: values, defaults, ranges, and checks of chosen values.

In a game with variants the first option is `variant`. It changes the defaults of other options and may fix them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from games.engine.actions import Refusal
from games.engine.cards import DrawNumber

T = TypeVar("T")
Value: TypeAlias = int | bool | str | None
Options: TypeAlias = Mapping[str, Value]

VARIANT: Final = "variant"


@dataclass(frozen=True, slots=True)
class Option:
    """An option. Its value is one of `choices`, or a multiple of `step` from `low` to `high`.

    With `none` the value may also be None. With `endless` it may exceed `high`, which then only limits random draws.
    `defaults` has the default of each variant in which it differs from `default`. In the variants of `fixed` only the
    default is accepted.
    """

    key: str
    default: Value
    choices: tuple[Value, ...] = field(default=())
    low: int = 0
    high: int = 0
    step: int = 1
    none: bool = False
    endless: bool = False
    defaults: Mapping[str, Value] = field(default_factory=dict, hash=False)
    fixed: frozenset[str] = frozenset()

    def default_in(self, variant: str | None) -> Value:
        """Return the default in this variant; `variant` is None in a game without variants."""
        return self.default if variant is None else self.defaults.get(variant, self.default)

    def allows(self, value: object) -> bool:
        """Return whether the value has the right type and range; True does not count as 1."""
        if self.choices:
            return any(type(value) is type(one) and value == one for one in self.choices)
        if value is None:
            return self.none
        if type(value) is not int or value % self.step:
            return False
        return self.low <= value and (self.endless or value <= self.high)

    @property
    def range(self) -> str:
        if self.choices:
            return "one of " + ", ".join(str(one).lower() for one in self.choices)
        steps = f", a multiple of {self.step}" if self.step > 1 else ""
        end = "or more" if self.endless else f"to {self.high}"
        return f"{self.low} {end}{steps}{', or none' if self.none else ''}"

    def drawn(self, draw: DrawNumber) -> Value:
        """Draw a value, each with equal chance; in a range with `none`, None has one chance in four."""
        if self.choices:
            return self.choices[draw(len(self.choices))]
        if self.none and draw(4) == 0:
            return None
        return self.low + self.step * draw((self.high - self.low) // self.step + 1)


def variant_of(known: tuple[Option, ...], chosen: Mapping[str, object]) -> str | None:
    """Return the chosen variant, or the default one if none or an unknown one is chosen; None without variants."""
    option = next((one for one in known if one.key == VARIANT), None)
    if option is None:
        return None
    value = chosen.get(VARIANT)
    return str(value if option.allows(value) else option.default)


def refusals(known: tuple[Option, ...], chosen: Mapping[str, object]) -> tuple[Refusal, ...]:
    by_key, variant = {option.key: option for option in known}, variant_of(known, chosen)
    found = []
    for key, value in chosen.items():
        option = by_key.get(key)
        if option is None:
            found.append(Refusal("UNKNOWN_OPTION", f"There is no option “{key}”.", (key,)))
        elif not option.allows(value):
            found.append(Refusal("OUT_OF_RANGE", f"“{key}” must be {option.range}.", (key,)))
        elif variant in option.fixed and value != option.default_in(variant):
            found.append(Refusal("OPTION_FIXED", f"“{key}” cannot be changed in “{variant}”.", (key,)))
    return tuple(found)


def complete(known: tuple[Option, ...], chosen: Options) -> Options:
    """Return a value for every known option: the chosen value, else the variant's default."""
    variant = variant_of(known, chosen)
    return MappingProxyType({one.key: chosen.get(one.key, one.default_in(variant)) for one in known})


def differing(known: tuple[Option, ...], chosen: Mapping[str, T]) -> dict[str, T]:
    """Return the chosen values that differ from their defaults; rows and records store only these."""
    variant = variant_of(known, chosen)
    defaults = {one.key: one.default_in(variant) for one in known}
    return {key: chosen[key] for key, default in defaults.items() if chosen.get(key, default) != default}


def draw_options(known: tuple[Option, ...], draw: DrawNumber, given: Options) -> Options:
    """Return `given`, and random values for all other options that the variant does not fix.

    `Ruleset.check` may refuse the result.
    """
    chosen = dict(given)
    for option in known:
        if option.key not in given and variant_of(known, chosen) not in option.fixed:
            chosen[option.key] = option.drawn(draw)
    return chosen


def cached_by_options(read: Callable[[Options], T]) -> Callable[[Options], T]:
    """Decorate a function of complete options with a cache, because rules call it for every action."""

    @lru_cache(256)
    def answered(chosen: tuple[tuple[str, Value], ...]) -> T:
        return read(dict(chosen))

    return lambda options: answered(tuple(options.items()))


def whole_number(options: Options, key: str) -> int:
    """Return the value of a whole-number option; raise TypeError for another type of value."""
    value = options[key]
    if not isinstance(value, int):
        raise TypeError(f"{key} is not a whole number: {value!r}")
    return value
