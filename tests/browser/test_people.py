"""Several people at one table, each on a page of their own: they join by a link, play, are watched, and leave."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, Response, Route, expect

from tests.browser import script
from tests.browser.people import DESK, leave, open_table, play_hand, proves, sit_down_by, sit_together, start
from tests.browser.seat import Seat, answer_for, without_connection
from tools.chromium import PATIENCE
from tools.pictures.screens import PosedSite, come_to, screen_named
from tools.site import Site


def test_a_friend_is_asked_in_and_a_hand_is_played_while_a_third_looks_on(
    seat: Seat, open_page: Callable[..., Page]
) -> None:
    """From the waiting room to the next deal, which waits for both players."""
    seat.sign_up("wilhelmina", "a lamp in the window")
    link = open_table(seat, "twoman")
    expect(seat.page).to_have_title("One seat is open · Two-Man Spades · Marta’s Table")
    seat.page.get_by_role("button", name="Let others watch").click()
    expect(seat.page.locator("main .btn--main")).to_have_text("Copy the link")
    other = sit_down_by(link, open_page(**DESK), seat.url, "Ama")
    expect(other.page.get_by_role("main")).to_contain_text("wilhelmina will start the game.")
    expect(seat.page.get_by_role("heading", level=1)).to_have_text("Everyone is here")
    expect(seat.page).to_have_title("Everyone is here · Two-Man Spades · Marta’s Table")
    expect(seat.page.locator("main .btn--main")).to_have_text("Start")
    faults: list[str] = []
    third = look_on(link, open_page(viewport={"width": 360, "height": 740}), faults)
    start(seat, other)
    third.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
    third.evaluate("document.documentElement.dataset.speed = 'instant'; window.isHere = true")
    for page, hidden in ((seat.page, other.hand), (other.page, seat.hand), (third, seat.hand + other.hand)):
        source = page.content()
        assert not any(f">{card}," in source for card in hidden)
    assert set(seat.hand).isdisjoint(other.hand) and third.locator("#table form, #table input").count() == 0
    play_hand(seat, other)
    expect(third.get_by_role("heading", level=1)).to_have_text("The hand is over")
    assert third.evaluate("window.isHere"), "the spectator's page was reloaded"
    assert len(proved(seat, other).split("|")) == 2, "the seeds of both players are not joined"
    third.get_by_role("link", name="Replay this hand").evaluate("one => one.removeAttribute('target')")
    third.get_by_role("link", name="Replay this hand").click()
    expect(third.get_by_role("heading", level=1)).to_contain_text("all hands shown")
    assert faults == []
    seat.page.keyboard.press(",")
    seat.page.get_by_role("button", name="Turn off the link").click()
    expect(seat.page.locator("body")).to_contain_text("no one can watch with it anymore")
    gone = third.goto(f"{link}look/")
    assert gone is not None and gone.status == 404
    seat.look_at(other.page.url)
    deal_next(seat, other)


def look_on(link: str, page: Page, faults: list[str]) -> Page:
    """Watch a table whose game has not begun; collect the page's script errors in `faults`."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(link)
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("status").first).to_contain_text("hasn’t started yet")
    return page


def proved(*seats: Seat) -> str:
    """Verify the last deal on each page; return the players' seeds, which must be the same on all pages."""
    seeds = set()
    for one in seats:
        table = one.page.url
        one.page.locator("details.seal > summary").first.click()
        one.page.get_by_role("link", name="Verify this deal").first.click()
        one.page.wait_for_url("**/verify/")
        proves(one.page, 3)
        seeds.add(one.page.locator("#player_seed").input_value())
        one.look_at(table)
    (joined,) = seeds
    return joined


def deal_next(seat: Seat, other: Seat) -> None:
    """Request the deal as one player, then as the other. In between, the pages do not fetch their reviews again."""
    reviews = [one.page.locator("#reviewed:not([hx-trigger=load])") for one in (seat, other)]
    for review in reviews:
        expect(review).to_have_count(1)
    seat.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
    expect(seat.page.locator("#table")).to_contain_text("Waiting up to 20 seconds for Ama to deal, too")
    for review in reviews:
        expect(review).to_have_count(1)
    seat.page.reload()
    expect(seat.table).to_contain_text("Waiting up to 20 seconds for Ama to deal, too")
    seat.await_motion()
    expect(seat.page.locator("#seed")).to_have_value("")  # a new seed would replace the seed that the player gave
    assert other.hand_is_over()
    other.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
    for one in (seat, other):
        one.page.wait_for_selector("#table:not([data-phase=between])", timeout=PATIENCE)


#: Script that makes each player's request for the deal 20 seconds old. The deal waits that long for other players.
WAITED: Final = (
    "from datetime import timedelta; from django.utils import timezone; from games.table.models import GivenSeed;"
    " GivenSeed.objects.filter(seal__game__code={!r}).update(at=timezone.now() - timedelta(seconds=20))"
)


def test_a_hand_is_dealt_20_seconds_after_the_first_player_deals(
    seat: Seat, open_page: Callable[..., Page], site: Site
) -> None:
    other = sit_down_by(open_table(seat, "twoman"), open_page(**DESK), seat.url, "Ama")
    other.page.goto("about:blank")
    seat.page.clock.install()
    seat.page.get_by_role("button", name="Start").click()
    expect(seat.table).to_contain_text("Waiting up to 20 seconds for Ama to deal, too")
    site.shell(WAITED.format(seat.page.url.rstrip("/").split("/")[-1]))
    seat.page.clock.fast_forward(21_000)  # the page requests the deal again
    seat.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)


