"""A board of the day by keyboard, a challenge from its link to its comparison, and times in the reader's time zone."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import PHONE
from tests.browser.seat import Seat
from tools.chromium import PATIENCE
from tools.servers import begin_within_a_day
from tools.site import Site

#: Longer than the test takes on a busy machine. The test must not cross midnight, when the board changes.
LONGEST: Final = timedelta(minutes=4)
#: Script that gives today's board the weakest bot, which needs no compiling, and marks earlier attempts as uncounted.
BOARD: Final = """
from accounts.zones import utc_today
from games.boards.models import Attempt, Board
from games.boards import days
board = days.board_of(key="twoman", day=utc_today())
Board.objects.filter(pk=board.pk).update(level="easy")
Attempt.objects.filter(board=board).update(is_counted=False)
print("ok")
"""


def await_cards(seat: Seat) -> None:
    """Wait for the first cards, and turn animations off."""
    seat.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def test_a_board_is_begun_by_keys_left_resumed_and_played_again_uncounted(seat: Seat, site: Site) -> None:
    """While the attempt counts, undo is disabled."""
    begin_within_a_day(LONGEST)
    site.shell(BOARD)
    page, main = seat.page, seat.page.get_by_role("main")
    page.goto(seat.url)
    for one in (
        page.get_by_role("link", name=re.compile("^Two-Man Spades.*Play$")),
        main.get_by_role("button", name="Play", exact=True),
    ):
        one.focus()
        page.keyboard.press("Enter")
    page.wait_for_url("**/games/*/")
    await_cards(seat)
    table = page.url
    seat.act()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.goto(seat.url)
    page.get_by_role("link", name=re.compile("^Two-Man Spades.*Started.*Continue$")).click()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(table)
    await_cards(seat)
    seat.play_hand()
    page.get_by_role("link", name="How everyone did").click()
    expect(page.get_by_role("heading", name="Your result", exact=True)).to_be_attached()
    page.get_by_role("button", name="Play it again for practice").click()
    page.wait_for_url("**/games/*/")
    expect(page.locator(".bar__where")).to_contain_text("Uncounted board")
    seat.await_turn()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.goto(f"{seat.url}/boards/")
    expect(page.get_by_role("heading", name="1 of the last 30")).to_be_visible()


class Last(Seat):
    """A seat that plays its last playable card, unlike `Seat`, which plays the first."""

    def playable(self) -> Locator:
        return super().playable().last


def play_boards(seat: Seat, site: Site, number: int, *, name: str) -> None:
    """Play all boards of a challenge: the first in the browser, the others by a script in the site."""
    page, link = seat.page, seat.page.url
    page.get_by_role("button", name="Play board 1").click()
    await_cards(seat)
    seat.play_hand()
    page.get_by_role("link", name="Go to the challenge").click()
    says_done(page, 1, number)
    nth, token = -1 if isinstance(seat, Last) else 0, link.rstrip("/").split("/")[-1]
    site.shell(f"from tools.pictures.posing import play_rest; play_rest({name!r}, {token!r}, {nth})")
    page.goto(link)
    says_done(page, number, number)


def says_done(page: Page, done: int, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{done} of {number} boards done")


def test_four_boards_between_a_person_and_a_guest_end_with_their_comparison(
    seat: Seat, site: Site, open_page: Callable[..., Page]
) -> None:
    seat.sign_up("theodora", "a lamp in the window")
    seat.page.goto(f"{seat.url}/challenges/?game=twoman")
    seat.page.get_by_label("How strong are the computer players?").select_option("easy")
    seat.page.get_by_label("4", exact=True).check()
    seat.page.get_by_role("button", name="Create link").click()
    link = seat.page.get_by_label("Link to this challenge").input_value()
    assert seat.page.url == link
    play_boards(seat, site, 4, name="theodora")

    guest = Last(open_page(**PHONE), seat.url)
    page = guest.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("theodora challenges you at Two-Man Spades")
    page.get_by_label("Name at the table").fill("Lena")
    play_boards(guest, site, 4, name="Lena")
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|Tied"))
    expect(page.locator(".duplicate")).to_have_count(4)
    page.locator(".duplicate .parting").first.get_by_role("link", name="theodora").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("all hands shown")
    page.go_back()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"


TOKYO = {"timezone_id": "Asia/Tokyo"}


def next_midnight() -> datetime:
    return datetime.combine(datetime.now(UTC).date() + timedelta(days=1), time.min, tzinfo=UTC)


def test_times_are_shown_in_the_zone_of_the_browser_and_kept_by_the_site(
    open_page: Callable[..., Page], site: Site
) -> None:
    page = open_page(**TOKYO)
    page.goto(site.url)
    expect(page.locator("time[data-as=clock]").first).to_have_text("9:00 AM")  # midnight UTC is 9 AM in Tokyo
    with page.expect_response("**/settings/zone/"):
        page.get_by_role("button", name="Play your first hand").click()
        page.wait_for_selector("#table")
    page.goto(f"{site.url}/settings/")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    page.goto(f"{site.url}/games/")
    moved = page.locator("time[data-as=moment]").first
    expect(moved).not_to_contain_text("UTC")
    stamp = datetime.fromisoformat(str(moved.get_attribute("datetime")))
    expect(moved).to_contain_text(f"{stamp + timedelta(hours=9):%-I:%M %p}")


def test_an_open_page_of_boards_says_when_the_day_has_ended(open_page: Callable[..., Page], site: Site) -> None:
    begin_within_a_day(timedelta(minutes=2))
    page = open_page()
    page.clock.install(time=next_midnight() - timedelta(minutes=1))
    for path in ("/", "/boards/", f"/boards/{datetime.now(UTC).date()}/twoman/"):
        page.clock.set_system_time(next_midnight() - timedelta(minutes=1))
        page.goto(f"{site.url}{path}")
        note = page.get_by_text("This day is over")
        expect(note).to_be_hidden()
        page.clock.fast_forward("02:00")
        expect(note).to_be_visible()
        expect(note.get_by_role("link", name="Today’s boards")).to_be_visible()
