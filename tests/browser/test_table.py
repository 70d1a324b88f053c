"""A player at the table: names, reasons, tips, sheets (panels), settings, sounds, and play without JavaScript."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.seat import CORNER, Seat
from tools.chromium import PATIENCE
from tools.site import Site


def test_first_card_in_one_click_and_no_email(seat: Seat) -> None:
    """Reload, Back and Forward change nothing, and one press ends the tips."""
    page = seat.page
    seat.sit_down()
    expect(page.locator("[data-hand] button.card")).to_have_count(11)
    assert seat.await_turn() == "discard"
    expect(page.locator(".lesson")).to_contain_text("Discard a lone low card")
    expect(page.locator(".seat--other")).to_contain_text("has discarded")  # otherwise Marta would act during the press
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".lesson")).to_have_count(0)
    seat.act_until("bid")
    expect(page.locator(".lesson")).to_have_count(0)
    version = seat.version
    page.reload()
    assert seat.version == version
    page.go_back()
    page.go_forward()
    expect(seat.table).to_have_attribute("data-version", str(version))


def test_cards_are_buttons_with_names_and_reasons(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead")
    names = seat.playable().locator(".sr").all_inner_texts()
    assert len(names) > 1
    assert all(" of " in name and name.endswith("playable") for name in names)
    dimmed = seat.page.locator("[data-hand] button.card[aria-disabled=true]:not(.is-waiting)")
    while not (seat.await_turn() == "play" and dimmed.count()):
        if seat.hand_is_over():
            assert seat.deal_next(), "no card of a whole game was refused"
        else:
            seat.act()
    version = seat.version
    dimmed.first.click(position=CORNER, force=True)  # Playwright clicks no aria-disabled element without force
    assert dimmed.first.get_attribute("data-why") == seat.page.locator("#say > span").first.inner_text()
    assert seat.version == version


def test_a_game_is_played_without_script(open_page: Callable[..., Page], site: Site) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 390, "height": 844})

    def press(button: Locator) -> None:
        with page.expect_navigation():
            button.click()

    def reload_until(wanted: Locator) -> Locator:
        for _ in range(PATIENCE // 200):
            if wanted.count():
                return wanted
            page.wait_for_timeout(200)
            page.reload()
        raise AssertionError("Marta never moved")

    page.goto(site.url)
    press(page.get_by_role("button", name="Play your first hand"))
    press(page.get_by_role("button", name="Deal"))
    press(page.locator("[data-hand] button.card").first)
    reload_until(page.locator(".bids"))
    tools = page.locator(".tools").bounding_box()
    assert tools is not None and tools["y"] + tools["height"] == 844, "the tools do not end at the bottom of the window"
    page.locator(".bid", has_text="±30").click()
    press(page.get_by_role("button", name="Bid 3"))
    playable = reload_until(page.locator("[data-hand] button.card:not([aria-disabled=true])"))
    before = page.locator("[data-hand] button.card").count()
    press(playable.first)
    assert page.locator("[data-hand] button.card").count() == before - 1
    page.goto(f"{site.url}/boards/")
    expect(page.get_by_text("One attempt each, until midnight UTC.")).to_be_visible()
    expect(page.locator("[data-ends]")).to_be_hidden()


def test_a_table_is_read_in_signs_and_words_by_keys_and_taps(seat: Seat, site: Site) -> None:
    """The table shows bids and tricks, and a key announces them. Every suit has a symbol besides its colour."""
    page = seat.page
    page.set_viewport_size({"width": 390, "height": 844})
    seat.come_to(site, "twoman-follow")
    expect(seat.table).to_contain_text(re.compile(r"bid \w+, took \d+"))
    page.keyboard.press("b")
    expect(page.locator("#aloud")).to_contain_text(re.compile("bid .*took", re.DOTALL))
    for card in page.locator("[data-hand] button.card").all():
        suit = re.search(r" of (\w)", card.locator(".sr").inner_text())
        assert suit is not None
        assert card.locator(f'.ix use[href="#{suit[1]}"]').count() == 1
    for key, sheet in (("l", "last"), ("s", "score"), ("g", "log")):
        shown = page.locator(f"#{sheet}")
        page.keyboard.press(key)
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()
        page.locator(f".tools [popovertarget={sheet}]").click()
        expect(shown).to_be_visible()
        page.keyboard.press("Escape")


def test_a_hint_is_read_whatever_has_been_chosen_before(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-discard")
    posed, card = seat.version, seat.playable().first
    card.click(position=CORNER)
    expect(seat.page.locator("#say")).to_contain_text(card.get_attribute("data-told") or "?")
    with seat.taken():
        seat.page.get_by_role("button", name="Hint").click()
    # Marta has to discard too, and does so after the hint.
    seat.page.wait_for_function("(version) => Number(table().dataset.version) === version", arg=posed + 2)
    expect(seat.page.locator("#say")).to_contain_text("Hint: discard")
    expect(seat.page.locator("#said")).to_contain_text("Hint: discard")
    expect(seat.page.locator("[data-commit]")).to_be_visible()


# ---------- settings and sounds ----------
#: First frequency of each sound, in hertz.
CARD, TRICK, TURN, OVER = 196, 330, 587, 392
#: Script with an audio device that records the frequency of each tone in `window.tones`.
DEVICE: Final = """
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


