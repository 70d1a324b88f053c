"""Figures of a cheap phone on a slow line: Chromium with its processor four times slower and a network like slow 4G."""

import time
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser.jumps import jumps
from tests.browser.jumps import watch as watch_for_jumps
from tests.browser.seat import Seat
from tests.chromium import chromium
from tests.site import Site

#: Milliseconds there and back, and bytes a second, as Lighthouse has slow 4G.
LATENCY, DOWN, UP = 150, 1_638_400 // 8, 768_000 // 8
SLOWER: Final = 4
#: How long each press took to show, from the first moment of a page.
_WATCH: Final = """
window.seen = { presses: [] };
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (["click", "keydown", "pointerup"].includes(one.name)) seen.presses.push(one.duration);
})).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


@dataclass(frozen=True)
class OnAPhone:
    """Seconds, and the sum of all layout shifts of one hand, one press after the front page."""

    interactive: float
    presses: tuple[float, ...]
    shift: float


def watch(site: Site) -> OnAPhone:
    """From a first visit to the end of a hand, at the usual pace."""
    with chromium(as_people_use=True) as browser:
        page = _slow_page(browser)
        seat = Seat(page, site.url)
        page.goto(site.url)
        begun = time.perf_counter()
        page.get_by_role("button", name="Play your first hand").click()
        page.wait_for_selector("[data-hand] button.card")
        page.wait_for_load_state("load")
        interactive = time.perf_counter() - begun
        while seat.await_turn() not in {"between", "over"}:
            seat.act()
        presses, shift = page.evaluate("window.seen.presses"), sum(one.share for one in jumps(page))
        browser.close()
        return OnAPhone(interactive, tuple(one / 1000 for one in presses), shift)


def _slow_page(browser: Browser) -> Page:
    page = browser.new_page(viewport={"width": 360, "height": 740}, device_scale_factor=2, has_touch=True)
    page.add_init_script(_WATCH)
    watch_for_jumps(page)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    wire.send("Network.emulateNetworkConditions", line)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page
