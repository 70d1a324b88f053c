"""The rest of a hand claimed in a browser, by the key; by the button in `test_sweep`."""

from playwright.sync_api import expect

from tests.browser.seat import Seat
from tests.site import Site


def is_said(seat: Seat, offer: str) -> None:
    expect(seat.page.locator("#table[data-phase=between]")).to_have_count(1)
    expect(seat.page.get_by_text(f"You claim the rest: {offer.removeprefix('Claim ')}.")).to_be_visible()


def test_by_the_key_and_seen_in_another_window(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-claim")
    offer = seat.page.locator("[data-key=c]").inner_text()
    other = Seat(seat.page.context.new_page(), site.url)
    other.page.goto(seat.page.url)
    with seat.taken():
        seat.page.keyboard.press("c")
    is_said(seat, offer)
    expect(seat.page.locator("[data-heading]").first).to_be_focused()
    expect(other.table).to_have_attribute("data-version", str(seat.version))
    is_said(other, offer)
