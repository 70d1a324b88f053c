"""The page of a table that waits for people, which asks for itself every two seconds."""

from collections.abc import Callable

from playwright.sync_api import Page, Response, Route, expect

from tests.browser.people import DESK, open_table, sit_down_by
from tests.browser.seat import Seat, answer_for

ROOM = "**/rooms/*/"
NOTE = '<div class="toast"><span>Something went wrong.</span></div>'


def come_again(page: Page) -> None:
    """The room, and worked into the page."""
    with page.expect_event("response", is_look):
        pass
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def is_look(response: Response) -> bool:
    return response.request.headers.get("hx-request") == "true"


def test_once_everybody_is_here_to_start_is_what_is_left_to_do(seat: Seat, page_elsewhere: Callable[..., Page]) -> None:
    """On the page that was open before: its title tells whoever waits elsewhere, and the link, by which others may
    still look on, steps back.
    """
    link = open_table(seat, "twoman")
    expect(seat.page).to_have_title("One seat is open · Two-Man Spades · Marta’s Table")
    seat.page.get_by_role("button", name="Let others look on").click()
    expect(seat.page.locator("main .btn--main")).to_have_text("Copy the link")
    sit_down_by(link, page_elsewhere(**DESK), seat.url, "Ben")
    expect(seat.page).to_have_title("Everybody is here · Two-Man Spades · Marta’s Table")
    expect(seat.page.locator("title")).to_have_count(1)
    expect(seat.page.locator("main .btn--main")).to_have_text("Start")
    expect(seat.page.locator("main h2")).to_have_text(["Who sits where", "Ask somebody to look on", "What is played"])


def test_what_gives_the_link_away_stays_as_it_is_and_a_look_that_fails_brings_one_line(seat: Seat) -> None:
    """And no toasts."""
    page = seat.page
    page.add_init_script("navigator.share = async () => {}")
    open_table(seat, "spades")
    copy, share = page.locator("[data-copy]"), page.locator("[data-share]")
    copy.click()
    expect(copy).to_have_text("Copied")
    page.evaluate("""() => {
      window.wasHidden = 0;
      const button = document.querySelector("[data-share]");
      new MutationObserver(() => { window.wasHidden += 1; }).observe(button, { attributes: true });
    }""")
    share.focus()
    for _ in range(2):
        come_again(page)
    expect(copy).to_have_text("Copied")
    expect(share).to_be_focused()
    assert page.evaluate("window.wasHidden") == 0
    lost, toasts = page.locator("#lost"), page.locator("#toasts .toast")
    failed = {"HX-Retarget": "#toasts", "HX-Reswap": "beforeend"}

    def fail(route: Route) -> None:
        route.fulfill(status=503, headers=failed, content_type="text/html", body=NOTE)

    answer_for(page, ROOM, fail)
    for _ in range(2):
        come_again(page)
    expect(lost).to_be_visible()
    expect(toasts).to_have_count(0)
    page.unroute(ROOM)
    expect(lost).to_be_hidden()
    answer_for(page, ROOM, lambda route: route.abort())
    expect(lost).to_be_visible()
    page.unroute(ROOM)
    expect(lost).to_be_hidden()
