"""Nothing at a table changes its place when computer players act: the layout shift of a hand is none."""

import pytest
from playwright.sync_api import Page

from tests.browser.jumps import EXCUSED, jumps, watch
from tests.browser.keys import Keys
from tests.site import Site

PHONE, DESK = (360, 740), (1280, 800)
#: So many actions of one's own are seen, each after the answers to the one before.
ACTIONS = 7
#: Less than anybody sees: a line of a message some pixels on.
NONE = 0.01
_PLACES = """() => [".ring", "#own-hand"].map((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.top)];
})"""


@pytest.mark.parametrize(
    ("game", "size"),
    [("twoman", PHONE), ("spades", PHONE), ("bidwhist", PHONE), ("cardduel", PHONE), ("spades", DESK)],
    ids=lambda one: one if isinstance(one, str) else str(one[0]),
)
def test_a_hand_keeps_its_places(game: str, size: tuple[int, int], page: Page, site: Site) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    watch(page)
    keys = Keys(page, site.url)
    keys.start(game)
    for _ in range(ACTIONS):
        if keys.await_turn() in {"between", "over"}:
            break
        page.wait_for_timeout(EXCUSED + 100)
        keys.act()
    snapshot = jumps(page)
    assert sum(one.share for one in snapshot) < NONE, snapshot


@pytest.mark.parametrize("game", ["spades", "bidwhist"])
def test_the_first_card_is_played_where_the_bids_were_made(game: str, page: Page, site: Site) -> None:
    """At a desk: whoever bids first sees the others bid and lead long after the own press."""
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    keys = Keys(page, site.url)
    keys.start(game)
    while keys.await_turn() != "bid":
        keys.act()
    bidding = page.evaluate(_PLACES)
    while keys.await_turn() != "play":
        keys.act()
    assert page.evaluate(_PLACES) == bidding
