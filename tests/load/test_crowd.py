"""The players of the load: a few of them play every game of the house, and nothing fails."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.load.crowd import LOCUSTFILE
from tests.load.player import Pick, read
from tests.site import ROOT, running

ACTIONS, WITHIN = 20, 600


def played(url: str, figures: Path) -> dict[str, Any]:
    """Four players, one for each game, until together they have made so many actions."""
    words = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--only-summary", "--host", url]
    words += ["--users", "4", "--spawn-rate", "4", "--think-least", "0", "--think-most", "0.1"]
    words += ["--actions", str(ACTIONS), "--figures", str(figures)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=WITHIN)
    assert figures.exists(), done.stdout + done.stderr
    found: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
    return found


def test_players_of_every_game(tmp_path: Path) -> None:
    with running(SPADESITE_LIMITS="0") as site:
        found = played(site.url, tmp_path / "figures.json")
    assert found["faults"] == {}
    assert found["asked"]["sit down"]["count"] >= 4
    assert found["asked"]["an action"]["count"] >= ACTIONS
    assert found["asked"]["an action"]["p95"] > 0


FORM = '<form action="/games/abc/act/"{about}><input name="csrfmiddlewaretoken" value="t">{inside}</form>'
TABLE = '<div id="table" data-version="7" data-phase="play"{turn}>{form}</div>'


def table_with(inside: str, about: str = "", turn: str = " data-turn") -> str:
    return TABLE.format(turn=turn, form=FORM.format(about=about, inside=inside))


def test_what_may_not_be_played_is_not_read() -> None:
    buttons = (
        '<button name="action" value="[&quot;play&quot;, &quot;QH&quot;]">'
        '<button name="action" value="[&quot;play&quot;, &quot;2C&quot;]" aria-disabled="true">'
        '<button name="action" value="[]" aria-disabled="true">'
    )
    table = read(table_with(buttons))
    assert (table.version, table.token, table.actions) == (7, "t", (["play", "QH"],))
    assert table.waits_for_me


@pytest.mark.parametrize(
    ("about", "inside", "pick"),
    [
        (
            ' data-least="2" data-most="2"',
            '<input name="verb" value="discard"><input name="card" value="2C"><input name="card" value="3C">',
            Pick("discard", ("2C", "3C"), 2, lone=False, wands=()),
        ),
        (
            "",
            '<input name="verb" value="play"><input name="lone" value="on">'
            '<input name="card" value="2C" data-wand><input name="card" value="3S">',
            Pick("play", ("2C", "3S"), 1, lone=True, wands=("2C",)),
        ),
    ],
)
def test_cards_to_be_ticked(about: str, inside: str, pick: Pick) -> None:
    assert read(table_with(inside, about)).pick == pick


def test_a_table_that_waits_for_others() -> None:
    cards = '<input name="verb" value="play"><input name="lone"><input name="card" value="3S" disabled>'
    assert not read(table_with(cards, turn="")).waits_for_me


def test_a_hand_to_be_dealt_and_a_game_that_is_over() -> None:
    assert read(TABLE.format(turn="", form='<form action="/games/abc/deal/">')).may_deal
    assert read('<div id="table" data-version="9" data-phase="over">').is_over
