"""Progress of a long command: a bar with rate and time left on a terminal, nothing elsewhere."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm import tqdm

One = TypeVar("One")


def watched(items: Iterable[One], *, total: int | None = None, unit: str) -> Iterable[One]:
    """Return the items with a progress bar. `unit` is the word for an item; give `total` if `items` has no length."""
    return tqdm(items, total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def bar(*, total: int | None, unit: str) -> "tqdm[None]":
    """Return a bar for work done in batches; `update` adds the size of a batch."""
    return tqdm(total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def beside_the_bar() -> AbstractContextManager[None]:
    """Return a context in which printed lines appear above the bar."""
    return tqdm.external_write_mode(file=sys.stderr)
