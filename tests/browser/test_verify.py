"""A deal proved in a browser: on its page, in a saved copy with the server off, and refuted when a letter changes."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.proved import holds
from tests.browser.seat import Seat
from tests.site import Site


def opened(seat: Seat, site: Site) -> str:
    """The address of the proof of a first hand, before whose deal it was drawn who is odd."""
    seat.come_to(site, "twoman-between")
    seat.page.goto(f"{seat.page.url}hands/1/")
    seat.page.locator("details.seal > summary").first.click()
    seat.page.get_by_role("link", name="Verify this deal").first.click()
    seat.page.wait_for_url("**/verify/")
    return seat.page.url


def test_a_deal_is_proved_and_a_changed_letter_refuted(seat: Seat, site: Site) -> None:
    opened(seat, site)
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


def test_a_saved_page_works_with_the_server_off(seat: Seat, site: Site, tmp_path: Path) -> None:
    """As the server sent it, as the browser shows it, and as it is there to take; as is the program."""
    url, page, file = opened(seat, site), seat.page, tmp_path / "deal.html"
    holds(page, 3)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Save this page").click()
    assert taken.value.suggested_filename.endswith(".html")
    sent = page.context.request.get(url).text()
    for text in (sent, page.content(), Path(taken.value.path()).read_text(encoding="utf-8")):
        file.write_text(text, encoding="utf-8")
        proves_alone(page.context.new_page(), file.as_uri())
    with page.expect_download() as taken:
        page.get_by_role("link", name="The program").click()
    assert taken.value.suggested_filename == "verify_deal.py"
    assert "def deck_of" in Path(taken.value.path()).read_text(encoding="utf-8")


def proves_alone(alone: Page, address: str) -> None:
    asked: list[str] = []
    alone.route("http*://**", lambda route: route.abort())
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(address)
    holds(alone, 3)
    assert asked == [address]
    drawn = "all => Math.max(...all.map((one) => one.getBoundingClientRect().width))"
    assert alone.locator("svg").evaluate_all(drawn) < 48
    card, sheet = (alone.locator(what).first.bounding_box() for what in ("#deck li", "main .panel"))
    assert card is not None and sheet is not None and card["width"] < sheet["width"] / 3
    alone.locator("#player_seed").fill("another seed")
    alone.get_by_role("button", name="Check again").click()
    expect(alone.locator("[data-check=deal]")).to_contain_text("other cards")
    alone.close()
