"""A challenge from its link to its end: two people and a guest, each in a browser of their own, with the same cards."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.margins import margin, signed
from tests.browser.people import DESK, PHONE
from tests.browser.seat import Seat
from tests.site import Site


class Last(Seat):
    """Plays the last card that may be played, where others play the first."""

    def playable(self) -> Locator:
        return super().playable().last


def play_boards(seat: Seat, site: Site, number: int, *, name: str, is_new: bool = False) -> list[int]:
    """All of them, from the page of the challenge to its end, the first by hand and the others at once; the margin of
    each, worked out from its record alone.
    """
    page, link = seat.page, seat.page.url
    if is_new:
        page.get_by_label("Name at the table").fill(name)
    page.get_by_role("button", name="Play board 1").click()
    page.wait_for_selector("#table:not([data-phase=first])")
    page.evaluate("document.documentElement.dataset.speed = 'instant'")
    seat.play_hand()
    codes = [page.url.rstrip("/").split("/")[-1]]
    page.get_by_role("link", name="To the challenge").click()
    says_done(page, 1, number)
    if number > 1:
        nth, token = -1 if isinstance(seat, Last) else 0, link.rstrip("/").split("/")[-1]
        words = f"from tests.shots.posing import play_rest; play_rest({name!r}, {token!r}, {nth})"
        codes += site.shell(words).split()
        page.goto(link)
        says_done(page, number, number)
    return [margin(page.request.get(f"{seat.url}/games/{code}/record/").json()) for code in codes]


def says_done(page: Page, done: int, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"^{done} of {number} boards? done$"))


def test_four_boards_between_two_people_and_a_guest_end_with_their_comparison(
    seat: Seat, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    seat.sign_up("theodora", "a lamp in the window")
    seat.page.goto(f"{seat.url}/challenges/?game=twoman")
    seat.page.get_by_label("How strong are the computer players?").select_option("easy")
    seat.page.get_by_label("4", exact=True).check()
    seat.page.get_by_role("button", name="Make the link").click()
    link = seat.page.get_by_label("Link to this challenge").input_value()
    assert seat.page.url == link

    other, guest = Last(page_elsewhere(**DESK), seat.url), Seat(page_elsewhere(**PHONE), seat.url)
    other.sign_up("leopold", "a lamp in the window")
    other.page.goto(link)
    heading = other.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("theodora invites you to the same 4 boards of Two-Man Spades")
    played = {name: play_boards(one, site, 4, name=name) for one, name in ((seat, "theodora"), (other, "leopold"))}
    other.page.get_by_role("link", name="Compare").click()
    expect(other.page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|Level"))
    guest.page.goto(link)
    played["You"] = play_boards(guest, site, 4, name="Lena", is_new=True)

    guest.page.get_by_role("link", name="Compare").click()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|Level"))
    compared(guest.page, played)
    for name in ("theodora", "leopold"):
        expect(guest.page.locator(".duplicate").first).to_contain_text(name)
    guest.page.locator(".duplicate .parting").first.get_by_role("link", name="leopold").click()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("all hands open")
    guest.page.go_back()
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than a phone"


def compared(page: Page, played: dict[str, list[int]]) -> None:
    """The margins of every board and their sums, by name."""
    totals, boards = page.locator(".three--total > div"), page.locator(".duplicate")
    expect(totals).to_have_count(3)
    expect(totals.first).to_contain_text("You")
    expect(boards).to_have_count(4)
    expect(page.locator(".key")).to_contain_text("You")
    for name, margins in played.items():
        total = str(sum(margins)).replace("-", "−")
        expect(totals.filter(has_text=name).locator(".num")).to_have_text(re.compile(rf"^{total}(\s*the best)?$"))
        for number, points in enumerate(margins):
            result = boards.nth(number).locator(".three > div").filter(has_text=name)
            expect(result.locator(".num")).to_contain_text(signed(points))


def test_the_cards_of_a_game_that_is_over_are_played_by_somebody_else(
    seat: Seat, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    seat.come_to(site, "twoman-over")
    seat.page.get_by_role("link", name="Challenge a friend").click()
    seat.page.get_by_role("button", name="Make a link to these cards").click()
    link = seat.page.get_by_label("Link to this challenge").input_value()
    expect(seat.page.get_by_role("heading", level=1)).to_have_text("1 of 1 board done")
    other = Last(page_elsewhere(**PHONE), seat.url)
    other.page.goto(link)
    expect(other.page.get_by_role("main")).to_contain_text("has played these cards already")
    play_boards(other, site, 1, name="Lena", is_new=True)
    for one in (other, seat):
        one.page.goto(link)
        one.page.get_by_role("link", name="Compare").click()
        expect(one.page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|Level"))
        expect(one.page.locator(".three--total > div")).to_have_count(2)
        expect(one.page.locator(".duplicate")).to_have_count(1)
