"""Floods of requests while a crowd plays, to measure how much they slow down the crowd's actions.

`python -m tools.load.floods URL SECONDS KIND` runs one flood. It prints its responses by status; 0 means no response.
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

from tools.load.crowd import Crowd, play
from tools.load.report import CrowdComparison
from tools.site import ROOT, Site
from tools.visitor import SIGN_UP, HttpAnswer, Visitor, token_of

#: Maximum p95 of the crowd's actions during each flood, as a multiple of the p95 without a flood.
LIMITS: Final = {"visitor": 2.0, "accounts": 1.5, "logins": 1.5, "signups": 1.5, "bodies": 1.5}
#: Connections of the flood `visitor`, and requests per second on each: 100 in all if the site responds quickly enough.
LINES: Final = 64
EACH_LINE: Final = 100 / LINES
#: Number of client addresses (all of this machine) in a flood, and requests per second of each address or guest.
ADDRESSES: Final = 60
EACH_ADDRESS: Final = 4
#: Number of guests in the flood `accounts`, all with the same client address.
ACCOUNTS: Final = 20

#: A function that sends a request and returns the response.
Ask = Callable[[], HttpAnswer]


def flood(url: str, seconds: float, kind: str) -> Counter[int]:
    """Flood a site for `seconds`; return the number of responses by status, where 0 counts requests without one."""
    statuses, ends = Counter[int](), time.monotonic() + seconds
    lines, rate = {"visitor": (LINES, EACH_LINE), "accounts": (ACCOUNTS, EACH_ADDRESS)}.get(
        kind, (ADDRESSES, EACH_ADDRESS)
    )
    asks = itertools.repeat(_from_one_table(url), lines) if kind == "visitor" else _from_many(url, kind, lines)

    def repeat(ask: Ask) -> None:
        while time.monotonic() < ends:
            begun = time.monotonic()
            try:
                statuses[ask().status] += 1
            except OSError:
                statuses[0] += 1
            time.sleep(max(0.0, 1 / rate - (time.monotonic() - begun)))

    with ThreadPoolExecutor(lines) as pool:
        list(pool.map(repeat, asks))
    return statuses


def _from_one_table(url: str) -> Ask:
    """Return a function that sends a guest's requests: alternately a page and an action at one table."""
    visitor, numbers = Visitor(url), itertools.count()
    table = visitor.sit_down()
    action = {"action": json.dumps(table.actions[0])}
    pages = (visitor.path, "/statistics/", "/nowhere/")

    def ask() -> HttpAnswer:
        number = next(numbers)
        return visitor.post(table, "act", action) if number % 2 else visitor.ask("GET", pages[number // 2 % 3])

    return ask


def _from_many(url: str, kind: str, count: int) -> Iterator[Ask]:
    """Yield functions that send requests: for "accounts" as guests at one address, else each from its own address."""
    for number in range(count):
        address = "127.0.2.1" if kind == "accounts" else f"127.0.1.{1 + number}"
        yield _ASKS[kind](Visitor(url, address=address))


def _as_guest(visitor: Visitor) -> Ask:
    """Return a function that loads the front page; its first call also opens a table."""

    def reload() -> HttpAnswer:
        page = visitor.ask("GET", "/")
        if page.status == HTTPStatus.OK and "sessionid" not in visitor.cookies:
            visitor.ask("POST", "/play/", {**token_of(page), "another": "1"})
        return page

    return reload


def _with_wrong_passwords(visitor: Visitor) -> Ask:
    path, tries = "/accounts/login/", itertools.count()
    token: dict[str, str] = {}

    def log_in() -> HttpAnswer:
        if not token:
            token.update(token_of(visitor.ask("GET", path)))
        return visitor.ask("POST", path, {**token, "login": f"stranger {next(tries)}", "password": "not this one"})

    return log_in


def _with_sign_ups(visitor: Visitor) -> Ask:
    def sign_up() -> HttpAnswer:
        visitor.cookies.clear()
        token = token_of(visitor.ask("GET", SIGN_UP))
        name = f"Flood {secrets.token_hex(6)}"
        return visitor.ask("POST", SIGN_UP, {**token, "username": name, "password1": secrets.token_hex(10)})

    return sign_up


def _with_slow_bodies(visitor: Visitor) -> Ask:
    """Return a function that posts a form whose body takes four seconds, at ten bytes a second."""

    def trickle() -> Iterator[bytes]:
        for _ in range(40):
            time.sleep(0.1)
            yield b"x"

    def post() -> HttpAnswer:
        url, headers = f"{visitor.url}/play/", {"Content-Type": "application/x-www-form-urlencoded"}
        headers["Content-Length"] = "40"
        try:
            came = visitor.lines.request("POST", url, body=trickle(), headers=headers, redirect=False)
        except urllib3.exceptions.HTTPError as broken:
            raise ConnectionError from broken
        return HttpAnswer(came.status, came.headers, "", 0, 0)

    return post


_ASKS: Final[dict[str, Callable[[Visitor], Ask]]] = {
    "accounts": _as_guest,
    "logins": _with_wrong_passwords,
    "signups": _with_sign_ups,
    "bodies": _with_slow_bodies,
}


@contextmanager
def flooded(site: Site, seconds: int, kind: str) -> Iterator[dict[str, int]]:
    """Run a flood in another process; at the end fill the yielded dictionary with its responses by status."""
    words = [sys.executable, "-m", "tools.load.floods", site.url, str(seconds), kind]
    answers: dict[str, int] = {}
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield answers
            printed, _ = process.communicate(timeout=seconds + 180)
            answers |= json.loads(printed)
        finally:
            process.kill()


def beside_floods(site: Site, crowd: Crowd) -> bool:
    """Run the crowd alone and then during each flood; return whether every limit is met."""
    play(site, replace(crowd, seconds=5))  # warms up the site
    alone, is_held = play(site, crowd), True
    for kind, limit in LIMITS.items():
        comparison = CrowdComparison(f"a flood of {kind}", limit, [alone])
        with flooded(site, crowd.seconds + crowd.gathering, kind) as answers:
            comparison.beside.append(play(site, crowd))
        comparison.show()
        print(f"  responses to the flood by status: {json.dumps(answers)}", flush=True)
        is_held = is_held and comparison.is_held
    return is_held


if __name__ == "__main__":
    print(json.dumps(flood(sys.argv[1], float(sys.argv[2]), sys.argv[3])))
