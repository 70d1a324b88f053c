"""One visitor beside the others: `python -m tests.load --flood` plays the same crowd twice, the second time beside
somebody who asks a hundred times a second, and ends with 1 where the others' p95 more than doubles or anything fails.

`python -m tests.load.flood URL SECONDS` is that visitor: a guest with a table, the same action posted there again and
again, and between the posts looks at it, at the statistics and at an address that there is not.
"""

import itertools
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

from tests.load import told
from tests.load.compared import Compared
from tests.load.crowd import House, Wanted, house, play
from tests.site import ROOT
from tests.visitor import Answer, Visitor

EACH_SECOND: Final = 100
#: Connections of the visitor: more answers than these are never waited for at once.
LINES: Final = 64
#: What the others' p95 may grow by.
MOST: Final = 2.0


class Flood:
    """The visitor's requests, each on the line of the thread that sends it."""

    def __init__(self, url: str) -> None:
        self.visitor, self.statuses = Visitor(url), Counter[int]()
        self.table = self.visitor.sit_down()

    def ask(self, number: int) -> None:
        try:
            status = (self._act() if number % 2 else self.visitor.ask("GET", self._looks(number))).status
        except OSError:
            status = 0
        self.statuses[status] += 1

    def _act(self) -> Answer:
        return self.visitor.post(self.table, "act", {"action": json.dumps(self.table.actions[0])})

    def _looks(self, number: int) -> str:
        return (self.visitor.path, "/statistics/", "/nowhere/")[number // 2 % 3]


def flood(url: str, seconds: float) -> Counter[int]:
    """So many requests each second, whatever becomes of them; what they were answered (0: not at all)."""
    visitor = Flood(url)
    begun = time.monotonic()
    with ThreadPoolExecutor(LINES) as pool:
        for number in itertools.count():
            wait = begun + number / EACH_SECOND - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            if time.monotonic() - begun > seconds:
                break
            pool.submit(visitor.ask, number)
    return visitor.statuses


@contextmanager
def flooded(at: House, seconds: int) -> Iterator[dict[str, int]]:
    """The visitor in a process of its own; what it was answered stands there at the end."""
    words = [sys.executable, "-m", "tests.load.flood", at.site.url, str(seconds)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    answers: dict[str, int] = {}
    try:
        yield answers
        said, _ = process.communicate(timeout=seconds + 60)
        answers |= json.loads(said)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def beside(at: House, wanted: Wanted) -> bool:
    """The crowd alone, then beside the visitor; True where it was hardly disturbed."""
    compared = Compared(f"one visitor at {EACH_SECOND} requests a second", most=MOST)
    compared.alone.append(play(at, wanted))
    with flooded(at, wanted.seconds + wanted.gathering) as answers:
        compared.beside.append(play(at, wanted))
    compared.tell()
    told.say(
        f"  what the visitor was answered: {', '.join(f'{count} times {status}' for status, count in answers.items())}"
    )
    return compared.holds


def show(seconds: int) -> None:
    """A small crowd at two web processes, where one visitor would be felt most."""
    with house(webs=2, workers=2, limits=True) as at:
        beside(at, Wanted(12, seconds))


if __name__ == "__main__":
    print(json.dumps(flood(sys.argv[1], float(sys.argv[2]))))
