"""Programs that write over files of the repository do so when asked to, and not when asked what they do."""

import subprocess
import sys

import pytest

from tests.site import ROOT


@pytest.mark.parametrize("name", ["shots.shared", "golden.write", "golden.keep", "load.choices"])
def test_who_asks_for_help_gets_it(name: str) -> None:
    command = [sys.executable, "-m", f"tests.{name}", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
