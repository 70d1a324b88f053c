"""The statistics of Spades as pages: by variant, with what lies behind each number, and as files."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots.anylegal import AnyLegal
from games.models import PersonLine
from games.services.counting import tallies
from tests.players import let_play
from tests.statistics.played import DAYS, NEXT, demo_game, on
from tests.views.asking import read

OWN = "/statistics/?game=spades&period=all"
#: Signing in, who it is and what is liked come first, then what the page reads.
MOST_STATEMENTS = 8


@pytest.fixture(autouse=True)
def _played(alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Alice has played a game a day, each of another variant; it is the morning after."""
    let_play(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})
    for seed, (day, variant) in enumerate(zip(DAYS, ("partner", "solo", "suicide", "solo"), strict=True)):
        chosen = {} if variant == "partner" else {"variant": variant}
        demo_game(alice, "spades", day, seed=seed, level="normal", hands=5, **chosen)
    with on(NEXT):
        tallies.catch_up()
        yield


def test_the_page_has_the_sections_of_spades(as_alice: Client) -> None:
    shown = read(as_alice, OWN)
    for title in ("Contracts of your side", "Your own bids", "Nil and blind nil", "Bags of your side", "By variant"):
        assert title in shown
    assert "Discard pile" not in shown and "Piles won" not in shown


def test_a_variant_that_is_not_there_is_left_out(as_alice: Client) -> None:
    there = ("spades&variant=solo", "spades&variant=", "spades&variant=mirrors&level=expert")
    not_there = ("spades&variant=bridge", "spades&variant=spades/solo", "twoman&variant=solo")
    for page in ("/statistics/", "/statistics/hands/", "/statistics/games/", "/statistics/everybody/"):
        for asked in (*there, *not_there):
            is_noted = "This game has no such variant." in read(as_alice, f"{page}?game={asked}")
            assert is_noted == (asked in not_there), page + asked


def test_every_link_of_a_variants_page_keeps_it_and_has_something_behind(as_alice: Client) -> None:
    shown = read(as_alice, OWN + "&variant=solo")
    links = {unescape(link) for link in re.findall(r'href="(/statistics/(?:hands|games)/\?[^"]+)"', shown)}
    assert len(links) > 12
    assert all("variant=solo" in link for link in links)
    for link in links:
        assert 'href="/games/' in read(as_alice, link) or 'href="/statistics/games/' in read(as_alice, link), link


def test_the_hands_of_a_variant_are_as_many_as_it_says(as_alice: Client) -> None:
    for variant in ("partner", "solo", "suicide"):
        count = PersonLine.objects.filter(number__gt=0, marks__contains=f" {variant} ").count()
        shown = read(as_alice, f"/statistics/hands/?game=spades&period=all&variant={variant}")
        assert len(re.findall(r'href="/games/[^"]+/hands/\d+/"', shown)) == count


def test_marks_are_told_in_the_words_of_the_game(as_alice: Client) -> None:
    assert "partner’s nil held" in read(as_alice, "/statistics/hands/?game=spades&mark=cover_made")
    assert "other side led" not in read(as_alice, "/statistics/hands/?game=spades&mark=followed")


def test_the_files_hold_what_the_page_holds(as_alice: Client) -> None:
    figures = b"".join(as_alice.get(f"/statistics/statistics.csv{OWN[12:]}")).decode()
    assert "Contracts of your side,contracts made," in figures
    head, *rows = b"".join(as_alice.get("/statistics/hands.csv")).decode().splitlines()
    assert len(rows) == PersonLine.objects.filter(number__gt=0).count()
    assert {"contract", "taken"} <= set(head.split(",")) and any(" solo " in row for row in rows)


@pytest.mark.parametrize("page", [OWN, OWN + "&variant=solo", "/statistics/everybody/?game=spades&variant=solo"])
def test_few_statements_whatever_is_asked(as_alice: Client, page: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        read(as_alice, page)
    assert len(asked) <= MOST_STATEMENTS


def test_the_house_counts_a_variant_for_itself(as_alice: Client) -> None:
    every, solo = (read(as_alice, f"/statistics/everybody/?game=spades{more}") for more in ("", "&variant=solo"))
    assert every != solo and "Suicide" in every  # a choice of the filter
    assert "Everybody’s statistics" in solo
