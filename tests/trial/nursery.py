"""A process that has the whole site loaded and forks web servers, workers and beats from it as it is told to.

Killing and starting a part again costs a trial milliseconds in place of seconds, and what is killed is still a process
that runs uvicorn or Celery. It opens no connection itself: one that was shared by its children would mix up their talk.
"""

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import Any


def main() -> None:
    application = _loaded()
    children: list[int] = []
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for a child, so none may stay as a zombie
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        if wanted["part"] == "web":
            _open()
        pid = os.fork()
        if pid == 0:
            _be(wanted, application)
        _leads_a_group(pid)
        children.append(pid)
        print(pid, flush=True)
    for pid in children:
        _end(pid)


def _loaded() -> Any:
    import django

    django.setup()
    from games.services.moves.players import prepare
    from spadesite.asgi import application

    prepare()
    return application


@cache
def _open() -> None:
    """Routes and templates are loaded by a page that asks the database for nothing; static files are there by then."""
    from django.test import Client

    Client(SERVER_NAME="localhost").get("/about/")


def _be(wanted: dict[str, Any], application: Any) -> None:
    """The forked child; it never comes back."""
    status = 1
    try:
        _leads_a_group(0)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _redirect(wanted["log"])
        PARTS[wanted["part"]](application, wanted)
        status = 0
    except BaseException:  # nothing is above: whatever it was has to be told here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _leads_a_group(pid: int) -> None:
    """To be killed with its children. Done by the child and by the nursery: whichever is first, the group is there both
    when whoever has asked for the child hears of it and when it has children.
    """
    with suppress(ProcessLookupError):  # it has ended
        os.setpgid(pid, pid)


def _redirect(log: str) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    told = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for old, new in ((nothing, 0), (told, 1), (told, 2)):
        os.dup2(old, new)


def _web(application: Any, wanted: dict[str, Any]) -> None:
    import uvicorn

    uvicorn.run(
        application,
        host="127.0.0.1",
        port=wanted["port"],
        lifespan="off",
        timeout_graceful_shutdown=3,
        access_log=False,
        log_level="warning",
    )


def _worker(application: Any, wanted: dict[str, Any]) -> None:
    _work()


def _work(*more: str) -> None:
    from spadesite.celery import app

    few = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["--quiet", "worker", "--concurrency", "1", "--loglevel", "WARNING", *few, *more])


def _reviewer(application: Any, wanted: dict[str, Any]) -> None:
    """Takes a review for lost at once and not after a minute."""
    from games.services.past import reviews

    vars(reviews)["LOST"] = timedelta(0)
    _work("--queues", "reviews")


def _held_reviewer(application: Any, wanted: dict[str, Any]) -> None:
    """Stop at the first hand of a game, which is reviewed last, when its rows are written and not yet committed."""
    from games.services.past import practice

    collect = practice.collect

    def held(**told: Any) -> None:
        if told["reviews"][0].number < 2:
            os.write(1, f"{HELD}\n".encode())
            signal.pause()
        collect(**told)

    vars(practice)["collect"] = held
    _reviewer(application, wanted)


def _beat(application: Any, wanted: dict[str, Any]) -> None:
    from spadesite.beat import app

    app.start(["--quiet", "beat", "--loglevel", "WARNING", "--pidfile="])


def _quick_beat(application: Any, wanted: dict[str, Any]) -> None:
    """Notifies of whoever is late, and of reviews that are, each second in place of each minute."""
    from spadesite.beat import app

    for late in ("nudge", "sweep"):
        app.conf.beat_schedule[late]["schedule"] = timedelta(seconds=1)
    _beat(application, wanted)


def _manage(application: Any, wanted: dict[str, Any]) -> None:
    """A command of `manage.py`; the last line of the log says that it went through."""
    from django.core.management import call_command

    call_command(*wanted["words"])
    print(DONE, flush=True)


def _fill(application: Any, wanted: dict[str, Any]) -> None:
    """A long history, as the bench has it, but whole: migrations go through its longest tables."""
    from tests.bench import filling

    filling.fill(wanted["hands"], SHARE, whole=True)
    print(DONE, flush=True)


PARTS = {
    "fill": _fill,
    "web": _web,
    "worker": _worker,
    "reviewer": _reviewer,
    "heldreviewer": _held_reviewer,
    "beat": _beat,
    "quickbeat": _quick_beat,
    "manage": _manage,
}
#: A line of a reviewer that holds still.
HELD = "held."
#: The last line of a command that went through.
DONE = "done."
#: One hand in so many of a long history is the first person's.
SHARE = 5


def _end(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


if __name__ == "__main__":
    main()
