"""`python -m spadesite.play`: run all processes of the Procfile on one machine until Ctrl-C, SIGTERM or SIGHUP.

This process stays in memory as long as the site runs, so it imports only the standard library.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104
LAST_PORT: Final = 65535
ROOT: Final = Path(__file__).resolve().parent.parent
#: Seconds between two checks of the processes.
PAUSE: Final = 0.1
#: Seconds from SIGTERM to SIGKILL, longer than the web server takes to stop. An interrupted task is queued again.
PATIENCE: Final = 4.0
#: Seconds between the end of a process and its restart.
REST_BEFORE_RESTART: Final = 2.0
#: Signals that stop the site. A closed terminal sends SIGHUP only to this process: the others have their own sessions.
ENDS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stopped(Exception):
    """A signal to stop has arrived."""


class ProcfileRunner:
    """Starts and watches the processes of the Procfile."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        self.environment = {**os.environ, "HOST": host, "PORT": str(port), "PATH": path}
        self.commands = _commands()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.is_starting = self.is_stopped = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Raise Stopped. While `_start` starts a process, which is not in `running` yet, `_start` raises it instead."""
        for each in ENDS:
            signal.signal(each, signal.SIG_IGN)
        self.is_stopped = True
        if not self.is_starting:
            raise Stopped

    def run(self) -> int:
        """Start the web server, and the other processes once it listens: they would delay the first page.

        Return the exit code of a web server that ends before it listens, at the start or after a restart.
        """
        if self._web_answers():
            shown = "localhost" if self.host in {HERE, EVERYWHERE} else self.host
            print(f"\n  Marta’s Table is open:  http://{shown}:{self.port}\n  Ctrl-C stops it.\n", flush=True)
            for name in self.commands:
                if name != "web":
                    self._start(name)
            self._watch()
        print("The web server has ended.", file=sys.stderr, flush=True)
        return self.running["web"].returncode or 0

    def _watch(self) -> None:
        """Restart processes that end. Return once a restarted web server ends before it listens."""
        while True:
            for name in [name for name, process in self.running.items() if process.poll() is not None]:
                print(f"Process {name} has ended; restarting it.", file=sys.stderr, flush=True)
                _kill_group(self.running[name])
                time.sleep(REST_BEFORE_RESTART)
                if name != "web":
                    self._start(name)
                elif not self._web_answers():
                    return
            time.sleep(PAUSE)

    def _web_answers(self) -> bool:
        """Start the web server and wait until it listens; return False if it ends instead."""
        self._start("web")
        web = self.running["web"]
        while web.poll() is None and not is_taken(self.host, self.port):
            time.sleep(PAUSE)
        return web.poll() is None

    def _start(self, name: str) -> None:
        """Start a process in its own session, so that Ctrl-C reaches only this runner, which then stops the others."""
        shell = ["/bin/sh", "-c", self.commands[name]]
        self.is_starting = True
        self.running[name] = subprocess.Popen(shell, env=self.environment, cwd=ROOT, start_new_session=True)  # noqa: S603
        self.is_starting = False
        if self.is_stopped:
            raise Stopped


def _commands() -> dict[str, str]:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    return {name: command.strip() for name, _colon, command in (line.partition(":") for line in lines) if command}


def _end(processes: "Iterable[subprocess.Popen[bytes]]") -> None:
    """Send SIGTERM to the parents only, so that a worker's children can finish their tasks; then kill each group."""
    parts = list(processes)
    for process in parts:
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in parts:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.1, end - time.monotonic()))
        _kill_group(process)
        process.wait()


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process with its children: the children of a killed worker would wait for it forever."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def is_taken(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((HERE if host == EVERYWHERE else host, port), timeout=1):
        return True
    return False


def _host(text: str) -> str:
    try:
        socket.getaddrinfo(text, None)
    except (OSError, UnicodeError):
        raise ArgumentTypeError(f"HOST {text!r} cannot be resolved") from None
    return text


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= LAST_PORT:
        raise ArgumentTypeError(f"PORT {text!r} is not a number from 1 to {LAST_PORT}")
    return int(text)


def main() -> int:
    """Run the site; return 0 after a signal, 1 if the port is in use, else the exit code of the web server."""
    parser = ArgumentParser(description="Run the site: web server, workers and beat.")
    parser.add_argument("--host", type=_host, default=os.environ.get("HOST") or HERE)
    parser.add_argument("--port", type=_port, default=os.environ.get("PORT") or "8000")
    asked = parser.parse_args()
    if is_taken(asked.host, asked.port):
        again = f"PORT={asked.port + 1} make play"
        print(f"Port {asked.port} is in use. Choose another one: {again}", file=sys.stderr)
        return 1
    site = ProcfileRunner(asked.host, asked.port)
    try:
        for number in ENDS:
            # `nohup` ignores SIGHUP, and that must not change.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, site.stop)
        return site.run()
    except Stopped:
        print("Stopping.", flush=True)
        return 0
    finally:
        _end(site.running.values())


if __name__ == "__main__":
    sys.exit(main())
