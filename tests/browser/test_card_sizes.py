"""Card sizes: every hand fits with small and large cards, and each size is drawn larger than the one before."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page

from accounts.models import Preferences
from tests.browser.seat import Seat
from tests.shots.faults import MEASURE, SMALL_TARGET
from tests.shots.screens import PHONE, PosedSite, come_to, screen_named

SIZES: Final = (PHONE, (390, 844), (844, 390), (1280, 800))
DESK: Final = SIZES[-1]
CARD_SIZES: Final = tuple(Preferences.CardSize.values)
HANDS: Final = (
    "twoman-discard",
    "twoman-follow-tip",
    "spades-lead",
    "spades-follow-hint",
    "bidwhist-discard",
    "bidwhist-lead-tip",
    "cardduel-answer",
    "cardduel-open",
)
#: Pages with a hand and a trick, and where their trick lies.
LAID: Final = {
    "twoman-follow-tip": ".trick figure",
    "spades-follow": ".cross",
    "bidwhist-follow": ".cross",
    "cardduel-answer": ".duel",
    "twoman-replay": ".trick figure",
    "spades-replay": ".cross",
    "bidwhist-replay": ".cross",
    "cardduel-replay": ".duel",
}
WIDTHS: Final = """(laid) => [".cloth :is(.hand, .fan)", laid].map(
    (place) => document.querySelector(`${place} .paper`).getBoundingClientRect().width)"""
#: For each card in the hand: width and height that no later card covers, and the space below its index there.
IN_SIGHT: Final = """() => {
    const cards = [...document.querySelectorAll(".hand .card")];
    const boxes = cards.map((one) => one.getBoundingClientRect());
    return cards.map((card, i) => {
        const { left, top, right, bottom } = boxes[i];
        const index = card.querySelector(".ix").getBoundingClientRect();
        const later = boxes.slice(i + 1);
        const beside = later.filter((one) => Math.abs(one.top - top) < 10).map((one) => one.left);
        const below = later.filter((one) => one.top > top + 10 && one.left < index.right && one.right > index.left);
        const end = Math.min(bottom, ...below.map((one) => one.top));
        return [Math.min(right, ...beside) - left, end - top, end - index.bottom];
    });
}"""


def choose(page: Page, card_size: str) -> None:
    page.evaluate(f"document.documentElement.dataset.cards = {card_size!r}")


@pytest.fixture
def page_at_rest(somebody: Page) -> Iterator[Page]:
    yield somebody
    choose(somebody, "normal")


def in_each_viewport(page: Page, posed: PosedSite, name: str) -> Iterator[tuple[int, int]]:
    """Show that screen in one viewport after the other; width and height in pixels."""
    come_to(page, posed, screen_named(name))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_fits_in_every_size(name: str, page_at_rest: Page, posed: PosedSite) -> None:
    page = page_at_rest
    for width, height in in_each_viewport(page, posed, name):
        for card_size in CARD_SIZES:
            choose(page, card_size)
            at = f"{card_size} cards at {width} x {height}"
            assert Seat(page, posed.url).fits_the_phone(), at
            assert page.evaluate(MEASURE, [True, SMALL_TARGET]) == [], at
            for wide, high, below_index in page.evaluate(IN_SIGHT):
                assert wide >= SMALL_TARGET and high >= 40 and below_index >= -2, at


@pytest.mark.parametrize("name", LAID)
def test_each_size_is_larger_than_the_one_before(name: str, page_at_rest: Page, posed: PosedSite) -> None:
    page = page_at_rest
    for width, height in in_each_viewport(page, posed, name):
        widths = []
        for card_size in CARD_SIZES:
            choose(page, card_size)
            widths.append(page.evaluate(WIDTHS, LAID[name]))
        for small, normal, large in zip(*widths, strict=True):
            assert small < normal < large, (width, height)
            if (width, height) == DESK:
                assert (small / normal, large / normal) == pytest.approx((0.88, 1.12), abs=0.01)


def test_the_trick_stays_where_it_is(page_at_rest: Page, posed: PosedSite) -> None:
    """On a phone, where large cards would have the least room, no part of the table moves."""
    page = page_at_rest
    come_to(page, posed, screen_named("spades-follow-tip"))
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    tops = "() => ['.cross', '.say', '.tools'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    places = []
    for card_size in CARD_SIZES:
        choose(page, card_size)
        places.append(page.evaluate(tops))
    assert places[0] == pytest.approx(places[1], abs=4) and places[2] == pytest.approx(places[1], abs=4)
