"""A browser without popovers, as Safari before 17: sheets open and close by the polyfill, over a table that plays."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.seat import Seat
from tests.shots.screens import PosedSite, come_to, screen_named
from tests.site import Site

PHONE = {"width": 390, "height": 844}
#: To Chromium a popover of another name is none. All that is served is renamed alike: pages, styles, scripts, events.
NATIVE, RENAMED = "opover", "opunder"
RENAME_EVENTS = f"""
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, heard, ...more) {{
    const renamed = ({{ data }}) => new MessageEvent(kind, {{ data: data.replaceAll("{NATIVE}", "{RENAMED}") }});
    add.call(this, kind, (event) => heard(event.data ? renamed(event) : event), ...more);
  }};
"""
SWAP_AGAIN = """async () => {
  const html = await (await fetch(location.href, { headers: { "HX-Request": "true" } })).text();
  rememberFocus();
  htmx.swap("#table", html.replace('id="table"', 'id="table" data-again'), { swapStyle: "morph:outerHTML" },
    { contextElement: document.querySelector("[sse-swap]") });
}"""


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


@pytest.fixture
def older_seat(older: Page, seat: Seat, site: Site) -> Seat:
    seat.come_to(site, "twoman-lead")
    older.wait_for_function("() => 'popunder' in HTMLElement.prototype")
    return seat


def test_no_sheet_lies_over_the_table(older: Page, seat: Seat, site: Site) -> None:
    """Not even before the polyfill is there."""
    older.route("**/vendor/popover*", lambda route: route.abort())
    seat.come_to(site, "twoman-lead")
    sheets = older.locator("[popunder]")
    assert sheets.count() > 4
    assert [one.get_attribute("id") for one in sheets.all() if one.is_visible()] == []
    older.keyboard.press("n")
    seat.act()


def test_every_sheet_opens_and_closes(older_seat: Seat) -> None:
    page = older_seat.page
    for tool in page.locator(".tools [popundertarget]:visible, .bar > [popundertarget]").all():
        sheet = page.locator(f"#{tool.get_attribute('popundertarget')}")
        tool.click()
        expect(sheet).to_be_in_viewport(ratio=0.9)
        sheet.get_by_role("button", name=re.compile("^(Close|Not now)")).click()
        expect(sheet).to_be_hidden()
        tool.click()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()


def test_a_sheet_stays_open_while_the_table_is_swapped(older_seat: Seat) -> None:
    page, sheet = older_seat.page, older_seat.page.locator("#score")
    page.keyboard.press("s")
    expect(sheet).to_be_visible()
    page.evaluate(SWAP_AGAIN)
    expect(page.locator("#table[data-again]")).to_have_count(1)
    expect(sheet).to_be_visible()
    page.keyboard.press("s")
    expect(sheet).to_be_hidden()


def test_a_hand_is_played(older_seat: Seat) -> None:
    older_seat.play_hand()
    expect(older_seat.page.locator("[popunder]:visible")).to_have_count(0)


def test_a_step_of_a_replay_closes_its_sheet(older: Page, posed: PosedSite) -> None:
    screen = screen_named("twoman-replay")
    older.context.add_cookies([{"name": "sessionid", "value": posed.session, "url": posed.url}])
    come_to(older, posed, screen)
    older.wait_for_function("() => 'popunder' in HTMLElement.prototype")
    before = older.locator("[data-step]").first.get_attribute("data-step")
    older.locator("[popundertarget=tricks]").first.click()
    expect(older.locator("#tricks")).to_be_visible()
    older.evaluate("() => go('on')")
    expect(older.locator("[data-step]").first).not_to_have_attribute("data-step", str(before))
    expect(older.locator("#tricks")).to_be_hidden()
