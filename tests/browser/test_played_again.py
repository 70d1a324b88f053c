"""A hand tried again: from its replay by keyboard, played from its middle to the end, and nothing counted of it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site


def test_a_lost_hand_is_tried_again_from_its_middle(seat: Seat, site: Site, page: Page) -> None:
    """With an account, at a desk: its statistics stay as they were."""
    page.set_viewport_size({"width": 1280, "height": 800})
    seat.come_to(site, "twoman-over")
    code = page.url.rstrip("/").split("/")[-1]
    seat.sign_up("hermione", "nine small paper lanterns")
    before = _statistics(page, site)
    number, step = _lost(page, f"{site.url}/games/{code}/")
    page.locator("#from-here").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-turn]")
    expect(page).to_have_title(re.compile("Practice: Two-Man Spades"))
    _laid_open(page)
    page.evaluate("document.documentElement.dataset.speed = 'instant'")
    seat.play_hand()
    assert seat.phase == "over"
    assert _statistics(page, site) == before
    page.go_back()
    page.locator("#origin").click()
    expect(page).to_have_url(re.compile(f"{code}/hands/{number}/replay/.step={step}$"))
    expect(page.locator("#from-here")).to_be_enabled()


def test_it_is_begun_laid_open_and_given_up_on_a_phone(seat: Seat, site: Site, page: Page) -> None:
    seat.come_to(site, "twoman-over")
    page.goto(f"{page.url}hands/1/replay/")
    _to_the_middle(page)
    page.locator(".tool[popovertarget=again]").click()
    page.locator("#from-here").click()
    page.wait_for_selector("#table[data-turn]")
    page.locator(".tool[popovertarget=log]").click()
    _laid_open(page)
    page.goto(f"{page.url}abandon/")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.locator("main")).to_contain_text("Practice: Two-Man Spades")


def _laid_open(page: Page) -> None:
    """All cards, and so they stay; nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-open").click()
    expect(page.locator("#open .chip").first).to_be_visible()
    page.reload()
    expect(page.locator("#open .chip")).not_to_have_count(0)


def _statistics(page: Page, site: Site) -> str:
    page.goto(f"{site.url}/statistics/")
    return page.locator("main").inner_text()


def _lost(page: Page, address: str) -> tuple[int, int]:
    """The first hand in which the person’s bid failed, its replay at a decision in its middle."""
    page.goto(f"{address}review/")
    rows = page.locator(".byhand tbody tr")
    changes = [row.locator("td").first.inner_text().split()[0] for row in rows.all()]
    number = next((n for n, one in enumerate(changes, start=1) if one.startswith("\N{MINUS SIGN}")), 1)
    page.goto(f"{address}hands/{number}/replay/")
    return number, _to_the_middle(page)


def _to_the_middle(page: Page) -> int:
    """With the arrow keys, on to the first decision past the half."""
    main = page.locator("main[data-step]")
    page.wait_for_load_state()
    last = int(main.get_attribute("data-last") or 0)
    for step in range(1, last):
        page.keyboard.press("ArrowRight")
        expect(main).to_have_attribute("data-step", str(step))
        if step > last // 3 and page.locator("#from-here").is_enabled():
            return step
    raise AssertionError("there was no decision")
