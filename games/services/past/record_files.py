"""A file of records as it is sent: held to its limits by what its records list, before any game is refereed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from games.records.reading import RecordError, RecordRead, read
from games.services.moves.play import MOST_IN_A_HAND

#: Games in one file that somebody sends, their hands and actions, since every card is refereed and writing them holds
#: the database up. So many hands of any game have fewer actions: of a hand of Spades 64 at most. So whatever game
#: leaves here in a record comes in, up to so many hands.
MOST_IN_A_FILE: Final = 100
MOST_HANDS: Final = 1_000
MOST_ACTIONS: Final = 65_000
#: Longer than any record of `MOST_HANDS` hands; a longer line is not read.
LONGEST_LINE: Final = 3_000_000


class BadFile(Exception):
    """The first thing that is wrong in a file, or why its first line is nothing new where no line is; nothing of it
    was taken. `line` counts from 1.
    """

    def __init__(self, line: int, wrong: RecordError) -> None:
        super().__init__(wrong.reason)
        self.line, self.wrong = line, wrong


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """What is wrong with a record is wrong with its file, at that line."""
    try:
        yield
    except RecordError as wrong:
        raise BadFile(number, wrong) from wrong


def lines_with_records(lines: Iterable[bytes], *, most: int | None) -> list[tuple[int, bytes]]:
    """The lines that are not empty, counted from 1; raises BadFile where there are none, or where they hold more than a
    file may. `most` limits the games, and with them the rest.
    """
    found = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not found:
        raise BadFile(1, RecordError("NOT_A_RECORD", "There is no record in this file.", about="file"))
    if most is not None:
        _hold_to_limits(found, {"games": most, "hands": MOST_HANDS, "actions": MOST_ACTIONS})
    return found


def _hold_to_limits(found: list[tuple[int, bytes]], limits: Mapping[str, int]) -> None:
    """By the count of lines, then by what the records list; one that cannot be read is told of when its turn comes."""
    if len(found) > limits["games"]:
        raise BadFile(found[limits["games"]][0], _one_too_many("games", limits["games"]))
    counts = Counter[str]()
    for number, line in found:
        try:
            record = record_in(line)
        except RecordError:
            return
        counts.update(hands=len(record.hands), actions=sum(record.listed))
        for about, count in counts.items():
            if count > limits[about]:
                raise BadFile(number, _one_too_many(about, limits[about]))


def _one_too_many(about: str, most: int) -> RecordError:
    return RecordError("TOO_MANY", f"At most {most} {about} can come in at once.", about=about, number=most)


def record_in(line: bytes) -> RecordRead:
    """The record that may be refereed; raises RecordError."""
    if len(line) > LONGEST_LINE:
        raise RecordError("NOT_A_RECORD", "The line is too long for a record.", about="line")
    record = read(line)
    for i, count in enumerate(record.listed):
        if count > MOST_IN_A_HAND:
            reason = f"A hand has at most {MOST_IN_A_HAND} actions."
            raise RecordError("TOO_MANY", reason, i, about="hand", number=MOST_IN_A_HAND)
    return record
