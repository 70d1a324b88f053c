"""Setting up a game: mistakes are reported at once, no typed text is lost, and Tab leads on to the explanation."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.seat import answer_for
from tools.site import Site

TWO_MAN = "/games/new/twoman/"


def unfold(page: Page, section: str = "Rules") -> None:
    page.locator("summary", has_text=section).click()


def number(page: Page, label: str) -> Locator:
    return page.get_by_role("spinbutton", name=label, exact=True)


def change(page: Page, label: str, value: str) -> None:
    """Fill the field and leave it by Tab, so that the page checks the value."""
    number(page, label).fill(value)
    number(page, label).press("Tab")


def test_the_way_to_a_table_for_four(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.get_by_role("link", name=re.compile("^Spades")).click()
    page.get_by_role("link", name=re.compile("^Solo")).click()
    unfold(page)
    page.get_by_role("checkbox", name="Low clubs first").uncheck()
    unfold(page, "Individual players")
    page.get_by_label("Odile", exact=True).first.select_option("expert")
    page.get_by_role("radio", name="Bruno", exact=True).check()
    seating = "Marta (easy) sits on your left, Bruno (easy) across from you, Odile (expert) on your right."
    expect(page.get_by_text(seating)).to_be_visible()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#table")
    page.goto(f"{site.url}/games/new/spades/")
    unfold(page)
    expect(page.get_by_role("checkbox", name="Low clubs first")).not_to_be_checked()
    unfold(page, "Individual players")
    expect(page.get_by_role("radio", name="Bruno", exact=True)).to_be_checked()


def test_a_refusal_comes_at_once_goes_again_and_takes_nothing_away_that_is_being_typed(page: Page, site: Site) -> None:
    page.goto(site.url + TWO_MAN)
    unfold(page)
    change(page, "Play to", "95")
    expect(page.get_by_role("status").filter(has_text="Play to: not 95, but ")).to_be_visible()
    expect(page.get_by_text("can’t be played yet")).to_be_visible()
    expect(number(page, "Play to")).to_have_attribute("aria-invalid", "true")
    assert page.evaluate("document.activeElement.getAttribute('popovertarget')") == "about-target"
    for width, height in ((280, 653), (360, 740), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 320, "height": 640})
    change(page, "Play to", "9" * 30)
    expect(page.get_by_role("status").filter(has_text="Play to: a whole number, ")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") == 320
    change(page, "Play to", "200")
    expect(page.get_by_text("can’t be played yet")).to_have_count(0)
    expect(number(page, "Play to")).not_to_have_attribute("aria-invalid", "true")
    held: list[Route] = []
    answer_for(page, "**/check/", lambda route: held.append(route))
    with page.expect_request("**/check/"):
        change(page, "Play to", "95")
    number(page, "Mercy lead").fill("2")
    page.unroute("**/check/")
    held[0].continue_()
    expect(page.get_by_text("can’t be played yet")).to_be_visible()
    expect(number(page, "Mercy lead")).to_have_value("2")
    expect(number(page, "Mercy lead")).to_be_focused()
