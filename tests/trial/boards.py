"""Guests and accounts at the same boards of the day and at one challenge, with somebody killed every few seconds.

In the end it is counted anew, from rows and from records: nobody has two counted attempts at a board, each margin is
what the record says, the same choices met the same answers, and nothing was told before its time.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any, Final

from games.records.referee import check
from games.registry import ruleset
from tests.reading import Table
from tests.trial import people
from tests.trial.crowd import until_the_end
from tests.trial.house import DATABASE, House
from tests.trial.ledger import Line, aligned
from tests.trial.people import Sitter, _answered
from tests.visitor import CHALLENGES, Answer, Unanswered, board_of_today

#: What is killed, in turn.
VICTIMS: Final = ("web", "worker", "beat", "web2", DATABASE, "worker2")
#: The challenge, and today's boards in the order in which they are played: the first by all, the others in the time.
KIND: Final = "twoman"
DEALS: Final = 4
TODAY: Final = ("spades", "cardduel", "bidwhist", "twoman")
#: So many ways to play: whoever plays alike is answered alike.
WAYS: Final = 2
#: How often something is asked for that is not to be told yet.
CURIOUS: Final = 0.3
#: A seed as pages write it.
_SEED: Final = re.compile(r"\b[0-9a-f]{64}\b")

ATTEMPTS: Final = """
    SELECT attempt.board_id, COALESCE('user ' || attempt.user_id, 'guest ' || attempt.guest_id), attempt.is_counted,
           attempt.margin, attempt.ended_at IS NOT NULL, game.code, board.seat
    FROM games_attempt AS attempt JOIN games_board AS board ON board.id = attempt.board_id
    JOIN games_game AS game ON game.id = attempt.game_id WHERE attempt.level = '' ORDER BY attempt.id
"""
#: Every secret of a board with the moment from which it may be told, null for none: by seal, and the chain's root.
SECRETS: Final = """
    SELECT encode(seal.server_seed, 'hex'), MIN(seal.opens_at) FROM games_seal AS seal
    JOIN games_game AS game ON game.id = seal.game_id WHERE game.board_id IS NOT NULL GROUP BY seal.server_seed
    UNION ALL SELECT encode(root, 'hex'), NULL FROM games_chain
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A row: `who` is a person's, `is_over` however it came to its end."""

    board: int
    who: str
    is_counted: bool
    margin: int | None
    is_over: bool
    code: str
    seat: int


@dataclass
class Found(people.Found):
    """Also how many attempts were played to their end, how many answers somebody else had met before, and how often
    something was asked for that was not there yet.
    """

    ended: int = 0
    met: int = 0
    refused: int = 0


class Solver(Sitter):
    """One of several people at the same boards; what they do follows from what is offered and from their way alone."""

    def __init__(self, house: House, number: int, others: Sequence["Solver"]) -> None:
        super().__init__(house, Random(number))
        self.number, self.others, self.page = number, others, ""
        self.seeds: dict[str, float] = {}
        self.faults: list[str] = []
        self.refused = 0

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        """Without the database nobody can say whether it was heard, either."""
        answer = super().ask(method, path, data, htmx=htmx)
        if answer.status == 503:
            raise Unanswered(path)
        for seed in _SEED.findall(answer.body):
            self.seeds.setdefault(seed, time.time())
        return answer

    def press(self, path: str, fields: dict[str, str]) -> Answer:
        """In two tabs at once, but for whoever is nobody yet: both lead to one table."""
        if not self.code:
            return super().press(path, fields)
        with ThreadPoolExecutor(2) as both:
            one, other = both.map(lambda tab: tab.ask("POST", path, fields), (copy(self), copy(self)))
        if one.location != other.location:
            self.faults.append(f"{path} leads to {one.location} and to {other.location}")
        return one

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        self.rng = Random(f"{self.number % WAYS} {table.phase} {table.actions} {table.ticks}")
        return super().choice(table)

    def move(self, table: Table) -> Table:
        """It is the own turn, so the own board is not over."""
        curious = Random(f"{self.number} {self.code} {table.version}")
        if curious.random() < CURIOUS:
            self.look_ahead(curious)
        return super().move(table)

    def look_ahead(self, rng: Random) -> None:
        """What is not told yet: of this board, of another's game, of the challenge."""
        paths = [f"{self.path}hands/1/replay/", f"{self.path}record/"]
        paths += [other.path for other in self.others if other.code not in {"", self.code}]
        if self.page.startswith(CHALLENGES):
            paths += [f"{self.page}result/", *(f"{self.page}boards/1/{number}/" for number in range(len(self.others)))]
        path = rng.choice(paths)
        status = self.ask("GET", path).status
        self.refused += status == 404
        if status != 404:
            self.faults.append(f"{path} answers {status} before its time")

    def solve(self, page: str, end: float) -> None:
        """The board of that page, or the next one of it, as far as the time goes."""
        self.page = page
        _answered(lambda: self.begin(page))
        self.sits(end)


def play_boards(house: House, *, players: int, seconds: float, kills: bool) -> Found:
    """Everybody plays the challenge and the first of today's boards to their ends, and the others as far as the time
    goes; half of them are accounts. Whoever leaves, as at a table, has given the board up.
    """
    solvers: list[Solver] = []
    solvers += [Solver(house, number, solvers) for number in range(players)]
    for one in solvers[::2]:
        one.sign_up(f"Solver{one.number}")
    challenge = solvers[0].open_challenge(KIND, deals=DEALS)
    found, end = Found(people=players), time.monotonic() + seconds
    threads = [threading.Thread(target=_solves, args=(one, challenge, end)) for one in solvers]
    for thread in threads:
        thread.start()
    try:
        until_the_end(house, lambda: not any(map(_lives, threads)), found, kills=kills, victims=VICTIMS)
    finally:
        for thread in threads:
            thread.join()
    house.all_run()
    recount(house, solvers, challenge, found)
    return found


