"""A deal proved in a browser: on its page, in a saved copy with the server off, and refuted when a letter changes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.proved import holds
from tests.browser.seat import Seat
from tests.site import Site


def opened(seat: Seat) -> str:
    """The address of the proof of a first hand, played to its end."""
    seat.sit_down()
    seat.play_hand()
    seat.page.get_by_role("link", name="Verify this deal").first.click()
    seat.page.wait_for_url("**/verify/")
    return seat.page.url


def test_a_deal_is_proved_and_a_changed_letter_refuted(seat: Seat) -> None:
    opened(seat)
    page = seat.page
    holds(page, 3)
    data = json.loads(page.locator("#deal-data").inner_text() or page.locator("#deal-data").text_content() or "")
    deck = page.locator("#deck [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert sorted(deck) == sorted(data["pack"])
    assert [sorted(deck[n:22:2]) for n in (0, 1)] == [sorted(hand) for hand in data["hands"]]
    for name in ("server_seed", "player_seed"):
        field = page.locator(f"#{name}")
        digits = field.input_value()
        field.fill(f"{int(digits[0], 16) ^ 1:x}{digits[1:]}")
        page.get_by_role("button", name="Check again").click()
        expect(page.locator("[data-check=deal]")).to_contain_text("other cards")
        page.get_by_role("button", name="The real seeds").click()
        holds(page, 3)
    page.locator("#server_seed").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("[data-check=deal]")).to_contain_text("64 hexadecimal digits")


@pytest.mark.parametrize("saved", ["as the server sent it", "as the browser shows it"])
def test_a_saved_page_works_with_the_server_off(
    seat: Seat, tmp_path: Path, saved: str, page_without_network: Callable[[], Page]
) -> None:
    url = opened(seat)
    holds(seat.page, 3)
    sent = seat.page.context.request.get(url).text()
    file = tmp_path / "deal.html"
    file.write_text(sent if saved.startswith("as the server") else seat.page.content(), encoding="utf-8")
    alone, asked = page_without_network(), list[str]()
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    holds(alone, 3)
    assert asked == [file.as_uri()]
    drawn = "all => Math.max(...all.map((one) => one.getBoundingClientRect().width))"
    assert alone.locator("svg").evaluate_all(drawn) < 48
    card, sheet = (alone.locator(what).first.bounding_box() for what in ("#deck li", "main .panel"))
    assert card is not None and sheet is not None and card["width"] < sheet["width"] / 3
    alone.locator("#player_seed").fill("another seed")
    alone.get_by_role("button", name="Check again").click()
    expect(alone.locator("[data-check=deal]")).to_contain_text("other cards")


@pytest.fixture
def page_without_network(page: Page) -> Callable[[], Page]:
    def alone() -> Page:
        other = page.context.new_page()
        other.route("http*://**", lambda route: route.abort())
        return other

    return alone


def test_the_page_is_there_to_take(seat: Seat, tmp_path: Path, page_without_network: Callable[[], Page]) -> None:
    opened(seat)
    with seat.page.expect_download() as taken:
        seat.page.get_by_role("link", name="Save this page").click()
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    alone = page_without_network()
    alone.goto(file.as_uri())
    holds(alone, 3)


def test_the_program_is_there_to_take(seat: Seat, site: Site) -> None:
    opened(seat)
    with seat.page.expect_download() as taken:
        seat.page.get_by_role("link", name="The program").click()
    assert taken.value.suggested_filename == "verify_deal.py"
    assert "def deck_of" in Path(taken.value.path()).read_text(encoding="utf-8")
