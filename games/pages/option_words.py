"""Classes in which a game words its options and variants."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.engine.actions import Refusal
from games.engine.options import Value
from games.pages.words import Words

#: Every option as chosen; the rules may refuse it.
Full: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OptionWords:
    """Words of an option. `effect` is what it does, `idle` what makes it meaningless (empty: nothing).

    `range` describes its numbers if "lowest to highest" does not. `is_off_at_zero`: 0 is shown as "off". `choices` are
    names of values. `said` puts a value into a sentence ("bids start at 3"); `said_of` are exceptions by value. An
    option of `SettingWords.aim` is worded to follow "played" ("to 7").
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
    """Words of a variant. `line` is a short line for a list, `about` a longer text, `special` its own rules.

    `title` is its name among the game's other variants, `name` its name where the game is not named.
    """

    title: Any
    line: Any
    about: Any
    special: tuple[Any, ...] = ()
    name: Any = ""


@dataclass(frozen=True, kw_only=True)
class SettingWords:
    """Words of a game's settings.

    `aim` are the options that say what is played for, `endings` those with a column of their own in the list of
    variants. `refused` are sentences by refusal code, with all options in words as placeholders, or functions of both;
    an empty one falls back to the shared sentence. `idle` yields the options that the others leave without effect, each
    with a sentence; if it yields one twice, the last counts.
    """

    options: Mapping[str, OptionWords] = field(default_factory=dict)
    variants: Mapping[str, VariantWords] = field(default_factory=dict)
    aim: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    refused: Mapping[str, Words | Callable[[Refusal, Mapping[str, str]], str]] = field(default_factory=dict)
    idle: Callable[[Full], Iterator[tuple[str, str]]] = lambda full: iter(())
