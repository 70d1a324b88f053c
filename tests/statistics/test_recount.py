"""The figures on a player's page equal a recount from exported records, before and after the nightly count.

`SPADESITE_RECOUNT=200 pytest tests/statistics/test_recount.py` plays 200 games of each card game instead of 12.
"""

import json
import os
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any

import pytest
import time_machine

from accounts.models import User
from accounts.people import Person
from games import registry as players
from games.bots.base import AnyLegal
from games.engine.options import complete, differing
from games.figures import USUAL
from games.records import export
from games.records.format import record_of
from games.registry import ruleset
from games.statistics import pages, reading, tallies
from games.statistics.reading import Stretch
from tests.play import set_players
from tests.records.played import random_game
from tests.records.stored import store_record
from tests.statistics.recount.pages import Figures
from training.demo import Player, play_one

GAMES = int(os.environ.get("SPADESITE_RECOUNT", "12"))
FIRST = datetime(2026, 3, 29, 20, 0, tzinfo=UTC)
#: By game: the module that recounts it, with options and starts of games to play.
RECOUNTS: dict[str, Any] = {key: import_module(f"tests.statistics.recount.{key}") for key in players.GAMES}
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("two_random_levels"),
    pytest.mark.parametrize("key", RECOUNTS),
]
#: Labels of figures that records do not determine.
NOT_IN_RECORDS = {"time per game", "time per hand", "time per duel"}


@pytest.fixture
def two_random_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the bots by random ones at two levels, and show every figure even for few games."""
    monkeypatch.setattr(pages, "FEW", 0)
    for key in players.GAMES:
        set_players(monkeypatch, key, dict.fromkeys(players.levels(key)[:2], AnyLegal()))


def play_and_export(person: User, key: str, games: int) -> list[dict[str, Any]]:
    """Play a game every seven hours, some of them given up; return their exported records."""
    rng, levels, chosen_of = Random(f"{key} {games}"), players.levels(key)[:2], RECOUNTS[key].CHOSEN
    for place in range(games):
        rules, chosen = ruleset(key), chosen_of[place % len(chosen_of)]
        options = differing(rules.options, complete(rules.options, chosen))
        at = FIRST + timedelta(hours=place * 7)
        most = rng.choice((0, 1, 2)) if place % 5 == 4 else 99
        who = Player(Person(user=person), levels[-1] if place % 3 else "random")
        with time_machine.travel(at, tick=False):
            level = levels[place % len(levels)]
            play_one(player=who, level=level, key=key, started_at=at, rng=rng, most_hands=most or 1, chosen=options)
    lines = "".join(export.chunks(person=Person(user=person))).splitlines()
    return [json.loads(line) for line in lines]


def figures_shown(person: User, key: str, **asked: Any) -> Figures:
    aggregate = reading.personal(person=Person(user=person), stretch=Stretch(key, **asked))
    rows = page_rows(pages.PersonalPage(key, aggregate, {}))
    return {(section, label): (value, note) for section, label, value, note in rows if label not in NOT_IN_RECORDS}


def page_rows(page: pages.PersonalPage) -> Iterator[tuple[str, str, str, str]]:
    yield from (("", one.label, one.value, one.note) for one in page.first)
    yield from ((title, one.label, one.value, one.note) for title, figures in page.sections for one in figures)
    for title, rows in page.tables:
        for name, *cells in rows:
            yield from ((title, f"{name.value}: {cell.label}", cell.value, "") for cell in cells)


def records_to_store(key: str, games: int) -> list[dict[str, Any]]:
    """Return records of games that begin from `STARTS`. About a third are given up, and one is annulled."""
    starts, options = RECOUNTS[key].STARTS, getattr(RECOUNTS[key], "STARTED_WITH", {})
    found = []
    for seed in range(games):
        begun = starts[seed % len(starts)]
        cut = (
            ACTIONS_BEFORE_END[players.GAMES[key].is_one_hand][seed // 3 % 4]
            if seed % 3 == 2 or seed == ANNULLED
            else 10_000
        )
        game = random_game(key, seed, start=begun, actions=cut, options=options)
        is_over = game.rules.result(game.state) is not None
        ended = None if is_over else {"why": "annulled" if seed == ANNULLED else "abandoned", "seat": 0}
        weakest = players.levels(key)[0]
        seats = [{"player": "person", "name": "alice"}, *({"player": weakest} for _ in range(game.rules.seats - 1))]
        record = record_of(key=key, options=options, start=begun, said=game.said, seats=seats, ended=ended)
        found.append(json.loads(json.dumps(record)))
    return found


#: Index of the annulled game.
ANNULLED = 4
#: Numbers of actions after which games are given up; the second row is for duels.
ACTIONS_BEFORE_END = ((0, 9, 14, 70), (0, 2, 3, 5))


def test_figures_of_games_with_other_starts_and_games_given_up_equal_a_recount(alice: User, key: str) -> None:
    records = records_to_store(key, 12)
    for one in records:
        store_record(one, {0: alice})
    counted, recounted = figures_shown(alice, key), RECOUNTS[key].figures(records)
    ends = [counted["Given up", label][0] for label in ("while ahead", "while behind", "while tied")]
    assert sum(map(int, ends)) == sum(one.get("ended", {}).get("why") == "abandoned" for one in records) > 2
    known = {place: one for place, one in counted.items() if place[0] != "Reneges"}
    assert known == {place: one for place, one in recounted.items() if place in known}


@pytest.mark.timeout(600 + 20 * GAMES)
def test_every_figure_equals_a_recount(alice: User, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    records = play_and_export(alice, key, GAMES)
    recounted = RECOUNTS[key].figures(records)
    with time_machine.travel(FIRST + timedelta(days=400), tick=False):
        as_you_look = figures_shown(alice, key)
        tallies.catch_up(until=date(2026, 4, 1))
        half = figures_shown(alice, key)
        tallies.catch_up()
        counted = figures_shown(alice, key)
    assert as_you_look == half == counted
    known = {place: one for place, one in counted.items() if place[0] != "Reneges"}
    wanted = {place: one for place, one in recounted.items() if place in known}
    assert known == wanted
    assert set(recounted) <= set(counted)
    assert len(known) > (15 if players.GAMES[key].figures is USUAL else 35)
    with capsys.disabled():
        print(f" {key}: {len(records)} games, {len(known)} figures agree")