def _lives(thread: threading.Thread) -> bool:
    return thread.is_alive()


def _solves(one: Solver, challenge: str, end: float) -> None:
    first, *others = map(board_of_today, TODAY)
    whole = [first, *[challenge] * DEALS] if one.number % 4 < 2 else [*[challenge] * DEALS, first]
    try:
        for page in whole:
            one.solve(page, float("inf"))
        for page in others:
            if time.monotonic() < end:
                one.solve(page, end)
    except Exception as fault:  # nobody is above a thread: what is not told here is never heard of
        one.faults.append(f"{one.code or 'nowhere'}: {fault!r}"[:400])


# -- counted anew --------------------------------------------------------------------------------------


def recount(house: House, solvers: Sequence[Solver], challenge: str, found: Found) -> None:
    """What is wrong with any of it, from the rows, the records and what the pages told."""
    attempts = [Attempt(*row) for row in house.ledger.rows(ATTEMPTS)]
    over = {one.code: one for one in attempts if one.is_over}
    found.codes = sorted({code for one in solvers for code in one.codes})
    found.answered = [move for one in solvers for move in one.answered]
    found.refused, found.ended = sum(one.refused for one in solvers), len(over)
    found.faults += [fault for one in solvers for fault in one.faults]
    found.faults += house.ledger.lost(found.answered) if found.answered else ["no move was answered"]
    found.faults += gone(attempts, found.codes) + twice(attempts)
    for code, one in over.items():
        record = house.manage("records", "export", "--game", code)
        found.faults += wrong(one, json.loads(record)) + [f"{code}: {said}" for said in [check(record).wrong] if said]
    found.faults += met(attempts, {one.code: house.ledger.entries(one.code) for one in attempts}, found)
    secrets = dict(house.ledger.rows(SECRETS))
    for solver in solvers:
        found.faults += early(solver.seeds, secrets) + hidden(solver, challenge, over)
    people.compare(house, solvers, found)


def hidden(solver: Solver, challenge: str, over: Collection[str]) -> list[str]:
    """What is to be told at last and is not."""
    paths = [f"{challenge}result/", *([f"{solver.path}hands/1/replay/"] if solver.code in over else [])]
    statuses = {path: _answered(lambda path=path: solver.ask("GET", path).status) for path in paths}  # type: ignore[misc]
    return [f"{path} answers {status} once it is over" for path, status in statuses.items() if status != 200]


def gone(attempts: Sequence[Attempt], codes: Sequence[str]) -> list[str]:
    """Games that somebody sat at and that are nobody's attempt."""
    return [f"{code} is no attempt" for code in sorted({*codes} - {one.code for one in attempts})]


def twice(attempts: Sequence[Attempt]) -> list[str]:
    """Boards at which somebody has more attempts that count than one."""
    counts = Counter((one.who, one.board) for one in attempts if one.is_counted)
    return [
        f"{who} has {count} counted attempts at board {board}" for (who, board), count in counts.items() if count > 1
    ]


def wrong(attempt: Attempt, record: Mapping[str, Any]) -> list[str]:
    """Of one that is over: another margin than its record tells."""
    if record["result"] is None:  # given up
        return [] if attempt.margin is None else [f"{attempt.code}: given up, and yet {attempt.margin} by its row"]
    rules = ruleset(record["game"])
    side, start, result = rules.side(record["options"], attempt.seat), record["start"], record["hands"][-1]["result"]
    before = start.get(rules.score) or [sum(both) for both in zip(start["base"], start["bags"], strict=True)]
    after = result[rules.score]
    end = record.get("result") or {}
    if end.get("why") == "blaze":  # the invoker's hit points are written as they were, even in defeat
        after = [score if seat == end["winner"] else 0 for seat, score in enumerate(after)]
    won = _ahead(after, side) - _ahead(before, side)
    return [] if won == attempt.margin else [f"{attempt.code}: {won} by its record, {attempt.margin} by its row"]


def _ahead(scores: Sequence[int], side: int) -> int:
    return scores[side] - max(score for other, score in enumerate(scores) if other != side)


def met(attempts: Sequence[Attempt], logs: Mapping[str, Sequence[Line]], found: Found) -> list[str]:
    """Where the same choices at a board met another answer, or other cards, than before; `found` counts the same."""
    known: dict[object, tuple[int, str]] = {}
    faults = []
    for one in attempts:
        lines = aligned([(seat, action) for _ordinal, seat, action, _source in logs[one.code]])
        for place, line in enumerate(lines):
            if line[0] == one.seat:
                continue
            before = (one.board, tuple(lines[:place]))
            found.met += before in known
            if known.setdefault(before, line) != line:
                faults.append(f"{one.code} met {line} at {place}, another {known[before]}")
                break
    return faults


def early(seeds: Mapping[str, float], secrets: Mapping[str, datetime | None]) -> list[str]:
    """Secrets that a page told before they were open."""
    return [
        f"{seed[:8]}… was told before {opens_at}"
        for seed, opens_at in secrets.items()
        if seed in seeds and (opens_at is None or seeds[seed] < opens_at.timestamp())
    ]
