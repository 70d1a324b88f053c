"""The table under the hands of a person: phone, keys, reasons, two tabs, reload, and a browser without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.seat import CORNER, Seat
from tests.chromium import PATIENCE
from tests.shots.screens import PosedSite, come_to, screen_named
from tests.site import Site


def test_first_card_in_one_click_and_no_email(seat: Seat) -> None:
    """And to load it anew, or to go back and forth, changes nothing."""
    seat.sit_down()
    expect(seat.page.locator("[data-hand] button.card")).to_have_count(11)
    seat.act_until("bid")
    version = seat.version
    seat.page.reload()
    assert seat.version == version
    seat.page.go_back()
    seat.page.go_forward()
    expect(seat.table).to_have_attribute("data-version", str(version))


def test_cards_are_buttons_with_names_and_reasons(in_play: Seat) -> None:
    seat = in_play
    names = seat.page.locator("[data-hand] button.card .sr").all_inner_texts()
    assert len(names) >= 9
    assert all(" of " in name and name.endswith("playable") for name in names)
    dimmed = seat.page.locator("[data-hand] button.card[aria-disabled=true]:not(.is-waiting)")
    while not (seat.await_turn() == "play" and dimmed.count()):
        if seat.hand_is_over():
            assert seat.deal_next(), "a whole game without a card that may not be played"
        else:
            seat.act()
    version = seat.version
    dimmed.first.click(force=True)  # Playwright takes aria-disabled for a card that cannot be pressed
    assert dimmed.first.get_attribute("data-why") == seat.page.locator("#say > span").first.inner_text()
    assert seat.version == version


def test_it_works_without_script(page_elsewhere: Callable[..., Page], site: Site) -> None:
    page = page_elsewhere(java_script_enabled=False, viewport={"width": 390, "height": 844})

    def press(button: Locator) -> None:
        with page.expect_navigation():
            button.click()

    def reload_until(wanted: Locator) -> Locator:
        for _ in range(PATIENCE // 200):
            if wanted.count():
                return wanted
            page.wait_for_timeout(200)
            page.reload()
        raise AssertionError("Marta never moved")

    page.goto(site.url)
    press(page.get_by_role("button", name="Play your first hand"))
    press(page.get_by_role("button", name="Deal"))
    press(page.locator("[data-hand] button.card").first)
    reload_until(page.locator(".bids"))
    tools = page.locator(".tools").bounding_box()
    assert tools is not None and tools["y"] + tools["height"] == 844, "nothing takes room below the tools"
    page.locator(".bid", has_text="±30").click()
    press(page.get_by_role("button", name="Bid 3"))
    playable = reload_until(page.locator("[data-hand] button.card:not([aria-disabled=true])"))
    before = page.locator("[data-hand] button.card").count()
    press(playable.first)
    assert page.locator("[data-hand] button.card").count() == before - 1


@pytest.mark.parametrize("name", ["twoman-follow", "cardduel-answer", "twoman-between", "twoman-over", "spades-replay"])
def test_a_way_off_the_page_in_a_low_window(name: str, somebody: Page, posed: PosedSite) -> None:
    """A phone on its side, or a desk zoomed to twice its size."""
    come_to(somebody, posed, screen_named(name))
    menu = somebody.get_by_role("button", name="Menu", exact=True)
    away = somebody.locator("#menu").get_by_role("link", name="My games")
    for width, height in ((640, 400), (740, 360), (844, 390)):
        somebody.set_viewport_size({"width": width, "height": height})
        menu.click()
        away.click(trial=True)
        somebody.keyboard.press("Escape")
        expect(away).to_be_hidden()
    menu.click()
    away.click()
    somebody.wait_for_url("**/games/")


def test_on_a_phone_the_log_opens_at_its_newest_entry(seat: Seat, site: Site) -> None:
    """With its head in sight, and once read elsewhere it opens there again."""
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 400})
    seat.come_to(site, "spades-follow")
    page.wait_for_function("() => typeof scrollLog === 'function'")
    page.locator(".tool[popovertarget=log]").click()
    log, close = page.locator("[data-log]"), page.locator("#log .iconbtn")
    expect(log.locator("> li").last).to_be_in_viewport(ratio=0.9)
    expect(log.locator("> li").first).not_to_be_in_viewport()
    expect(close).to_be_in_viewport(ratio=1)
    log.evaluate("(log) => { log.scrollTop = 0; }")
    close.click()
    page.locator(".tool[popovertarget=log]").click()
    expect(log.locator("> li").first).to_be_in_viewport(ratio=0.9)


def test_the_log_stays_where_it_was_scrolled_to_until_something_happens(seat: Seat, site: Site) -> None:
    page = seat.page
    page.set_viewport_size({"width": 1280, "height": 800})
    seat.come_to(site, "twoman-lead")
    page.wait_for_function("() => typeof scrollLog === 'function'")
    log = page.locator("[data-log]")
    page.evaluate("""() => {
      const low = new CSSStyleSheet();
      low.replaceSync("[data-log] { max-height: 2.5rem !important; overflow: auto !important; }");
      document.adoptedStyleSheets = [low];
      document.querySelector("[data-log]").scrollTop = 0;
    }""")
    page.evaluate("() => htmx.trigger(table(), 'htmx:afterSettle')")
    assert log.evaluate("(log) => log.scrollTop") == 0
    before = seat.version
    seat.act()
    page.wait_for_function(
        "(before) => shown() > before && document.querySelector('[data-log]').scrollTop > 0", arg=before
    )


@pytest.mark.parametrize("name", ["spades-follow", "cardduel-open"])
def test_at_a_desk_what_is_newest_is_in_view_late_in_a_long_game(name: str, somebody: Page, posed: PosedSite) -> None:
    somebody.set_viewport_size({"width": 1024, "height": 768})
    come_to(somebody, posed, screen_named(name))
    somebody.wait_for_function("() => typeof scrollLog === 'function'")
    somebody.evaluate("""() => {
      for (const rows of document.querySelectorAll("#score tbody, [data-log]"))
        for (let more = 0; more < 12; more++) rows.append(rows.lastElementChild.cloneNode(true));
    }""")
    for width, height in ((1024, 768), (1280, 800)):
        somebody.set_viewport_size({"width": width, "height": height})
        somebody.evaluate("""() => {
          document.querySelector("[data-log]").version = null;
          document.dispatchEvent(new Event("table:prepared"));
        }""")
        for newest in somebody.locator("#score tbody tr:last-child, [data-log] > :last-child").all():
            expect(newest).to_be_in_viewport(ratio=1)


def test_a_hint_is_read_whatever_has_been_chosen_before(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-discard")
    posed, card = seat.version, seat.playable().first
    card.click(position=CORNER)
    expect(seat.page.locator("#say")).to_contain_text(card.get_attribute("data-told") or "?")
    with seat.taken():
        seat.page.get_by_role("button", name="Hint").click()
    # Marta, who owes a card as well, puts hers aside once the table has moved.
    seat.page.wait_for_function("(version) => Number(table().dataset.version) === version", arg=posed + 2)
    expect(seat.page.locator("#say")).to_contain_text("Hint: put aside")
    expect(seat.page.locator("#said")).to_contain_text("Hint: put aside")
    expect(seat.page.locator("[data-commit]")).to_be_visible()
