"""Files that commands read and write."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.core.management.base import CommandError


def lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input for “-”. Raises CommandError if the file cannot be read.

    The lines are bytes, because only a newline ends a record: names in records may contain other line separators.
    """
    if name == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as file:
            yield from file
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


def write(name: str, texts: Iterable[str]) -> None:
    """Write these lines to the file. If that fails, the old file stays, and CommandError is raised.

    A path that is not a plain file (a pipe, `/dev/stdout`) is written to directly.
    """
    place = Path(name)
    is_plain = not place.is_symlink() and (place.is_file() or not place.exists())
    part = place.with_name(f"{place.name}.{os.getpid()}.part") if is_plain else place
    try:
        with part.open("w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in texts)
        part.replace(place)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    finally:
        if is_plain:
            with suppress(OSError):
                part.unlink()
