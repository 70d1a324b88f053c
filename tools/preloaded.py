"""A process that has imported the whole site and forks its programs: web servers, workers, beats, commands.

A fork starts uvicorn or Celery in milliseconds instead of seconds. This process opens no database connection, because
its children would share it.
"""

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from datetime import timedelta
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Final

#: The last line in the log of a program that returned.
DONE: Final = "done."
LOADED: Final = (
    "spadesite.asgi",
    "spadesite.celery",
    "uvicorn.main",
    "celery.__main__",
    "games.table.players",
)


def main() -> None:
    """Fork a program for each line of JSON from stdin and print its process id; kill all programs when stdin closes."""
    import django

    django.setup()
    for module in LOADED:
        import_module(module)
    resolve_name("games.table.players:prepare")()
    children: list[int] = []
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system removes dead children: no zombies
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        if wanted["words"][0] == "uvicorn":
            load_pages()
        pid = os.fork()
        if pid == 0:
            run_child(**wanted)
        with suppress(ProcessLookupError):
            os.setpgid(pid, pid)  # in parent and child: the group then exists before either continues
        children.append(pid)
        print(pid, flush=True)
    for pid in children:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


@cache
def load_pages() -> None:
    """Load routes and templates by rendering a page that needs no database. Static files must have been collected."""
    from django.test import Client

    Client(SERVER_NAME="localhost").get("/about/")


def run_child(words: list[str], log: str, first: str) -> None:
    """Call the function named by `first`, if any, and run a command line in this forked process. Never returns."""
    try:
        os.setpgid(0, 0)  # its own group, so that it is killed together with its children
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        for source, standard in ((os.open(os.devnull, os.O_RDONLY), 0), (written, 1), (written, 2)):
            os.dup2(source, standard)
        if first:
            resolve_name(first)()
        sys.argv = words
        (program,) = entry_points(group="console_scripts", name=words[0])
        program.load()()
        print(DONE)
    except BaseException:  # os._exit prints no traceback
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(0)


def sweep_every_second() -> None:
    """Make beat queue `nudge` (overdue bots) and `sweep` (lost reviews) every second instead of every minute."""
    from spadesite.beat import app

    for late in ("nudge", "sweep"):
        app.conf.beat_schedule[late]["schedule"] = timedelta(seconds=1)


if __name__ == "__main__":
    main()
