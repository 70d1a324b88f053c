"""The main job, end to end: sign up, play to 300, stop the server midway, go on, finish, find it again."""

from playwright.sync_api import expect

from tests.browser.seat import Seat
from tests.site import Site


def test_a_game_to_300_with_the_server_stopped_in_mid_hand(seat: Seat, site: Site) -> None:
    seat.sign_up("rowena", "seven quiet linen cards")
    seat.sit_down()
    seat.act_until("play")
    seat.act()
    seat.await_turn()
    before = seat.version
    site.kill("web", "worker")
    expect(seat.page.locator("#lost")).to_be_visible()
    site.start("web", "worker")
    expect(seat.page.locator("#lost")).to_be_hidden()
    assert seat.version == before, "the table stands as it was"
    heading = seat.play_game()
    assert any(word in heading for word in ("You win", "Marta wins", "A tie")), heading
    seat.page.get_by_role("link", name="My games").last.click()
    past = seat.page.locator("section", has_text="Played")
    expect(past.locator("li")).to_have_count(1)
    assert any(word in past.inner_text() for word in ("won", "lost", "a tie"))


def test_a_guest_signs_up_and_keeps_the_hand(seat: Seat) -> None:
    seat.sit_down()
    seat.play_hand()
    address = seat.page.url
    score = seat.page.locator(".versus .num").first.inner_text()
    seat.sign_up("martin", "a chair by the window")
    seat.page.goto(address)
    expect(seat.page.locator(".versus .num").first).to_have_text(score)
    assert seat.deal_next()
    expect(seat.table).to_have_attribute("data-number", "2")
