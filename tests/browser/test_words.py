"""Words between people at one table, each in a browser of their own: said, seen at the seat, and read again."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import DESK, open_table, sit_down_by, start
from tests.browser.seat import Seat
from tests.chromium import PATIENCE
from tests.shots.screens import PosedSite, come_to, screen_named
from tests.site import Site

#: What would go after some seconds stays until it is let go: no slow machine comes too late to see it.
STAYS = """() => {
    const soon = setTimeout;
    window.kept = [];
    window.setTimeout = (work, after) => (after > 5000 ? window.kept.push(work) && 0 : soon(work, after));
}"""
#: The bids, and tricks taken, that are covered where somebody says these words at each seat.
COVERED_BIDS = """(words) => [...document.querySelectorAll("[data-sits]")].filter((seat) => {
    tell({ dataset: { at: seat.dataset.sits, words, aloud: words } });
    const said = seat.querySelector(".said").getBoundingClientRect();
    const bids = [...seat.querySelectorAll(".seat__bid > span:first-child")].map((bid) => bid.getBoundingClientRect());
    return bids.some(({ left, right, top, bottom }) =>
      left < said.right && said.left < right && top + 1 < said.bottom && said.top < bottom - 1);
  }).map((seat) => seat.innerText)"""
LET_GO = "window.kept.splice(0).forEach((work) => work())"


def at_a_table(key: str, seat: Seat, page_elsewhere: Callable[..., Page]) -> tuple[Seat, Seat]:
    link = open_table(seat, key)
    other = sit_down_by(link, page_elsewhere(**DESK), seat.url, "Ama")
    start(seat, other)
    for one in (seat, other):
        one.page.evaluate(STAYS)
    until_people_are_to_act(seat, other)
    return seat, other


def until_people_are_to_act(*seats: Seat) -> None:
    """No computer player moves the table any more, and all show the same."""
    for _ in range(PATIENCE // 20):
        if (
            any(one.page.locator("#table[data-turn]").count() for one in seats)
            and len({one.version for one in seats}) == 1
        ):
            return
        seats[0].page.wait_for_timeout(20)
    raise AssertionError([one.version for one in seats])


def say(seat: Seat, words: str) -> None:
    seat.page.locator("[data-key=w]").click()
    seat.page.locator("#words").get_by_role("button", name=words, exact=True).click()


def watch_the_table(seat: Seat) -> None:
    """Whatever is put into the table or taken from it, but for a bubble, is counted."""
    seat.page.evaluate("""() => {
      window.touched = 0;
      const isBubble = (one) => one.classList?.contains("said");
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes)
          window.touched += [...addedNodes, ...removedNodes].filter((one) => !isBubble(one)).length;
      }).observe(document.getElementById("table"), { childList: true, subtree: true, characterData: true });
    }""")


def bubble(seat: Seat) -> Locator:
    """What is shown at the seats, for the eye."""
    return seat.page.locator("#table .said")


def overheard(seat: Seat) -> Locator:
    """What a screen reader is told."""
    return seat.page.locator("#overheard[role=status]")


def test_words_of_partners(seat: Seat, page_elsewhere: Callable[..., Page], site: Site) -> None:
    """In Spades, a hand dealt: one with a phone, Ama at a desk."""
    mine, hers = at_a_table("spades", seat, page_elsewhere)
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
    """Killed with nothing tidied up; the word is a row, and the page asks for what it has missed."""
    site.kill("web")
    expect(page.locator("#lost")).to_be_visible()
    site.shell(f"""
from accounts.people import Person
from games.models import Seat
from games.services.table import tables
from games.services.people import words
from games.snapshot import Phrase
code = {page.url!r}.rstrip("/").split("/")[-1]
seat = Seat.objects.select_related("guest").get(game__code=code, guest__name="Ama")
words.say(place=tables.place_of(person=Person(guest=seat.guest), code=code), phrase=Phrase.BACK)
""")
    site.start("web")
    expect(page.locator("#words li").first).to_have_text("Ama I am back")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_bubble_stays_its_time_and_takes_no_choice(seat: Seat, page_elsewhere: Callable[..., Page]) -> None:
    """Two put cards aside at once: what one says while the other thinks takes neither choice nor focus. It outlives
    moves, covers no bid, and once gone stays away, also where another word was said before its time was up. Where
    nobody sits any more it is a passing note.
    """
    mine, hers = at_a_table("twoman", seat, page_elsewhere)
    hers.page.wait_for_selector("#table[data-phase=discard]")
    hers.playable().last.click()
    chosen = hers.page.locator(".card.is-selected")
    name, focus = chosen.inner_text(), hers.page.evaluate("document.activeElement.id")
    watch_the_table(hers)
    say(mine, "Good luck")
    expect(bubble(hers)).to_have_text("Good luck")
    assert (chosen.inner_text(), hers.page.evaluate("document.activeElement.id")) == (name, focus)
    assert hers.page.evaluate("window.touched") == 0
    with hers.taken():
        hers.page.locator("[data-commit]").click()
    expect(bubble(hers)).to_have_text("Good luck")
    mine.act()
    hers.page.wait_for_selector("#table:not([data-phase=discard])")
    expect(bubble(hers)).to_have_text("Good luck")
    say(mine, "Hello")
    expect(bubble(hers)).to_have_text("Hello")
    say(hers, "Thank you")
    expect(hers.page.locator("#words li")).to_have_count(3)
    hers.page.evaluate(LET_GO)
    expect(bubble(hers)).to_have_count(0)
    while mine.phase != "play":
        next(one for one in (mine, hers) if one.page.locator("#table[data-turn]").count()).act()
        until_people_are_to_act(mine, hers)
    expect(bubble(hers)).to_have_count(0)
    covers_no_bid(mine.page)
    both_leave(mine, hers)
    say(hers, "Another game?")
    expect(mine.page.locator("#toasts")).to_contain_text("Ama: Another game?")


def both_leave(mine: Seat, hers: Seat) -> None:
    table = hers.page.url
    for one in (hers, mine):
        one.page.goto(f"{table}abandon/")
        with one.page.expect_navigation():
            one.page.get_by_role("main").get_by_role("button").first.click()
    for one in (hers, mine):
        one.page.goto(table)
        one.page.wait_for_selector("#table[data-phase=over]")
        one.page.evaluate(STAYS)


def test_a_bubble_covers_no_bid_at_four_seats(somebody: Page, posed: PosedSite) -> None:
    come_to(somebody, posed, screen_named("people-spades-follow"))
    covers_no_bid(somebody)


def covers_no_bid(page: Page) -> None:
    page.wait_for_function("() => typeof tell === 'function'")
    for width, height in ((360, 740), (390, 844), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED_BIDS, "Sorry, one moment") == []
