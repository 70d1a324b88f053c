"""A whole practice session: by keys alone, and by a finger on a phone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site

PLAYABLE = "[data-hand] button.card:not([aria-disabled=true])"
VERDICT = "[role=status] > #practised-h"


def test_a_session_by_keys_and_by_finger(
    seat: Seat, site: Site, page: Page, page_elsewhere: Callable[..., Page]
) -> None:
    """Skipped, answered by Enter, on to the next by N; the second by finger; then nothing is due."""
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    seat.come_to(site, "twoman-between")
    site.shell("from tests.review.marked import pose_before_guest; pose_before_guest(2)")
    page.goto(f"{site.url}/practice/")
    first = page.url
    expect(page.locator("#practised-h")).to_have_text("What do you play?")
    page.keyboard.press("u")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("#practised-h")).to_have_text("What do you play?")
    page.keyboard.press("u")
    expect(page.get_by_text("That was the last one for now.")).to_be_visible()
    page.get_by_role("link", name="From the beginning").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(first)
    page.locator(PLAYABLE).first.focus()
    page.keyboard.press("Enter")
    _commit(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(VERDICT)).to_be_visible()
    expect(page.locator("#next")).to_be_focused()
    page.wait_for_load_state()  # it has the focus before its script is there, and a key would be nobody's
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != first)

    assert faults == []
    state = page.context.storage_state()
    phone = page_elsewhere(storage_state=state, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    phone.goto(page.url)
    phone.locator(PLAYABLE).last.tap()
    _commit(phone, lambda: phone.locator("[data-commit]").tap())
    expect(phone.locator(VERDICT)).to_be_visible()
    phone.locator("#next").tap()
    expect(phone.get_by_text("Nothing is due: the next comes on")).to_be_visible()


def _commit(page: Page, press: Callable[[], None]) -> None:
    """Where one likes to choose first and play then, the second press plays."""
    if page.locator("[data-commit]").count():
        press()