def test_a_player_who_waits_for_one_that_left_is_asked_again_after_a_minute(
    seat: Seat, open_page: Callable[..., Page]
) -> None:
    other = sit_together(seat, open_page)
    seat.await_motion()
    seat.page.clock.install()
    leave(other, seat.page.url)
    question, heard = seat.page.locator(".question"), seat.page.locator("#aloud")
    expect(question).to_contain_text("Ama has left the game")
    expect(heard).to_contain_text("Ama has left the game. A computer player can play until")
    seat.page.evaluate("() => aloud('')")
    seat.act()
    expect(question).to_contain_text("Ama has left the game")
    expect(heard).not_to_contain_text("Ama has left the game")
    question.get_by_role("button", name="Wait for Ama").click()
    expect(question).to_have_count(0)
    expect(seat.page.locator("#say")).to_contain_text("Ama left on their turn")
    seat.page.clock.fast_forward(60_000)
    expect(question).to_contain_text("Ama has left the game")
    expect(heard).to_contain_text("Ama has left the game")
    for width, height in ((360, 740), (390, 844), (1280, 800)):
        seat.page.set_viewport_size({"width": width, "height": height})
        assert seat.fits_the_phone(), width


def test_seats_are_given_away_and_swapped_by_keys_on_a_phone(open_page: Callable[..., Page], site: Site) -> None:
    """Button, time limit and the switch for spectators follow the choice of seats without a response of the server."""
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.route("**/check/", lambda route: route.abort())
    page.goto(f"{site.url}/games/new/spades/")
    expect(page.get_by_label("Time per turn")).not_to_be_visible()
    for place in ("Across from you", "On your left"):
        group = page.get_by_role("group", name=re.compile(f"^{place}"))
        group.get_by_role("radio", checked=True).focus()
        page.keyboard.press("ArrowRight")
        while not group.get_by_role("radio", name="Invite by link").is_checked():
            page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    page.get_by_label("Time per turn").select_option("90")
    page.get_by_role("switch", name="Let others watch").press("Space")
    assert page.evaluate("document.scrollingElement.scrollWidth") == 390
    page.get_by_role("button", name="Open the table").press("Enter")
    page.wait_for_url("**/rooms/**")
    expect(page.get_by_role("main")).to_contain_text("Time per turn: 90 seconds.")
    link = page.get_by_label("Link to this table").input_value()
    other = sit_down_by(link, open_page(**DESK), site.url, "Ama").page
    expect(page.locator(".at-n")).to_contain_text("Ama")
    other.locator(".at-e").get_by_role("button", name="Sit here").press("Enter")
    expect(page.locator(".at-w")).to_contain_text("Ama")
    page.get_by_role("button", name="Swap seats with Ama").press("Enter")
    expect(page.locator(".at-e")).to_contain_text("Ama")
    expect(other.locator(".at-w")).to_contain_text("here")
    ben = sit_down_by(link, open_page(**DESK), site.url, "Ben").page
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone is here")
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    for one in (page, other, ben):
        one.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)


def test_a_seat_is_given_away_and_taken_back_without_script(open_page: Callable[..., Page], site: Site) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.goto(f"{site.url}/games/new/cardduel/")
    where = page.get_by_role("group", name="Across from you")
    where.get_by_role("radio", name="Invite by link").check()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    where.get_by_role("radio", name="Marta computer player").check()
    expect(page.get_by_label("Time per turn")).not_to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    where.get_by_role("radio", name="Invite by link").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/rooms/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("One seat is open")
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)


#: Script that adds the clock of a turn to the table, and records what the clock shows.
CLOCK: Final = script("CLOCK")


def test_the_clock_of_a_turn_follows_the_server_and_not_the_device(player_page: Page, posed: PosedSite) -> None:
    """The clock of a turn counts down, warns in words, and says when time is up."""
    with without_connection(player_page):  # the stream would replace the table
        come_to(player_page, posed, screen_named("people-spades-follow"))
        table = player_page.locator("#table")
        table.evaluate(CLOCK, 'data-left="12" data-soon="Soon."')
        expect(player_page.locator("#aloud")).to_have_text("Soon.")
        told = player_page.evaluate("window.told")
        table.evaluate(CLOCK, 'data-left="1" data-soon="" data-over="Time is up"')
        expect(player_page.locator("#t")).to_have_text("Time is up")
    assert told[0] == "0:12" and told[-1] in ("0:10", "0:09", "0:08")


# ---------- the waiting room, which polls every two seconds ----------
ROOM: Final = "**/rooms/*/"
NOTE: Final = '<div class="toast"><span>Something went wrong.</span></div>'


def await_poll(page: Page) -> None:
    """Wait until the response to a poll of the room has been swapped in."""
    with page.expect_event("response", is_poll):
        pass
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def is_poll(response: Response) -> bool:
    return response.request.headers.get("hx-request") == "true"


def test_a_poll_of_the_room_keeps_the_link_buttons_and_a_failed_one_shows_one_note(seat: Seat) -> None:
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
    await_poll(page)
    expect(copy).to_have_text("Copied")
    expect(share).to_be_focused()
    assert page.evaluate("window.wasHidden") == 0
    lost, toasts = page.locator("#lost"), page.locator("#toasts .toast")
    failed = {"HX-Retarget": "#toasts", "HX-Reswap": "beforeend"}

    def fail(route: Route) -> None:
        route.fulfill(status=503, headers=failed, content_type="text/html", body=NOTE)

    for answer in (fail, lambda route: route.abort()):
        answer_for(page, ROOM, answer)
        expect(lost).to_be_visible()
        expect(toasts).to_have_count(0)
        page.unroute(ROOM)
        expect(lost).to_be_hidden()
