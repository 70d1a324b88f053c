"""Phrases between people at one table: said, shown at the seat, read out, and read again."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser import script
from tests.browser.people import sit_together
from tests.browser.seat import Seat
from tools.chromium import PATIENCE
from tools.site import Site

#: Timers of more than five seconds wait for `LET_GO`.
STAYS: Final = script("STAYS")
LET_GO = "window.kept.splice(0).forEach((work) => work())"


def at_a_table(key: str, seat: Seat, open_page: Callable[..., Page]) -> tuple[Seat, Seat]:
    other = sit_together(seat, open_page, key)
    for one in (seat, other):
        one.page.evaluate(STAYS)
    until_people_are_to_act(seat, other)
    return seat, other


def until_people_are_to_act(*seats: Seat) -> None:
    """Wait until bots have acted and all pages show the same version."""
    for _ in range(PATIENCE // 20):
        if any(one.is_asked for one in seats) and len({one.version for one in seats}) == 1:
            return
        seats[0].page.wait_for_timeout(20)
    raise AssertionError([one.version for one in seats])


def say(seat: Seat, words: str) -> None:
    seat.page.locator("[data-key=w]").click()
    seat.page.locator("#words").get_by_role("button", name=words, exact=True).click()


def watch_the_table(seat: Seat) -> None:
    """Count nodes that are put into the table or taken from it, except bubbles."""
    seat.page.evaluate("""() => {
      window.touched = 0;
      const isBubble = (one) => one.classList?.contains("said");
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes)
          window.touched += [...addedNodes, ...removedNodes].filter((one) => !isBubble(one)).length;
      }).observe(document.getElementById("table"), { childList: true, subtree: true, characterData: true });
    }""")


def bubble(seat: Seat) -> Locator:
    """The phrase at a seat."""
    return seat.page.locator("#table .said")


def overheard(seat: Seat) -> Locator:
    """The line that a screen reader tells."""
    return seat.page.locator("#overheard[role=status]")


def test_partners_say_phrases(seat: Seat, open_page: Callable[..., Page], site: Site) -> None:
    """In Spades: one with a phone, Ama at a desk."""
    mine, hers = at_a_table("spades", seat, open_page)
    its_parts_are_large_enough_for_a_finger_and_in_sight(mine.page)
    what_is_refused_is_told_in_the_sheet_and_shown_nowhere(mine, hers)
    a_word_is_seen_at_the_seat_and_read_out_and_touches_nothing_else(mine, hers)
    by_keyboard_alone_and_back_to_where_one_was(mine, hers)
    what_is_said_while_the_server_is_away_is_read_when_it_is_back(mine.page, site)


def its_parts_are_large_enough_for_a_finger_and_in_sight(page: Page) -> None:
    tool = page.locator("[data-key=w]").bounding_box()
    assert tool and tool["width"] >= 44 and tool["height"] >= 44
    page.locator("[data-key=w]").click()
    page.locator("#words").evaluate("one => Promise.all(one.getAnimations().map((each) => each.finished))")
    boxes = [one.bounding_box() for one in page.locator("#words button").all()]
    assert len(boxes) == 8 + 1  # the phrases, and the one that closes it
    for box in boxes:
        assert box and box["width"] >= 44 and box["height"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Escape")


def what_is_refused_is_told_in_the_sheet_and_shown_nowhere(mine: Seat, hers: Seat) -> None:
    words = mine.page.locator("#words")
    mine.page.locator("[data-key=w]").click()
    words.locator("button[value=hello]").evaluate("one => { one.value = 'you played badly'; }")
    words.get_by_role("button", name="Hello").click()
    told = "Only the phrases that are offered can be said here. Nothing was said."
    expect(words.locator("[data-notice]")).to_have_text(told)
    expect(overheard(mine)).to_have_text(told)
    expect(mine.page.locator("#lost")).to_be_hidden()
    words.get_by_role("button", name="Thank you").click()
    expect(bubble(hers)).to_have_text("Thank you")
    expect(hers.page.locator("#words li")).to_have_count(1)


def a_word_is_seen_at_the_seat_and_read_out_and_touches_nothing_else(mine: Seat, hers: Seat) -> None:
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
    # At one's own seat, or beside the table where one bids: then that seat is not drawn.
    expect(mine.page.locator("#overheard, #toasts", has_text="You: Well played")).to_have_count(1)
    hers.page.evaluate(LET_GO)
    expect(bubble(hers)).to_have_count(0)
    hers.page.locator("[data-key=w]").click()
    expect(hers.page.locator("#words li")).to_have_text([f"{name} Well played", f"{name} Thank you"])
    hers.page.keyboard.press("Escape")


def by_keyboard_alone_and_back_to_where_one_was(mine: Seat, hers: Seat) -> None:
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
    expect(hers.page.locator("#keys")).to_contain_text("say a word")
    hers.page.keyboard.press("Escape")


def what_is_said_while_the_server_is_away_is_read_when_it_is_back(page: Page, site: Site) -> None:
    """The server is killed; the phrase is a row, and the page asks for what it has missed."""
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
    expect(page.locator("#words li").first).to_have_text("Ama I am back")
    expect(page.locator("#lost")).to_be_hidden()
