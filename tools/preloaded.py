"""A process that has loaded the whole site and forks its programs: web servers, workers, beats, commands.

A fork takes milliseconds where a fresh start takes seconds, and still runs uvicorn or Celery. This process opens no
database connection, which its children would share.
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
    """Fork a program for each line of JSON and print its process id; kill all of them at the end of the input."""
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
            os.setpgid(pid, pid)  # as the child does: the group exists before either goes on
        children.append(pid)
        print(pid, flush=True)
    for pid in children:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


@cache
def load_pages() -> None:
    """Load routes and templates with a page that needs no database. Static files have been collected by then."""
    from django.test import Client

    Client(SERVER_NAME="localhost").get("/about/")


def run_child(words: list[str], log: str, first: str) -> None:
    """Run a command line in this forked process, after the function named by `first`. Never returns."""
    try:
        os.setpgid(0, 0)  # a group, to be killed with its own children
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
    except BaseException:  # nothing above this would print it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(0)


def sweep_every_second() -> None:
    """Make a beat sweep for late bots and reviews every second instead of every minute."""
    from spadesite.beat import app

    for late in ("nudge", "sweep"):
        app.conf.beat_schedule[late]["schedule"] = timedelta(seconds=1)


if __name__ == "__main__":
    main()
