"""People at tables of two and of four, computer players beside them, who leave and come back, with somebody killed
every few seconds.

In the end every action that was answered stands in its log, and the statistics of each person tell the hands of the
tables they sat at, as the database has them.
"""

import csv
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.reading import Table
from tests.trial.crowd import THINKING, Crowd, until_the_end
from tests.trial.house import House
from tests.trial.traveller import PATIENCE, Traveller
from tests.visitor import Unanswered

#: Seconds between two looks at a table that waits for others.
LOOK_EVERY: Final = 0.3
#: How often a renege is called where one may be; the cards that are played are any, so there are many.
CALLS: Final = 0.03
#: How often at a look somebody leaves, and for how many seconds.
LEAVES: Final = 0.01
GONE_FOR: Final = 3.0
#: How often one of the others then lets a computer player stand in.
ASKS_FOR_ONE: Final = 0.3
#: What the partner may have said a moment before, so that it is refused.
OF_A_SIDE: Final = frozenset({"confirm", "call"})


@dataclass(frozen=True, slots=True)
class Company:
    """So many people of a game with these options; computer players keep the other seats."""

    kind: str
    people: int
    chosen: dict[str, str] = field(default_factory=dict)


@dataclass
class Found(Crowd):
    """Also who played, which hands the site told of each of them, and how often somebody left and was back."""

    people: int = 0
    hands: int = 0
    left: int = 0
    back: int = 0


class Sitter(Traveller):
    """One of several people at a table."""

    def __init__(self, house: House, rng: Random) -> None:
        super().__init__(house, rng)
        self.codes = set[str]()
        self.left = self.back = 0
        self.gone_until = 0.0

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        if ["call"] in table.actions and self.rng.random() < CALLS:
            return "act", {"action": '["call"]'}
        return super().choice(table)

    def take(self, table: Table, name: str, data: dict[str, str]) -> Table:
        """Where another has spoken for the side meanwhile, the table as it is."""
        if name == "act" and any(f'"{verb}"' in data["action"] for verb in OF_A_SIDE):
            answer = self.post(table, name, data)
            if answer.status == 422:
                return self.look()
            return self.shown(answer, name, data)
        return super().take(table, name, data)

    def promised(self, table: Table, name: str, shown: Table) -> bool:
        """Of those who deal together only the last is answered with a hand."""
        return name != "deal" or shown.version > table.version

    def sits(self, end: float) -> None:
        """Plays until the game or the time is over; TimeoutError where nothing goes on meanwhile."""
        table, since, self.gone_until = self.look(), time.monotonic(), 0.0
        self.codes.add(self.code)
        while time.monotonic() < end and not table.is_over:
            before = table.version
            try:
                table = self._looks_again(table)
            except Unanswered:
                table = self.look()
            since = since if table.version == before else time.monotonic()
            if time.monotonic() - since > PATIENCE:
                raise TimeoutError(f"game {self.code} is stuck at {table.version}")

    def _looks_again(self, table: Table) -> Table:
        if self.gone_until:
            return self._is_gone(table)
        if self.rng.random() < LEAVES:
            return self._leaves(table)
        stand_ins = [deed for deed in table.deeds if deed.endswith("/stand-in/")]
        if stand_ins and self.rng.random() < ASKS_FOR_ONE:
            return self._press(table, stand_ins[0])
        if table.waits_for_me:
            time.sleep(THINKING * self.rng.random())
            return self.move(table)
        time.sleep(LOOK_EVERY)
        return self.look()

    def _leaves(self, table: Table) -> Table:
        """The others go on; with the last of them the game ends."""
        self.gone_until = time.monotonic() + GONE_FOR
        self.left += 1
        self.ask("POST", f"{self.path}abandon/", {"csrfmiddlewaretoken": table.token})
        return self.look()

    def _is_gone(self, table: Table) -> Table:
        """Whoever was not heard when they left is still there, and has nothing to come back to."""
        time.sleep(LOOK_EVERY)
        backs = [deed for deed in table.deeds if deed.endswith("/back/")]
        if time.monotonic() < self.gone_until or not backs:
            self.gone_until = self.gone_until if backs else 0.0
            return self.look()
        self.gone_until = 0.0
        self.back += 1
        return self._press(table, backs[0])

    def _press(self, table: Table, deed: str) -> Table:
        self.ask("POST", deed, {"csrfmiddlewaretoken": table.token}, htmx=True)
        return self.look()

    def counted(self) -> dict[str, list[int]]:
        """The hands that the own statistics tell of, by game."""
        answer = _answered(lambda: self.ask("GET", "/statistics/hands.csv"))
        told: dict[str, list[int]] = {}
        for row in csv.DictReader(answer.body.splitlines()):
            told.setdefault(row["code"], []).append(int(row["hand"]))
        return told


def play_among_people(house: House, companies: Sequence[Company], *, seconds: float, kills: bool) -> Found:
    """Each company plays game after game for so long."""
    found, lock, end = Found(), threading.Lock(), time.monotonic() + seconds
    seated = [[Sitter(house, Random(f"{place} {n}")) for n in range(one.people)] for place, one in enumerate(companies)]
    threads = [
        threading.Thread(target=_play, args=(company, people, end, found, lock))
        for company, people in zip(companies, seated, strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        until_the_end(house, lambda: time.monotonic() > end, found, kills=kills)
    finally:
        for thread in threads:
            thread.join()
    house.all_run()
    for person in (one for people in seated for one in people):
        found.answered += person.answered
        found.codes += person.codes
        found.people += 1
        found.left, found.back = found.left + person.left, found.back + person.back
    found.codes = sorted({*found.codes})
    found.faults += house.ledger.lost(found.answered) if found.answered else ["no move was answered"]
    for people in seated:
        compare(house, people, found)
    return found


def _play(company: Company, people: list[Sitter], end: float, found: Found, lock: threading.Lock) -> None:
    while time.monotonic() < end:
        try:
            _sit_down(company, people)
        except Unanswered:
            continue  # a server died before there was a table
        except Exception as fault:  # as below
            with lock:
                found.faults.append(f"{company.kind} at {people[0].room}: {fault!r}"[:400])
            return
        threads = [threading.Thread(target=_sits, args=(one, end, found, lock)) for one in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _sit_down(company: Company, people: list[Sitter]) -> None:
    opener, *others = people
    link = opener.open_room(company.kind, **company.chosen)
    for number, one in enumerate(others):
        _answered(lambda one=one, number=number: one.join(link, f"Person {number}"))  # type: ignore[misc]
    for one in people:
        _answered(one.start)


def _sits(person: Sitter, end: float, found: Found, lock: threading.Lock) -> None:
    try:
        person.sits(end)
    except Exception as fault:  # nobody is above a thread: what is not told here is never heard of
        with lock:
            found.faults.append(f"{person.code}: {fault!r}"[:400])


def _answered(work: Callable[[], Any]) -> Any:
    """Asked until a server answers: what was heard without an answer is found done."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except Unanswered:
            if time.monotonic() > end:
                raise
            time.sleep(LOOK_EVERY)


def compare(house: House, people: Sequence[Sitter], found: Found) -> None:
    """What each person is told with the hands that are over; nobody has one twice, or one of another's table."""
    for person in people:
        told, wanted = person.counted(), {code: house.ledger.hands(code) for code in person.codes}
        found.hands += sum(map(len, told.values()))
        found.faults += [
            f"{code}: hands {wanted.get(code)} are over, and one of its people is told of {told.get(code)}"
            for code in {*told, *wanted}
            if sorted(told.get(code, [])) != wanted.get(code, [])
        ]
