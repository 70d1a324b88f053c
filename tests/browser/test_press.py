"""Which presses count: a double press does nothing that was not chosen, and none reaches through an open sheet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.keys import Keys
from tests.browser.seat import CORNER, Seat
from tests.chromium import settle
from tests.site import Site

#: On a slow machine the second press of a double one would come too late: time on the page goes slower from now on.
SLOWLY = """() => {
  const real = performance.now.bind(performance), start = real();
  window.slower = 50;
  performance.now = () => window.slower ? start + (real() - start) / window.slower : real();
}"""
AGAIN_AS_FAST = "() => { window.slower = 0; }"
LISTEN = """() => {
  window.posted = [];
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") window.posted.push(detail.requestConfig.path);
  });
}"""
#: The middle one of the cards that can be played.
MIDDLE = """() => {
  const cards = [...document.querySelectorAll("[data-hand] button.card:not([aria-disabled=true])")];
  const { left, top } = cards[Math.floor((cards.length - 1) / 2)].getBoundingClientRect();
  return [left + 10, top + 14];
}"""
SHEETS = "[popover]:popover-open"
POINTERS = ("mouse", "touch")


class Presser(Seat):
    """A player who presses a place of the screen, by mouse or by finger."""

    def __init__(self, page: Page, url: str, pointer: str) -> None:
        super().__init__(page, url)
        self.pointer = pointer

    def sit(self, site: Site, position: str) -> None:
        self.come_to(site, position)
        self.page.wait_for_load_state("load")
        self.page.evaluate(LISTEN)

    def press(self, x: float, y: float) -> None:
        if self.pointer == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press_on(self, one: Locator) -> tuple[float, float]:
        box = one.bounding_box()
        assert box is not None
        place = box["x"] + CORNER["x"], box["y"] + CORNER["y"]
        self.press(*place)
        return place

    @property
    def posted(self) -> int:
        """The number of posts so far, once what was pressed has had its effect."""
        self.page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
        count: int = self.page.evaluate("() => window.posted.length")
        return count


@pytest.fixture
def sits(page_elsewhere: Callable[..., Page], site: Site) -> Callable[[str, str], Presser]:
    """Seats a new guest on a phone at a game in that position."""

    def sit(position: str, pointer: str) -> Presser:
        page = page_elsewhere(viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block")
        presser = Presser(page, site.url, pointer)
        presser.sit(site, position)
        return presser

    return sit


@pytest.mark.parametrize("pointer", POINTERS)
@pytest.mark.parametrize("position", ("twoman-lead", "spades-lead", "bidwhist-lead"))
def test_a_double_press_on_a_card_plays_that_card_alone(
    position: str, pointer: str, sits: Callable[[str, str], Presser]
) -> None:
    presser = sits(position, pointer)
    place = presser.page.evaluate(MIDDLE)
    with presser.taken():
        presser.page.evaluate(SLOWLY)
        presser.press(*place)
    presser.await_turn()
    for _ in range(2):
        presser.press(*place)
    assert presser.posted == 1
    presser.page.evaluate(AGAIN_AS_FAST)
    if presser.phase == "play":
        with presser.taken():
            presser.press_on(presser.playable().first)
        assert presser.posted == 2


@pytest.mark.parametrize("pointer", POINTERS)
@pytest.mark.parametrize(
    ("position", "button"),
    (
        ("bidwhist-between", "[data-next]"),
        ("spades-bid", ".offer [name=action]"),
        ("spades-blind", "#choice [name=action]"),
        ("twoman-blind", "[name=action]"),
    ),
)
def test_a_double_press_on_a_button_does_what_it_says_once(
    position: str, button: str, pointer: str, sits: Callable[[str, str], Presser]
) -> None:
    """Another button, a card or a sheet may lie there after the first press."""
    presser = sits(position, pointer)
    if presser.page.locator("[data-bid-key]").count():
        presser.page.locator("[data-bid-key]").nth(2).check(force=True)
    wanted = presser.page.locator(f"{button}:visible").first
    with presser.taken():
        presser.page.evaluate(SLOWLY)
        place = presser.press_on(wanted)
    presser.await_turn()
    for _ in range(2):
        presser.press(*place)
    assert presser.posted == 1
    expect(presser.page.locator(SHEETS)).to_have_count(0)


@pytest.mark.parametrize("pointer", POINTERS)
def test_a_double_press_on_undo_takes_one_action_back(pointer: str, sits: Callable[[str, str], Presser]) -> None:
    presser = sits("twoman-lead", pointer)
    for _ in range(2):
        with presser.taken():
            presser.press_on(presser.playable().first)
        assert presser.await_turn() == "play"
    presser.press_on(presser.page.locator("[data-key=u]"))
    agreed = presser.page.locator("#undo .btn--main")
    expect(agreed).to_be_visible()
    with presser.taken():
        presser.page.evaluate(SLOWLY)
        place = presser.press_on(agreed)
    presser.press(*place)
    assert presser.posted == 3
    presser.page.evaluate(AGAIN_AS_FAST)
    settle(presser.page)
    with presser.taken():
        presser.press_on(presser.page.locator("[data-key=u]"))  # at once: the game counts as helped already
    assert presser.posted == 4


@pytest.mark.parametrize("pointer", POINTERS)
def test_a_double_press_on_what_opens_a_sheet_presses_nothing_in_it(
    pointer: str, sits: Callable[[str, str], Presser]
) -> None:
    presser = sits("twoman-lead", pointer)
    page = presser.page
    page.evaluate("() => document.documentElement.style.setProperty('--deal', '0s')")
    page.evaluate(SLOWLY)
    place = presser.press_on(page.locator(".tool[popovertarget=settings]"))
    expect(page.locator("#settings")).to_be_visible()
    presser.press(*place)
    assert presser.posted == 0
    expect(page.locator("#settings")).to_be_visible()


def test_a_double_enter_does_one_thing_and_other_keys_are_as_fast_as_ever(page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.come_to(site, "twoman-lead")
    page.evaluate(LISTEN)
    keys.tab_to("[data-hand] button.card:not([aria-disabled=true])")
    with keys.taken():
        page.evaluate(SLOWLY)
        page.keyboard.press("Enter")
    assert keys.await_turn() == "play"
    page.wait_for_function("() => document.activeElement.matches('[data-hand] button.card:not([aria-disabled=true])')")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.posted.length > 1")
    assert page.evaluate("() => window.posted.length") == 2


@pytest.mark.parametrize("game", ("bidwhist", "spades", "twoman"))
def test_enter_on_no_more_tips_leads_to_no_button_that_commits(game: str, page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.start(game)
    keys.await_turn()
    page.evaluate(LISTEN)
    page.locator(".lesson__end").focus()
    with keys.taken():
        page.evaluate(SLOWLY)
        page.keyboard.press("Enter")
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator("#room:focus, #room :focus")).to_have_count(1)
    expect(page.locator("button:not(.card):focus")).to_have_count(0)
    page.keyboard.press("Enter")
    assert page.evaluate("() => window.posted.length") == 1


@pytest.mark.parametrize("closes", ("auto", "manual"))
@pytest.mark.parametrize("pointer", POINTERS)
def test_a_press_beside_an_open_sheet_closes_it_and_plays_nothing(
    pointer: str, closes: str, sits: Callable[[str, str], Presser]
) -> None:
    """Also where the browser closes none by itself, as Safari before 18.3: there it is closed by the page."""
    presser = sits("twoman-lead", pointer)
    page, sheet = presser.page, presser.page.locator("#score")
    sheet.evaluate("(sheet, closes) => { sheet.popover = closes; }", closes)
    page.locator(".tool[popovertarget=score]").click()
    expect(sheet).to_be_visible()
    presser.press(*page.evaluate(MIDDLE))
    expect(sheet).to_be_hidden()
    assert presser.posted == 0
    settle(page)
    with presser.taken():
        presser.press(*page.evaluate(MIDDLE))
    assert presser.posted == 1


@pytest.mark.parametrize("pointer", POINTERS)
def test_a_press_beside_the_open_menu_of_a_page_follows_no_link(
    pointer: str, page_elsewhere: Callable[..., Page], site: Site
) -> None:
    page = page_elsewhere(viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block")
    page.goto(site.url)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.locator("#menu")).to_be_visible()
    Presser(page, site.url, pointer).press_on(page.locator(".brand"))
    expect(page.locator("#menu")).to_be_hidden()
    assert page.evaluate("() => performance.getEntriesByType('navigation').length") == 1
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    expect(page.locator("#menu")).to_be_attached()


def test_enter_beside_an_open_sheet_closes_it_and_plays_nothing(page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.come_to(site, "twoman-lead")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(LISTEN)
    keys.press("s")
    expect(page.locator("#score")).to_be_visible()
    keys.playable().first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#score")).to_be_hidden()
    assert page.evaluate("() => window.posted.length") == 0
