"""What stands in the database, read past the site: the entries of games, and what must hold of all of them."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Answered:
    """A move that the site has answered with 200: it is promised to stand in the log.

    `made_at` is the version it was posted to, `shown` the one in the answer; no action is a hand that was dealt.
    """

    code: str
    made_at: int
    shown: int
    action: list[Any] | None
    time: float


def says(line: Line, action: list[Any] | None) -> bool:
    """Whether the line is that whole action of a person, or (none) a deal."""
    told = json.loads(line[2])
    return told[0] == "deal" if action is None else line[3] == "person" and told == action


def aligned(said: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Actions by seat, secret ones too: who was first there is nobody's matter."""
    asides = [place for place, (_, action) in enumerate(said) if action.startswith('["discard"')]
    ordered, found = sorted(said[place] for place in asides), list(said)
    for place, one in zip(asides, ordered, strict=True):
        found[place] = one
    return found


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

    def hands(self, code: str) -> list[int]:
        """The numbers of those hands of a game that are over."""
        asked = (
            "SELECT number FROM games_hand WHERE ended_at IS NOT NULL "
            f"AND game_id = (SELECT id FROM games_game WHERE code = {self._mark}) ORDER BY number"
        )
        return [int(one[0]) for one in self.rows(asked, code)]

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

    def lost(self, answered: Iterable[Answered]) -> list[str]:
        """The answered moves of which the logs do not tell."""
        by_code: dict[str, list[Answered]] = {}
        for move in answered:
            by_code.setdefault(move.code, []).append(move)
        return [one for code, moves in by_code.items() for one in _lost(self.entries(code), moves)]

    def rows(self, asked: str, *told: object) -> Sequence[tuple[Any, ...]]:
        if self.is_postgresql:
            with psycopg.connect(self.address, connect_timeout=5) as line:
                return line.execute(asked, told).fetchall()
        with closing(sqlite3.connect(self.address, timeout=20)) as file:
            return file.execute(asked, told).fetchall()

    @property
    def _mark(self) -> str:
        return "%s" if self.is_postgresql else "?"


def _lost(stored: list[Line], moves: list[Answered]) -> list[str]:
    """Of one game: a log shorter than what was shown, and moves that do not stand where they were made."""
    shown = max(move.shown for move in moves)
    found = [f"{moves[0].code} was shown at {shown} and is stored to {len(stored)}"] if len(stored) < shown else []
    return found + [
        f"{move.code}: {move.action or 'a deal'} at {move.made_at} was answered, and is not stored"
        for move in moves
        if not any(says(line, move.action) for line in stored[move.made_at : move.shown])
    ]
