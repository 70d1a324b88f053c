"""The site as `python -m spadesite.play` starts it."""

import os
import subprocess
import sys
from pathlib import Path

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


def serves(playing: Playing) -> bool:
    url = f"http://127.0.0.1:{playing.port}"
    return answers(url) and Visitor(url).ask("GET", "/about/").status == 200
