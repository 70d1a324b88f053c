"""Read rows directly from the database, and check the invariants that must hold after a crash."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

import psycopg

#: Finds games whose log has gaps or an ordinal twice, and hands in which a card was played twice.
FAULTS: Final = """
    SELECT 'the log of game ' || game.code || ' has gaps or an ordinal twice' FROM games_game AS game
    LEFT JOIN games_entry AS entry ON entry.game_id = game.id GROUP BY game.id, game.code, game.version
    HAVING COUNT(entry.id) <> game.version OR COUNT(DISTINCT entry.ordinal) <> game.version
           OR COALESCE(MAX(entry.ordinal), 0) <> game.version
    UNION ALL SELECT 'a card was played twice in the hand with id ' || hand_id FROM games_play
    GROUP BY hand_id, shuffle, card HAVING COUNT(*) > 1
"""
ENTRIES: Final = """
    SELECT ordinal, seat, action, source FROM games_entry AS entry JOIN games_game AS game ON game.id = entry.game_id
    WHERE game.code = {value} ORDER BY ordinal
"""
ATTEMPTS: Final = """
    SELECT attempt.board_id, COALESCE('user ' || attempt.user_id, 'guest ' || attempt.guest_id), attempt.is_counted,
           game.code, board.seat
    FROM games_attempt AS attempt JOIN games_board AS board ON board.id = attempt.board_id
    JOIN games_game AS game ON game.id = attempt.game_id WHERE attempt.level = '' ORDER BY attempt.id
"""
#: Seeds of boards with the time from which each may be shown; and roots of their chains with NULL, which means never.
SECRETS: Final = """
    SELECT encode(seal.server_seed, 'hex'), MIN(seal.opens_at) FROM games_seal AS seal
    JOIN games_game AS game ON game.id = seal.game_id WHERE game.board_id IS NOT NULL GROUP BY seal.server_seed
    UNION ALL SELECT encode(root, 'hex'), NULL FROM games_chain
"""


class StoredEntry(NamedTuple):
    """A stored log entry; `source` is a value of `Entry.Source`, such as "person"."""

    ordinal: int
    seat: int
    action: str
    source: str

    def is_of_player(self, action: list[Any] | None) -> bool:
        """Return whether this entry is the given action of a person, or a deal if `action` is None."""
        stored = json.loads(self.action)
        return stored[0] == "deal" if action is None else self.source == "person" and stored == action


@dataclass(frozen=True, slots=True)
class Answered:
    """An action, or a deal (`action` is None), that must be stored, because its response was a success.

    `made_at` is the table's version when it was posted, `shown` the version in the response. `time` is monotonic.
    """

    code: str
    made_at: int
    shown: int
    action: list[Any] | None
    time: float


class StoredAttempt(NamedTuple):
    """A stored attempt at a board; `player` is "user" or "guest" and the id, `seat` the player's seat."""

    board: int
    player: str
    is_counted: bool
    code: str
    seat: int


