"""Floods beside the others: `python -m tests.load --flood` plays a crowd alone, then beside each flood of `MOST`, and
ends with 1 where a flood makes the others' p95 grow by more than that says or anything of theirs fails.

`python -m tests.load.flood URL SECONDS KIND` is such a flood. It prints what it was answered by status; 0 is no answer.
"""

import itertools
import json
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import Final

import urllib3

from tests.load import told
from tests.load.compared import Compared
from tests.load.crowd import House, Wanted, house, play
from tests.site import ROOT
from tests.visitor import SIGN_UP, Answer, Visitor, token_of

EACH_SECOND: Final = 100
#: Connections of the visitor: more answers than these are never waited for at once.
LINES: Final = 64
#: Addresses that flood together, all of this machine, and how often each asks in a second.
ADDRESSES: Final = 60
EACH_ADDRESS: Final = 4
#: Accounts of one address.
ACCOUNTS: Final = 20
#: How many times the others' p95 may become what it is alone, by what floods the site.
MOST: Final = {"visitor": 2.0, "accounts": 1.5, "logins": 1.5, "signups": 1.5, "bodies": 1.5}


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


def flood(url: str, seconds: float, kind: str) -> Counter[int]:
    """What the flood of that kind was answered in so many seconds."""
    return _from_one_table(url, seconds) if kind == "visitor" else _from_many(url, seconds, kind)


def _from_one_table(url: str, seconds: float) -> Counter[int]:
    """A guest with a table who asks `EACH_SECOND` times, whatever becomes of it."""
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


def _from_many(url: str, seconds: float, kind: str) -> Counter[int]:
    """Many who ask at the same time: guests of one address at the front page, or strangers of as many addresses."""
    statuses, ends = Counter[int](), time.monotonic() + seconds
    many = ACCOUNTS if kind == "accounts" else ADDRESSES

    def ask_again_and_again(number: int) -> None:
        visitor = Visitor(url, address="127.0.2.1" if kind == "accounts" else f"127.0.1.{1 + number}")
        ask = _ASKING[kind](visitor)
        while time.monotonic() < ends:
            begun = time.monotonic()
            try:
                statuses[ask().status] += 1
            except OSError:
                statuses[0] += 1
            time.sleep(max(0.0, 1 / EACH_ADDRESS - (time.monotonic() - begun)))

    with ThreadPoolExecutor(many) as pool:
        list(pool.map(ask_again_and_again, range(many)))
    return statuses


def _as_guest(visitor: Visitor) -> Callable[[], Answer]:
    """Open a table with the first page that comes, then reload the front page."""

    def reload() -> Answer:
        page = visitor.ask("GET", "/")
        if page.status == HTTPStatus.OK and "sessionid" not in visitor.cookies:
            visitor.ask("POST", "/play/", {**token_of(page), "another": "1"})
        return page

    return reload


def _with_wrong_passwords(visitor: Visitor) -> Callable[[], Answer]:
    token, tries = token_of(visitor.ask("GET", "/accounts/login/")), itertools.count()
    path = "/accounts/login/"
    return lambda: visitor.ask("POST", path, {**token, "login": f"nobody {next(tries)}", "password": "not this one"})


def _with_sign_ups(visitor: Visitor) -> Callable[[], Answer]:
    def sign_up() -> Answer:
        visitor.cookies.clear()
        token = token_of(visitor.ask("GET", SIGN_UP))
        name = f"Flood {secrets.token_hex(6)}"
        return visitor.ask("POST", SIGN_UP, {**token, "username": name, "password1": secrets.token_hex(10)})

    return sign_up


def _with_slow_bodies(visitor: Visitor) -> Callable[[], Answer]:
    """One byte in a tenth of a second, of a body that the site would take."""

    def trickle() -> Iterator[bytes]:
        for _ in range(40):
            time.sleep(0.1)
            yield b"x"

    def post() -> Answer:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": "40"}
        try:
            came = visitor.lines.request(
                "POST", f"{visitor.url}/play/", body=trickle(), headers=headers, redirect=False
            )
        except urllib3.exceptions.HTTPError as broken:
            raise ConnectionError from broken
        return Answer(came.status, came.headers, "", 0, 0)

    return post


_ASKING: Final = {
    "accounts": _as_guest,
    "logins": _with_wrong_passwords,
    "signups": _with_sign_ups,
    "bodies": _with_slow_bodies,
}


@contextmanager
def flooded(at: House, seconds: int, kind: str) -> Iterator[dict[str, int]]:
    """The flood in a process of its own; what it was answered stands there at the end."""
    words = [sys.executable, "-m", "tests.load.flood", at.site.url, str(seconds), kind]
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
    """The crowd alone, then beside each flood; True where it was hardly disturbed by any."""
    play(at, replace(wanted, seconds=5))  # until all is loaded
    alone, holds = play(at, wanted), True
    for kind, most in MOST.items():
        compared = Compared(f"a flood of {kind}", most=most, alone=[alone])
        with flooded(at, wanted.seconds + wanted.gathering, kind) as answers:
            compared.beside.append(play(at, wanted))
        compared.tell()
        told.say(f"  it was answered {', '.join(f'{count} times {status}' for status, count in answers.items())}")
        holds = holds and compared.holds
    return holds


def show(seconds: int) -> None:
    """A small crowd at two web processes, where one visitor would be felt most."""
    with house(webs=2, workers=2, limits=True) as at:
        beside(at, Wanted(12, seconds))


if __name__ == "__main__":
    print(json.dumps(flood(sys.argv[1], float(sys.argv[2]), sys.argv[3])))
