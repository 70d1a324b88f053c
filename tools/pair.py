"""Two simulated people at one table, each with an event stream."""

import time
from collections.abc import Callable
from random import Random

from tools.visitor import EventStream, Visitor


class Pair:
    """Two players of one game with bots at the other seats."""

    def __init__(self, url: str, kind: str, *, seed: int = 1) -> None:
        self.people = Visitor(url, Random(seed)), Visitor(url, Random(seed + 1))
        self.people[1].join(self.people[0].open_room(kind), "Ama")
        for person in self.people:
            person.start()
        self.tables = [person.look() for person in self.people]
        self.streams = [
            EventStream(person, table.version) for person, table in zip(self.people, self.tables, strict=True)
        ]
        #: Seconds from each action's request to the new table on the other person's event stream.
        self.seconds: list[float] = []

    @property
    def is_over(self) -> bool:
        return any(table.is_over for table in self.tables)

    @property
    def may_deal(self) -> bool:
        return any(table.may_deal for table in self.tables)

    def act(self, think: Callable[[], None] = lambda: None) -> None:
        """Make the next deal or action of either player, or wait for the next action of a bot."""
        if self.may_deal:
            self._deal(think)
        elif (seat := next((seat for seat in (0, 1) if self.tables[seat].may_act), None)) is None:
            self._show_newer(0)
        else:
            think()
            begun = time.perf_counter()
            self.tables[seat] = self.people[seat].move(self.tables[seat])
            self._show(1 - seat, self.tables[seat].version)
            self.seconds.append(time.perf_counter() - begun)
        newest = max(table.version for table in self.tables)
        for seat in (0, 1):
            self._show(seat, newest)

    def _deal(self, think: Callable[[], None]) -> None:
        """Request the deal for both players; the cards are dealt with the second request."""
        for seat in (0, 1):
            think()
            self.tables[seat] = self.people[seat].move(self.tables[seat])

    def _show(self, seat: int, version: int) -> None:
        while self.tables[seat].version < version:
            self._show_newer(seat)

    def _show_newer(self, seat: int) -> None:
        fresh = self.streams[seat].next()
        if fresh.version > self.tables[seat].version:
            self.tables[seat] = fresh

    def action_seconds(self) -> list[float]:
        """Return the seconds of both players' posts since the last call."""
        seconds = [duration for person in self.people for duration in person.seconds]
        for person in self.people:
            person.seconds.clear()
        return seconds

    def close(self) -> None:
        for stream in self.streams:
            stream.close()
        for person in self.people:
            person.close()


def play_hands(url: str, kind: str, hands: int) -> list[float]:
    """Let two people play at most `hands` hands; return the seconds until each action is on the other's stream."""
    pair, dealt = Pair(url, kind), 0
    try:
        while not pair.is_over:
            dealt += pair.may_deal
            if dealt > hands:
                break
            pair.act()
        return pair.seconds
    finally:
        pair.close()
