"""A game of Bid Whist among three people, from its link to its history."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser import script
from tests.browser.four_seats import WhistSeat
from tests.browser.people import PHONE, give_away, sit_down_by
from tests.browser.seat import CORNER, HAS_COME_TO
from tools.chromium import PATIENCE
from tools.site import Site

LARGER = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: Script that sets Kofi's last heartbeat a minute back, so that the others need not wait before they replace him.
GONE = (
    "from datetime import timedelta; from django.utils import timezone; from games.table.models import Seat;"
    " Seat.objects.filter(guest__name='Kofi').update(seen_at=timezone.now() - timedelta(minutes=1))"
)
#: Script that returns the names of the cards in the hand.
HELD = """() => [...document.querySelectorAll("[data-hand] .card")].map((card) =>
    (card.dataset.name ?? (card.querySelector("input") ?? card).getAttribute("aria-label")).split(",")[0])"""
READ: Final = script("READ")

#: Script that makes the reviews, because the tests' site runs no reviewer.
REVIEWED = (
    "from games.table.models import Game; from games.reviews import reviewing;"
    " [reviewing.review(code=game.code) for game in Game.objects.filter(seats__guest__name='Kofi', key='bidwhist')]"
)


class WhistPerson(WhistSeat):
    """A player who makes the simplest legal action."""

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
    """Open a table, seat three people and deal; return their seats and the page of a spectator."""
    page = seat.page
    page.goto(f"{seat.url}/games/new/bidwhist/")
    for name, value in (("win_score", "1"), ("lose_score", "-1")):
        page.locator(f"[name={name}]").evaluate("(field, value) => { field.value = value; }", value)
    easy = page.get_by_role("radio", name=re.compile("^Easy"))
    expect(easy).to_be_enabled(timeout=2 * PATIENCE)  # disabled until its bot is compiled
    easy.check()
    give_away(page, "On your left", "Across from you")
    page.wait_for_url("**/rooms/**")
    page.get_by_role("button", name="Let others watch").click()
    link = page.get_by_label("Link to this table").input_value()
    others = [
        WhistPerson(sit_down_by(link, opens(**traits), seat.url, name).page, seat.url)
        for name, traits in (("Ama", PHONE), ("Kofi", LARGER))
    ]
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone is here")
    page.get_by_role("button", name="Start", exact=True).click()
    people = [seat, *others]
    for one in people:
        one.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        one.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    looks_on = opens(**PHONE)
    looks_on.goto(link)
    looks_on.get_by_role("link", name="Watch").click()
    looks_on.wait_for_selector("#table", timeout=PATIENCE)
    return people, looks_on


def seen_too_early(looks_on: Page, people: list[WhistPerson]) -> list[str]:
    """Return the names of cards in players' hands that occur anywhere on the spectator's page.

    The hands may be of a later version than that page. This does not matter: cards still held were hidden before, too.
    """
    looks_on.wait_for_function(HAS_COME_TO, arg=max(one.version for one in people))
    version, source = looks_on.evaluate(READ)
    for one in people:
        one.page.wait_for_function(HAS_COME_TO, arg=version)
    held = [card for one in people for card in one.page.evaluate(HELD)]
    assert held
    return [card for card in held if re.search(rf"\b{card}\b", source)]


def leaves_and_comes_back(kofi: WhistPerson, other: WhistPerson, site: Site) -> None:
    """Leave as Kofi in his own turn, let a stand-in act, and come back."""
    table, before = kofi.page.url, other.version
    kofi.page.goto("about:blank")
    site.shell(GONE)
    question = other.page.locator(".question")
    expect(question).to_contain_text("Waiting for Kofi, who is away", timeout=PATIENCE)
    expect(seat_of(other.page, "Kofi")).to_contain_text("away")
    question.get_by_role("button", name="Wait for Kofi").press("Enter")
    expect(question).to_have_count(0)
    other.page.reload()
    question.get_by_role("button", name="Let a computer stand in").click()
    expect(seat_of(other.page, "Kofi")).to_contain_text("computer")
    for _ in range(PATIENCE // 20):
        if other.version > before + 1:  # one entry for the stand-in, one for its action
            break
        other.page.wait_for_timeout(20)
    assert other.version > before + 1
    kofi.page.goto(table)
    kofi.page.get_by_role("button", name="Take your seat back").click()
    expect(kofi.page.get_by_text("A computer is playing for you")).to_have_count(0)
    expect(seat_of(other.page, "Kofi")).to_contain_text("here")
    kofi.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def seat_of(page: Page, name: str) -> Locator:
    """Return the element of that player's seat on another player's page."""
    return page.locator(".ring .seat").filter(has_text=name)


def looks_back(one: WhistPerson, code: str, site: Site) -> None:
    """Assert that My games, statistics, review and replay have the game, which passed from a guest to an account."""
    main = one.page.get_by_role("main")
    one.page.goto(f"{site.url}/games/")
    played = main.get_by_role("listitem").filter(has_text="Bid Whist")
    expect(played).to_have_count(1)
    expect(played).to_contain_text("Kofi")
    expect(played).to_contain_text(re.compile("Won|Lost"))
    expect(played.get_by_role("link", name="Look back")).to_have_attribute("href", f"/games/{code}/review/")
    one.page.goto(f"{site.url}/statistics/?game=bidwhist&level=people&period=all")
    expect(main).to_contain_text("One game so far")
    expect(main.get_by_label("Level", exact=True)).to_have_value("people")
    one.page.goto(f"{site.url}/games/{code}/hands/1/")
    one.page.wait_for_selector("#reviewed .reviewed__parts", timeout=2 * PATIENCE)
    expect(main).to_contain_text("You and ")
    one.page.goto(f"{site.url}/games/{code}/hands/1/replay/")
    expect(one.page.get_by_text("Kofi: by a stand-in")).not_to_have_count(0)
    expect(one.page.get_by_text("Kofi was back.")).not_to_have_count(0)
    expect(main.locator(".seat__name", has_text="You")).to_have_count(1)


def test_a_game_of_three_people_from_link_to_history(page: Page, site: Site, open_page: Callable[..., Page]) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})  # a desk; the others have phones
    people, looks_on = begun(WhistPerson(page, site.url), open_page)
    opener, ama, kofi = people
    expect(seat_of(page, "Ama")).to_contain_text("partner")
    expect(seat_of(page, "Kofi")).not_to_contain_text("partner")
    expect(seat_of(page, "Odile")).to_contain_text("computer")
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
        acting = next((one for one in people if one.is_to_act), None)
        if acting is None:
            page.wait_for_timeout(20)
            continue
        assert seen_too_early(looks_on, people) == []
        if acting is kofi and left < 2 and acting.phase == "play":
            leaves_and_comes_back(kofi, opener, site)
            left += 1
        else:
            acting.act()
    assert left == 2
    site.shell(REVIEWED)
    assert [one.phase for one in people] == ["over"] * 3
    for one, name in ((opener, "ottoline"), (ama, "amaryllis")):
        code = one.page.url.rstrip("/").split("/")[-1]
        one.sign_up(name, "a lamp in the window")
        looks_back(one, code, site)
