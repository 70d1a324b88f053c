"""The statistics of games of four as pages: by variant, with what lies behind each number, and as files."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots.anylegal import AnyLegal
from games.models import PersonLine, Seat
from games.presenters.statistics import pages
from games.services.counting import tallies
from tests.players import let_play
from tests.statistics.played import DAYS, NEXT, demo_game, on
from tests.views.asking import read, rows_of

#: By game: the level of the others, and the options of each day’s game.
CHOSEN: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "spades": ("normal", [{}, {"variant": "solo"}, {"variant": "suicide"}, {"variant": "solo"}]),
    "bidwhist": (
        "easy",
        [{"renege": renege, "win_score": 50, "lose_score": -50} for renege in ("strict", "table", "strict", "strict")],
    ),
}
of_spades = pytest.mark.parametrize("key", ["spades"], indirect=True)
OWN, SOLO = "?game={key}&period=all", "?game=spades&period=all&variant=solo"
#: Signing in, who it is and what is liked come first, then what the page reads.
MOST_STATEMENTS = 8


@pytest.fixture(autouse=True, params=CHOSEN)
def key(request: pytest.FixtureRequest, alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Alice has played that game on each day; it is the morning after. Every figure is shown."""
    key: str = request.param
    level, games = CHOSEN[key]
    monkeypatch.setattr(pages, "FEW", 0)
    let_play(monkeypatch, key, {level: AnyLegal()})
    for seed, (day, chosen) in enumerate(zip(DAYS, games, strict=True)):
        demo_game(alice, key, day, seed=seed, level=level, hands=5, **chosen)
    with on(NEXT):
        tallies.catch_up()
        yield key


#: By game: what its page says, and what it does not.
SECTIONS = {
    "spades": (
        ["Contracts of your side", "Your own bids", "Nil and blind nil", "Bags of your side", "By variant"],
        ["The pile", "Piles won"],
    ),
    "bidwhist": (
        ["Contracts of your side", "Declared by you", "Bostons", "Reneges", "Contracts by kind", "Contracts by level"]
        + ["By the level of your partner", "comebacks, from 4 behind", "blow-outs, 10 apart"],
        ["Nils made", "Piles won"],
    ),
}


def test_the_page_has_the_sections_of_its_game(as_alice: Client, key: str) -> None:
    shown, (there, not_there) = read(as_alice, f"/statistics/{OWN.format(key=key)}"), SECTIONS[key]
    assert [one for one in there if one not in shown] == [one for one in not_there if one in shown] == []


@of_spades
def test_a_variant_that_is_not_there_is_left_out(as_alice: Client) -> None:
    there = ("spades&variant=solo", "spades&variant=", "spades&variant=mirrors&level=expert")
    not_there = ("spades&variant=bridge", "spades&variant=spades/solo", "twoman&variant=solo")
    for page in ("/statistics/", "/statistics/hands/", "/statistics/games/", "/statistics/everybody/"):
        for asked in (*there, *not_there):
            is_noted = "This game has no such variant." in read(as_alice, f"{page}?game={asked}")
            assert is_noted == (asked in not_there), page + asked


@of_spades
def test_every_link_of_a_variants_page_keeps_it_and_has_something_behind(as_alice: Client) -> None:
    shown = read(as_alice, f"/statistics/{SOLO}")
    links = {unescape(link) for link in re.findall(r'href="(/statistics/(?:hands|games)/\?[^"]+)"', shown)}
    assert len(links) > 12
    assert all("variant=solo" in link for link in links)
    for link in links:
        assert 'href="/games/' in read(as_alice, link) or 'href="/statistics/games/' in read(as_alice, link), link


def test_marks_and_hands_are_told_in_the_words_of_the_game(as_alice: Client, key: str) -> None:
    if key == "spades":
        assert "partner’s nil held" in read(as_alice, "/statistics/hands/?game=spades&mark=cover_made")
        assert "other side led" not in read(as_alice, "/statistics/hands/?game=spades&mark=followed")
    else:
        shown = read(as_alice, "/statistics/hands/?game=bidwhist&mark=made&mark=no_trump&period=all")
        assert "contract made, no trump" in shown
        hands = read(as_alice, f"/statistics/hands/{OWN.format(key=key)}")
        assert re.search(r"\d (uptown|downtown|no trump), \d+ books", hands)


#: By game: columns of its file.
COLUMNS = {
    "spades": ("contract", "taken"),
    "bidwhist": ("contract_level", "books", "calls_right", "calls_wrong", "contract", "taken"),
}


def test_the_files_hold_what_the_page_holds(as_alice: Client, key: str) -> None:
    figures = b"".join(as_alice.get(f"/statistics/statistics.csv{OWN.format(key=key)}")).decode()
    assert "Contracts of your side,contracts made," in figures
    rows = rows_of(as_alice, "/statistics/hands.csv")
    lines = {(line.game.code, line.number): line for line in PersonLine.objects.filter(number__gt=0)}
    assert len(rows) == len(lines)
    for row in rows:
        line = lines[row["code"], int(row["hand"])]
        assert row["marks"].split() == sorted(line.marks.split())
        for name in COLUMNS[key]:
            assert row[name] == str(line.numbers.get(name, ""))


def test_no_two_figures_of_a_file_have_one_name(as_alice: Client, key: str) -> None:
    figures = rows_of(as_alice, f"/statistics/statistics.csv{OWN.format(key=key)}")
    names = [(row["figure"], row["section"]) for row in figures]
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize(
    ("key", "page"),
    [
        ("spades", "/statistics/?game=spades&period=all"),
        ("spades", f"/statistics/{SOLO}"),
        ("spades", "/statistics/everybody/?game=spades&variant=solo"),
        ("bidwhist", "/statistics/?game=bidwhist&period=all"),
        ("bidwhist", "/statistics/everybody/?game=bidwhist"),
    ],
    indirect=["key"],
)
def test_few_statements_whatever_is_asked(as_alice: Client, page: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        read(as_alice, page)
    assert len(asked) <= MOST_STATEMENTS


@of_spades
def test_the_house_counts_a_variant_for_itself(as_alice: Client) -> None:
    every, solo = (read(as_alice, f"/statistics/everybody/?game=spades{more}") for more in ("", "&variant=solo"))
    assert every != solo and "Suicide" in every  # a choice of the filter
    assert "Everybody’s statistics" in solo


@pytest.mark.parametrize("key", ["bidwhist"], indirect=True)
def test_who_has_removed_the_account_is_called_by_the_seat(as_alice: Client, key: str) -> None:
    Seat.objects.filter(number=1).update(level="", name="")
    shown = read(as_alice, "/statistics/" + OWN.format(key=key))
    assert '<i class="set"></i>Player 2 and Odile</span>' in shown
    course = read(as_alice, re.findall(r'href="(/statistics/games/\w+/)"', shown)[0])
    assert '<i class="set"></i>Player 2 and Odile</span>' in course
