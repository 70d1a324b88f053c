"""A whole game with the server stopped in mid-hand, and the review of a hand under `make play`."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.jumps import EXCUSED, jumps, watch
from tests.browser.seat import SHORT, Seat
from tests.site.conftest import Playing, serves
from tools.servers import soon
from tools.site import Site

pytestmark = pytest.mark.motion

#: Maximum seconds of CPU time from the end of a hand until its review is on the page.
PROMISED: Final = 10.0


def test_a_game_is_played_to_its_end_with_the_server_stopped_in_mid_hand(seat: Seat, site: Site) -> None:
    seat.sign_up("rowena", "seven quiet linen cards")
    seat.page.goto(f"{site.url}/games/new/twoman/")
    seat.page.locator("#options > summary").click()
    for name, value in SHORT.items():
        seat.page.locator(f"[name={name}]").fill(value)
    seat.page.get_by_role("button", name="Sit down").click()
    seat.page.wait_for_selector("#table:not([data-phase=first])")
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    seat.act_until("play")
    seat.act()
    seat.await_turn()
    before = seat.version
    site.kill("web", "worker")
    try:
        expect(seat.page.locator("#lost")).to_be_visible()
    finally:
        site.start("web", "worker")
    expect(seat.page.locator("#lost")).to_be_hidden()
    assert seat.version == before, "the table has changed"
    heading = seat.play_game()
    assert any(word in heading for word in ("You win", "Marta wins", "A tie")), heading
    seat.page.get_by_role("link", name="My games").last.click()
    past = seat.page.locator("section", has_text="Played")
    expect(past.locator("li")).to_have_count(1)
    assert any(word in past.inner_text() for word in ("won", "lost", "a tie"))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Playing]:
    """Start a site as `make play` does, with the bots compiled."""
    site = Playing(tmp_path, "prepare_players", NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])
    try:
        assert soon(lambda: serves(site))
        yield site
    finally:
        site.process.send_signal(signal.SIGINT)
        site.process.communicate(timeout=60)


def test_a_review_is_there_ten_seconds_after_the_hand(page: Page, home: Playing) -> None:
    """The review appears without a reload and shifts no layout.

    The seconds are CPU time of the site, because on a busy machine the wall time would depend on other programs.
    """
    page.set_viewport_size({"width": 390, "height": 844})
    watch(page)
    seat = Seat(page, home.url)
    seat.sit_down()
    seat.play_hand()
    begun = _processor_time(home)
    page.locator("#reviewed .reviewed__parts").wait_for()
    assert "the deal " in page.locator("#reviewed-h").inner_text()
    assert _processor_time(home) - begun <= PROMISED
    page.wait_for_timeout(EXCUSED)  # until then the last press excuses shifts
    assert not [one for one in jumps(page) if one.phase == "between"]


def _processor_time(site: Playing) -> float:
    """Return the CPU seconds of all processes of the site, including processes that have ended."""
    parent = psutil.Process(site.process.pid)
    times = [process.cpu_times() for process in (parent, *parent.children(recursive=True))]
    return sum(spent.user + spent.system + spent.children_user + spent.children_system for spent in times)
