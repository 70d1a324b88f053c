"""A finished hand is replayed, verified, shared, downloaded, counted, reviewed, practised and played again."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.seat import Seat, answer_for
from tools.site import Site


def test_a_hand_is_looked_back_on_in_every_way(
    seat: Seat, site: Site, open_page: Callable[..., Page], page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    seat.sign_up("rosalind", "nine small paper lanterns")
    seat.sit_down()
    seat.play_hand()
    page.get_by_role("link", name="Replay this hand").first.click()
    _walk_with_keys(page)
    _verify(page)
    _share_with_a_visitor(page, open_page())
    _end_the_game(page)
    _take_away(page)
    _count(page, f"{site.url}/statistics/?game=twoman&level=easy")


def _walk_with_keys(page: Page) -> None:
    """Step by keys and by buttons; assert that the URL contains the step."""
    main = page.locator("main[data-step]")
    expect(main).to_have_attribute("data-step", "0")
    page.wait_for_load_state()
    for key, step in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        page.keyboard.press(key)
        expect(main).to_have_attribute("data-step", step)
    page.keyboard.press("End")
    expect(main).to_have_attribute("data-step", main.get_attribute("data-last") or "")
    page.keyboard.press("Home")
    expect(main).to_have_attribute("data-step", "0")
    page.locator("#step-on").click()
    expect(main).to_have_attribute("data-step", "1")
    page.wait_for_url("**/replay/?step=1")
    page.locator("#trick-3").click()
    expect(page.locator("#trick-3")).to_have_attribute("aria-current", "step")


def _verify(page: Page) -> None:
    page.get_by_role("link", name="Verify this deal").first.click()
    expect(page.locator("main")).to_contain_text("The seeds give exactly the cards dealt.")
    page.go_back()


def _share_with_a_visitor(page: Page, visitor: Page) -> None:
    page.get_by_label("Hide people’s names").first.check()
    page.get_by_role("button", name="Create link").first.click()
    link = page.locator("input[data-select]").first.input_value()
    visitor.goto(link)
    expect(visitor.locator("main[data-step]")).to_have_attribute("data-step", "0")
    expect(visitor.locator("body")).not_to_contain_text("rosalind")
    page.get_by_role("button", name="Turn off the link").first.click()
    expect(page.locator("input[data-select]")).to_have_count(0)
    answer = visitor.reload()
    assert answer is not None and answer.status == 404


def _end_the_game(page: Page) -> None:
    page.get_by_role("link", name="My games").last.click()
    page.get_by_role("link", name="Give up").first.click()
    page.get_by_role("main").get_by_role("button").first.click()


def _take_away(page: Page) -> None:
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download all games").click()
    assert taken.value.path().read_text(encoding="utf-8").count('"game":"twoman"') >= 1


def _count(page: Page, address: str) -> None:
    """Assert that a number of the statistics links to hands, which are still listed after a reload."""
    page.goto(address)
    expect(page).to_have_url(address)
    page.get_by_role("link", name="1", exact=True).first.click()
    hands = page.locator("main").get_by_role("link", name=re.compile("Replay|Hand 1"))
    expect(hands.first).to_be_visible()
    page.reload()
    expect(hands.first).to_be_visible()


def look_back(seat: Seat, site: Site) -> None:
    """Open the replay of a hand, and wait for the scripts that step through it without loading pages."""
    seat.come_to(site, "twoman-between")
    seat.page.get_by_role("link", name="Replay this hand").first.click()
    expect(seat.page.locator("main[data-step]")).to_have_attribute("data-step", "0")
    seat.page.wait_for_load_state()


def test_address_and_step_go_together(seat: Seat, site: Site) -> None:
    """The URL has the shown step, also after a step that fails to load, and after Back while a step loads."""
    page, main, held = seat.page, seat.page.locator("main[data-step]"), list[Route]()
    look_back(seat, site)
    note = {"HX-Retarget": "#toasts", "HX-Reswap": "beforeend"}
    words = "<p>Back in a moment</p>"
    answer_for(page, "**/replay/?step=1", lambda route: route.fulfill(status=503, headers=note, body=words))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#toasts")).to_contain_text("Back in a moment")
    expect(main).to_have_attribute("data-step", "0")
    assert "step=1" not in page.url
    page.unroute("**/replay/?step=1")
    for step in ("1", "2", "3"):
        page.keyboard.press("ArrowRight")
        expect(main).to_have_attribute("data-step", step)
        page.wait_for_url(f"**/replay/?step={step}")

    answer_for(page, "**/replay/?step=*", lambda route: held.append(route))
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile(r"step=2$"))
    page.keyboard.press("ArrowRight")
    let_go(page, held)
    expect(main).to_have_attribute("data-step", "3")
    expect(page).to_have_url(re.compile(r"step=3$"))

    places = page.evaluate("history.length")
    answer_for(page, "**/replay/?step=*", lambda route: held.append(route))
    with page.expect_request("**/replay/?step=4"):
        page.keyboard.press("ArrowRight")
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile(r"step=2$"))
    with page.expect_response("**/replay/?step=2"):
        let_go(page, held)
    expect(main).to_have_attribute("data-step", "2")
    page.wait_for_function("() => wanted === null")
    assert page.url.endswith("step=2")
    assert page.evaluate("history.length") == places


def let_go(page: Page, held: list[Route]) -> None:
    page.unroute("**/replay/?step=*")
    while held:
        held.pop().continue_()


@pytest.mark.motion  # without this mark the page has reduced motion, and a replay then begins at slow, not normal speed
def test_a_replay_plays_by_itself_until_its_end_or_a_step(seat: Seat, site: Site) -> None:
    page, main = seat.page, seat.page.locator("main[data-step]")
    look_back(seat, site)
    page.clock.install()
    # Without a pause the installed clock would keep running, and a slow machine would see a step too many.
    page.clock.pause_at(dt.datetime.now() + dt.timedelta(minutes=1))
    play, pace = page.locator("#play"), page.locator("#pace")
    page.keyboard.press("v")
    expect(pace).to_have_attribute("aria-label", "Speed: fast")
    page.keyboard.press("p")
    for step in ("1", "2", "3"):
        expect(play).to_have_attribute("aria-pressed", "true")
        page.clock.run_for(800)
        expect(main).to_have_attribute("data-step", step)
        expect(pace).to_have_attribute("aria-label", "Speed: fast")
    page.keyboard.press("ArrowLeft")
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(main).to_have_attribute("data-step", "2")
    page.clock.run_for(8_000)
    expect(main).to_have_attribute("data-step", "2")
    last = main.get_attribute("data-last") or ""
    page.locator("#at").fill(str(int(last) - 1))
    page.wait_for_url(f"**/replay/?step={int(last) - 1}")
    places = page.evaluate("history.length")
    play.click()
    page.clock.run_for(800)
    page.wait_for_url(f"**/replay/?step={last}")
    expect(main).to_have_attribute("data-step", last)
    expect(play).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("history.length") == places
    page.locator("#at").fill("1")
    expect(main).to_have_attribute("data-step", "1")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(play).to_have_attribute("aria-pressed", "false")


# ---------- reviewed and practised ----------
MAIN = "main[data-step]"


#: Script that prints the steps of the replay at which the newest review has decisions.
STEPS = """
from games.reviews.models import Review
row = Review.objects.latest("pk")
deal = row.game.entries.get(hand=1, action__startswith='["deal"')
print(*sorted(one["ordinal"] - deal.ordinal - 1 for one in row.decisions))
"""


def _marked(seat: Seat, site: Site) -> tuple[str, list[str]]:
    """Open a replay with two marked mistakes; return its URL and the steps of the marks."""
    seat.come_to(site, "twoman-between")
    site.shell("from tests.reviews.marked import pose_before_guest; pose_before_guest(2)")
    code = seat.page.url.split("/games/")[1].split("/")[0]
    seat.page.goto(f"{site.url}/games/{code}/hands/1/replay/")
    expect(seat.page.locator("#mark-later")).to_be_visible()
    return seat.page.url, site.shell(STEPS).split()


def test_marks_are_reached_by_keys_and_by_finger(seat: Seat, site: Site, open_page: Callable[..., Page]) -> None:
    address, steps = _marked(seat, site)
    _by_keys_at_a_desk(seat.page, *steps)
    state = seat.page.context.storage_state()
    phone = open_page(storage_state=state, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    phone.goto(address)
    _by_finger_on_a_phone(phone, *steps)


def _by_keys_at_a_desk(page: Page, first: str, second: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_load_state()
    main = page.locator(MAIN)
    for key, step in (("m", first), ("m", second), ("m", second), ("Shift+M", first)):
        page.keyboard.press(key)
        expect(main).to_have_attribute("data-step", step)
        expect(page.locator("#weighed-h")).to_have_text("Mistake")
    thought = page.locator("details.thought:has(#thought-of)")
    expect(thought).not_to_have_attribute("open", "")
    page.keyboard.press("w")
    expect(thought).to_have_attribute("open", "")
    expect(thought.locator(".chip").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys")).to_contain_text("next, previous marked play (after a review)")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(main).to_have_attribute("data-step", str(int(first) + 1))


def _by_finger_on_a_phone(phone: Page, first: str, second: str) -> None:
    """Step from mark to mark by touch; assert that the panel is not wider than the screen."""
    phone.wait_for_load_state()
    main = phone.locator(MAIN)
    for step in (first, second):
        phone.locator("#mark-later").tap()
        expect(main).to_have_attribute("data-step", step)
        expect(phone.locator("#weighed-h")).to_have_text("Mistake")
    for part in ("#weighed-h", "table.values", "#thought-of", "#mark-earlier"):
        phone.locator(part).scroll_into_view_if_needed()
        box = phone.locator(part).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360, part
    phone.locator("#thought-of").tap()
    expect(phone.locator("details.thought .chip").first).to_be_visible()
    phone.locator("#mark-earlier").tap()
    expect(main).to_have_attribute("data-step", first)


PLAYABLE = "[data-hand] button.card:not([aria-disabled=true])"
VERDICT = "[role=status] > #practised-h"


def test_a_practice_session_by_keys_and_by_finger(
    seat: Seat, site: Site, page: Page, open_page: Callable[..., Page]
) -> None:
    """Skip both questions by keys and start over; answer one by Enter and the other by touch. Then none is due."""
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    seat.come_to(site, "twoman-between")
    site.shell("from tests.reviews.marked import pose_before_guest; pose_before_guest(2)")
    page.goto(f"{site.url}/practice/")
    first = page.url
    expect(page.locator("#practised-h")).to_have_text("What do you play?")
    page.keyboard.press("u")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("#practised-h")).to_have_text("What do you play?")
    page.keyboard.press("u")
    expect(page.get_by_text("That was the last one for now.")).to_be_visible()
    page.get_by_role("link", name="Start over").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(first)
    page.locator(PLAYABLE).first.focus()
    page.keyboard.press("Enter")
    _confirm(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(VERDICT)).to_be_visible()
    expect(page.locator("#next")).to_be_focused()
    page.wait_for_load_state()  # the button may have the focus before the script for keys has loaded
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != first)

    assert faults == []
    state = page.context.storage_state()
    phone = open_page(storage_state=state, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    phone.goto(page.url)
    phone.locator(PLAYABLE).last.tap()
    _confirm(phone, lambda: phone.locator("[data-commit]").tap())
    expect(phone.locator(VERDICT)).to_be_visible()
    phone.locator("#next").tap()
    expect(phone.get_by_text("Nothing is due. The next one comes on")).to_be_visible()


def _confirm(page: Page, press: Callable[[], None]) -> None:
    """Press again if the player's settings require a confirmation."""
    if page.locator("[data-commit]").count():
        press()


