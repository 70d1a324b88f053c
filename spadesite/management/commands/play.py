"""`manage.py play`: web, worker and beat side by side on one machine, until Ctrl-C.

What `Procfile` is to a host, this is at home.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # nosec B104
PAUSE = 0.2
PATIENCE = 4.0  # longer than the web server needs; a task cut short is queued again
REST_BEFORE_RESTART = 2.0


class Stopped(Exception):
    """Somebody asked for the end."""


class Command(BaseCommand):
    help = "Serve the site with a worker and beat beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", HERE))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        if _is_taken(host, port):
            self.stderr.write(f"Port {port} is in use. Choose another one: PORT={port + 1} make play")
            sys.exit(1)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _stop)
        environment = {**os.environ, "HOST": host, "PORT": str(port), "PATH": _path()}
        running: dict[str, subprocess.Popen[bytes]] = {}
        try:
            for name, command in _commands().items():
                running[name] = _start(command, environment)
            self._say_where(host, port, running["web"])
            self._watch(running, environment)
        except Stopped:
            self.stdout.write("Stopping.")
        finally:
            _end(running.values())

    def _say_where(self, host: str, port: int, web: "subprocess.Popen[bytes]") -> None:
        while web.poll() is None and not _is_taken(host, port):
            time.sleep(PAUSE)
        if web.poll() is None:
            shown = "localhost" if host in {HERE, EVERYWHERE} else host
            self.stdout.write(f"\n  Marta’s Table is open:  http://{shown}:{port}\n  Ctrl-C stops it.\n")

    def _watch(self, running: "dict[str, subprocess.Popen[bytes]]", environment: dict[str, str]) -> None:
        """The site is what it is for, so it ends with the web; a worker or beat that died is started again."""
        while running["web"].poll() is None:
            time.sleep(PAUSE)
            for name, command in _commands().items():
                if name != "web" and running[name].poll() is not None:
                    self.stderr.write(f"The {name} has ended; starting it again.")
                    time.sleep(REST_BEFORE_RESTART)
                    running[name] = _start(command, environment)
        self.stderr.write("The web server has ended.")
        sys.exit(running["web"].returncode or 0)


def _commands() -> dict[str, str]:
    lines = (Path(settings.BASE_DIR) / "Procfile").read_text(encoding="utf-8").splitlines()
    return {name: command.strip() for name, _colon, command in (line.partition(":") for line in lines) if command}


def _path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def _start(command: str, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """A session of its own, so that Ctrl-C reaches only this command, which then stops each part in order."""
    shell = ["/bin/sh", "-c", command]
    return subprocess.Popen(shell, env=environment, cwd=settings.BASE_DIR, start_new_session=True)  # nosec B603


def _stop(number: int, frame: FrameType | None) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def _end(processes: Any) -> None:
    """Asked first and only the parent, because the worker's children finish their task; then the whole group is
    killed.
    """
    parts = [process for process in processes if process.poll() is None]
    for process in parts:
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in parts:
        try:
            process.wait(timeout=max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _is_taken(host: str, port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((HERE if host == EVERYWHERE else host, port)) == 0
