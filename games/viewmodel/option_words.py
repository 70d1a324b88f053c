"""The shapes in which options and variants are told."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class OptionWords:
    """`effect` is what the option does, `idle` what makes it meaningless (empty where nothing does).

    `range` says what numbers it takes where that is more than from the lowest to the highest. Of an option that
    `is_off_at_zero` the number 0 is no number to be told.
    """

    label: Any
    effect: Any
    idle: Any = ""
    range: Any = ""
    is_off_at_zero: bool = False


@dataclass(frozen=True, slots=True)
class VariantWords:
    """`line` is one short line for a list, `about` the same at more length; `special` are the rules of its own."""

    title: Any
    line: Any
    about: Any
    special: tuple[Any, ...] = ()