class Database:
    """The database of a site, PostgreSQL or SQLite. Each query opens a connection, so that it works after a crash."""

    def __init__(self, address: str) -> None:
        self.address = address

    def rows(self, query: str, *values: object) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a query, in which each {value} is the placeholder of one value."""
        if self.address.startswith("postgres"):
            with psycopg.connect(self.address, connect_timeout=5) as connection:
                return connection.execute(query.replace("{value}", "%s"), values or None).fetchall()
        with closing(sqlite3.connect(self.address, timeout=20)) as file:
            return file.execute(query.replace("{value}", "?"), values).fetchall()

    def entries(self, code: str) -> list[StoredEntry]:
        return [StoredEntry(*row) for row in self.rows(ENTRIES, code)]

    def waiting_for_bots(self) -> set[str]:
        return {row[0] for row in self.rows("SELECT code FROM games_game WHERE bot_due_at IS NOT NULL")}

    def faults(self) -> list[str]:
        """Return gaps in logs, and ordinals or cards that are stored twice."""
        return [row[0] for row in self.rows(FAULTS)]

    def lost(self, answered: Iterable[Answered]) -> list[str]:
        """Return a violation for each action in `answered` that is not stored, and for each log shorter than shown."""
        by_code = groupby(sorted(answered, key=attrgetter("code")), attrgetter("code"))
        return [fault for code, those in by_code for fault in missing(self.entries(code), list(those))]


def missing(stored: Sequence[StoredEntry], answered: Sequence[Answered]) -> list[str]:
    """Return the violations in one game: its log is shorter than a page has shown, or lacks an action of `answered`."""
    code, shown = answered[0].code, max(one.shown for one in answered)
    found = [f"{code}: a page showed version {shown}, {len(stored)} entries are stored"] if len(stored) < shown else []
    return found + [
        f"{code}: {one.action or 'a deal'} at version {one.made_at} had a success response, but is not stored"
        for one in answered
        if not any(entry.is_of_player(one.action) for entry in stored[one.made_at : one.shown])
    ]


@dataclass
class FaultCounts:
    """Counts of a player's actions while processes are killed, and `faults`, the violated invariants.

    `unanswered` counts actions without a response, `stored` how many of these actions were stored.
    """

    actions: int = 0
    unanswered: int = 0
    stored: int = 0
    kills: int = 0
    games: int = 1
    faults: list[str] = field(default_factory=list)

    def judge(
        self, before: Sequence[StoredEntry], after: Sequence[StoredEntry], action: list[Any] | None, status: int | None
    ) -> None:
        """Count an action (None: a deal) and add violations. `status` is that of the response, None without one."""
        fresh = after[len(before) :]
        came = [one for one in fresh if (one.source == "person" if action else '"deal"' in one.action)]
        self.actions += 1
        self.unanswered += status is None
        self.stored += status is None and bool(came)
        wrong = {
            "earlier entries have changed": after[: len(before)] != before,
            "answered, and not stored": status == 200 and not came,
            f"stored {len(came)} times": len(came) > 1,
            "something else was stored": came and not came[0].is_of_player(action),
            f"answered {status}": status not in {200, 409, 503, None},
        }
        self.faults += [f"action {self.actions} at v{len(before)}: {fault}" for fault, is_so in wrong.items() if is_so]


def aligned(actions: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the actions, as (seat, action), with the secret discards sorted: seats may discard in any order."""
    places = [place for place, (_seat, action) in enumerate(actions) if action.startswith('["discard"')]
    found = list(actions)
    for place, one in zip(places, sorted(actions[place] for place in places), strict=True):
        found[place] = one
    return found


def counted_twice(attempts: Sequence[StoredAttempt]) -> list[str]:
    """Return a violation for each board at which a player has several counted attempts."""
    counts = Counter((one.player, one.board) for one in attempts if one.is_counted)
    return [f"{player} has {n} counted attempts at board {board}" for (player, board), n in counts.items() if n > 1]


def other_answers(
    attempts: Sequence[StoredAttempt], logs: Mapping[str, Sequence[StoredEntry]]
) -> tuple[list[str], int]:
    """Compare the answers of bots and dealer between attempts at a board, after equal earlier actions.

    Return a violation for each attempt with a different answer, and the number of comparisons.
    """
    known: dict[object, tuple[int, str]] = {}
    faults, met = [], 0
    for one in attempts:
        actions = aligned([(entry.seat, entry.action) for entry in logs[one.code]])
        for place, answer in enumerate(actions):
            before = (one.board, tuple(actions[:place]))
            if answer[0] == one.seat:
                continue
            met += before in known
            if known.setdefault(before, answer) != answer:
                faults.append(f"{one.code}: {answer} at index {place}; earlier attempt, same actions: {known[before]}")
                break
    return faults, met


def shown_early(seen: Mapping[str, float], opens_at: Mapping[str, datetime | None]) -> list[str]:
    """Return a violation for each seed that a page showed before its time in `opens_at` (None: it stays secret)."""
    return [
        f"seed {seed[:8]}… was shown too early; it may be shown from: {since or 'never'}"
        for seed, since in opens_at.items()
        if seed in seen and (since is None or seen[seed] < since.timestamp())
    ]
