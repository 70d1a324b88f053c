"""A running site and a browser for all tests of a process: each makes its people, and starts again what it stops."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from tests import services
from tests.browser.seat import Seat
from tests.conftest import a_browser
from tests.shots import screens
from tests.shots.screens import PosedSite, visitor
from tests.site import Site, running


def pytest_itemcollected(item: pytest.Item) -> None:
    """Asked of what lies in this folder and of nothing else."""
    item.add_marker("browser")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from a_browser()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """With a game in every position of the screens."""
    if services.chromium_path() is None:
        services.skip_without("Chromium")
    with running(prepare=screens.prepare) as site:
        yield site


@pytest.fixture(scope="session")
def posed(site: Site) -> PosedSite:
    return screens.posed(site)


@pytest.fixture
def seat(page: Page, site: Site) -> Seat:
    return Seat(page, site.url)


@pytest.fixture
def in_play(seat: Seat, site: Site) -> Seat:
    """At a table of Two-Man Spades, where the person leads to a trick."""
    seat.come_to(site, "twoman-lead")
    return seat


@pytest.fixture
def page_elsewhere(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in browsers of their own, which end with the test; takes what Playwright asks of a context."""
    with ExitStack() as stack:
        yield lambda **traits: stack.enter_context(browser.new_context(**traits)).new_page()


@pytest.fixture(scope="module")
def somebody(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """A page of the person to whom the positions belong."""
    with visitor(browser, posed, person=True) as page:
        yield page


@pytest.fixture(scope="module")
def stranger(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """A page of nobody."""
    with visitor(browser, posed, person=False) as page:
        yield page


@pytest.fixture(scope="module")
def german(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """The person’s page in German."""
    with visitor(browser, posed, person=True, language="de") as page:
        yield page


@pytest.fixture(scope="module")
def german_stranger(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """Nobody’s page in German."""
    with visitor(browser, posed, person=False, language="de") as page:
        yield page
