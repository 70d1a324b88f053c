"""The review of a hand at the site that `make play` starts: SQLite, the queue of files, all parts of the Procfile."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.jumps import EXCUSED, jumps, watch
from tests.browser.seat import Seat
from tests.chromium import PATIENCE
from tests.house.playing import Playing, serves
from tests.services import soon

pytestmark = pytest.mark.one_database

#: Seconds from the hand’s end until its review stands on the page.
PROMISED = 10.0
PRESSURE = Path("/proc/pressure/cpu")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """The players are compiled already, as they are a minute after the very first start."""
    site = Playing(tmp_path, "prepare_players", NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])
    try:
        assert soon(lambda: serves(site))
        yield f"http://127.0.0.1:{site.port}"
    finally:
        site.process.send_signal(signal.SIGINT)
        site.process.communicate(timeout=60)


def test_a_review_is_there_ten_seconds_after_the_hand(page: Page, home: str) -> None:
    """It fills itself into the summary of the hand while nothing is pressed, and nothing on a phone makes way for it.
    The reviewer gives way to everybody who wants a processor, so the time for which somebody had to wait for one does
    not count; `make bench` takes the whole.
    """
    page.set_viewport_size({"width": 390, "height": 844})
    watch(page)
    seat = Seat(page, home)
    seat.sit_down()
    seat.play_hand()
    begun, stalled = time.monotonic(), _stalled()
    page.locator("#reviewed .reviewed__parts").wait_for(timeout=5 * PATIENCE)
    waited = time.monotonic() - begun - (_stalled() - stalled)
    assert "the deal " in page.locator("#reviewed-h").inner_text()
    assert waited <= PROMISED
    page.wait_for_timeout(EXCUSED)
    assert not [one for one in jumps(page) if one.phase == "between"]


def _stalled() -> float:
    """Seconds so far in which something that could have run had to wait; without the kernel’s word for it, all are."""
    if not PRESSURE.exists():
        return time.monotonic()
    return int(PRESSURE.read_text().split("total=")[1].split()[0]) / 1_000_000
