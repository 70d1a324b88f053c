"""Phrases between people at one table are said, shown at the seat, read out by screen readers, and listed."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser import script
from tests.browser.people import sit_together
from tests.browser.seat import Seat
from tools.chromium import PATIENCE
from tools.site import Site

#: Script that makes timers of more than five seconds wait until `LET_GO` runs.
STAYS: Final = script("STAYS")
LET_GO = "window.kept.splice(0).forEach((work) => work())"


def at_a_table(key: str, seat: Seat, open_page: Callable[..., Page]) -> tuple[Seat, Seat]:
    other = sit_together(seat, open_page, key)
    for one in (seat, other):
        one.page.evaluate(STAYS)
    until_people_are_to_act(seat, other)
    return seat, other


def until_people_are_to_act(*seats: Seat) -> None:
    """Wait until the bots have acted and all pages show the same version."""
    for _ in range(PATIENCE // 20):
        if any(one.is_to_act for one in seats) and len({one.version for one in seats}) == 1:
            return
        seats[0].page.wait_for_timeout(20)
    raise AssertionError(f"no person is to act, or versions differ: {[one.version for one in seats]}")


def say(seat: Seat, words: str) -> None:
    seat.page.locator("[data-key=w]").click()
    seat.page.locator("#words").get_by_role("button", name=words, exact=True).click()


def watch_the_table(seat: Seat) -> None:
    """Count the nodes that are added to or removed from the table, except the bubbles with phrases."""
    seat.page.evaluate("""() => {
      window.touched = 0;
      const isBubble = (one) => one.classList?.contains("said");
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes)
          window.touched += [...addedNodes, ...removedNodes].filter((one) => !isBubble(one)).length;
      }).observe(document.getElementById("table"), { childList: true, subtree: true, characterData: true });
    }""")


def bubble(seat: Seat) -> Locator:
    """Return the element of a phrase that is shown at a seat."""
    return seat.page.locator("#table .said")


def overheard(seat: Seat) -> Locator:
    """Return the live region whose phrases a screen reader reads out."""
    return seat.page.locator("#overheard[role=status]")


def test_partners_say_phrases(seat: Seat, open_page: Callable[..., Page], site: Site) -> None:
    """The game is Spades; one partner has a phone, the other, Ama, a desktop."""
    mine, hers = at_a_table("spades", seat, open_page)
    assert_parts_are_large_enough_and_in_view(mine.page)
    assert_a_refusal_is_shown_in_the_sheet_alone(mine, hers)
    assert_a_phrase_is_shown_and_read_out_and_changes_nothing_else(mine, hers)
    assert_a_phrase_is_said_by_keys_and_the_focus_returns(mine, hers)
    assert_a_phrase_said_while_the_server_is_away_is_shown_later(mine.page, site)


def assert_parts_are_large_enough_and_in_view(page: Page) -> None:
    tool = page.locator("[data-key=w]").bounding_box()
    assert tool and tool["width"] >= 44 and tool["height"] >= 44
    page.locator("[data-key=w]").click()
    page.locator("#words").evaluate("one => Promise.all(one.getAnimations().map((each) => each.finished))")
    boxes = [one.bounding_box() for one in page.locator("#words button").all()]
    assert len(boxes) == 8 + 1  # eight phrases, and the button that closes the sheet
    for box in boxes:
        assert box and box["width"] >= 44 and box["height"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Escape")


def assert_a_refusal_is_shown_in_the_sheet_alone(mine: Seat, hers: Seat) -> None:
    words = mine.page.locator("#words")
    mine.page.locator("[data-key=w]").click()
    words.locator("button[value=hello]").evaluate("one => { one.value = 'you played badly'; }")
    words.get_by_role("button", name="Hello").click()
    told = "You can only say the phrases shown here. Nothing was said."
    expect(words.locator("[data-notice]")).to_have_text(told)
    expect(overheard(mine)).to_have_text(told)
    expect(mine.page.locator("#lost")).to_be_hidden()
    words.get_by_role("button", name="Thank you").click()
    expect(bubble(hers)).to_have_text("Thank you")
    expect(hers.page.locator("#words li")).to_have_count(1)


def assert_a_phrase_is_shown_and_read_out_and_changes_nothing_else(mine: Seat, hers: Seat) -> None:
    look = hers.page.get_by_role("button", name="Look at my cards").or_(hers.page.locator("[data-key=w]")).first
    look.focus()
    watch_the_table(hers)
    version, focus = hers.version, hers.page.evaluate("document.activeElement.outerHTML")
    say(mine, "Well played")
    expect(bubble(hers)).to_have_text("Well played")
    name = bubble(hers).evaluate("one => one.parentElement.querySelector('.seat__name').innerText")
    assert re.fullmatch(r"Guest \d+", name)
    expect(overheard(hers)).to_have_text(f"{name}: Well played")
    assert (hers.version, hers.page.evaluate("document.activeElement.outerHTML")) == (version, focus)
    assert hers.page.evaluate("window.touched") == 0
    expect(mine.page.locator("#words")).to_be_hidden()
    # Read out, or shown as a toast if the page does not show the player's own seat.
    expect(mine.page.locator("#overheard, #toasts", has_text="You: Well played")).to_have_count(1)
    hers.page.evaluate(LET_GO)
    expect(bubble(hers)).to_have_count(0)
    hers.page.locator("[data-key=w]").click()
    expect(hers.page.locator("#words li")).to_have_text([f"{name} Well played", f"{name} Thank you"])
    hers.page.keyboard.press("Escape")


def assert_a_phrase_is_said_by_keys_and_the_focus_returns(mine: Seat, hers: Seat) -> None:
    mine.page.evaluate(LET_GO)
    hers.page.locator("[data-key=u]").focus()
    focus = hers.page.evaluate("document.activeElement.outerHTML")
    hers.page.keyboard.press("w")
    expect(hers.page.locator("#words button[value=hello]")).to_be_focused()
    hers.page.keyboard.press("Tab")
    hers.page.keyboard.press("Enter")
    expect(bubble(mine)).to_have_text("Good luck")
    expect(hers.page.locator("#words")).to_be_hidden()
    assert hers.page.evaluate("document.activeElement.outerHTML") == focus
    hers.page.keyboard.press("?")
    expect(hers.page.locator("#keys")).to_contain_text("say something")
    hers.page.keyboard.press("Escape")


def assert_a_phrase_said_while_the_server_is_away_is_shown_later(page: Page, site: Site) -> None:
    """The phrase is stored while the web server is down. Once the server is back, the page shows the phrase."""
    site.kill("web")
    try:
        expect(page.locator("#lost")).to_be_visible()
        site.shell(f"""
from accounts.people import Person
from games.table.models import Seat
from games.table import company, tables
from games.snapshot import Phrase
code = {page.url!r}.rstrip("/").split("/")[-1]
seat = Seat.objects.select_related("guest").get(game__code=code, guest__name="Ama")
company.say(place=tables.place_of(person=Person(guest=seat.guest), code=code), phrase=Phrase.BACK)
""")
    finally:
        site.start("web")
    expect(page.locator("#words li").first).to_have_text("Ama I’m back")
    expect(page.locator("#lost")).to_be_hidden()
