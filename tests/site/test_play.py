"""`python -m spadesite.play` starts all processes of the site, restarts dead ones, and finally stops them all."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from spadesite import play
from tests.site.conftest import PARTS, Playing, serves
from tools.servers import free_port, soon
from tools.site import ROOT

pytestmark = pytest.mark.processes


def children(pid: int) -> list[int]:
    return [one.pid for one in psutil.Process(pid).children()]


def is_alive(pid: int) -> bool:
    """Return whether the process is running; False for a zombie."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    site = Playing(tmp_path, NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])
    yield site
    site.process.send_signal(signal.SIGINT)
    site.process.communicate(timeout=60)  # closes the pipe; an open one makes a later test fail


def test_play_restarts_killed_processes_and_stops_all_if_the_web_server_fails(playing: Playing) -> None:
    """The web server fails to restart because its secret key cannot be read."""
    assert soon(lambda: set(playing.parts()) == set(PARTS) and serves(playing))
    second = playing.play()
    output, _ = second.communicate(timeout=60)
    assert second.returncode == 1 and f"Port {playing.port} is in use." in output
    first = playing.parts()
    helpers = [helper for pid in first.values() for helper in children(pid)]
    for pid in first.values():
        os.kill(pid, signal.SIGKILL)
    assert soon(lambda: (now := playing.parts()).keys() == first.keys() and not {*now.values()} & {*first.values()})
    assert soon(lambda: not any(map(is_alive, helpers))), "children of a killed process are still running"
    assert soon(lambda: serves(playing))
    started = playing.parts()
    (playing.var / "secret_key").unlink()
    (playing.var / "secret_key").mkdir()
    os.kill(started["uvicorn"], signal.SIGKILL)
    output, _ = playing.process.communicate(timeout=60)
    assert playing.process.returncode != 0 and "The web server has ended." in output
    assert f"Marta’s Table is open:  http://localhost:{playing.port}" in output
    for name in ("worker", "reviewer", "beat"):
        assert output.count(f"Process {name} has ended; restarting it.") == 1
    assert not any(map(is_alive, started.values()))


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        *(("PORT", value, f"PORT '{value}' is not a number from 1 to 65535") for value in ("abc", "70000")),
        ("HOST", "no such host", "HOST 'no such host' cannot be resolved"),
    ],
)
def test_an_invalid_host_or_port_is_refused(
    name: str, value: str, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["play"])
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        play.main()
    assert error in capsys.readouterr().err


def test_an_empty_host_and_port_mean_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr("sys.argv", ["play"])
    monkeypatch.setattr(play, "is_taken", lambda host, port: asked.append((host, port)) or True)  # type: ignore[func-returns-value]
    for name in ("HOST", "PORT"):
        monkeypatch.setenv(name, "")
    assert play.main() == 1
    assert asked == [("127.0.0.1", 8000)]


def test_a_process_that_starts_during_the_stop_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    site, begin = play.ProcfileRunner(play.HERE, free_port()), subprocess.Popen
    site.commands = {"beat": "exec sleep 300"}

    def stopped(*args: Any, **kwargs: Any) -> "subprocess.Popen[bytes]":
        site.stop(signal.SIGINT, None)
        return begin(*args, **kwargs)

    monkeypatch.setattr(signal, "signal", lambda *args: None)
    monkeypatch.setattr(subprocess, "Popen", stopped)
    with pytest.raises(play.Stopped):
        site._start("beat")
    play._end(site.running.values())
    assert site.running["beat"].returncode == -signal.SIGTERM


#: Script that runs the supervisor with two processes that start quickly. With "nohup" it ignores SIGHUP.
SMALL = """
import signal, sys
from spadesite import play

signal.signal(signal.SIGHUP, signal.SIG_IGN if sys.argv[1] == "nohup" else signal.SIG_DFL)
web = f'exec {sys.executable} -m http.server "$PORT" --bind "$HOST"'
play._commands = lambda: {"web": web, "beat": "exec sleep 300"}
sys.argv[1:] = []
sys.exit(play.main())
"""


@pytest.mark.parametrize("prefix", ["", "nohup"])
def test_play_ends_with_its_terminal_unless_started_by_nohup(prefix: str) -> None:
    environment = {**os.environ, "PORT": str(free_port())}
    command = [sys.executable, "-c", SMALL, prefix]
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as site:
        assert soon(lambda: len(children(site.pid)) == 2)
        parts = children(site.pid)
        site.send_signal(signal.SIGHUP)
        if prefix:
            assert not soon(lambda: site.poll() is not None, within=1)
            site.send_signal(signal.SIGINT)
        site.wait(timeout=60)
        assert not any(map(is_alive, parts))
