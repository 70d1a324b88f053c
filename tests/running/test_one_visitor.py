"""One visitor cannot slow the room: fifty posts at once to a table, at one process and at two."""

import itertools
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from tests.reading import Table, read
from tests.site import Site
from tests.trial.house import until
from tests.visitor import Visitor

POSTS = 50
ADDRESSES = itertools.count(1)
#: Seconds between two requests of somebody who is not too quick, however long it goes on.
PAUSE = 0.2


def post(site: Site, visitor: Visitor, table: Table) -> int:
    """The same action once more, over a line of its own."""
    again = visitor.elsewhere(site.url)
    try:
        return again.post(table, "act", {"action": json.dumps(table.actions[0])}).status
    finally:
        again.close()


def posted(sites: list[Site], visitor: Visitor, table: Table, other: Visitor) -> tuple[Counter[int], list[int]]:
    """What the posts are answered that come at once, and what somebody else is answered meanwhile."""
    meanwhile = []
    with ThreadPoolExecutor(POSTS) as pool:
        posts = [pool.submit(post, sites[n % len(sites)], visitor, table) for n in range(POSTS)]
        while not all(one.done() for one in posts):
            meanwhile.append(other.ask("GET", other.path).status)
            wait(posts, timeout=PAUSE)
    return Counter(one.result() for one in posts), meanwhile


def neighbours(sites: tuple[Site, Site]) -> tuple[Visitor, Visitor]:
    """Two visitors of one address that has asked for nothing yet."""
    address = f"127.0.3.{next(ADDRESSES)}"
    return Visitor(sites[0].url, address=address), Visitor(sites[0].url, address=address)


@pytest.mark.parametrize("processes", [1, 2])
def test_of_fifty_posts_at_once_one_is_made(sites: tuple[Site, Site], processes: int) -> None:
    """All others are refused, nobody gets a 503, and the table goes on afterwards."""
    visitor, other = neighbours(sites)
    table = visitor.sit_down()
    other.sit_down()
    statuses, meanwhile = posted(list(sites[:processes]), visitor, table, other)
    assert statuses[200] == 1
    assert statuses.keys() <= {200, 409, 429}
    assert set(meanwhile) <= {200}
    # So many posts have used up what one may ask at once: for a while the answer is no table.
    until(lambda: read(visitor.ask("GET", visitor.path).body).version > table.version)
    visitor.close()
    other.close()


def test_whoever_asks_too_often_is_told_when_to_come_back(sites: tuple[Site, Site]) -> None:
    """At any address, known or not; somebody else is served."""
    visitor, other = neighbours(sites)
    visitor.sit_down()
    other.sit_down()
    # All together, or a crowded machine asks no oftener than one may; each is counted as it comes.
    with ThreadPoolExecutor(2 * POSTS) as pool:
        asked = pool.map(lambda path: visitor.ask("GET", path).status, ("/nowhere/", visitor.path) * 60)
        statuses = Counter(asked)
    assert statuses[429] > 0
    assert statuses.keys() <= {200, 404, 429}
    assert other.ask("GET", other.path).status == 200
    visitor.close()
    other.close()
