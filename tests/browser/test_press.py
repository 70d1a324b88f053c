"""Unintended presses: a double press acts once, and no press reaches the table while a sheet (panel) is open."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import script
from tests.browser.keys import Keys
from tests.browser.seat import CORNER, Seat
from tools.chromium import settle
from tools.site import Site

pytestmark = pytest.mark.motion

#: Script that slows the page's clock down: on a busy machine the second press of a double press would come too late.
SLOWLY: Final = script("SLOWLY")
AGAIN_AS_FAST = "() => { window.slower = 0; }"
LISTEN: Final = script("LISTEN_POSTS")
#: Script that returns a point in the corner of the middle one of the playable cards.
MIDDLE: Final = script("MIDDLE_PRESS")
SHEETS = "[popover]:popover-open"
#: By position, a button that may be replaced, at the same point, by another button, a card or a sheet.
BUTTONS = {
    "bidwhist-between": "[data-next]",
    "spades-bid": ".offer [name=action]",
    "spades-blind": "#choice [name=action]",
    "twoman-blind": "[name=action]",
}
SHOWN = "() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))"
pointers = pytest.mark.parametrize("pointer", ("mouse", "touch"))
touch = pytest.mark.parametrize("pointer", ("touch",))


class Presser(Seat):
    """A player who presses points of the screen by mouse or touch."""

    def __init__(self, page: Page, url: str, pointer: str) -> None:
        super().__init__(page, url)
        self.pointer = pointer

    def sit(self, site: Site, position: str) -> None:
        self.come_to(site, position)
        self.page.wait_for_load_state("load")
        self.page.evaluate(LISTEN)

    def press(self, x: float, y: float) -> None:
        if self.pointer == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press_on(self, element: Locator) -> tuple[float, float]:
        """Press in the corner of the element; return the point."""
        box = element.bounding_box()
        assert box is not None
        place = box["x"] + CORNER["x"], box["y"] + CORNER["y"]
        self.press(*place)
        return place

    @property
    def posted(self) -> int:
        """The number of posts since `sit`, once the last press has taken effect."""
        self.page.evaluate(SHOWN)
        count: int = self.page.evaluate("() => window.posted.length")
        return count


@pytest.fixture
def presser(open_page: Callable[..., Page], site: Site, pointer: str) -> Presser:
    """Return a guest's page on a phone."""
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block")
    return Presser(page, site.url, pointer)


@pointers
def test_a_double_press_on_a_card_plays_that_card_alone(presser: Presser, site: Site) -> None:
    for position in ("twoman-lead", "bidwhist-lead"):
        presser.sit(site, position)
        place = presser.page.evaluate(MIDDLE)
        with presser.taken():
            presser.page.evaluate(SLOWLY)
            presser.press(*place)
        presser.await_turn()
        for _ in range(2):
            presser.press(*place)
        assert presser.posted == 1, position
        presser.page.evaluate(AGAIN_AS_FAST)
        if presser.phase == "play":
            with presser.taken():
                presser.press_on(presser.playable().first)
            assert presser.posted == 2, position


@touch
def test_a_double_press_on_a_button_does_what_it_says_once(presser: Presser, site: Site) -> None:
    for position, button in BUTTONS.items():
        presser.sit(site, position)
        if presser.page.locator("[data-bid-key]").count():
            presser.page.locator("[data-bid-key]").nth(2).check(force=True)
        wanted = presser.page.locator(f"{button}:visible").first
        with presser.taken():
            presser.page.evaluate(SLOWLY)
            place = presser.press_on(wanted)
        presser.await_turn()
        for _ in range(2):
            presser.press(*place)
        assert presser.posted == 1, position
        expect(presser.page.locator(SHEETS)).to_have_count(0)


@touch
def test_a_double_press_on_undo_takes_one_action_back(presser: Presser, site: Site) -> None:
    presser.sit(site, "twoman-lead")
    for _ in range(2):
        with presser.taken():
            presser.press_on(presser.playable().first)
        assert presser.await_turn() == "play"
    presser.press_on(presser.page.locator("[data-key=u]"))
    agreed = presser.page.locator("#undo .btn--main")
    expect(agreed).to_be_visible()
    with presser.taken():
        presser.page.evaluate(SLOWLY)
        place = presser.press_on(agreed)
    presser.press(*place)
    assert presser.posted == 3
    presser.page.evaluate(AGAIN_AS_FAST)
    settle(presser.page)
    with presser.taken():
        presser.press_on(presser.page.locator("[data-key=u]"))  # the second undo needs no confirmation
    assert presser.posted == 4


@touch
def test_a_press_on_or_beside_a_sheet_reaches_nothing_under_it(presser: Presser, site: Site) -> None:
    """Cases: a second press on the button that opens a sheet, a press outside a sheet, and a press outside the menu.

    Safari before 18.3 does not close a sheet after a press outside it, so the page does.
    """
    presser.sit(site, "twoman-lead")
    page, settings, score = presser.page, presser.page.locator("#settings"), presser.page.locator("#score")
    page.evaluate("() => document.documentElement.style.setProperty('--deal', '0s')")
    page.evaluate(SLOWLY)
    place = presser.press_on(page.locator(".tool[popovertarget=settings]"))
    expect(settings).to_be_visible()
    presser.press(*place)
    assert presser.posted == 0
    expect(settings).to_be_visible()
    page.evaluate(AGAIN_AS_FAST)
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    for closes in ("auto", "manual"):
        score.evaluate("(sheet, closes) => { sheet.popover = closes; }", closes)
        page.locator(".tool[popovertarget=score]").click()
        expect(score).to_be_visible()
        presser.press(*page.evaluate(MIDDLE))
        expect(score).to_be_hidden()
        assert presser.posted == 0, closes
    settle(page)
    with presser.taken():
        presser.press(*page.evaluate(MIDDLE))
    assert presser.posted == 1
    page.goto(site.url)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.locator("#menu")).to_be_visible()
    presser.press_on(page.locator(".brand"))
    expect(page.locator("#menu")).to_be_hidden()
    page.evaluate(SHOWN)
    assert page.evaluate("() => performance.getEntriesByType('navigation').length") == 1
    expect(page.locator("#menu")).to_be_attached()


def test_a_double_enter_does_one_thing_and_one_beside_a_sheet_closes_it(page: Page, site: Site) -> None:
    """Another key right after Enter, here Space, acts at once."""
    keys = Keys(page, site.url)
    keys.come_to(site, "twoman-lead")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(LISTEN)
    keys.press("s")
    expect(page.locator("#score")).to_be_visible()
    keys.playable().first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#score")).to_be_hidden()
    assert page.evaluate("() => window.posted.length") == 0
    keys.tab_to("[data-hand] button.card:not([aria-disabled=true])")
    with keys.taken():
        page.evaluate(SLOWLY)
        page.keyboard.press("Enter")
    assert keys.await_turn() == "play"
    page.wait_for_function("() => document.activeElement.matches('[data-hand] button.card:not([aria-disabled=true])')")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.posted.length > 1")
    assert page.evaluate("() => window.posted.length") == 2


def test_enter_on_no_more_tips_leads_to_no_button_that_commits(page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.start("bidwhist")
    keys.await_turn()
    page.evaluate(LISTEN)
    page.locator(".lesson__end").focus()
    with keys.taken():
        page.evaluate(SLOWLY)
        page.keyboard.press("Enter")
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator("#room:focus, #room :focus")).to_have_count(1)
    expect(page.locator("button:not(.card):focus")).to_have_count(0)
    page.keyboard.press("Enter")
    assert page.evaluate("() => window.posted.length") == 1
