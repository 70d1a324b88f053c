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
    if BEFORE in os.environ:
        _forget_newer(json.loads(os.environ[BEFORE]))
    from games.services.moves.players import prepare
    from spadesite.asgi import application

    prepare()
    return application


def _forget_newer(newest: dict[str, str]) -> None:
    """The site when those migrations were the newest of their apps: a field that came later stands in no row, and the
    row that it leads to is not read. A table that came later is not there, and nobody at a table asks for it.
    """
    from django.apps import apps
    from django.db.migrations import AddField, CreateModel
    from django.db.migrations.loader import MigrationLoader
    from django.db.models import QuerySet

    import accounts.forms  # noqa: F401  # made of all fields, so before any is forgotten; nobody at a table posts them

    found = sorted(MigrationLoader(None).disk_migrations.items())
    newer = [one for (app, name), one in found if app in newest and name > newest[app]]
    done = [(migration.app_label, one) for migration in newer for one in migration.operations]
    fresh = {(app, one.name.lower()) for app, one in done if isinstance(one, CreateModel)}
    for app, added in done:
        if isinstance(added, AddField) and (app, added.model_name.lower()) not in fresh:
            _forget(apps.get_model(app, added.model_name), added.name)
    apps.clear_cache()
    select = QuerySet.select_related

    def select_known(rows: Any, *paths: str) -> Any:
        known = [path for path in (_known(rows.model, path) for path in paths) if path]
        return select(rows, *known) if known or not paths else rows

    QuerySet.select_related = select_known  # type: ignore[method-assign, assignment]


def _forget(model: Any, name: str) -> None:
    """A property in place of the field: models take those by name too, when a row is made."""
    field = model._meta.get_field(name)
    model._meta.local_fields.remove(field)
    model._meta._expire_cache()
    vars(model._meta).pop("_property_names", None)
    for one in {name, field.attname}:
        setattr(model, one, _told(one, field.get_default()))


def _told(name: str, default: Any) -> property:
    def keep(row: Any, value: Any) -> None:
        vars(row)[name] = value

    return property(lambda row: vars(row).get(name, default), keep)


def _known(model: Any, path: str) -> str:
    """As much of the path as is not forgotten."""
    known = []
    for name in path.split("__"):
        if name not in {field.name for field in model._meta.get_fields()}:
            break
        known.append(name)
        model = model._meta.get_field(name).related_model
    return "__".join(known)


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
#: Names by app the migration after which nothing is known to the site, as JSON.
BEFORE = "SPADESITE_TRIAL_BEFORE"


def _end(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


if __name__ == "__main__":
    main()
