"""Deals are verified in a browser, on their page and in a saved copy without the server. Changed seeds fail."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.zones import utc_today
from games.boards import days
from games.boards.models import Board
from games.registry import levels
from games.table import tables
from tests.boards.walked import first_legal, play_board
from tests.browser.people import proves
from tests.browser.seat import Seat
from tests.play import person_of
from tests.table import duels
from tools.site import Site


def opened(seat: Seat, site: Site) -> str:
    """Open the page that verifies a game's first deal; return its URL."""
    seat.come_to(site, "twoman-between")
    seat.page.goto(f"{seat.page.url}hands/1/")
    seat.page.locator("details.seal > summary").first.click()
    seat.page.get_by_role("link", name="Verify this deal").first.click()
    seat.page.wait_for_url("**/verify/")
    return seat.page.url


def test_a_deal_is_proved_and_a_changed_letter_refuted(seat: Seat, site: Site) -> None:
    opened(seat, site)
    page = seat.page
    proves(page, 3)
    data = json.loads(page.locator("#deal-data").inner_text() or page.locator("#deal-data").text_content() or "")
    deck = page.locator("#deck [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert sorted(deck) == sorted(data["pack"])
    assert [sorted(deck[n:22:2]) for n in (0, 1)] == [sorted(hand) for hand in data["hands"]]
    for name in ("server_seed", "player_seed"):
        field = page.locator(f"#{name}")
        digits = field.input_value()
        field.fill(f"{int(digits[0], 16) ^ 1:x}{digits[1:]}")
        page.get_by_role("button", name="Check again").click()
        expect(page.locator("[data-check=deal]")).to_contain_text("different cards")
        page.get_by_role("button", name="Reset the seeds").click()
        proves(page, 3)
    page.locator("#server_seed").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("[data-check=deal]")).to_contain_text("64 hexadecimal digits")


def test_a_saved_page_works_with_the_server_off(seat: Seat, site: Site, tmp_path: Path) -> None:
    """The page is saved as sent, as shown by the browser, and by its download link. The program can be downloaded."""
    url, page, file = opened(seat, site), seat.page, tmp_path / "deal.html"
    proves(page, 3)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Save this page").click()
    assert taken.value.suggested_filename.endswith(".html")
    sent = page.context.request.get(url).text()
    for text in (sent, page.content(), Path(taken.value.path()).read_text(encoding="utf-8")):
        file.write_text(text, encoding="utf-8")
        proves_alone(page.context.new_page(), file.as_uri())
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download program").click()
    assert taken.value.suggested_filename == "verify_deal.py"
    assert "def deck_of" in Path(taken.value.path()).read_text(encoding="utf-8")


def proves_alone(alone: Page, address: str) -> None:
    asked: list[str] = []
    alone.route("http*://**", lambda route: route.abort())
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(address)
    proves(alone, 3)
    assert asked == [address]
    drawn = "all => Math.max(...all.map((one) => one.getBoundingClientRect().width))"
    assert alone.locator("svg").evaluate_all(drawn) < 48
    card, sheet = (alone.locator(what).first.bounding_box() for what in ("#deck li", "main .panel"))
    assert card is not None and sheet is not None and card["width"] < sheet["width"] / 3
    alone.locator("#player_seed").fill("another seed")
    alone.get_by_role("button", name="Check again").click()
    expect(alone.locator("[data-check=deal]")).to_contain_text("different cards")
    alone.close()


@pytest.fixture
def show_proof(page: Page, as_alice: Client, tmp_path: Path) -> Callable[[str], None]:
    """Return a function that opens a saved copy of the page that verifies a game's first deal."""

    def show(code: str) -> None:
        file = tmp_path / "deal.html"
        file.write_text(as_alice.get(f"/games/{code}/hands/1/verify/").content.decode(), encoding="utf-8")
        page.goto(file.as_uri())

    return show


@pytest.mark.django_db
def test_the_seed_of_a_board_follows_from_the_published_tip(
    page: Page, alice: User, show_proof: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is of a past day, which is the third day of its chain."""
    today = utc_today()
    with monkeypatch.context() as patched:
        for day in (today - timedelta(days=4), today - timedelta(days=2)):
            patched.setattr(days, "utc_today", lambda day=day: day)
            days.board_of(key="twoman", day=day)
        Board.objects.update(level=levels("twoman")[0])
        code = days.begin(person=person_of(alice), key="twoman", day=day)
    play_board(tables.place_of(person=person_of(alice), code=code), first_legal)
    show_proof(code)
    for name in ("commitment", "chain", "draw", "deal"):
        expect(page.locator(f"[data-check={name}][data-good=yes]")).to_have_count(1)
    tip, link = page.locator(".proof .hex").all_inner_texts()[2:4]
    found = bytes.fromhex(link)
    for _day in range(3):
        found = hashlib.sha256(found).digest()
    assert found.hex() == tip == days.chains()[0].tip
    seed = page.locator("#server_seed")
    digits = seed.input_value()
    seed.fill(f"{int(digits[0], 16) ^ 1:x}{digits[1:]}")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check=chain][data-good=no]")).to_contain_text("doesn’t follow")


@pytest.mark.django_db
def test_the_deal_and_the_reshuffles_of_a_duel_are_proved_and_refuted(
    page: Page, alice: User, show_proof: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    show_proof(duels.play_duel(alice, duels.open_duel(alice, monkeypatch)).code)
    for name in ("commitment", "deal", "reshuffles"):
        expect(page.locator(f"[data-check={name}][data-good=yes]")).to_have_count(1)
    whose = page.locator("#deck small").all_inner_texts()
    assert whose == ["you"] * 5 + ["Marta"] * 5 + ["in the deck"] * 42
    page.locator("#player_seed").fill("another seed")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check=deal]")).to_contain_text("different cards")
    expect(page.locator("[data-check=reshuffles]")).to_contain_text("a different deck")
    expect(page.locator("[data-check=commitment][data-good=yes]")).to_have_count(1)
