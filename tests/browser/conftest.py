"""A running site for all browser tests of one process: each makes its own people, and starts again what it stops."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests import services
from tests.browser.seat import Seat
from tests.site import Site, running


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    if services.chromium_path() is None:
        services.skip_without("Chromium")
    with running() as site:
        yield site


@pytest.fixture
def seat(page: Page, site: Site) -> Seat:
    return Seat(page, site.url)
