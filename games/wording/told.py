"""The shapes in which options and variants are told."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class OptionWords:
    """`effect` is what the option does, `idle` what makes it meaningless (empty where nothing does).

    `range` says what numbers it takes where that is more than from the lowest to the highest.
    """

    label: Any
    effect: Any
    idle: Any = ""
    range: Any = ""


@dataclass(frozen=True, slots=True)
class VariantWords:
    """`line` is one short line for a list, `about` the same at more length."""

    title: Any
    line: Any
    about: Any