# ---------- played again ----------
def test_a_lost_hand_is_tried_again_from_its_middle(seat: Seat, site: Site, page: Page) -> None:
    """The account's statistics do not change. A link leads back to the step where the practice began."""
    page.set_viewport_size({"width": 1280, "height": 800})
    seat.come_to(site, "twoman-over")
    code = page.url.rstrip("/").split("/")[-1]
    seat.sign_up("hermione", "nine small paper lanterns")
    before = _statistics(page, site)
    number, step = _lost(page, f"{site.url}/games/{code}/")
    page.locator("#from-here").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-turn]")
    expect(page).to_have_title(re.compile("Practice: Two-Man Spades"))
    _laid_open(page)
    page.evaluate("document.documentElement.dataset.speed = 'instant'")
    seat.play_hand()
    assert seat.phase == "over"
    assert _statistics(page, site) == before
    page.go_back()
    page.locator("#origin").click()
    expect(page).to_have_url(re.compile(f"{code}/hands/{number}/replay/.step={step}$"))
    expect(page.locator("#from-here")).to_be_enabled()


def _laid_open(page: Page) -> None:
    """Assert that the page is not wider than the window; show all cards, which stay shown after a reload."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-open").click()
    expect(page.locator("#open .chip").first).to_be_visible()
    page.reload()
    expect(page.locator("#open .chip")).not_to_have_count(0)


def _statistics(page: Page, site: Site) -> str:
    page.goto(f"{site.url}/statistics/")
    return page.locator("main").inner_text()


def _lost(page: Page, address: str) -> tuple[int, int]:
    """Replay the first hand that lost points, or else hand 1, up to a decision; return the numbers of hand and step."""
    page.goto(f"{address}review/")
    rows = page.locator(".byhand tbody tr")
    changes = [row.locator("td").first.inner_text().split()[0] for row in rows.all()]
    number = next((n for n, one in enumerate(changes, start=1) if one.startswith("\N{MINUS SIGN}")), 1)
    page.goto(f"{address}hands/{number}/replay/")
    return number, _to_the_middle(page)


def _to_the_middle(page: Page) -> int:
    """Step by keys to the first decision after a third of the hand; return its step."""
    main = page.locator("main[data-step]")
    page.wait_for_load_state()
    last = int(main.get_attribute("data-last") or 0)
    for step in range(1, last):
        page.keyboard.press("ArrowRight")
        expect(main).to_have_attribute("data-step", str(step))
        if step > last // 3 and page.locator("#from-here").is_enabled():
            return step
    raise AssertionError("no decision after a third of the hand")
