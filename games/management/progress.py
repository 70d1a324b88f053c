"""How far a long command is: a bar with rate and time left on a terminal, nothing anywhere else."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm import tqdm

One = TypeVar("One")


def watched(items: Iterable[One], *, total: int | None = None, unit: str) -> Iterable[One]:
    """The same items; `unit` names one of them in a word, `total` says how many there are where they do not."""
    return tqdm(items, total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def bar(*, total: int | None, unit: str) -> "tqdm[None]":
    """For what is done in portions: `update` says how many more are done."""
    return tqdm(total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def beside_the_bar() -> AbstractContextManager[None]:
    """A line written meanwhile stands above the bar and not in its midst."""
    return tqdm.external_write_mode(file=sys.stderr)
