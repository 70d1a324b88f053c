"""No page in German is wider than its window or has layout faults, from a phone of 320 px to a desktop."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.conftest import watched
from tools.pictures.faults import MEASURE, SMALL_TARGET, SMALLEST, TARGET
from tools.pictures.screens import PHONE, SCREENS, PosedSite, Screen, visitor

#: Widths at which a page must not scroll sideways, besides the windows in which it is measured.
WIDTHS: Final = (320, 390, 834, 1024)
LARGEST: Final = (1280, 800)
#: Screens whose URL has no code, screens of the player with an account, and screens of visitors.
PUBLIC: Final = [one for one in SCREENS if "{code}" not in one.path]
OWN: Final = [one for one in SCREENS if one.person]
VISITORS: Final = [one for one in SCREENS if not one.person]
IN_A_FRAME: Final = Path(__file__).with_name("frames.js").read_text(encoding="utf-8").replace("MEASURE", MEASURE)


def page_of(screen: Screen, posed: PosedSite, *, is_measured: bool) -> dict[str, Any]:
    """Return the arguments of frames.js for a screen, with the windows in which it is measured."""
    wanted: tuple[tuple[int, int], ...] = (PHONE, (844, 390), LARGEST)
    if screen.is_table and not screen.presses:
        wanted = (*wanted, (390, 844), SMALLEST[0])
    sizes = [
        (*size, SMALL_TARGET if size in SMALLEST else TARGET)
        for size in wanted
        if is_measured and screen.is_seen_in(size[0])
    ]
    widths = [one for one in WIDTHS if not screen.presses and one not in {size[0] for size in sizes}]
    address, presses = posed.address(screen), screen.presses
    return {"address": address, "presses": presses, "isTable": screen.is_table, "widths": widths, "sizes": sizes}


def faults(page: Page, posed: PosedSite, screens: list[Screen], *, is_measured: bool) -> list[str]:
    page.set_viewport_size({"width": 1300, "height": 900})
    pages = [page_of(one, posed, is_measured=is_measured) for one in screens]
    found: list[str] = page.evaluate(IN_A_FRAME, pages)
    return found


def test_no_page_of_an_account_is_wider_than_its_window_in_german(browser: Browser, posed: PosedSite) -> None:
    """The CSP is off: frames would inherit it, and it would forbid the inline style of the verification page."""
    with visitor(browser, posed, person=True, language="de", bypass_csp=True) as page, watched(page.context):
        page.goto(posed.url)
        assert faults(page, posed, OWN, is_measured=True) == []


def test_no_page_of_a_visitor_or_guest_is_wider_than_its_window_in_german(browser: Browser, posed: PosedSite) -> None:
    with visitor(browser, posed, person=False, language="de", bypass_csp=True) as page, watched(page.context):
        page.goto(posed.url)
        assert faults(page, posed, VISITORS, is_measured=True) == []
        page.locator("main form button").first.click()
        page.wait_for_url("**/games/**")
        assert faults(page, posed, PUBLIC, is_measured=False) == []
