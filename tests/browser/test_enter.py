"""Enter at the table: it chooses, says what comes next, and does what the button in view says. No action that is
pressed here is sent, and no hint is asked for but where a test lets it through, at a game that no other asks at: each
post is held, so that a game stays where it stands for the next test, whichever that is.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.keys import Keys
from tests.browser.seat import CORNER, IS_BUSY
from tests.chromium import PATIENCE
from tests.shots.screens import PosedSite, come_to, screen_named

BIDS = ("twoman-bid", "twoman-blind", "spades-bid", "solo-bid", "bidwhist-bid", "bidwhist-name", "bidwhist-call")
CHOICES = ("twoman-discard", "spades-exchange", "bidwhist-discard", "cardduel-first", "cardduel-answer")
NEXT = "Press Enter again"
IN_HAND = "[data-hand] :is(button.card:not([aria-disabled=true]), [type=checkbox])"


class Held(Keys):
    """Somebody with a keyboard whose posts are read and go no further."""

    def __init__(self, page: Page, posed: PosedSite) -> None:
        super().__init__(page, posed.url)
        self.posed, self.posted, self.told = posed, list[dict[str, str]](), 0
        page.route(re.compile(r"/(act|hint|practice/house/\w+/\d+)/"), self._hold)

    def _hold(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.posted.append(dict(parse_qsl(route.request.post_data or "")))
        route.fulfill(status=204)

    def may_ask(self) -> None:
        """A hint is given, once for all tests: the game keeps it."""
        self.page.route("**/hint/", lambda route: route.continue_())

    def come_to(self, name: str) -> None:  # type: ignore[override]  # what is posed
        self.page.set_viewport_size({"width": 1280, "height": 800})
        come_to(self.page, self.posed, screen_named(name))

    def sent(self) -> dict[str, str]:
        """What the one post said."""
        for _ in range(PATIENCE // 20):
            if self.posted:
                break
            self.page.wait_for_timeout(20)
        (only,) = self.posted
        return only

    def picked(self) -> str:
        return self.page.locator("[data-bid-key]:checked").get_attribute("value") or ""

    def as_served(self) -> str:
        """The table as the server tells it, marked as told anew."""
        self.told += 1
        body = self.page.request.get(self.page.url, headers={"HX-Request": "true"}).text()
        return body.replace('id="room"', f'id="room" data-again="{self.told}"')

    def has_come_again(self) -> None:
        """For the last time, and nothing of it is still to be worked into the page."""
        expect(self.page.locator(f"#room[data-again='{self.told}']")).to_have_count(1)
        self.page.wait_for_function(f"() => !({IS_BUSY})()")

    def may_send(self) -> None:
        """What was sent has been answered, and more may follow."""
        self.posted.clear()
        self.page.wait_for_function(f"() => !({IS_BUSY})()")

    @property
    def said(self) -> str:
        return self.page.locator("#aloud").inner_text()

    @property
    def offered(self) -> str:
        """The action of the button that says what is picked."""
        return self.page.locator(".offer:visible [name=action]").first.get_attribute("value") or ""


@pytest.fixture
def held(somebody: Page, posed: PosedSite) -> Iterator[Held]:
    yield Held(somebody, posed)
    somebody.goto("about:blank")  # A post under way ends with its page; without routes it would go through.
    somebody.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("name", (*BIDS, "practice-kind"))
def test_enter_on_a_bid_does_what_the_button_says(name: str, held: Held) -> None:
    """Nothing while no bid is picked: only a hint picks one. A picked bid and its button outlive an answer of the same
    table, such as a refusal.
    """
    held.come_to(name)
    held.tab_to("[data-bid-key]")
    if not held.page.locator("[data-hint]").count():
        held.press("Enter", "Enter")
        assert held.posted == []
        expect(held.page.locator("[data-bid-key]:checked")).to_have_count(0)
    held.press("Space", "ArrowRight")
    wanted, picked = held.offered, held.picked()
    held.press("Enter")
    assert held.sent()["action"] == wanted
    if name in BIDS:
        held.may_send()
        held.page.route("**/act/", lambda route: route.fulfill(status=422, body=held.as_served()))
        with held.page.expect_response("**/act/"):
            held.press("Enter")
        held.has_come_again()
        assert (held.offered, held.picked()) == (wanted, picked)


def test_enter_after_a_hint_bids_what_was_advised_and_another_bid_may_be_picked(held: Held) -> None:
    held.may_ask()
    held.come_to("solo-bid")
    held.page.locator("[data-bid-key='13']").check()
    with held.taken():
        held.press("h")
    ringed = held.page.locator(".bid.is-hint input")
    expect(ringed).to_be_checked()
    expect(ringed).to_be_focused()
    advised = held.table.get_attribute("data-hint")
    assert held.offered == advised
    assert ringed.get_attribute("value") != "13", "nobody is advised to bid all thirteen books"
    held.press("Enter")
    assert held.sent()["action"] == advised
    other = "9" if ringed.get_attribute("value") != "9" else "8"
    held.press(other)
    expect(held.page.locator(f"[data-bid-key='{other}']")).to_be_checked()


PICKED = "[...document.querySelectorAll('.card--pick input:checked')].map((box) => box.value)"


@pytest.mark.parametrize("name", ("spades-exchange", "bidwhist-discard", "cardduel-first", "cardduel-answer"))
def test_cards_that_are_picked_outlive_a_table_that_comes_again(name: str, held: Held) -> None:
    """Refused, with other settings or with a hint, wherever the focus is meanwhile."""
    page = held.page
    page.route("**/act/", lambda route: route.fulfill(status=422, body=held.as_served()))
    page.route("**/likes/", lambda route: route.fulfill(body=held.as_served()))
    held.may_ask()
    held.come_to(name)
    for place in (0, 1):
        page.locator(".card--pick").nth(place).click(position=CORNER)
        expect(page.locator(".card--pick input").nth(place)).to_be_checked()
    button = page.locator(".passing .btn--main")
    picked, words = page.evaluate(PICKED), button.inner_text()
    assert len(picked) > 0

    def outlives() -> None:
        assert page.evaluate(PICKED) == picked
        expect(button).to_have_text(words)

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


@pytest.mark.parametrize("name", ("twoman-bid", "spades-bid"))
def test_a_hint_that_the_stream_shows_before_its_answer_stays_picked(name: str, held: Held) -> None:
    answered = list[str]()

    def late(route: Route) -> None:
        answer = route.fetch()
        ringed.locator("input:checked").wait_for(state="attached")
        answered.append(held.offered)
        route.fulfill(response=answer, body=answer.text().replace('id="room"', 'id="room" data-again'))

    ringed = held.page.locator(".bid.is-hint")
    held.page.route("**/hint/", late)
    held.come_to(name)
    expect(ringed).to_have_count(0)
    held.press("1", "h")
    expect(held.page.locator("#room[data-again]")).to_have_count(1)
    advised = held.table.get_attribute("data-hint")
    assert answered == [advised]
    assert held.offered == advised
    expect(ringed.locator("input")).to_be_focused()
    held.press("Enter")
    assert held.sent()["action"] == advised


def test_a_misdeal_that_is_advised_picks_no_bid(held: Held) -> None:
    def advise(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace('data-phase="bid"', 'data-phase="bid" data-hint="[&quot;misdeal&quot;]"')
        route.fulfill(response=answer, body=body)

    held.page.route("**/games/*/", advise)
    held.come_to("spades-misdeal")
    before = held.page.locator("[data-bid-key]:not([checked]):checked").count()
    assert before == 0
    expect(held.page.locator(".btn.is-hint:visible")).to_have_text("Misdeal")
    expect(held.page.locator(".bid.is-hint")).to_have_count(0)


def choose(held: Held) -> None:
    """With Enter, until the button may be pressed."""
    held.tab_to(IN_HAND)
    if held.page.locator("[data-duel]").count():
        return held.press("Home", "Enter") if held.page.locator("[data-wand]").count() == 0 else on_a_wand(held)
    many = int(held.page.evaluate("document.querySelector('[data-passing]')?.dataset.most ?? 1"))
    held.press("Home", "Enter", *["ArrowRight", "Enter"] * (many - 1))


def on_a_wand(held: Held) -> None:
    held.walk_to(":not([data-wand])")
    held.press("Enter")


@pytest.mark.parametrize("name", CHOICES)
def test_enter_chooses_and_a_second_one_commits_there_or_on_the_button_to_which_tab_leads(
    name: str, held: Held
) -> None:
    held.come_to(name)
    choose(held)
    assert held.posted == []
    assert NEXT in held.said
    held.press("Enter")
    assert held.sent().keys() & {"action", "card"}
    held.may_send()
    held.press("Tab")
    expect(held.page.locator("[data-commit]:focus, #own-hand .btn--main:focus")).to_have_count(1)
    held.press("Enter")
    assert held.sent().keys() & {"action", "card"}


@pytest.fixture
def asked_first(held: Held) -> Iterator[None]:
    """The person confirms each card, as long as the test lasts."""
    ask_first(held, True)
    yield
    held.page.unroute_all(behavior="wait")
    ask_first(held, False)


def ask_first(held: Held, wanted: bool) -> None:
    held.page.goto(f"{held.url}/settings/")
    held.page.get_by_label("Ask before a card is played").set_checked(wanted)
    with held.page.expect_navigation():
        held.page.get_by_role("button", name="Save").first.click()


@pytest.mark.usefixtures("asked_first")
def test_a_card_that_is_confirmed_is_played_by_a_second_enter(held: Held) -> None:
    for name in ("twoman-follow", "spades-follow", "bidwhist-follow"):
        held.come_to(name)
        held.tab_to(IN_HAND)
        held.press("Enter")
        assert held.posted == []
        assert NEXT in held.said
        card = held.page.evaluate("document.activeElement.value")
        held.press("Enter")
        assert held.sent()["action"] == card
        held.posted.clear()


def test_a_key_held_down_only_chooses(held: Held) -> None:
    held.come_to("twoman-discard")
    held.tab_to(IN_HAND)
    held_down(held, "Enter")
    expect(held.page.locator("[data-commit]")).to_be_visible()
    assert held.posted == []


def test_a_key_held_down_acts_once_and_plays_one_card(held: Held) -> None:
    held.come_to("twoman-follow")
    held.page.evaluate("""() => {
      window.pressed = 0;
      document.querySelector("[data-key=h]").click = () => { window.pressed += 1; };
      addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.repeat && !event.defaultPrevented) window.actedAgain = true;
      });
    }""")
    held_down(held, "h")
    assert held.page.evaluate("window.pressed") == 1
    held.tab_to(IN_HAND)
    held_down(held, "Enter")
    assert held.sent()["action"]
    assert held.page.evaluate("window.actedAgain") is None


def held_down(held: Held, key: str) -> None:
    """Without a release between them the second and third repeat the first."""
    for _ in range(3):
        held.page.keyboard.down(key)
    held.page.keyboard.up(key)


def test_a_sheet_that_a_key_opens_has_the_focus(held: Held) -> None:
    held.come_to("twoman-follow")
    held.page.set_viewport_size({"width": 360, "height": 740})
    held.tab_to(IN_HAND)
    for key, sheet in (("s", "score"), ("g", "log"), (",", "settings"), ("?", "keys")):
        held.press(key)
        expect(held.page.locator(f"#{sheet} .sheet__head .iconbtn")).to_be_focused()
        held.press("Enter")
        expect(held.page.locator(f"#{sheet}")).to_be_hidden()
        expect(held.page.locator("[data-hand] button.card:focus")).to_have_count(1)
    assert held.posted == []


def test_letters_and_digits_leave_the_table_alone_while_a_sheet_is_open(held: Held) -> None:
    held.come_to("twoman-bid")
    asked = list[str]()
    held.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    bid = held.picked() if held.page.locator("[data-bid-key]:checked").count() else ""
    held.press(",", "h", "u", "7" if bid != "7" else "6")
    expect(held.page.locator("#settings")).to_be_visible()
    assert held.page.locator("[data-bid-key]:checked").evaluate_all("all => all.map((one) => one.value).join()") == bid
    held.press(",")
    expect(held.page.locator("#settings")).to_be_hidden()
    held.press("h")
    held.sent()
    assert [urlsplit(url).path.rsplit("/", 2)[1] for url in asked] == ["hint"]


def test_a_chosen_card_says_what_the_pile_would_be(held: Held) -> None:
    held.come_to("twoman-discard")
    choose(held)
    told = held.page.locator("[aria-pressed=true]").get_attribute("data-told")
    assert told and told.startswith("Your ") and "Marta’s card" in told
    expect(held.page.locator("#say")).to_contain_text(told)
    expect(held.page.locator("[data-commit]")).to_contain_text("Put aside the ")


def test_a_card_more_than_may_be_given_is_not_chosen(held: Held) -> None:
    held.come_to("bidwhist-discard")
    choose(held)
    held.press("ArrowRight", "Enter")
    assert held.page.locator("[data-passing] :checked").count() == 6
    assert "6/6" in held.said
    assert held.posted == []


def test_the_log_read_aloud_names_each_card_once(held: Held) -> None:
    held.come_to("twoman-follow")
    held.press("g")
    assert " of " in held.said
    drawn = held.page.locator("#log .chip > [aria-hidden]").first.inner_text()
    name = held.page.locator("#log .chip .sr").first.inner_text()
    assert name.split(",")[0] in held.said
    assert f"{drawn} {name}" not in held.said


def test_an_arrow_leads_into_the_hand(held: Held) -> None:
    held.come_to("twoman-follow")
    expect(held.page.locator("[data-hand] button.card[tabindex='0']")).to_have_count(1)
    for key in ("ArrowLeft", "ArrowRight"):
        held.page.evaluate("() => document.activeElement.blur()")
        held.press(key)
        expect(held.page.locator(f"{IN_HAND}:focus")).to_have_attribute("tabindex", "0")
        held.page.locator("#room").focus()
        held.press(key)
        expect(held.page.locator(f"{IN_HAND}:focus")).to_have_attribute("tabindex", "0")
