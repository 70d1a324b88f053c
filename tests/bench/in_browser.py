"""Figures taken in Chromium: from a click to Marta's card, and what one whole hand asks of the network."""

import time
from dataclasses import dataclass, field

from playwright.sync_api import Page, Response

from games.management import progress
from tests.browser.seat import Seat
from tests.chromium import chromium
from tests.site import Site


@dataclass
class Watched:
    """Requests and bytes of one hand, and seconds from each click to Marta's answer."""

    requests: int = 0
    streams: int = 0
    bytes: int = 0
    answers: list[float] = field(default_factory=list)


def watch(site: Site, hands: int) -> Watched:
    """Play so many hands at the pace "instant" and write down what happened in the last one."""
    with chromium(as_people_use=True) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        seat = Seat(page, site.url)
        seat.sit_down(pace="instant")
        watched = Watched()
        for hand in progress.watched(range(hands), unit="hand"):
            if hand == hands - 1:
                _count(page, watched)
            _play_hand(seat, watched)
            if hand < hands - 1 and not seat.deal_next():
                break
        return watched


def _count(page: Page, watched: Watched) -> None:
    def answered(response: Response) -> None:
        if "/stream/" in response.url:
            watched.streams += 1
            return
        watched.requests += 1
        sizes = response.request.sizes()
        watched.bytes += sizes["responseBodySize"] + sizes["responseHeadersSize"]

    page.on("response", answered)


ANSWERED = '.trick > figure [data-seat="1"], #table[data-phase=between], #table[data-phase=over]'


def _play_hand(seat: Seat, watched: Watched) -> None:
    while seat.await_turn() not in {"between", "over"}:
        leads = seat.leads()
        begun = time.perf_counter()
        seat.act()
        if leads:
            seat.page.wait_for_selector(ANSWERED)
            if not seat.hand_is_over():
                watched.answers.append(time.perf_counter() - begun)
