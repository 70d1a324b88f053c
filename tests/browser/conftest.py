"""Fixtures of browser tests: one running site and one browser for all tests of a pytest process."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.seat import Seat
from tests.conftest import a_browser, motion_of, watched
from tools import servers
from tools.pictures import screens
from tools.pictures.screens import PosedSite, visitor
from tools.site import Site, running


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker("browser")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from a_browser()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """Start a site with a game in every position of `tools.pictures`."""
    if servers.chromium_path() is None:
        servers.skip_without("Chromium")
    with running(prepare=screens.prepare) as site:
        yield site


@pytest.fixture(scope="session")
def posed(site: Site) -> PosedSite:
    """Return the site's URL, its player's session, and the codes of prepared games. No test may change these games."""
    return screens.posed(site)


@pytest.fixture
def seat(page: Page, site: Site) -> Seat:
    return Seat(page, site.url)


@pytest.fixture
def in_play(seat: Seat, site: Site) -> Seat:
    """Return a new guest's seat at a table of Two-Man Spades where the guest is to lead."""
    seat.come_to(site, "twoman-lead")
    return seat


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a new, watched context. It takes the arguments of `new_context`."""
    motion = motion_of(request)
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(
            watched(browser.new_context(reduced_motion=motion, **options))
        ).new_page()


@pytest.fixture
def player_page(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """A browser page with the session of the player who owns the prepared games."""
    with visitor(browser, posed, person=True) as page, watched(page.context):
        yield page


@pytest.fixture
def guest_page(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """A browser page of a visitor without account or session."""
    with visitor(browser, posed, person=False) as page, watched(page.context):
        yield page


@pytest.fixture
def german_page(browser: Browser, posed: PosedSite) -> Iterator[Page]:
    """As `player_page`, in German."""
    with visitor(browser, posed, person=True, language="de") as page, watched(page.context):
        yield page
