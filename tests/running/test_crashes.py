"""kill -9 after any action loses nothing: the same table stands, and Marta moves."""

from collections.abc import Iterator
from random import Random

import pytest

from tests import services
from tests.site import Site, database, running
from tests.visitor import Page, Stream, Visitor

#: What is killed after each action of a hand, in turn.
VICTIMS = (("web",), ("worker",), ("web", "worker"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    if request.param == "sqlite":
        with running() as site:
            yield site
        return
    url = services.postgresql_url()
    if url is None:
        services.skip_without("PostgreSQL")
    with database(url, "spadesite_crashes") as fresh, running(DATABASE_URL=fresh) as site:
        yield site


def turn_of(visitor: Visitor, page: Page) -> Page:
    """Wait until the visitor may act, or the hand is over."""
    stream = Stream(visitor, page.version)
    try:
        while not page.actions and not may_deal(page):
            page = stream.next()
    finally:
        stream.close()
    return page


def may_deal(page: Page) -> bool:
    return any(form["action"].endswith(("/deal/", "/again/")) for form in page.forms)


def test_a_hand_survives_every_kill(site: Site) -> None:
    visitor, rng, moves = Visitor(site.url), Random(7), 0
    page = turn_of(visitor, visitor.sit_down())
    while not may_deal(page):
        page = visitor.act(page, rng.choice(page.actions))
        moves += 1
        victims = VICTIMS[moves % len(VICTIMS)]
        site.kill(*victims)
        if "web" in victims:
            site.start("web")
            visitor = _same_person(visitor, site)
        stands = visitor.table()
        assert stands.version >= page.version, "an answered action was lost"
        page = turn_of(visitor, stands)
        if "worker" in victims:
            site.start("worker")
    visitor.close()
    assert moves >= 4


def test_a_whole_hand_without_worker_and_broker(site: Site) -> None:
    """The bell rings unheard: the web process makes Marta's moves."""
    site.kill("worker")
    try:
        visitor, rng = Visitor(site.url), Random(3)
        page = turn_of(visitor, visitor.sit_down())
        for _ in range(3):
            page = turn_of(visitor, visitor.act(page, rng.choice(page.actions)))
        visitor.close()
        assert page.version > 5
    finally:
        site.start("worker")


def _same_person(visitor: Visitor, site: Site) -> Visitor:
    """The same cookies and table over a new connection."""
    visitor.close()
    fresh = Visitor(site.url)
    fresh.cookies, fresh.code = visitor.cookies, visitor.code
    return fresh


def test_open_streams_hold_no_connection(site: Site) -> None:
    """Pages that are only open must not use up the pool: 30 of them, and a move is still made at once."""
    visitors = [Visitor(site.url) for _ in range(30)]
    streams = []
    for visitor in visitors:
        page = visitor.sit_down()
        streams.append(Stream(visitor, page.version))
    try:
        late = Visitor(site.url)
        page = turn_of(late, late.sit_down())
        assert late.act(page, page.actions[0]).version > page.version
        late.close()
    finally:
        for one in (*streams, *visitors):
            one.close()
