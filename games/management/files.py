"""Files that commands read."""

import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import CommandError


def lines(name: str) -> Iterator[bytes]:
    """Of a file, or of standard input for “-”. As bytes, because only a newline ends a record, whatever else a name in
    it holds.
    """
    if name == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as file:
            yield from file
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
