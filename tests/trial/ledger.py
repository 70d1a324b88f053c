"""What stands in the database, read past the site: the entries of games, and what must hold of all of them."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final

import psycopg

#: Ordinal, seat, action and source of an entry.
Line = tuple[int, int, str, str]

GAPS: Final = """
    SELECT game.code FROM games_game AS game LEFT JOIN games_entry AS entry ON entry.game_id = game.id
    GROUP BY game.id, game.code, game.version
    HAVING COUNT(entry.id) <> game.version OR COALESCE(MAX(entry.ordinal), 0) <> game.version
"""
TWICE: Final = """
    SELECT game_id, ordinal FROM games_entry GROUP BY game_id, ordinal HAVING COUNT(*) > 1
"""
CARDS_TWICE: Final = """
    SELECT hand_id, shuffle, card FROM games_play GROUP BY hand_id, shuffle, card HAVING COUNT(*) > 1
"""


class Ledger:
    """The database of a site by its address; every question opens a connection of its own and closes it."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def is_postgresql(self) -> bool:
        return self.address.startswith("postgres")

    def entries(self, code: str) -> list[Line]:
        asked = (
            "SELECT ordinal, seat, action, source FROM games_entry "
            f"WHERE game_id = (SELECT id FROM games_game WHERE code = {self._mark}) ORDER BY ordinal"
        )
        return [(int(one[0]), int(one[1]), str(one[2]), str(one[3])) for one in self.rows(asked, code)]

    def count(self, table: str) -> int:
        return int(self.rows(f"SELECT COUNT(*) FROM games_{table}")[0][0])  # noqa: S608

    def owed(self) -> list[str]:
        """The games in which a computer player owes an action."""
        return [one[0] for one in self.rows("SELECT code FROM games_game WHERE bot_due_at IS NOT NULL")]

    def faults(self) -> list[str]:
        """Gaps in a log, an ordinal or a card twice: what the database alone can tell."""
        found = [f"the log of {one[0]} has gaps" for one in self.rows(GAPS)]
        found += [f"ordinal {one[1]} twice in game {one[0]}" for one in self.rows(TWICE)]
        return found + [f"a card twice in hand {one[0]}" for one in self.rows(CARDS_TWICE)]

    def rows(self, asked: str, *told: object) -> Sequence[tuple[Any, ...]]:
        if self.is_postgresql:
            with psycopg.connect(self.address, connect_timeout=5) as line:
                return line.execute(asked, told).fetchall()  # type: ignore[arg-type]
        with closing(sqlite3.connect(self.address, timeout=20)) as file:
            return file.execute(asked, told).fetchall()

    @property
    def _mark(self) -> str:
        return "%s" if self.is_postgresql else "?"
