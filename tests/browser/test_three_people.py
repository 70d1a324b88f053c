"""A game of Bid Whist from link to history: two people on one side, one on the other, a computer player, an onlooker.

One of them leaves twice, is stood in for and comes back; two sign up afterwards and find the game as theirs.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import CORNER
from tests.browser.test_bidwhist import WhistSeat
from tests.browser.test_people import give_away, sit_down_by
from tests.chromium import PATIENCE
from tests.site import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LARGER = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: Nobody has been seen for longer than the others need to wait.
GONE = (
    "from datetime import timedelta; from django.utils import timezone; from games.models import Seat;"
    " Seat.objects.filter(guest__name='Kofi').update(seen_at=timezone.now() - timedelta(minutes=1))"
)


class WhistPerson(WhistSeat):
    """Does the simplest thing that may be done."""

    @property
    def is_asked(self) -> bool:
        return self.page.locator("#table[data-turn]").count() > 0

    def act(self) -> None:
        phase = self.await_turn()
        if self.hand_is_over():
            return
        if phase == "discard":
            with self.taken():
                self.pass_cards()
        elif phase == "play":
            with self.taken():
                self.playable().first.click(position=CORNER)
        elif self.page.locator(".calls__pass").count():
            with self.taken():
                self.page.locator(".calls__pass").click()
        else:
            self.choose(self.page.locator("[data-bid-key]").first.get_attribute("value") or "")

    def deal(self) -> None:
        self.page.get_by_role("button", name=re.compile(r"^Deal")).click()


def begun(seat: WhistPerson, opens: Callable[..., Page]) -> tuple[list[WhistPerson], Page]:
    """The table with three people at it, dealt, and a page that looks on."""
    page = seat.page
    page.goto(f"{seat.url}/games/new/bidwhist/")
    for name, value in (("win_score", "1"), ("lose_score", "-1")):
        page.locator(f"[name={name}]").evaluate("(field, value) => { field.value = value; }", value)
    easy = page.get_by_role("radio", name=re.compile("^Easy"))
    expect(easy).to_be_enabled(timeout=2 * PATIENCE)  # on a new machine it warms up first
    easy.check()
    give_away(page, "On your left", "Across from you")
    page.wait_for_url("**/rooms/**")
    page.get_by_role("button", name="Let others look on").click()
    link = page.get_by_label("Link to this table").input_value()
    others = [
        WhistPerson(sit_down_by(link, opens(**traits), seat.url, name).page, seat.url)
        for name, traits in (("Ama", PHONE), ("Kofi", LARGER))
    ]
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is here")
    page.get_by_role("button", name="Start", exact=True).click()
    people = [seat, *others]
    for one in people:
        one.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        one.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    looks_on = opens(**PHONE)
    looks_on.goto(link)
    looks_on.get_by_role("link", name="Look on").click()
    looks_on.wait_for_selector("#table", timeout=PATIENCE)
    return people, looks_on


def sees_nothing_hidden(looks_on: Page, people: list[WhistPerson]) -> bool:
    """None of the cards that the people hold is anywhere in the page of whoever looks on."""
    source = looks_on.content()
    return not any(f">{card}<" in source or f'"{card}"' in source for one in people for card in one.hand)


def leaves_and_comes_back(kofi: WhistPerson, other: WhistPerson, site: Site) -> None:
    """In the middle of the own turn; a computer player acts meanwhile."""
    table, before = kofi.page.url, other.version
    kofi.page.goto("about:blank")
    site.shell(GONE)
    question = other.page.locator(".question")
    expect(question).to_contain_text("Kofi is away and has to act", timeout=PATIENCE)
    question.get_by_role("button", name="Let a computer stand in").click()
    for _ in range(PATIENCE // 20):
        if other.version > before + 1:  # the stand-in sat down, and has acted
            break
        other.page.wait_for_timeout(20)
    kofi.page.goto(table)
    kofi.page.get_by_role("button", name="Take your seat back").click()
    expect(kofi.page.get_by_text("A computer player plays for you")).to_have_count(0)
    kofi.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def test_a_game_of_three_people_from_link_to_history(
    page: Page, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})  # a desk; the others have phones
    people, looks_on = begun(WhistPerson(page, site.url), page_elsewhere)
    opener, ama, kofi = people
    left = 0
    for _ in range(PATIENCE // 20):
        phases = [one.phase for one in people]
        if phases == ["over"] * 3:
            break
        if phases == ["between"] * 3:
            for one in people:
                one.deal()
            for one in people:
                one.page.wait_for_selector("#table:not([data-phase=between])")
            continue
        asked = next((one for one in people if one.is_asked), None)
        if asked is None:
            page.wait_for_timeout(20)
            continue
        assert sees_nothing_hidden(looks_on, people)
        if asked is kofi and left < 2 and asked.phase == "play":
            leaves_and_comes_back(kofi, opener, site)
            left += 1
        else:
            asked.act()
    assert left == 2
    assert [one.phase for one in people] == ["over"] * 3
    for one, name in ((opener, "ottoline"), (ama, "amaryllis")):
        code = one.page.url.rstrip("/").split("/")[-1]
        one.sign_up(name, "a lamp in the window")
        one.page.goto(f"{site.url}/games/")
        expect(one.page.get_by_role("main")).to_contain_text("Bid Whist")
        one.page.goto(f"{site.url}/games/{code}/hands/1/replay/")
        expect(one.page.get_by_role("main")).to_contain_text("Kofi")
        one.page.goto(f"{site.url}/statistics/?game=bidwhist")
        expect(one.page.get_by_role("main")).to_contain_text(re.compile("Won|Lost|won|lost"))
