"""Two web processes on one database: what is limited is limited over both, and the figures tell of both."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests import services
from tests.reading import Table
from tests.site import Site
from tests.visitor import Stream, Visitor

TRIES = 24


def seated(sites: tuple[Site, Site]) -> tuple[Table, Visitor, Visitor]:
    """The table, and one person with a line to each process."""
    one = Visitor(sites[0].url)
    return one.sit_down(), one, one.elsewhere(sites[1].url)


def test_posts_are_counted_over_both(sites: tuple[Site, Site]) -> None:
    """Links to a hand that is not over: thirty an hour are looked at, whoever is asked."""
    table, one, other = seated(sites)

    def ask(visitor: Visitor) -> list[int]:
        data = {"csrfmiddlewaretoken": table.token, "hand": "1"}
        return [visitor.ask("POST", f"{visitor.path}shares/", data).status for _ in range(TRIES)]

    with ThreadPoolExecutor(2) as both:
        statuses = [status for some in both.map(ask, (one, other)) for status in some]
    assert Counter(statuses) == {409: 30, 429: 2 * TRIES - 30}
    one.close()
    other.close()


def test_streams_are_counted_over_both_and_given_back(sites: tuple[Site, Site]) -> None:
    table, one, other = seated(sites)
    streams = [Stream(visitor, table.version) for visitor in (one, other, one, other, one)]
    assert [stream.status for stream in streams] == [200] * 5
    refused = Stream(other, table.version)
    assert refused.status == 429
    assert int(refused.answer.headers["Retry-After"]) > 0
    streams.pop().close()
    assert services.soon(lambda: _opens(other, table.version))
    for stream in (*streams, refused):
        stream.close()
    for visitor in (one, other):
        visitor.close()


def _opens(visitor: Visitor, version: int) -> bool:
    stream = Stream(visitor, version)
    stream.close()
    return stream.status == 200


def test_a_person_at_play_meets_no_limit(sites: tuple[Site, Site]) -> None:
    """The first choice of a hand, at once after the deal."""
    table, one, other = seated(sites)
    version = one.move(table).version
    assert version > table.version
    one.close()
    other.close()


def test_the_figures_are_those_of_both(sites: tuple[Site, Site]) -> None:
    def told(site: Site) -> str:
        asking = Visitor(site.url, Authorization=f"Bearer {site.environment['METRICS_TOKEN']}")
        return asking.ask("GET", "/metrics").body

    def guests(text: str) -> float:
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith("spadesite_guests_total"))

    before = guests(told(sites[0]))
    for site in sites:
        visitor = Visitor(site.url)
        visitor.sit_down()
        visitor.close()
    assert guests(told(sites[0])) == guests(told(sites[1])) == before + 2