def tones(seat: Seat) -> list[int]:
    """Return the frequencies of the tones since the last call."""
    heard: list[int] = seat.page.evaluate("window.tones.splice(0)")
    return heard


def test_sounds_of_a_hand_are_switched_at_the_table_and_heard_while_the_page_is_seen(seat: Seat, site: Site) -> None:
    page = seat.page
    page.add_init_script(DEVICE)
    seat.come_to(site, "twoman-follow")
    page.wait_for_function("() => typeof breakSilence === 'function'")
    assert not page.locator("script[src*=sounds]").count()
    page.keyboard.press(",")
    switch = page.locator("#settings [name=sounds]")
    with page.expect_response("**/likes/"), page.expect_response("**/sounds*.js"):
        switch.check()
    page.wait_for_function("() => window.soundsCame")
    assert page.locator("#settings").is_visible()
    assert page.evaluate("document.activeElement.name") == "sounds"
    page.keyboard.press("Escape")
    tones(seat)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    seat.act()
    seat.await_turn()
    assert tones(seat) == []
    page.evaluate("delete document.hidden")
    while seat.await_turn() not in {"between", "over"}:
        seat.act()
    page.wait_for_function("(over) => window.tones.includes(over)", arg=OVER)
    heard = tones(seat)
    assert {CARD, TRICK, TURN} <= set(heard)
    assert heard[-3:] == [OVER, 494, 587]
    page.add_init_script("delete window.AudioContext;")
    seat.come_to(site, "twoman-lead")
    seat.act()
    assert seat.await_turn() == "play", "play stops in a browser without audio"


def test_settings_at_the_table_count_at_once_and_lead_back(in_play: Seat) -> None:
    seat, page, html = in_play, in_play.page, in_play.page.locator("html")
    sheet = page.locator("#settings")
    page.keyboard.press(",")
    expect(sheet).to_be_visible()
    for label in ("Two colors", "Small", "Confirm before playing a card"):
        with page.expect_response("**/likes/"):
            sheet.get_by_label(label).check()
    expect(page.locator("[data-hand][data-chooses], .is-waiting").first).to_be_attached()
    expect(sheet).to_be_visible()
    page.reload()
    expect(html).to_have_attribute("data-deck", "two")
    expect(html).to_have_attribute("data-cards", "small")
    version, commit = seat.version, page.locator("[data-commit]")
    seat.playable().first.click()
    expect(commit).to_contain_text("Play the ")
    assert seat.version == version
    with seat.taken():
        commit.click()
    table = page.url
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".tools [popovertarget=settings]").click()
    sheet.get_by_role("link", name="All settings").click()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(table)


def test_looks_and_pace_follow_a_person_to_another_browser(
    seat: Seat, site: Site, open_page: Callable[..., Page]
) -> None:
    """Each choice takes effect and is saved at once."""
    seat.sign_up("leonora", "seven quiet paper boats")
    page = seat.page
    page.goto(f"{site.url}/settings/")
    for label in ("Dark", "Two colors", "Slow"):
        page.get_by_label(label, exact=True).check(force=True)
        expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    page.get_by_role("button", name="Save").first.click()
    elsewhere = open_page()
    elsewhere.goto(f"{site.url}/accounts/login/")
    elsewhere.get_by_label("Name or email").fill("leonora")
    elsewhere.get_by_label("Password", exact=True).fill("seven quiet paper boats")
    elsewhere.get_by_role("main").get_by_role("button", name="Log in").click()
    elsewhere.wait_for_url(lambda url: "login" not in url)
    html = elsewhere.locator("html")
    for name, value in (("data-theme", "dark"), ("data-deck", "two"), ("data-speed", "slow")):
        expect(html).to_have_attribute(name, value)


# ---------- the front page ----------
COMES_BACK: Final = "() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }"
REFUSES: Final = """
  ServiceWorkerContainer.prototype.register = () => {
    window.wasAsked = true;
    return Promise.reject(new DOMException("The operation is insecure.", "SecurityError"));
  };
"""


def test_back_to_the_front_page_shows_the_table_opened_since(page: Page, site: Site) -> None:
    """It is no error if the service worker cannot be registered, as in Firefox without cookies."""
    page.add_init_script(REFUSES)
    page.goto(site.url)
    expect(page.get_by_role("button", name="Play your first hand")).to_be_visible()
    page.wait_for_function("() => window.wasAsked")
    Seat(page.context.new_page(), site.url).sit_down()
    page.evaluate(COMES_BACK)
    expect(page.get_by_role("main").get_by_role("link", name="Resume")).to_be_visible()
