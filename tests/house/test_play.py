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
from tests.site import copy_rows
from tests.visitor import Visitor, answers

TOP = Path(__file__).resolve().parents[2]
WORKER = "--queues celery"
PARTS = ("uvicorn", WORKER, "--queues reviews", "spadesite.beat")


class Playing:
    """`python -m spadesite.play` with a folder of its own; `before` are commands that make it ready."""

    def __init__(self, var: Path, *before: str, **environment: str) -> None:
        self.port, self.var = free_port(), var
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "SPADESITE_VAR": str(var),
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
            "DEBUG": "1",
            **environment,
        }
        copy_rows(var / "spadesite.sqlite3")
        for command in before:
            self.run("manage.py", command).communicate()
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
        return {part: pid for part in PARTS for args, pid in children.items() if part in args}


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    """Whether it does anything; who has ended may lie there until its parent looks."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


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


def _second_finds_the_port_in_use(playing: Playing) -> None:
    second = playing.play()
    said, _nothing = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"Port {playing.port} is in use." in said


def test_it_serves_once_a_port_restarts_and_ends(playing: Playing) -> None:
    assert soon(lambda: set(playing.parts()) == set(PARTS))
    assert soon(lambda: serves(playing))
    _second_finds_the_port_in_use(playing)
    for part in PARTS:
        killed = playing.parts()[part]
        helpers = children(killed)
        os.kill(killed, signal.SIGKILL)
        assert soon(lambda part=part, killed=killed: playing.parts().get(part, killed) != killed), part
        assert soon(lambda helpers=helpers: not any(map(is_alive, helpers))), f"{part} leaves some behind"
    assert soon(lambda: serves(playing))
    started = playing.parts()
    playing.process.send_signal(signal.SIGINT)
    said, _nothing = playing.process.communicate(timeout=60)
    assert f"Marta’s Table is open:  http://localhost:{playing.port}" in said
    for name in ("web", "worker", "reviewer", "beat"):
        assert said.count(f"The {name} has ended; starting it again.") == 1
    assert not any(map(is_alive, started.values()))


def test_a_web_server_that_cannot_start_ends_the_site(playing: Playing) -> None:
    assert soon(lambda: serves(playing) and playing.parts().keys() == set(PARTS)), "so it is watched"
    (playing.var / "secret_key").unlink()
    (playing.var / "secret_key").mkdir()
    os.kill(playing.parts()["uvicorn"], signal.SIGKILL)
    said, _nothing = playing.process.communicate(timeout=60)
    assert playing.process.returncode != 0
    assert said.count("The web has ended; starting it again.") == 1 and "The web server has ended." in said


def serves(playing: Playing) -> bool:
    url = f"http://127.0.0.1:{playing.port}"
    return answers(url) and Visitor(url).ask("GET", "/about/").status == 200
