"""A duel proved in a browser: its deal five cards at a time with the deck that was left, and every reshuffle."""

from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.moves.duels import opened, played

pytestmark = pytest.mark.django_db


def test_the_deal_and_the_reshuffles_are_proved_and_refuted(
    page: Page, as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = played(alice, opened(alice, monkeypatch))
    file = tmp_path / "deal.html"
    file.write_text(as_alice.get(f"/games/{place.code}/hands/1/verify/").content.decode(), encoding="utf-8")
    page.goto(file.as_uri())
    names = ["commitment", "deal", "reshuffles"]
    for name in names:
        expect(page.locator(f"[data-check={name}][data-good=yes]")).to_have_count(1)
    whose = page.locator("#deck small").all_inner_texts()
    assert whose == ["you"] * 5 + ["Marta"] * 5 + ["in the deck"] * 42
    page.locator("#player_seed").fill("another seed")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check=deal]")).to_contain_text("other cards")
    expect(page.locator("[data-check=reshuffles]")).to_contain_text("another deck")
    expect(page.locator("[data-check=commitment][data-good=yes]")).to_have_count(1)
