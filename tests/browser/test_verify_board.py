"""A board proved in a browser, offline: its deal, and that its seed hangs on the chain that was published before."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Board
from games.registry import levels
from games.services.boards import days
from games.services.counting import tallies
from games.services.table import tables
from tests.boards.challenged import done, opened
from tests.boards.walked import first_legal, walked
from tests.playing import person_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(page: Page, as_alice: Client, tmp_path: Path) -> Callable[[str], None]:
    """Shows the proof of a game's first hand from a saved page."""

    def show(code: str) -> None:
        file = tmp_path / "deal.html"
        file.write_text(as_alice.get(f"/games/{code}/hands/1/verify/").content.decode(), encoding="utf-8")
        page.goto(file.as_uri())

    return show


def test_a_board_of_a_day_hangs_on_the_published_tip(
    page: Page, alice: User, shown: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third day of its chain, which is over."""
    now = tallies.today()
    with monkeypatch.context() as patched:
        for passed in (4, 2):
            patched.setattr(tallies, "today", lambda passed=passed: now - timedelta(days=passed))
            days.board_of(key="twoman", day=tallies.today())
        Board.objects.update(level=levels("twoman")[0])
        code = days.begin(person=person_of(alice), key="twoman", day=tallies.today())
    walked(tables.place_of(person=person_of(alice), code=code), first_legal)
    shown(code)
    for name in ("commitment", "chain", "draw", "deal"):
        expect(page.locator(f"[data-check={name}][data-good=yes]")).to_have_count(1)
    tip, link = page.locator(".proof .hex").all_inner_texts()[2:4]
    found = bytes.fromhex(link)
    for _day in range(3):
        found = hashlib.sha256(found).digest()
    assert found.hex() == tip == days.chains()[0].tip
    expect(page.locator("main")).to_contain_text("No seed of a player is mixed in")
    seed = page.locator("#server_seed")
    digits = seed.input_value()
    seed.fill(f"{int(digits[0], 16) ^ 1:x}{digits[1:]}")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check=chain][data-good=no]")).to_contain_text("does not follow")


def test_a_board_of_a_challenge_says_what_its_proof_leaves_open(
    page: Page, alice: User, bob: User, shown: Callable[[str], None]
) -> None:
    token = opened(alice)
    (own,), _others = done(alice, token), done(bob, token)
    shown(own.code)
    expect(page.locator("[data-check=deal][data-good=yes]")).to_have_count(1)
    expect(page.locator("[data-check=chain]")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("it does not prove that nobody chose them")
