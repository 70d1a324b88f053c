"""The statistics of Bid Whist as pages, with what lies behind each number, and as files."""

import csv
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
from games.presenters.statistics import pages
from games.services.counting import tallies
from tests.players import let_play
from tests.statistics.played import DAYS, NEXT, demo_game, on
from tests.views.asking import read

OWN = "/statistics/?game=bidwhist&period=all"
#: Signing in, who it is and what is liked come first, then what the page reads.
MOST_STATEMENTS = 8


@pytest.fixture(autouse=True)
def _played(alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Alice has played a game a day, one of them with reneges; it is the morning after. Every figure is shown."""
    monkeypatch.setattr(pages, "FEW", 0)
    let_play(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})
    for seed, (day, renege) in enumerate(zip(DAYS, ("strict", "table", "strict", "strict"), strict=True)):
        demo_game(alice, "bidwhist", day, seed=seed, hands=5, renege=renege, win_score=50, lose_score=-50)
    with on(NEXT):
        tallies.catch_up()
        yield


def test_the_page_has_the_sections_of_bid_whist(as_alice: Client) -> None:
    shown = read(as_alice, OWN)
    for title in ("Contracts of your side", "Declared by you", "Bostons", "Reneges", "Contracts by kind"):
        assert title in shown
    assert "By the level of your partner" in shown and "Contracts by level" in shown
    assert "Nils made" not in shown and "Piles won" not in shown
    assert "comebacks, from 4 behind" in shown and "blow-outs, 10 apart" in shown


def test_every_number_has_as_many_hands_behind_it(as_alice: Client) -> None:
    links = re.findall(r'<a href="(/statistics/hands/\?[^"]+)">(\d+)</a>', read(as_alice, OWN))
    assert len(links) > 12
    for link, count in links:
        shown = read(as_alice, unescape(link))
        assert len(re.findall(r'href="/games/[^"]+/hands/\d+/"', shown)) == int(count), link


def test_marks_and_hands_are_told_in_the_words_of_the_game(as_alice: Client) -> None:
    shown = read(as_alice, "/statistics/hands/?game=bidwhist&mark=made&mark=no_trump&period=all")
    assert "contract made, no trump" in shown
    assert re.search(r"\d (uptown|downtown|no trump), \d+ books", read(as_alice, f"/statistics/hands/{OWN[12:]}"))


def test_the_files_hold_what_the_page_holds(as_alice: Client) -> None:
    figures = b"".join(as_alice.get(f"/statistics/statistics.csv{OWN[12:]}")).decode()
    assert "Contracts of your side,contracts made," in figures
    rows = list(csv.DictReader(b"".join(as_alice.get("/statistics/hands.csv")).decode().splitlines()))
    lines = {(line.game.code, line.number): line for line in PersonLine.objects.filter(number__gt=0)}
    assert len(rows) == len(lines)
    for row in rows:
        numbers = lines[row["code"], int(row["hand"])].numbers
        for name in ("contract_level", "books", "calls_right", "calls_wrong", "contract", "taken"):
            assert row[name] == str(numbers.get(name, ""))


@pytest.mark.parametrize("page", [OWN, "/statistics/everybody/?game=bidwhist"])
def test_few_statements_whatever_is_asked(as_alice: Client, page: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        read(as_alice, page)
    assert len(asked) <= MOST_STATEMENTS
