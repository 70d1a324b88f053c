"""No page is wider than its window, from the smallest phone to a desk, for strangers, guests and accounts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.shots.screens import SCREENS, PosedSite, visitor

WIDTHS = (320, 360, 390, 768, 800, 820, 834, 844, 1024, 1280)
#: What anyone may open, and the tables and pages of an account.
PUBLIC = [one for one in SCREENS if "{code}" not in one.path]
OWN = [one for one in SCREENS if one.person]
#: Each page is fetched once and resized in a frame without scripts, which needs no round trip for a width.
TOO_WIDE = """async ([addresses, widths]) => {
    const faults = [];
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.sandbox = "allow-same-origin";
    frame.style.cssText = "position: fixed; height: 740px; border: 0";
    for (const address of addresses) {
        const loaded = new Promise((ready) => frame.addEventListener("load", ready, { once: true }));
        frame.srcdoc = await (await fetch(address)).text();
        await loaded;
        const page = frame.contentDocument;
        await page.fonts.ready;
        const placed = page.querySelectorAll("body, .bar > a, .bar > button, .bar__nav > a");
        for (const width of widths) {
            frame.style.width = `${width}px`;
            if (page.scrollingElement.scrollWidth > width) {
                faults.push(`${address} is ${page.scrollingElement.scrollWidth} px wide in ${width}`);
            }
            const [body, ...links] = placed;
            if (!body.clientHeight) faults.push(`${address} is not drawn`);
            for (const one of links.filter((link) => link.checkVisibility())) {
                const { left, right } = one.getBoundingClientRect();
                if (left < 0 || right > width + 0.5) faults.push(`${address}: ${one.textContent.trim()} at ${width}`);
            }
        }
    }
    return faults;
}"""


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["stranger", "guest", "account"])
def visit(
    request: pytest.FixtureRequest, browser: Browser, posed: PosedSite, language: str
) -> Iterator[tuple[Page, str]]:
    """The policy of a page holds in its frames as well, where it would keep a proof from the style that it carries."""
    is_person = request.param == "account"
    with visitor(browser, posed, person=is_person, language=language, bypass_csp=True) as page:
        page.goto(posed.url)
        if request.param == "guest":
            page.locator("main form button").first.click()
            page.wait_for_url("**/games/**")
        yield page, request.param


def test_no_page_is_wider_than_its_window(visit: tuple[Page, str], posed: PosedSite) -> None:
    page, who = visit
    addresses = list(dict.fromkeys(map(posed.address, OWN if who == "account" else PUBLIC)))
    assert page.evaluate(TOO_WIDE, [addresses, WIDTHS]) == []
