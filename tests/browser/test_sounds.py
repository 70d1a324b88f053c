"""Tones at the table, for whoever wants them: what sounds when, told by an audio device that only writes down."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.seat import Seat
from tests.site import Site

CARD, TRICK, TURN, OVER = 196, 330, 587, 392
#: Writes the height of each tone into `window.tones`.
DEVICE = """
window.tones = [];
class Knob { setValueAtTime() {} exponentialRampToValueAtTime() {} }
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  resume() {}
  createGain() { return { gain: new Knob(), connect: (next) => next }; }
  createOscillator() {
    const tone = { type: "", frequency: { value: 0 }, connect: (next) => next, stop() {} };
    tone.start = () => window.tones.push(tone.frequency.value);
    return tone;
  }
};
"""


@pytest.fixture
def seat(page: Page, site: Site) -> Seat:
    page.add_init_script(DEVICE)
    return Seat(page, site.url)


def switch_on(seat: Seat) -> None:
    """At the table again, with sounds."""
    address = seat.page.url
    seat.page.goto(f"{seat.url}/settings/")
    seat.page.get_by_label("Sounds").check()
    seat.page.get_by_role("button", name="Save").first.click()
    seat.page.goto(address)
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def tones(seat: Seat) -> list[int]:
    """What has sounded since it was asked for the last time."""
    heard: list[int] = seat.page.evaluate("window.tones.splice(0)")
    return heard


def test_nothing_sounds_unless_it_is_wanted(seat: Seat) -> None:
    seat.sit_down()
    seat.act()
    seat.await_turn()
    assert tones(seat) == []
    assert not seat.page.locator("script[src*=sounds]").count()


def test_a_card_a_trick_ones_turn_and_the_end_of_a_hand(seat: Seat) -> None:
    seat.sit_down()
    switch_on(seat)
    seat.act_until("play")
    tones(seat)
    seat.act()
    assert tones(seat)[:1] in ([CARD], [TRICK])
    heard: list[int] = []
    while seat.await_turn() not in {"between", "over"}:
        seat.act()
    heard = tones(seat)
    assert {CARD, TRICK, TURN} <= set(heard)
    assert heard[-3:] == [OVER, 494, 587]


def test_a_page_that_nobody_looks_at_is_silent(seat: Seat) -> None:
    seat.sit_down()
    switch_on(seat)
    seat.act_until("play")
    tones(seat)
    seat.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    seat.act()
    seat.await_turn()
    assert tones(seat) == []


def test_a_browser_without_audio_plays_on(page_elsewhere: Callable[..., Page], site: Site) -> None:
    silent = page_elsewhere()
    silent.add_init_script("delete window.AudioContext;")
    troubles: list[str] = []
    silent.on("pageerror", lambda error: troubles.append(str(error)))
    seat = Seat(silent, site.url)
    seat.sit_down()
    switch_on(seat)
    seat.act()
    assert seat.await_turn() == "bid"
    assert troubles == []


def test_sounds_are_switched_at_the_table_and_nothing_there_closes(seat: Seat) -> None:
    seat.sit_down()
    seat.act_until("play")
    seat.page.wait_for_function("() => typeof breakSilence === 'function'")
    seat.page.keyboard.press(",")
    switch = seat.page.locator("#settings [name=sounds]")
    with seat.page.expect_response("**/likes/"), seat.page.expect_response("**/sounds*.js"):
        switch.check()
    seat.page.wait_for_function("() => window.soundsCame")
    assert seat.page.locator("#settings").is_visible()
    assert seat.page.evaluate("document.activeElement.name") == "sounds"
    seat.page.keyboard.press("Escape")
    seat.act()
    seat.page.wait_for_function("() => window.tones.length")
    seat.page.keyboard.press(",")
    with seat.page.expect_response("**/likes/"):
        switch.uncheck()
    tones(seat)
    seat.page.keyboard.press("Escape")
    seat.await_turn()
    seat.act()
    assert tones(seat) == []
