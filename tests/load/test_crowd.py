"""The players of the load: a few of them play every game of the house, and nothing fails."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.load.crowd import LOCUSTFILE
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
