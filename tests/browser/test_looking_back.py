"""What people come back for, end to end: play, replay, verify, share, download, and be counted."""

import datetime as dt
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.seat import Seat, answer_for
from tests.site import Site


def test_a_hand_is_looked_back_on_in_every_way(
    seat: Seat, site: Site, page_elsewhere: Callable[..., Page], page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    seat.sign_up("rosalind", "nine small paper lanterns")
    seat.sit_down()
    seat.play_hand()
    page.get_by_role("link", name="Replay this hand").first.click()
    _walk_with_keys(page)
    _verify(page)
    _share_with_a_stranger(page, page_elsewhere())
    _end_the_game(page)
    _take_away(page)
    _count(page, f"{site.url}/statistics/?game=twoman&level=easy")


def _walk_with_keys(page: Page) -> None:
    """Right, left, end, home; the step stands in the address, and the browser's own way back goes a step back."""
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
    expect(page.locator("main")).to_contain_text("The seeds give exactly the cards that were dealt.")
    page.go_back()


def _share_with_a_stranger(page: Page, stranger: Page) -> None:
    page.get_by_label("Hide the names of people").first.check()
    page.get_by_role("button", name="Make a link").first.click()
    link = page.locator("input[data-select]").first.input_value()
    stranger.goto(link)
    expect(stranger.locator("main[data-step]")).to_have_attribute("data-step", "0")
    expect(stranger.locator("body")).not_to_contain_text("rosalind")
    page.get_by_role("button", name="Take back").first.click()
    expect(page.locator("input[data-select]")).to_have_count(0)
    answer = stranger.reload()
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
    """A number leads to the hands behind it, by an address that can be kept."""
    page.goto(address)
    expect(page).to_have_url(address)
    page.get_by_role("link", name="1", exact=True).first.click()
    hands = page.locator("main").get_by_role("link", name=re.compile("Replay|Hand 1"))
    expect(hands.first).to_be_visible()
    page.reload()
    expect(hands.first).to_be_visible()


def test_long_notes_keep_to_a_phone_and_can_be_closed(page: Page, site: Site) -> None:
    """Of two the longer one had drawn both out of the screen, with the buttons that close them."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}/accounts/login/")
    long = "A confirmation was sent to somebody.with.a.long.name@example.org."
    notes = "".join(
        f'<div class="toast"><span>{said}</span><button class="btn">Close</button></div>' for said in (long, "Short.")
    )
    page.evaluate("(notes) => { document.getElementById('toasts').innerHTML = notes }", notes)
    for button in page.locator("#toasts .btn").all():
        box = button.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360


def look_back(seat: Seat, site: Site) -> None:
    """At a hand that is over, step by step, once all is there that steps without a page of its own."""
    seat.come_to(site, "twoman-between")
    seat.page.get_by_role("link", name="Replay this hand").first.click()
    expect(seat.page.locator("main[data-step]")).to_have_attribute("data-step", "0")
    seat.page.wait_for_load_state()


def test_address_and_step_go_together(seat: Seat, site: Site) -> None:
    """Where a step cannot be fetched, after a quick step on the way back, and on the way before the step is there."""
    page, main, held = seat.page, seat.page.locator("main[data-step]"), list[Route]()
    look_back(seat, site)
    note = {"HX-Retarget": "#toasts", "HX-Reswap": "beforeend"}
    words = "<p>A moment’s pause</p>"
    answer_for(page, "**/replay/?step=1", lambda route: route.fulfill(status=503, headers=note, body=words))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#toasts")).to_contain_text("A moment’s pause")
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


def test_a_replay_plays_by_itself_until_its_end_or_somebody_steps(seat: Seat, site: Site) -> None:
    page, main = seat.page, seat.page.locator("main[data-step]")
    look_back(seat, site)
    page.clock.install()
    # An installed clock goes on by itself: it is stopped, so that a slow machine adds no step of its own.
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


def test_it_plays_slowly_for_who_asked_for_less_motion_and_its_steps_fit_the_narrowest_phone(
    seat: Seat, site: Site
) -> None:
    page = seat.page
    page.emulate_media(reduced_motion="reduce")
    look_back(seat, site)
    expect(page.locator("#pace")).to_have_attribute("aria-label", "Speed: slow")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.set_viewport_size({"width": 280, "height": 653})
    # What was laid out for 360 is laid out anew.
    page.wait_for_function("() => document.documentElement.scrollWidth <= 280")
    last = page.locator("#pace").bounding_box()
    assert last is not None and last["x"] + last["width"] <= 280


def test_a_link_is_copied_by_one_press_or_handed_on_by_the_sheet_of_the_system(seat: Seat, site: Site) -> None:
    """Where there is one; its button is not there else."""
    page = seat.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    look_back(seat, site)
    page.get_by_role("button", name="Share").click()
    with page.expect_navigation():  # with what copies and hands on
        page.get_by_role("button", name="Make a link").click()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.locator("[data-select]").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.locator("[data-share]")).to_be_hidden()
    page.add_init_script("navigator.share = async ({ text }) => { document.title = text; };")
    page.reload()
    page.get_by_role("button", name="Share").click()
    page.locator("[data-share]").click()
    expect(page).to_have_title(link)


def test_keys_step_on_after_a_press_in_the_list_of_tricks_at_a_desk(seat: Seat, site: Site) -> None:
    page = seat.page
    page.set_viewport_size({"width": 1280, "height": 800})
    look_back(seat, site)
    main = page.locator("main[data-step]")
    link = page.locator(".dock [data-to]").nth(2)
    step = int(link.get_attribute("data-to") or 0)
    link.click()
    expect(main).to_have_attribute("data-step", str(step))
    page.keyboard.press("ArrowRight")
    expect(main).to_have_attribute("data-step", str(step + 1))
