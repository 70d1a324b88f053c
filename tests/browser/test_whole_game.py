"""The main job, end to end: sign up, play, stop the server midway, go on, finish, find it again."""

from playwright.sync_api import expect

from tests.browser.seat import SHORT, Seat
from tests.site import Site


def test_a_game_to_its_end_with_the_server_stopped_in_mid_hand(seat: Seat, site: Site) -> None:
    seat.sign_up("rowena", "seven quiet linen cards")
    seat.page.goto(f"{site.url}/games/new/twoman/")
    seat.page.locator("#options summary").click()
    for name, value in SHORT.items():
        seat.page.locator(f"[name={name}]").fill(value)
    seat.page.get_by_role("button", name="Sit down").click()
    seat.page.wait_for_selector("#table:not([data-phase=first])")
    seat.page.evaluate("document.documentElement.dataset.speed = 'instant'")
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
