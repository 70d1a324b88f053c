"""`manage.py review FILE.jsonl`: value every decision in records, and print a line for each game, hand and seat."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.evaluation.hand import review_line
from games.management.commands.records import lines
from games.management.progress import beside_the_bar, watched
from games.records.format import RecordRead, read
from games.records.referee import check, reviews


class Command(BaseCommand):
    help = "Review the games of a file of records, without a database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
        parser.add_argument("--seat", type=int, help="only this seat")
        parser.add_argument(
            "--out", metavar="FILE", help="write to this file once all games are reviewed; - is standard output"
        )

    def handle(self, *args: Any, file: str, seat: int | None, out: str | None, **options: Any) -> None:
        records = self._refereed(file, seat)
        if out in (None, "-"):
            for text in _printed(records, seat):
                with beside_the_bar():
                    self.stdout.write(text)
            return
        _write(out, _printed(records, seat))

    def _refereed(self, file: str, seat: int | None) -> list[RecordRead]:
        """Return all records of the file. If any are wrong, print their verdicts and exit with 1."""
        records, all_right = list[RecordRead](), True
        for number, text in lines(file):
            verdict = check(text)
            if verdict.wrong is None:
                records.append(read(text))
            else:
                all_right = False
                self.stdout.write(json.dumps(verdict.as_json(number)))
        if not all_right:
            sys.exit(1)
        if seat is not None and any(not 0 <= seat < record.rules.seats for record in records):
            raise CommandError(f"Some game of that file has no seat {seat}.")
        return records


def _printed(records: list[RecordRead], seat: int | None) -> Iterator[str]:
    for game, record in enumerate(watched(records, total=len(records), unit="game")):
        for by_seat in reviews(record):
            for review in by_seat:
                if seat is None or review.seat == seat:
                    yield json.dumps(review_line(review, game=game))


def _write(name: str, texts: Iterable[str]) -> None:
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
