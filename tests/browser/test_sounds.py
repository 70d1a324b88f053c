"""Tones at the table, for whoever wants them: what sounds when, told by an audio device that only writes down."""

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
    seat.look_at(address)
    seat.page.wait_for_function("() => window.soundsCame")


def tones(seat: Seat) -> list[int]:
    """What has sounded since it was asked for the last time."""
    heard: list[int] = seat.page.evaluate("window.tones.splice(0)")
    return heard


def test_nothing_sounds_unless_it_is_wanted(in_play: Seat) -> None:
    in_play.act()
    in_play.await_turn()
    assert tones(in_play) == []
    assert not in_play.page.locator("script[src*=sounds]").count()


def test_a_card_a_trick_ones_turn_and_the_end_of_a_hand_while_somebody_looks(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead")
    switch_on(seat)
    tones(seat)
    seat.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    seat.act()
    assert seat.await_turn() == "play"
    assert tones(seat) == []
    seat.page.evaluate("delete document.hidden")
    seat.act()
    heard = tones(seat)
    assert heard[:1] in ([CARD], [TRICK])
    while seat.await_turn() not in {"between", "over"}:
        seat.act()
    heard += tones(seat)
    assert {CARD, TRICK, TURN} <= set(heard)
    assert heard[-3:] == [OVER, 494, 587]


def test_a_browser_without_audio_plays_on(seat: Seat, site: Site) -> None:
    seat.page.add_init_script("delete window.AudioContext;")
    seat.come_to(site, "twoman-lead")
    switch_on(seat)
    seat.act()
    assert seat.await_turn() == "play"


def test_sounds_are_switched_at_the_table_and_nothing_there_closes(in_play: Seat) -> None:
    seat = in_play
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
