"""Progress of a long command: on a terminal a bar with rate and time left, elsewhere no output."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm import tqdm

One = TypeVar("One")


def watched(items: Iterable[One], *, total: int | None = None, unit: str) -> Iterable[One]:
    """Return the items with a progress bar. `unit` is the word for an item; pass `total` if `items` has no length."""
    return tqdm(items, total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def bar(*, total: int | None, unit: str) -> "tqdm[None]":
    """Return a bar for work in batches. The caller adds the size of each batch with `update`."""
    return tqdm(total=total, unit=f" {unit}", file=sys.stderr, disable=None)


def beside_the_bar() -> AbstractContextManager[None]:
    """Return a context in which printed lines appear above the bar."""
    return tqdm.external_write_mode(file=sys.stderr)
