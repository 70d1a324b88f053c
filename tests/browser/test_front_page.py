"""The front page as a browser keeps it, and where the service worker is refused."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site

COMES_BACK = "() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }"
REFUSES = """
  ServiceWorkerContainer.prototype.register = () => {
    window.wasAsked = true;
    return Promise.reject(new DOMException("The operation is insecure.", "SecurityError"));
  };
"""


def test_back_to_the_front_page_shows_the_table_opened_since(page: Page, site: Site) -> None:
    """A browser may show the page as it was when it was left."""
    page.goto(site.url)
    expect(page.get_by_role("button", name="Play your first hand")).to_be_visible()
    Seat(page.context.new_page(), site.url).sit_down()
    page.evaluate(COMES_BACK)
    expect(page.get_by_role("main").get_by_role("link", name="Resume")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/about/"])
def test_a_refused_service_worker_is_no_error(page: Page, site: Site, path: str) -> None:
    """As in Firefox, where cookies are refused."""
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(REFUSES)
    page.goto(site.url + path)
    page.wait_for_function("() => window.wasAsked")
    page.evaluate("() => new Promise((soon) => setTimeout(soon))")
    assert errors == []
