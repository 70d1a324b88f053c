"""Statistics as rows of a file: for spreadsheets, so names are plain words and numbers plain numbers."""

from collections.abc import Iterable, Iterator

from games.presenters.statistics.pages import PersonalPage
from games.registry import GAMES
from games.services.statistics.reading import HandLine


def hand_rows(lines: Iterable[HandLine]) -> Iterator[tuple[object, ...]]:
    """A column for each number of any game; of a game that has none of it the column is empty."""
    known = tuple(dict.fromkeys(name for game in GAMES.values() for name in game.figures.numbers.split()))
    yield ("day", "game", "code", "hand", "level", "imported", *known, "marks")
    for key, line in lines:
        all_numbers = {**line.numbers, "tricks": line.numbers["took"]} if "took" in line.numbers else line.numbers
        numbers = (all_numbers.get(name, "") for name in known)
        marks = " ".join(sorted(line.marks))
        yield (line.day, key, line.code, line.number, line.level, int(line.is_imported), *numbers, marks)


def figures(page: PersonalPage) -> Iterator[tuple[object, ...]]:
    yield ("section", "figure", "value", "of")
    for one in page.first:
        yield ("", one.label, one.value, one.note)
    for section in page.sections:
        for one in section.figures:
            yield (section.title, one.label, one.value, one.note)
    for table in page.tables:
        for row in table.rows:
            for head, cell in zip(table.heads[1:], row[1:], strict=True):
                yield (table.title, f"{row[0].value}: {head}", cell.value, "")
