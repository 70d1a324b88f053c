"""What people who play cards ask of a table, where no other file of this folder shows it (docs/ui.md has the list)."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site


def test_looks_and_pace_follow_a_person_to_another_browser(
    seat: Seat, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    seat.sign_up("leonora", "seven quiet paper boats")
    page = seat.page
    page.goto(f"{site.url}/settings/")
    for label in ("Evening", "Two colours", "Slow"):
        page.get_by_label(label, exact=True).check(force=True)
    page.get_by_role("button", name="Save").first.click()
    elsewhere = page_elsewhere()
    elsewhere.goto(f"{site.url}/accounts/login/")
    elsewhere.get_by_label("Name or email").fill("leonora")
    elsewhere.get_by_label("Password", exact=True).fill("seven quiet paper boats")
    elsewhere.get_by_role("main").get_by_role("button", name="Log in").click()
    elsewhere.wait_for_url(lambda url: "login" not in url)
    html = elsewhere.locator("html")
    for name, value in (("data-theme", "dark"), ("data-deck", "two"), ("data-speed", "slow")):
        expect(html).to_have_attribute(name, value)


def test_a_table_is_read_in_signs_and_words_by_keys_and_taps(seat: Seat, site: Site) -> None:
    """Bids, tricks and bags stand at the seats and are spoken by key; no suit is told by its colour alone."""
    page = seat.page
    page.set_viewport_size({"width": 390, "height": 844})
    seat.come_to(site, "twoman-follow")
    expect(seat.table).to_contain_text(re.compile(r"bid \w+, took \d+"))
    page.keyboard.press("b")
    expect(page.locator("#aloud")).to_contain_text(re.compile("bid .*took", re.DOTALL))
    for card in page.locator("[data-hand] button.card").all():
        suit = re.search(r" of (\w)", card.locator(".sr").inner_text())
        assert suit is not None
        assert card.locator(f'.ix use[href="#{suit[1]}"]').count() == 1
    for key, sheet in (("l", "last"), ("s", "score"), ("g", "log")):
        shown = page.locator(f"#{sheet}")
        page.keyboard.press(key)
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()
        page.locator(f".tools [popovertarget={sheet}]").click()
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")


def test_a_tip_teaches_and_can_be_ended_at_once(seat: Seat) -> None:
    page = seat.page
    seat.sit_down()
    assert seat.await_turn() == "discard"
    expect(page.locator(".lesson")).to_contain_text("A lone low card")
    # Else that comes between press and release.
    expect(page.locator(".seat--other")).to_contain_text("has put a card aside")
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".lesson")).to_have_count(0)
    seat.act()
    seat.await_turn()
    expect(page.locator(".lesson")).to_have_count(0)


def test_settings_at_the_table_count_at_once_and_lead_back(in_play: Seat) -> None:
    seat, page, html = in_play, in_play.page, in_play.page.locator("html")
    sheet = page.locator("#settings")
    page.keyboard.press(",")
    expect(sheet).to_be_visible()
    with page.expect_response("**/likes/"):
        sheet.get_by_label("Two colours").check()
    expect(html).to_have_attribute("data-deck", "two")
    with page.expect_response("**/likes/"):
        sheet.get_by_label("Small").check()
    expect(html).to_have_attribute("data-cards", "small")
    with page.expect_response("**/likes/"):
        sheet.get_by_label("Ask before a card is played").check()
    expect(page.locator("[data-hand][data-chooses], .is-waiting").first).to_be_attached()
    expect(sheet).to_be_visible()
    page.reload()
    expect(html).to_have_attribute("data-deck", "two")
    expect(html).to_have_attribute("data-cards", "small")
    version, commit = seat.version, page.locator("[data-commit]")
    seat.playable().first.click()
    expect(commit).to_contain_text("Play the ")
    assert seat.version == version
    with seat.taken():
        commit.click()
    table = page.url
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".tools [popovertarget=settings]").click()
    sheet.get_by_role("link", name="All settings").click()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(table)
