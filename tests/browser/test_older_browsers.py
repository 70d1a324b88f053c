"""A browser without popovers, such as Safari before 17: a polyfill opens and closes sheets (panels)."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import script
from tests.browser.seat import Seat
from tools.site import Site

PHONE = {"width": 390, "height": 844}
#: Chromium has popovers. The word is renamed in pages, styles, scripts and events, so that only the polyfill acts.
NATIVE, RENAMED = "opover", "opunder"
RENAME_EVENTS = f"""
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, heard, ...more) {{
    const renamed = ({{ data }}) => new MessageEvent(kind, {{ data: data.replaceAll("{NATIVE}", "{RENAMED}") }});
    add.call(this, kind, (event) => heard(event.data ? renamed(event) : event), ...more);
  }};
"""
SWAP_AGAIN: Final = script("SWAP_AGAIN")


def rename(route: Route) -> None:
    if route.request.resource_type not in ("document", "stylesheet", "script", "xhr", "fetch"):
        return route.continue_()
    answer = route.fetch(max_redirects=0)
    route.fulfill(response=answer, body=re.sub(rf"{NATIVE}(?!\.iife)", RENAMED, answer.text()))


@pytest.fixture
def older(page: Page) -> Page:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.add_init_script(RENAME_EVENTS)
    page.route("**/*", rename)
    return page


HAS_POLYFILL = "() => 'popunder' in HTMLElement.prototype"


def test_sheets_open_and_close_over_a_table_that_plays_and_a_replay_that_steps(
    older: Page, seat: Seat, site: Site
) -> None:
    """A sheet stays open while the table is swapped; a step of a replay closes it."""
    seat.come_to(site, "twoman-claim")
    older.wait_for_function(HAS_POLYFILL)
    for tool in older.locator(".tools [popundertarget]:visible, .bar > [popundertarget]").all():
        sheet = older.locator(f"#{tool.get_attribute('popundertarget')}")
        tool.click()
        expect(sheet).to_be_in_viewport(ratio=0.9)
        sheet.get_by_role("button", name=re.compile("^(Close|Not now)")).click()
        expect(sheet).to_be_hidden()
        tool.click()
        older.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    score = older.locator("#score")
    older.keyboard.press("s")
    expect(score).to_be_visible()
    older.evaluate(SWAP_AGAIN)
    expect(older.locator("#table[data-again]")).to_have_count(1)
    expect(score).to_be_visible()
    older.keyboard.press("s")
    expect(score).to_be_hidden()
    seat.play_hand()
    expect(older.locator("[popunder]:visible")).to_have_count(0)
    older.goto(f"{older.url}hands/1/replay/?step=9")
    older.wait_for_function(HAS_POLYFILL)
    before = older.locator("[data-step]").first.get_attribute("data-step")
    older.locator("[popundertarget=tricks]").first.click()
    expect(older.locator("#tricks")).to_be_visible()
    older.evaluate("() => go('on')")
    expect(older.locator("[data-step]").first).not_to_have_attribute("data-step", str(before))
    expect(older.locator("#tricks")).to_be_hidden()
