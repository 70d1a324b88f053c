"""Cards that move, and a hint and an action taken back, in a browser."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.seat import CORNER, Seat, answer_for
from tests.site import Site

MOVING = """() => document.getAnimations().filter(
    (one) => one.effect.target.closest('.card') && one.playState === 'running' && !(one instanceof CSSTransition)
).length"""


def moving_after_a_card(seat: Seat) -> int:
    with seat.taken():
        seat.playable().first.click()
    moving: int = seat.page.evaluate(MOVING)
    return moving


IN_THE_DUEL = MOVING.replace("'.card'", "'.duel .card'")


def test_a_card_played_moves_and_a_key_ends_it(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead", pace="slow")
    seat.linger()
    assert moving_after_a_card(seat) > 0
    seat.await_turn()  # or what Marta does next would move after the key
    assert seat.page.evaluate(MOVING) > 0
    seat.page.keyboard.press("Shift")
    assert seat.page.evaluate(MOVING) == 0


def test_a_card_of_a_duel_moves_from_the_hand(seat: Seat, site: Site) -> None:
    seat.come_to(site, "cardduel-first", pace="slow")
    seat.linger()
    seat.page.locator(".card:has(input:not([data-wand]))").first.click(position=CORNER)
    with seat.taken():
        seat.page.locator(".duel__go .btn--main").click()
    assert seat.page.evaluate(IN_THE_DUEL) > 0
    seat.await_turn()
    assert seat.page.evaluate(IN_THE_DUEL) > 0
    seat.page.keyboard.press("Shift")
    assert seat.page.evaluate(IN_THE_DUEL) == 0


def test_nothing_moves_at_once_or_for_who_asked_for_less_motion(in_play: Seat) -> None:
    in_play.linger()
    assert moving_after_a_card(in_play) == 0
    assert in_play.await_turn() == "play"
    in_play.page.emulate_media(reduced_motion="reduce")
    in_play.page.evaluate("document.documentElement.dataset.speed = 'slow'")
    assert moving_after_a_card(in_play) == 0


def test_a_hint_by_keyboard(in_play: Seat) -> None:
    seat, page = in_play, in_play.page
    with seat.taken():
        page.keyboard.press("h")
    expect(page.locator(".card.is-hint")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("Hint: play the ")
    expect(page.locator(".card.is-hint .sr")).to_contain_text("hint")
    expect(page.locator("#said")).to_contain_text(page.locator("#say").inner_text())
    with seat.taken():
        page.locator(".card.is-hint").click(position=CORNER)
    expect(page.locator(".card.is-hint")).to_have_count(0)


def test_a_decision_is_taken_back_with_its_answers_by_keyboard(seat: Seat, site: Site) -> None:
    """Twice: back over one's own card and whatever Marta did after it, then over the card before.

    At a game that is known: of those by chance one in many hundred is stopped or settled within two cards.
    """
    seat.come_to(site, "twoman-lead")
    page, hands = seat.page, list[list[str]]()
    for _ in range(2):
        hands.append(seat.hand)
        with seat.taken():
            seat.playable().first.click(position=CORNER)
        assert seat.await_turn() == "play"
    for hand in reversed(hands):
        before = seat.version
        with seat.taken():
            page.keyboard.press("u")
        assert seat.version > before
        expect(page.locator("#table[data-turn]")).to_have_count(1)
        assert seat.hand == hand
    expect(page.locator("#say")).not_to_have_class("say--refuse")


def test_a_card_is_played_while_a_hint_is_worked_out(in_play: Seat) -> None:
    seat, page = in_play, in_play.page
    held, errors = list[Route](), list[str]()
    answer_for(page, "**/hint/", lambda route: held.append(route))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tool = page.locator("[data-key=h]")
    page.wait_for_function("() => typeof tellBusy === 'function'")
    with page.expect_request("**/hint/"):
        page.keyboard.press("h")
    expect(tool).to_have_attribute("aria-busy", "true")
    before = len(seat.hand)
    seat.playable().first.focus()
    with seat.taken():
        page.keyboard.press("Enter")
    assert len(seat.hand) == before - 1
    expect(tool).not_to_have_attribute("aria-busy", "true")
    assert errors == []


def test_a_card_pressed_twice_is_sent_once(in_play: Seat) -> None:
    seat, page, held = in_play, in_play.page, list[Route]()
    answer_for(page, "**/act/", lambda route: held.append(route))
    with page.expect_request("**/act/"):
        seat.playable().first.click(position=CORNER)
    seat.playable().last.click(position=CORNER)
    page.keyboard.press("h")
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    assert len(held) == 1
    with seat.taken():
        held[0].continue_()


#: How many cards of one's hand have been dealt or turned over on this page since.
COUNT_DEALT = """() => {
  window.dealt = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    const isDealt = frames[0].opacity === 0 || /rotate/.test(frames[0].transform);
    if (isDealt && this.closest('[data-hand]')) window.dealt += 1;
    return animate.call(this, frames, ...more);
  };
}"""


@pytest.mark.parametrize(
    ("position", "press"), (("bidwhist-between", "Deal hand 3"), ("spades-blind", "Look at my cards"))
)
def test_cards_are_dealt_and_turned_over_where_they_are_bid_upon(
    position: str, press: str, seat: Seat, site: Site
) -> None:
    seat.come_to(site, position, pace="slow")
    seat.page.evaluate(COUNT_DEALT)
    with seat.taken():
        seat.page.get_by_role("button", name=press).click()
    assert seat.page.evaluate("() => window.dealt") == seat.page.locator("[data-hand] .card").count() > 0


def test_cards_that_lie_there_are_not_dealt_again_once_the_bids_are_made(seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-bid", pace="slow")
    seat.page.evaluate(COUNT_DEALT)
    with seat.taken():
        seat.page.locator(".offer:visible .btn--main").click()
    assert seat.await_turn() == "play"
    assert seat.page.evaluate("() => window.dealt") == 0
