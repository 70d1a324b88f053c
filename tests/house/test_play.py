"""`python -m spadesite.play`: everything starts together, and Ctrl-C ends all of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spadesite import play
from tests.house.playing import PARTS, TOP, Playing, serves
from tests.services import free_port, soon


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    """Whether it does anything; who has ended may lie there until its parent looks."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the latter where it goes away while it is read
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    site = Playing(tmp_path, NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])  # what is compiled is not what is asked
    yield site
    site.process.send_signal(signal.SIGINT)
    site.process.communicate(timeout=60)  # also of one that has ended: an open pipe would be blamed on the next test


def _second_finds_the_port_in_use(playing: Playing) -> None:
    second = playing.play()
    said, _nothing = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"Port {playing.port} is in use." in said


def _part_comes_back(playing: Playing, part: str) -> None:
    killed = playing.parts()[part]
    helpers = children(killed)
    os.kill(killed, signal.SIGKILL)
    assert soon(lambda: playing.parts().get(part, killed) != killed), part
    assert soon(lambda: not any(map(is_alive, helpers))), f"{part} leaves some behind"


def test_it_serves_once_a_port_restarts_and_ends(playing: Playing) -> None:
    assert soon(lambda: set(playing.parts()) == set(PARTS))
    assert soon(lambda: serves(playing))
    _second_finds_the_port_in_use(playing)
    for part in PARTS:
        _part_comes_back(playing, part)
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


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PORT", "abc", "'abc' is no number from 1 to 65535 (PORT)"),
        ("PORT", "70000", "'70000' is no number from 1 to 65535 (PORT)"),
        ("HOST", "no such host", "'no such host' is the name or address of no machine (HOST)"),
    ],
)
def test_where_it_cannot_listen_is_told(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["play"])
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        play.main()
    assert told in capsys.readouterr().err


def test_an_empty_port_is_the_usual_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[tuple[str, int]] = []

    def taken(host: str, port: int) -> bool:
        asked.append((host, port))
        return True

    monkeypatch.setattr("sys.argv", ["play"])
    monkeypatch.setattr(play, "is_taken", taken)
    for name in ("HOST", "PORT"):
        monkeypatch.setenv(name, "")
    assert play.main() == 1
    assert asked == [("127.0.0.1", 8000)]


def test_a_part_that_is_being_started_at_the_end_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    site, begin = play.Site(play.HERE, free_port()), subprocess.Popen
    site.commands = {"beat": "exec sleep 300"}

    def stopped_meanwhile(*command: Any, **more: Any) -> "subprocess.Popen[bytes]":
        site.stop(signal.SIGINT, None)
        return begin(*command, **more)

    monkeypatch.setattr(signal, "signal", lambda *told: None)
    monkeypatch.setattr(subprocess, "Popen", stopped_meanwhile)
    with pytest.raises(play.Stopped):
        site._start("beat")
    play._end(site.running.values())
    assert site.running["beat"].returncode == -signal.SIGTERM


#: The site with parts that are nothing but processes.
SMALL = """
import sys
from spadesite import play

web = f'exec {sys.executable} -m http.server "$PORT" --bind "$HOST"'
play._commands = lambda: {"web": web, "beat": "exec sleep 300"}
sys.exit(play.main())
"""


def hears_its_terminal() -> None:
    """Also where these tests are kept themselves."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def small() -> Iterator[Callable[[bool], "subprocess.Popen[str]"]]:
    """Starts it, also as `nohup` does; whatever of it is left is ended."""
    started: list[subprocess.Popen[str]] = []

    def start(is_kept: bool) -> "subprocess.Popen[str]":
        environment = {**os.environ, "PORT": str(free_port()), "PYTHONUNBUFFERED": "1"}
        command = ["nohup"] * is_kept + [sys.executable, "-c", SMALL]
        started.append(
            subprocess.Popen(
                command, env=environment, cwd=TOP, text=True, stdout=subprocess.PIPE, preexec_fn=hears_its_terminal
            )
        )
        return started[-1]

    yield start
    for one in started:
        one.send_signal(signal.SIGINT)
        one.communicate(timeout=60)


@pytest.mark.parametrize("is_kept", [False, True])
def test_with_its_terminal_it_ends_unless_it_is_kept(
    small: "Callable[[bool], subprocess.Popen[str]]", is_kept: bool
) -> None:
    site = small(is_kept)
    assert soon(lambda: len(children(site.pid)) == 2)
    parts = children(site.pid)
    try:
        site.send_signal(signal.SIGHUP)
        if is_kept:
            assert not soon(lambda: site.poll() is not None, within=1)
            site.send_signal(signal.SIGINT)
        site.wait(timeout=60)
        assert not any(map(is_alive, parts))
    finally:
        for part in filter(is_alive, parts):
            os.kill(part, signal.SIGKILL)
