"""The players of the load: a few of them play every game of the house, and nothing fails."""

import json
import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.load.company import Company
from tests.load.crowd import LOCUSTFILE
from tests.services import begin_within_a_day
from tests.site import ROOT, running

ACTIONS, WITHIN = 20, 600
#: Longer than they take to play the boards, on a machine that has much else to do.
LONGEST = timedelta(minutes=4)


def played(url: str, figures: Path, *more: str, actions: int = ACTIONS) -> dict[str, Any]:
    """Four players, one for each game, until together they have made so many actions."""
    words = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--only-summary", "--host", url]
    words += ["--users", "4", "--spawn-rate", "4", "--think-least", "0", "--think-most", "0.1"]
    words += ["--actions", str(actions), "--figures", str(figures), *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=WITHIN)
    assert figures.exists(), done.stdout + done.stderr
    found: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
    return found


def test_players_of_every_game(tmp_path: Path) -> None:
    """Alone, by twos, and all of them at the board of the day."""
    with running(SPADESITE_LIMITS="0") as site:
        found = played(site.url, tmp_path / "figures.json")
        together = played(site.url, tmp_path / "together.json", "--people", "100", "--kinds", "twoman")
        begin_within_a_day(LONGEST)
        boards = played(site.url, tmp_path / "boards.json", "--boards", "--kinds", "cardduel", actions=120)
    assert found["faults"] == together["faults"] == boards["faults"] == {}
    assert found["asked"]["sit down"]["count"] >= 4
    for one in (found, together, boards):
        assert one["asked"]["an action"]["count"] >= ACTIONS
        assert one["asked"]["an action"]["p95"] > 0
    assert together["asked"]["one's press on the other's screen"]["count"] > 0
    assert all(boards["asked"][page]["count"] > 0 for page in ("the board's page", "the front page"))


def test_a_press_is_timed_until_the_other_has_it() -> None:
    """Whichever is first, the answer to the one or what the other is sent; what was there before is none of it."""
    seconds: list[float] = []
    company = Company("twoman", seconds.append)
    began = time.perf_counter()
    company.show(1, 4)
    company.press(0, 4, time.perf_counter())
    assert seconds == []
    company.press(0, 5, began)
    company.show(0, 5)
    assert seconds == [], "the own screen is not the other's"
    company.show(1, 6)
    company.show(1, 7)
    assert len(seconds) == 1
    company.press(0, 7, began)
    assert len(seconds) == 2 and all(0 < one < time.perf_counter() - began for one in seconds)
