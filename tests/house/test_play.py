"""`python -m spadesite.play`: everything starts together, and Ctrl-C ends all of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services import free_port
from tests.visitor import Visitor, answers

TOP = Path(__file__).resolve().parents[2]
WORKER = "--queues celery"
PARTS = ("uvicorn", WORKER, "--queues reviews", "beat")


class Playing:
    def __init__(self, var: Path) -> None:
        self.port = free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "SPADESITE_VAR": str(var),
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
            "DEBUG": "1",
        }
        for command in ("migrate", "createcachetable"):
            self.run("manage.py", command).communicate(timeout=60)
        self.process = self.play()

    def play(self) -> "subprocess.Popen[str]":
        return self.run("-m", "spadesite.play")

    def run(self, *words: str) -> "subprocess.Popen[str]":
        whole = [sys.executable, *words]
        return subprocess.Popen(
            whole, env=self.environment, cwd=TOP, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def parts(self) -> dict[str, int]:
        """The processes it started, by what they are: each is a child of the command."""
        listed = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True)
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
        children = {args: int(pid) for pid, parent, args in rows if parent == str(self.process.pid)}
        return {part: pid for part in PARTS for args, pid in children.items() if f"{part} " in args}


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    site = Playing(tmp_path)
    yield site
    if site.process.poll() is None:
        site.process.send_signal(signal.SIGINT)
        site.process.communicate(timeout=60)


def soon(happens: Callable[[], bool], within: float = 60) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.2)
    return False


def test_it_serves_restarts_and_ends(playing: Playing) -> None:
    assert soon(lambda: set(playing.parts()) == set(PARTS))
    assert soon(lambda: _serves(playing))
    worker = playing.parts()[WORKER]
    os.kill(worker, signal.SIGKILL)
    assert soon(lambda: playing.parts().get(WORKER, worker) != worker)
    started = playing.parts()
    playing.process.send_signal(signal.SIGINT)
    said, _nothing = playing.process.communicate(timeout=60)
    assert f"Marta’s Table is open:  http://localhost:{playing.port}" in said
    assert "The worker has ended; starting it again." in said
    assert not any(Path(f"/proc/{pid}").exists() for pid in started.values())


def test_it_says_when_the_port_is_in_use(playing: Playing) -> None:
    assert soon(lambda: _serves(playing))
    second = playing.play()
    said, _nothing = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"Port {playing.port} is in use." in said


def _serves(playing: Playing) -> bool:
    url = f"http://127.0.0.1:{playing.port}"
    return answers(url) and Visitor(url).ask("GET", "/about/").status == 200
