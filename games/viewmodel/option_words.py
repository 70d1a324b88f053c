"""The shapes in which a game tells its options and variants."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.engine.actions import Refusal
from games.engine.options import Value
from games.viewmodel.words import Words

#: Every option as it was chosen, whether it can be played or not.
Full: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OptionWords:
    """`effect` is what the option does, `idle` what makes it meaningless (empty where nothing does).

    `range` says what numbers it takes where that is more than from the lowest to the highest. Of an option that
    `is_off_at_zero` the number 0 is no number to be told. `choices` are the names of what is chosen by a name.
    `said` tells a value within a sentence ("bids start at 3"), `said_of` those values that want words of their own; of
    what is played for, after "played" ("to 7").
    """

    label: Any
    effect: Any
    idle: Any = ""
    range: Any = ""
    is_off_at_zero: bool = False
    choices: Mapping[str, Any] = field(default_factory=dict)
    said: Any = ""
    said_of: Mapping[Value, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VariantWords:
    """`line` is one short line for a list, `about` the same at more length; `special` are the rules of its own.

    `title` is said beside the game's other variants, `name` where nothing else says which game it is.
    """

    title: Any
    line: Any
    about: Any
    special: tuple[Any, ...] = ()
    name: Any = ""


@dataclass(frozen=True, kw_only=True)
class SettingWords:
    """What a game's settings are called.

    `aim` are the options that say what is played for; `endings` those that are told of each variant in a column of
    their own. `refused` are sentences by a refusal's code, with places for all options in words, or what makes them of
    both; an empty one leaves it to what is said in every game. `idle` names the options that have no effect as the
    others stand, each with a sentence; where it names one more than once the last counts.
    """

    options: Mapping[str, OptionWords] = field(default_factory=dict)
    variants: Mapping[str, VariantWords] = field(default_factory=dict)
    aim: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    refused: Mapping[str, Words | Callable[[Refusal, Mapping[str, str]], str]] = field(default_factory=dict)
    idle: Callable[[Full], Iterator[tuple[str, str]]] = lambda full: iter(())
