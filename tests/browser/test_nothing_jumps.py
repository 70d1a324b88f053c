"""Nothing at a table changes its place when computer players act: the layout shift of a hand is none. This is seen at a
desk here, and on a phone in `test_keyboard_alone`.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.jumps import EXCUSED, SEEN, keeps_its_places, watch
from tests.browser.keys import Keys
from tests.site import Site

_PLACES = """() => [".ring", "#own-hand"].map((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.top)];
})"""


@pytest.mark.parametrize("game", ["spades", "bidwhist"])
def test_a_hand_keeps_its_places_at_a_desk(game: str, page: Page, site: Site) -> None:
    """The first card is played where the bids were made: whoever bids first sees the others bid and lead long after the
    own press.
    """
    page.set_viewport_size({"width": 1280, "height": 800})
    watch(page)
    keys, places = Keys(page, site.url), dict[str, object]()
    keys.start(game)
    for _ in range(SEEN):
        if keys.await_turn() in {"between", "over"}:
            break
        page.wait_for_timeout(EXCUSED + 100)
        places.setdefault(keys.phase, page.evaluate(_PLACES))
        keys.act()
    assert places["bid"] == places["play"]
    keeps_its_places(page)
