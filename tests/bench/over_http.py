"""Figures taken over HTTP: time of an action, whole games by many clients at once, weight of a page."""

import gzip
import re
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from random import Random

from tests.site import Site
from tests.visitor import Page, Stream, Visitor


@dataclass
class Tally:
    """What several visitors did together."""

    seconds: list[float] = field(default_factory=list)
    moves: int = 0
    hands: int = 0
    took: float = 0.0
    faults: list[str] = field(default_factory=list)


def play_hands(visitor: Visitor, hands: int, rng: Random) -> int:
    """Play whole hands with any offered action; how many moves of the visitor's that took."""
    page, moves, dealt = visitor.sit_down(), 0, 1
    stream = Stream(visitor, page.version)
    try:
        while True:
            if page.actions:
                page = visitor.act(page, rng.choice(page.actions))
                moves += 1
            elif any(form["action"].endswith("/deal/") for form in page.forms):
                if dealt == hands:
                    return moves
                page, dealt = visitor.deal(page), dealt + 1
            elif any(form["action"].endswith("/again/") for form in page.forms):
                return moves
            else:
                page = _newer(stream, page)
    finally:
        stream.close()
        visitor.close()


def _newer(stream: Stream, page: Page) -> Page:
    while True:
        fresh = stream.next()
        if fresh.version > page.version:
            return fresh


def many(site: Site, *, clients: int, hands: int) -> Tally:
    """So many clients at once, each with a stream open."""
    tally, lock = Tally(), threading.Lock()

    def run(seed: int) -> None:
        visitor = Visitor(site.url)
        try:
            moves = play_hands(visitor, hands, Random(seed))
        except (OSError, RuntimeError) as fault:
            with lock:
                tally.faults.append(repr(fault))
            return
        with lock:
            tally.moves += moves
            tally.hands += hands
            tally.seconds += visitor.seconds

    begun = time.perf_counter()
    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.took = time.perf_counter() - begun
    return tally


def page_weight(site: Site) -> dict[str, int]:
    """Compressed bytes of a first visit to a table: the page, scripts, styles; fonts and art apart; and of a move."""
    visitor = Visitor(site.url)
    page = visitor.sit_down()
    html = visitor.ask("GET", visitor.path).body
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html)))
    weight = {"page": _packed(html.encode()), "script": 0, "style": 0}
    for name in files:
        kind = {"js": "script", "css": "style"}.get(name.rsplit(".", 1)[-1])
        if kind is not None:
            weight[kind] += _packed(urllib.request.urlopen(site.url + name).read())
    fields = {"csrfmiddlewaretoken": page.token, "version": "0", "action": '["look"]'}
    weight["partial"] = _packed(visitor.ask("POST", f"{visitor.path}act/", fields, htmx=True).body.encode())
    visitor.close()
    return weight


def _packed(body: bytes) -> int:
    return len(gzip.compress(body))
