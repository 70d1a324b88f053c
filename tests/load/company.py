"""Two people of a crowd at one table, each with a stream that is read all the time: how long one's press takes to the
other's screen.

Both are greenlets of one process, so one clock times both.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import gevent
from gevent.event import Event

from tests.reading import Table
from tests.visitor import SILENCE, Stream, Visitor

#: What may happen to a request or a stream.
FAULTS: Final = (OSError, RuntimeError)
#: Seconds until whoever has opened a table gives up waiting for another.
PATIENCE: Final = 30.0
#: What came to a screen is remembered for the press that it answers, which may be answered later itself.
LATELY: Final = 20

Told = Callable[[float], None]


@dataclass(eq=False, slots=True)
class Company:
    """A table that waits for its second person, and then both of them; `told` hears of every press that was seen."""

    kind: str
    told: Told
    link: str = ""
    opened: Event = field(default_factory=Event)
    joined: Event = field(default_factory=Event)
    began: Event = field(default_factory=Event)
    pressed: list[tuple[int, int, float]] = field(default_factory=list)
    came: tuple[deque[tuple[int, float]], ...] = field(
        default_factory=lambda: (deque(maxlen=LATELY), deque(maxlen=LATELY))
    )

    def press(self, place: int, version: int, begun: float) -> None:
        """Of that person, which has made that version: the other's screen may have it already."""
        shown = next((at for seen, at in self.came[1 - place] if seen >= version), None)
        if shown is None:
            self.pressed.append((place, version, begun))
        elif shown >= begun:
            self.told(shown - begun)

    def show(self, place: int, version: int) -> None:
        """That version has come to that person's screen."""
        now = time.perf_counter()
        self.came[place].append((version, now))
        for press in [one for one in self.pressed if one[0] != place and one[1] <= version]:
            self.pressed.remove(press)
            self.told(now - press[2])


class Person:
    """One of the two, at the table."""

    def __init__(self, visitor: Visitor, company: Company, place: int) -> None:
        self.visitor, self.company, self.place = visitor, company, place
        self.table, self.changed, self.dealt_at = visitor.look(), Event(), -1
        self.fault: Exception | None = None
        self.stream = Stream(visitor, self.table.version)
        self.reader = gevent.spawn(self._read)

    def _read(self) -> None:
        try:
            while not self.table.is_over:
                fresh = self.stream.next()
                self.company.show(self.place, fresh.version)
                self._newest(fresh)
        except FAULTS as fault:
            self.fault = fault
        self.changed.set()

    def _newest(self, table: Table) -> None:
        if table.version >= self.table.version:
            self.table = table
            self.changed.set()

    @property
    def is_asked(self) -> bool:
        """Whoever has asked for the deal waits for the other."""
        has_dealt = self.table.may_deal and self.table.version == self.dealt_at
        return self.table.waits_for_me and not has_dealt

    def await_turn(self) -> bool:
        """Until something may be done; False once the game is over."""
        end = time.perf_counter() + SILENCE
        while not self.is_asked:
            self.changed.clear()
            if self.fault is not None:
                raise self.fault
            if not self.changed.wait(max(0.0, end - time.perf_counter())):
                raise TimeoutError(f"game {self.visitor.code} is stuck at {self.table.version}")
        return not self.table.is_over

    def act(self) -> Table:
        """Any of what is offered; those who deal wait for each other, so a deal is no press that the other sees."""
        before, begun = self.table, time.perf_counter()
        name, data = self.visitor.choice(before)
        answer = self.visitor.post(before, name, data)
        shown = self.visitor.shown(answer, name, data)
        if name == "deal":
            self.dealt_at = shown.version
        elif answer.status == 200:
            self.company.press(self.place, before.version + 1, begun)
        self._newest(shown)
        return shown

    def leave(self) -> None:
        self.reader.kill(block=False)
        self.stream.lines.clear()
