"""A board of the day in browsers of their own: the same play meets the same answers, and results stand side by side."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.margins import margin, signed
from tests.browser.people import DESK
from tests.browser.seat import Seat
from tests.chromium import PATIENCE
from tests.services import begin_within_a_day
from tests.site import Site

#: Longer than a test of this file takes on a machine that has much else to do.
LONGEST = timedelta(minutes=4)
#: Against the weakest player, who needs no compiling, and with nobody else in the field: other tests play it, too.
BOARD = """
from games.models import Attempt, Board
from games.services.boards import days
from games.services.counting import tallies
board = days.board_of(key="twoman", day=tallies.today())
Board.objects.filter(pk=board.pk).update(level="easy")
Attempt.objects.filter(board=board).update(is_counted=False)
print("ok")
"""


@pytest.fixture(autouse=True)
def _the_day_lasts_as_long_as_the_test() -> None:
    begin_within_a_day(LONGEST)


def sit_down_at_the_board(seat: Seat, *, by_keys: bool = False) -> None:
    """From the front page, as a new guest."""
    seat.page.goto(seat.url)
    board = seat.page.get_by_role("link", name=re.compile("^Two-Man Spades.*Play$"))
    play = seat.page.get_by_role("main").get_by_role("button", name="Play", exact=True)
    for one in (board, play):
        if by_keys:
            one.focus()
            seat.page.keyboard.press("Enter")
        else:
            one.click()
    seat.page.wait_for_url("**/games/*/")
    seat.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def played(seat: Seat) -> dict[str, Any]:
    """To the end of the board; its record."""
    code = seat.page.url.rstrip("/").split("/")[-1]
    seat.play_hand()
    seat.page.get_by_role("link", name="How it went for all").click()
    expect(seat.page.get_by_text("Your result")).to_be_attached()
    record: dict[str, Any] = seat.page.request.get(f"{seat.url}/games/{code}/record/").json()
    return record


def by_seat(record: dict[str, Any], seat: int) -> list[list[Any]]:
    return [action[1:] for action in record["hands"][0]["actions"] if action[0] == seat]


class Bolder(Seat):
    """Bids one trick more, and does all else alike."""

    def act(self) -> None:
        if self.await_turn() != "bid":
            return super().act()
        self.page.locator(".bid", has_text="±40").click()
        with self.taken():
            self.page.get_by_role("button", name="Bid 4").click()


def assert_parted_there_and_nowhere_before(one: dict[str, Any], other: dict[str, Any], verb: str) -> None:
    """The first of the person’s own actions that differs is of that verb, and all that the other seat did before it is
    the same.
    """
    mine, theirs = by_seat(one, 0), by_seat(other, 0)
    at = next(at for at, (own, their) in enumerate(zip(mine, theirs, strict=False)) if own != their)
    assert mine[at][0] == theirs[at][0] == verb
    before, also_before = (answers_before(record, at) for record in (one, other))
    assert before and before == also_before


def answers_before(record: dict[str, Any], at: int) -> list[list[Any]]:
    """What the other seat had done when the person made the choice of that number, from 0."""
    actions = record["hands"][0]["actions"]
    own = [place for place, action in enumerate(actions) if action[0] == 0][at]
    return [action[1:] for action in actions[:own] if action[0] == 1]


def chosen(record: dict[str, Any], name: str) -> str:
    """From the record alone; empty where there was no such choice."""
    actions = record["hands"][0]["actions"]
    if name == "First lead":
        seat, _verb, card = next(action for action in actions if action[1] == "play")
        return str(card) if seat == 0 else ""
    verb = {"Bid": "bid", "Put aside": "discard"}[name]
    return next(str(action[2]) for action in actions if action[0] == 0 and action[1] == verb)


def shares(records: list[dict[str, Any]], own: dict[str, Any], name: str) -> list[tuple[str, str, bool]]:
    """By choice how many of a hundred made it, their mean margin, and whether it is the own one."""
    made = [(choice, margin(record)) for record in records if (choice := chosen(record, name))]
    found = []
    for choice in {choice for choice, _margin in made}:
        some = [points for one, points in made if one == choice]
        mean = f"{abs(sum(some) / len(some)):.1f}"
        sign = "" if not sum(some) else "+" if sum(some) > 0 else "−"
        found.append((f"{round(100 * len(some) / len(made))}%", f"{sign}{mean}", choice == chosen(own, name)))
    return sorted(found)


def shown_shares(page: Page, name: str) -> list[tuple[str, str, bool]]:
    rows = page.locator("table.shares", has=page.locator("caption", has_text=name)).locator("tbody tr").all()
    told = [(row.locator("td").all_inner_texts(), "own" in (row.get_attribute("class") or "").split()) for row in rows]
    return sorted((share, margin, is_own) for (share, margin), is_own in told)


def leave_and_resume(seat: Seat) -> None:
    """After one decision, which cannot be taken back: nothing can while it counts."""
    table = seat.page.url
    seat.act()
    expect(seat.page.get_by_role("button", name="Undo")).to_be_disabled()
    seat.page.goto(seat.url)
    seat.page.get_by_role("link", name=re.compile("^Two-Man Spades.*Begun.*Go on$")).click()
    seat.page.get_by_role("button", name="Go on").click()
    seat.page.wait_for_url(table)
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def play_again_uncounted(seat: Seat) -> None:
    """A second attempt is marked, and has hints."""
    seat.page.get_by_role("button", name="Play it again, uncounted").click()
    seat.page.wait_for_url("**/games/*/")
    expect(seat.page.locator(".bar__where")).to_contain_text("Uncounted board")
    seat.await_turn()
    expect(seat.page.get_by_role("button", name="Hint")).to_be_enabled()


def test_the_same_choices_meet_the_same_answers_and_another_one_parts_there(
    seat: Seat, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    """Also where the board is left and resumed."""
    site.shell(BOARD)
    alike, apart = Seat(page_elsewhere(**DESK), seat.url), Bolder(page_elsewhere(**DESK), seat.url)
    sit_down_at_the_board(seat)
    sit_down_at_the_board(alike, by_keys=True)
    sit_down_at_the_board(apart)
    assert seat.hand == alike.hand == apart.hand, "the same cards for everybody"
    leave_and_resume(seat)
    records = [played(one) for one in (seat, alike, apart)]
    one, same, other = records
    assert [by_seat(one, number) for number in (0, 1)] == [by_seat(same, number) for number in (0, 1)]
    assert one["hands"][0]["result"] == same["hands"][0]["result"]
    assert_parted_there_and_nowhere_before(one, other, "bid")
    assert all("proof" not in record["hands"][0] for record in records), "the day is not over"

    margins = [margin(record) for record in records]
    site.shell("from django.core.cache import cache; cache.clear()")  # today's field stands for a minute
    for browser, record, own in zip((seat, alike, apart), records, margins, strict=True):
        browser.page.reload()
        main = browser.page.get_by_role("main")
        better = sum(rival < own for rival in margins)
        expect(main).to_contain_text(signed(own))
        expect(main).to_contain_text(f"Better than {round(100 * better / 2)}% of 2 others")
        for name in ("Bid", "Put aside", "First lead"):
            assert shown_shares(browser.page, name) == shares(records, record, name), name
    play_again_uncounted(seat)
    seat.page.goto(f"{seat.url}/boards/")
    expect(seat.page.get_by_role("heading", name="1 of the last 30")).to_be_visible()
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= 360
