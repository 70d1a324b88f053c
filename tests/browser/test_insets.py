"""Tables and pages on a phone turned sideways, beside a notch and above a home indicator; and on a small one."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from tests.shots.faults import measured
from tests.shots.screens import PHONE, PosedSite, come_to, screen_named

SIDEWAYS = (844, 390)
#: iPhones with a notch: 47 px at each side, with a Dynamic Island 59 px. The home indicator takes 21 px below.
SIDES, BELOW = (47, 59), 21
TABLES = (
    *("twoman-discard-tip", "twoman-lead", "twoman-bid", "spades-follow", "bidwhist-bid", "cardduel-open"),
    *("cardduel-blaze-tip", "spades-away"),
)
SHEETS = ("twoman-follow-menu", "twoman-follow-settings", "twoman-follow-score")
PAGES = ("home", "twoman-setup", "statistics-twoman", "settings", "twoman-over", "twoman-replay")
#: What can be pressed or read and is drawn beside the part of the screen that is safe.
BESIDE = """([side, below]) => {
    const told = (one) => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 20);
    const within = document.querySelector(":popover-open") ?? document.body;
    const drawn = [...within.querySelectorAll("a, button, input, select, .num, .side__pts, h1, h2, p, .paper")]
        .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest(".sr, .skip, .wide, .scroll"));
    const beside = drawn.filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < side - 0.5 || right > innerWidth - side + 0.5);
    });
    const sheet = within.matches(".sheet") ? parseFloat(getComputedStyle(within).paddingBottom) : below;
    return [...beside.map(told), ...(sheet < below ? ["the sheet ends below"] : [])];
}"""
#: Cards whose index is not in view, and tools, bids and buttons of a bid that are cut off.
OUT_OF_VIEW = """() => [...document.querySelectorAll(".hand .card, .tool, .pick :is(.bid, .btn)")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const lowest = one.matches(".card") ? top + 24 : bottom;
    return one.checkVisibility() && (left < -1 || right > innerWidth + 1 || lowest > innerHeight + 1);
}).map((one) => one.textContent.trim().slice(0, 30))"""


@contextmanager
def insets(page: Page, side: int) -> Iterator[None]:
    devtools = page.context.new_cdp_session(page)
    for sides in ({"left": side, "right": side, "bottom": BELOW}, {}):
        devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": sides})
        if sides:
            yield
    devtools.detach()


@pytest.mark.parametrize("name", [*TABLES, *SHEETS, *PAGES])
def test_nothing_lies_under_the_notch_of_a_phone_on_its_side(name: str, german: Page, posed: PosedSite) -> None:
    screen = screen_named(name)
    german.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(german, posed, screen)
    for side in SIDES:
        with insets(german, side):
            faults = measured(german, screen, SIDEWAYS)
            assert german.evaluate(BESIDE, [side, BELOW]) == []
            assert [one for one in faults if "does not fit" in one or "sideways" in one] == []


@pytest.mark.parametrize("size", [(640, 304), (568, 320), (667, 331)], ids=str)
@pytest.mark.parametrize(
    "name",
    [
        *("twoman-discard-tip", "twoman-lead-tip", "twoman-follow-tip", "spades-lead-tip"),
        *("twoman-discard-hint", "twoman-bid-hint", "twoman-follow-hint", "spades-bid-hint"),
    ],
)
def test_tips_and_hints_leave_cards_and_buttons_in_view_on_a_small_phone_on_its_side(
    name: str, size: tuple[int, int], somebody: Page, german: Page, posed: PosedSite
) -> None:
    for page in (somebody, german):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        come_to(page, posed, screen_named(name))
        assert page.evaluate(OUT_OF_VIEW) == []


@pytest.mark.parametrize("size", [(360, 740), (320, 640), (844, 390), (1280, 800)], ids=str)
def test_the_trick_of_four_is_a_cross_while_a_question_is_open(
    size: tuple[int, int], somebody: Page, posed: PosedSite
) -> None:
    somebody.set_viewport_size({"width": size[0], "height": size[1]})
    come_to(somebody, posed, screen_named("spades-away"))
    assert somebody.locator(".question").count() == 1
    places = {
        side: somebody.locator(f".cross .{side}").evaluate(
            "one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }"
        )
        for side in "nesw"
    }
    assert places["w"][0] < places["n"][0] < places["e"][0] and places["n"][1] < places["w"][1] < places["s"][1]
    assert abs(places["n"][0] - places["s"][0]) < 1 and abs(places["w"][1] - places["e"][1]) < 1
