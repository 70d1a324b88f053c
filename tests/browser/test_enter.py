"""Enter at the table: on a bid it presses the button; where cards are chosen it chooses, and a second press commits."""

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.keys import Keys
from tests.browser.seat import CORNER, IS_BUSY
from tools.chromium import PATIENCE
from tools.pictures.screens import PosedSite, come_to, screen_named
from tools.site import Site

pytestmark = pytest.mark.motion

BIDS = ("twoman-bid", "twoman-blind", "spades-bid", "bidwhist-bid", "bidwhist-name", "bidwhist-call")
CHOICES = ("twoman-discard", "spades-exchange", "bidwhist-discard", "cardduel-first", "cardduel-answer")
NEXT = "Press Enter again"
IN_HAND = "[data-hand] :is(button.card:not([aria-disabled=true]), [type=checkbox])"
PICKED = "[...document.querySelectorAll('.card--pick input:checked')].map((box) => box.value)"


class Held(Keys):
    """A keyboard player whose posts are intercepted and get 204, so that no prepared game changes."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url)
        self.posted, self.served = list[dict[str, str]](), 0
        page.route(re.compile(r"/(act|hint|practice/house/\w+/\d+)/"), self._hold)

    def _hold(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.posted.append(dict(parse_qsl(route.request.post_data or "")))
        route.fulfill(status=204)

    def show(self, posed: PosedSite, name: str) -> None:
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.posted.clear()
        come_to(self.page, posed, screen_named(name))

    def sent(self) -> dict[str, str]:
        """Wait for a post, assert that it is the only one, and return its fields."""
        for _ in range(PATIENCE // 20):
            if self.posted:
                break
            self.page.wait_for_timeout(20)
        (only,) = self.posted
        return only

    def may_send(self) -> None:
        """Wait for the response to the post, and forget the post."""
        self.posted.clear()
        self.page.wait_for_function(f"() => !({IS_BUSY})()")

    def picked(self) -> str:
        return self.page.locator("[data-bid-key]:checked").get_attribute("value") or ""

    def as_served(self) -> str:
        """Fetch the table from the server; return its HTML with a new marker."""
        self.served += 1
        body = self.page.request.get(self.page.url, headers={"HX-Request": "true"}).text()
        return body.replace('id="room"', f'id="room" data-again="{self.served}"')

    def has_come_again(self) -> None:
        """Wait until the table with the last marker of `as_served` is swapped in."""
        expect(self.page.locator(f"#room[data-again='{self.served}']")).to_have_count(1)
        self.page.wait_for_function(f"() => !({IS_BUSY})()")

    @property
    def said(self) -> str:
        return self.page.locator("#aloud").inner_text()

    @property
    def offered(self) -> str:
        """The action of the button for the picked bid."""
        return self.page.locator(".offer:visible [name=action]").first.get_attribute("value") or ""


@pytest.fixture
def held(player_page: Page, posed: PosedSite) -> Held:
    return Held(player_page, posed.url)


def test_enter_on_a_bid_does_what_the_button_says(held: Held, posed: PosedSite) -> None:
    """Enter does nothing while no bid is picked. A picked bid stays picked after a refusal."""
    for name in (*BIDS, "practice-kind"):
        held.show(posed, name)
        held.tab_to("[data-bid-key]")
        if not held.page.locator("[data-hint]").count():
            held.press("Enter", "Enter")
            assert held.posted == [], name
            expect(held.page.locator("[data-bid-key]:checked")).to_have_count(0)
        held.press("Space", "ArrowRight")
        wanted, picked = held.offered, held.picked()
        held.press("Enter")
        assert held.sent()["action"] == wanted, name
    held.may_send()
    held.show(posed, "spades-bid")
    held.tab_to("[data-bid-key]")
    held.press("Space", "ArrowRight")
    wanted, picked = held.offered, held.picked()
    held.page.route("**/act/", lambda route: route.fulfill(status=422, body=held.as_served()))
    with held.page.expect_response("**/act/"):
        held.press("Enter")
    held.has_come_again()
    assert (held.offered, held.picked()) == (wanted, picked)


def test_enter_after_a_hint_bids_what_was_advised_and_another_bid_may_be_picked(page: Page, site: Site) -> None:
    """In this test the stream shows the hint before the response to the press comes."""
    held, answered = Held(page, site.url), list[str]()
    ringed = page.locator(".bid.is-hint")

    def late(route: Route) -> None:
        answer = route.fetch()
        ringed.locator("input:checked").wait_for(state="attached")
        answered.append(held.offered)
        route.fulfill(response=answer, body=answer.text().replace('id="room"', 'id="room" data-again'))

    page.route("**/hint/", late)
    held.come_to(site, "spades-bid")
    held.press("1", "h")
    expect(page.locator("#room[data-again]")).to_have_count(1)
    advised = held.table.get_attribute("data-hint")
    assert answered == [advised] == [held.offered]
    expect(ringed.locator("input")).to_be_focused()
    held.press("Enter")
    assert held.sent()["action"] == advised
    other = "9" if ringed.locator("input").get_attribute("value") != "9" else "8"
    held.press(other)
    expect(page.locator(f"[data-bid-key='{other}']")).to_be_checked()


def test_cards_that_are_picked_outlive_a_table_that_comes_again(page: Page, site: Site) -> None:
    """The table is replaced after a refusal, after a change of settings and with a hint."""
    held = Held(page, site.url)
    held.page.route("**/hint/", lambda route: route.continue_())
    page.route("**/act/", lambda route: route.fulfill(status=422, body=held.as_served()))
    page.route("**/likes/", lambda route: route.fulfill(body=held.as_served()))
    for name in ("spades-exchange", "cardduel-answer"):
        held.come_to(site, name)
        for place in (0, 1):
            page.locator(".card--pick").nth(place).click(position=CORNER)
            expect(page.locator(".card--pick input").nth(place)).to_be_checked()
        button = page.locator(".passing .btn--main")
        picked, words = page.evaluate(PICKED), button.inner_text()
        assert len(picked) > 0

        def outlives(picked: list[str] = picked, words: str = words) -> None:
            assert page.evaluate(PICKED) == picked
            expect(page.locator(".passing .btn--main")).to_have_text(words)

        if button.get_attribute("aria-disabled") != "true":
            with page.expect_response("**/act/"):
                button.click()
            held.has_come_again()
            outlives()
        held.press(",")
        with page.expect_response("**/likes/"):
            page.locator("#settings label:has([name=pace][value=fast])").click()
        held.has_come_again()
        outlives()
        held.press("Escape")
        page.evaluate("document.activeElement.blur()")
        held.press("h")
        expect(page.locator(".card--pick.is-hint").first).to_be_visible()
        outlives()


def choose(held: Held) -> None:
    """Choose cards with Enter until the button is enabled."""
    held.tab_to(IN_HAND)
    if held.page.locator("[data-duel]").count():
        if held.page.locator("[data-wand]").count():
            held.walk_to(":not([data-wand])")
            return held.press("Enter")
        return held.press("Home", "Enter")
    many = int(held.page.evaluate("document.querySelector('[data-passing]')?.dataset.most ?? 1"))
    held.press("Home", "Enter", *["ArrowRight", "Enter"] * (many - 1))


def test_enter_chooses_cards_and_a_second_one_commits_there_or_on_the_button(held: Held, posed: PosedSite) -> None:
    """Once six cards are chosen in Bid Whist, Enter chooses no seventh."""
    for name in CHOICES:
        held.show(posed, name)
        choose(held)
        assert held.posted == [], name
        assert NEXT in held.said, name
        if name == "twoman-discard":
            told = held.page.locator("[aria-pressed=true]").get_attribute("data-told") or "?"
            expect(held.page.locator("#say")).to_contain_text(told)
            expect(held.page.locator("[data-commit]")).to_contain_text("Discard the ")
        if name == "bidwhist-discard":
            held.press("ArrowRight", "Enter")
            assert held.page.locator("[data-passing] :checked").count() == 6 and "6/6" in held.said
            assert held.posted == []
            held.press("ArrowLeft")
        held.press("Enter")
        assert held.sent().keys() & {"action", "card"}, name
        held.may_send()
        held.press("Tab")
        expect(held.page.locator("[data-commit]:focus, #own-hand .btn--main:focus")).to_have_count(1)
        held.press("Enter")
        assert held.sent().keys() & {"action", "card"}, name


def hold_down(held: Held, key: str) -> None:
    """Hold the key down: the second and third keydown events are repetitions."""
    for _ in range(3):
        held.page.keyboard.down(key)
    held.page.keyboard.up(key)


def test_a_key_held_down_acts_once(held: Held, posed: PosedSite) -> None:
    """Where a second press would commit, the held key only chooses; where one press plays, it plays one card."""
    held.show(posed, "twoman-discard")
    held.tab_to(IN_HAND)
    hold_down(held, "Enter")
    expect(held.page.locator("[data-commit]")).to_be_visible()
    assert held.posted == []
    held.show(posed, "twoman-follow")
    held.page.evaluate("""() => {
      window.pressed = 0;
      document.querySelector("[data-key=h]").click = () => { window.pressed += 1; };
      addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.repeat && !event.defaultPrevented) window.actedAgain = true;
      });
    }""")
    hold_down(held, "h")
    assert held.page.evaluate("window.pressed") == 1
    held.tab_to(IN_HAND)
    hold_down(held, "Enter")
    assert held.sent()["action"]
    assert held.page.evaluate("window.actedAgain") is None


def test_keys_in_sheets_leave_the_table_alone_and_lead_back_into_the_hand(held: Held, posed: PosedSite) -> None:
    page = held.page
    held.show(posed, "twoman-bid")
    bid = held.picked() if page.locator("[data-bid-key]:checked").count() else ""
    held.press(",", "h", "u", "7" if bid != "7" else "6")
    expect(page.locator("#settings")).to_be_visible()
    assert page.locator("[data-bid-key]:checked").evaluate_all("all => all.map((one) => one.value).join()") == bid
    held.press(",")
    expect(page.locator("#settings")).to_be_hidden()
    assert held.posted == []
    held.show(posed, "twoman-follow")
    for key in ("ArrowLeft", "ArrowRight"):
        page.evaluate("() => document.activeElement.blur()")
        held.press(key)
        expect(page.locator(f"{IN_HAND}:focus")).to_have_attribute("tabindex", "0")
    held.press("g")
    name = page.locator("#log .chip .sr").first.inner_text()
    drawn = page.locator("#log .chip > [aria-hidden]").first.inner_text()
    assert name.split(",")[0] in held.said and f"{drawn} {name}" not in held.said, "log not read, or read with symbols"
    page.set_viewport_size({"width": 360, "height": 740})
    held.tab_to(IN_HAND)
    for key, sheet in (("s", "score"), ("g", "log"), (",", "settings"), ("?", "keys")):
        held.press(key)
        expect(page.locator(f"#{sheet} .sheet__head .iconbtn")).to_be_focused()
        held.press("Enter")
        expect(page.locator(f"#{sheet}")).to_be_hidden()
        expect(page.locator("[data-hand] button.card:focus")).to_have_count(1)
    assert held.posted == []
