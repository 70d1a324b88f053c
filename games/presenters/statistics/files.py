"""Statistics as rows of a file: for spreadsheets, so names are plain words and numbers plain numbers."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.presenters.statistics.drawn import Raw
from games.presenters.statistics.pages import PersonalPage
from games.registry import GAMES
from games.services.statistics.reading import HandLine

#: After the point.
DIGITS: Final = 4


def hand_rows(lines: Iterable[HandLine]) -> Iterator[tuple[object, ...]]:
    """A column for each number of any game; of a game that has none of it the column is empty."""
    names = {key: game.figures.numbers.split() for key, game in GAMES.items()}
    known = tuple(dict.fromkeys(name for some in names.values() for name in some))
    yield ("day", "game", "code", "hand", "level", *known, "marks")
    for key, line in lines:
        all_numbers = {**line.numbers, "tricks": line.numbers["took"]} if "took" in line.numbers else line.numbers
        numbers = (all_numbers.get(name, "") if name in names[key] else "" for name in known)
        marks = " ".join(sorted(line.marks))
        yield (line.day, key, line.code, line.number, line.level, *numbers, marks)


def figures(page: PersonalPage) -> Iterator[tuple[object, ...]]:
    """What was made of how many is two numbers, times are seconds, and an interval is two rows."""
    yield ("section", "figure", "value", "of")
    for one in page.first:
        yield from _rows("", one.label, one.raw)
    for section in page.sections:
        for one in section.figures:
            yield from _rows(section.title, one.label, one.raw)
    for table in page.tables:
        for row in table.rows:
            for head, cell in zip(table.heads[1:], row[1:], strict=True):
                yield from _rows(table.title, f"{row[0].value}: {head}", cell.raw)


def _rows(title: str, label: str, number: Raw) -> Iterator[tuple[str, ...]]:
    if number.until is None:
        yield (title, label, plain(number.value), plain(number.of))
        return
    yield (title, f"{label} ≥", plain(number.value), "")
    yield (title, f"{label} ≤", plain(number.until), "")


def plain(number: float | None) -> str:
    """With a point and an ASCII minus in every language, as spreadsheets and programs read numbers."""
    if number is None:
        return ""
    rounded = round(number, DIGITS)
    return str(int(rounded) if rounded == int(rounded) else rounded)
