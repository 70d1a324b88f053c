"""Statistics as CSV rows for spreadsheets: untranslated names, unformatted numbers."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.registry import GAMES
from games.statistics.drawn import Raw
from games.statistics.pages import PersonalPage
from games.statistics.reading import HandLine

#: Decimal places.
DIGITS: Final = 4


def hand_rows(lines: Iterable[HandLine]) -> Iterator[tuple[object, ...]]:
    """Yield a header and a row per hand, with a column for each number of any game; empty where it does not apply."""
    names = {key: game.figures.numbers.split() for key, game in GAMES.items()}
    known = tuple(dict.fromkeys(name for some in names.values() for name in some))
    yield ("day", "game", "code", "hand", "level", *known, "marks")
    for key, line in lines:
        all_numbers = {**line.numbers, "tricks": line.numbers["took"]} if "took" in line.numbers else line.numbers
        numbers = (all_numbers.get(name, "") if name in names[key] else "" for name in known)
        marks = " ".join(sorted(line.marks))
        yield (line.day, key, line.code, line.number, line.level, *numbers, marks)


def figures(page: PersonalPage) -> Iterator[tuple[object, ...]]:
    """Yield a header and a row per figure: value and `of` for shares, seconds for times, two rows for intervals."""
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
    """Format a number with a decimal point and ASCII minus, independent of the language; "" for None."""
    if number is None:
        return ""
    rounded = round(number, DIGITS)
    return str(int(rounded) if rounded == int(rounded) else rounded)
