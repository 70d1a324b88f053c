"""Fixtures of running sites, the paths of all routes, and helpers for tests of admission control."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.conf import settings as site_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django.fixtures import Settings

from accounts.limits import limit_of
from spadesite import admission
from spadesite.admission import MARK, REFUSAL, Admission, Message
from tools import servers
from tools.servers import free_port
from tools.site import ROOT, Site, copy_rows, database, running
from tools.trial.site import TrialSite, on_files, on_servers
from tools.visitor import Visitor, answers

OF_LIBRARIES = ("admin", "account", "mfa", "usersessions", "socialaccount")


def routes(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, pattern.namespace or namespace)
        else:
            yield f"{namespace}:{pattern.name}" if namespace else str(pattern.name), pattern


#: All routes with their names. Some names occur twice, because a page of this site replaces a page of allauth.
EVERY = list(routes(get_resolver("spadesite.urls")))
ALL = dict(EVERY)
OURS = sorted(name for name in ALL if not name.startswith(OF_LIBRARIES))
EXAMPLES = {
    **{"code": "", "number": 1, "step": 1, "token": "A" * 22, "key": "twoman", "name": "x", "pk": 1, "seat": 1},
    **{"invitation": "A" * 22, "room": "nowhere", "challenge": "A" * 22, "entrant": 1, "day": "2026-11-22", "board": 1},
    **{"month": "2026-11", "content_type_id": 1, "object_id": 1, "id": 1},
}


def address(name: str, **values: str) -> str:
    known = {**EXAMPLES, **values}
    return reverse(name, kwargs={key: known[key] for key in ALL[name].pattern.converters})


@pytest.fixture
def limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Apply rate limits, with a stopped clock for those of admission control."""
    settings.LIMITS_APPLY = True
    monkeypatch.setattr(admission, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.fixture(scope="session")
def started_server_site() -> Iterator[TrialSite]:
    with on_servers() as site:
        yield site


@pytest.fixture(scope="session")
def started_file_site() -> Iterator[TrialSite]:
    with on_files() as site:
        yield site


@pytest.fixture
def server_site(started_server_site: TrialSite) -> TrialSite:
    """A site on PostgreSQL and Redis with two web processes and two workers running."""
    started_server_site.start_missing()
    return started_server_site


@pytest.fixture
def file_site(started_file_site: TrialSite) -> TrialSite:
    """A site on SQLite and the queue of files with two web processes and two workers running."""
    started_file_site.start_missing()
    return started_file_site


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[Site, Site]]:
    """Two web processes of one site on PostgreSQL, with rate limits."""
    url = servers.postgresql_url()
    if url is None:
        servers.skip_without("PostgreSQL")
    environment: dict[str, Any] = {"SPADESITE_LIMITS": "1", "METRICS_TOKEN": "a token of the metrics"}
    with ExitStack() as stack:
        environment["DATABASE_URL"] = stack.enter_context(database(url, f"spadesite_two_{os.getpid()}"))
        one = stack.enter_context(running("web", **environment))
        other = Site(one.folder, **environment)
        stack.callback(other.kill)
        other.start("web")
        yield one, other


PARTS = ("uvicorn", "--queues celery", "--queues reviews", "spadesite.beat")


class Playing:
    """A run of `python -m spadesite.play` with its files in `var`, after the management commands `commands`."""

    def __init__(self, var: Path, *commands: str, **environment: str) -> None:
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
        for command in commands:
            self.run("manage.py", command).communicate()
        self.process = self.play()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def play(self) -> "subprocess.Popen[str]":
        return self.run("-m", "spadesite.play")

    def run(self, *words: str) -> "subprocess.Popen[str]":
        command = [sys.executable, *words]
        return subprocess.Popen(
            command, env=self.environment, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def parts(self) -> dict[str, int]:
        """Return the pid of each running child process, by the text of `PARTS` that its command line contains."""
        listed = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True)
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
        children = {args: int(pid) for pid, parent, args in rows if parent == str(self.process.pid)}
        return {part: pid for part in PARTS for args, pid in children.items() if part in args}


def serves(playing: Playing) -> bool:
    return answers(playing.url) and Visitor(playing.url).ask("GET", "/about/").status == 200


# ---------- admission control in front of an application that holds requests back ----------
ACT = "/games/abc/act/"
#: Requests that one visitor may send in a burst.
BURST = limit_of(site_settings.LIMITS["requests"]).many


class Application:
    """An ASGI application that holds each request until `opened` is set, but renders refusals at once.

    `marks` maps sessions to their people (`Person.mark`). By session, `inside` counts the requests in progress, and
    `most` has the maximum of that count. `refused` counts, by status, the refusals that clients got. `refusals` counts
    the refusals that this application rendered; admission control caches them.
    """

    def __init__(self, **marks: str) -> None:
        self.marks, self.inside, self.most, self.opened = marks, Counter[str](), Counter[str](), asyncio.Event()
        self.refused: Counter[HTTPStatus] = Counter()
        self.refusals = 0

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope.get(REFUSAL) is not None:
            self.refusals += 1
            await send({"type": "http.response.start", "status": scope[REFUSAL].status})
            return
        session = scope["session"]
        if session in self.marks:
            scope[MARK] = self.marks[session]
        self.inside[session] += 1
        self.most[session] = max(self.most[session], self.inside[session])
        if scope["path"].endswith("/stream/"):
            await send({"type": "http.response.start", "headers": [(b"Content-Type", b"text/event-stream")]})
        await self.opened.wait()
        self.inside[session] -= 1


async def open_door(**marks: str) -> tuple[Application, Admission]:
    """Return an application that holds no request back, and its admission control.

    Each session in `marks` has sent one request, so that admission control has stored the session's person.
    """
    site = Application(**marks)
    door = Admission(site)
    site.opened.set()
    for session in marks:
        await ask(door, session, f"{site_settings.STATIC_URL}ui.css")
    site.most.clear()
    return site, door


async def closed_door(**marks: str) -> tuple[Application, Admission]:
    """Return an application that holds requests back until `opened` is set, and its admission control."""
    site, door = await open_door(**marks)
    site.opened.clear()
    return site, door


def ask(
    door: Admission, session: str, path: str = "/", *, method: str = "GET", address: str = "10.0.0.1"
) -> Awaitable[None]:
    headers = [(b"cookie", f"{site_settings.SESSION_COOKIE_NAME}={session}".encode())] if session else []
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": (address, 1)}

    async def send(message: Message) -> None:
        if "status" in message:
            cast(Application, door.app).refused[message["status"]] += 1

    return door({**scope, "session": session}, empty_body, send)


async def settle() -> None:
    """Run the event loop until all tasks wait. 100 rounds suffice, because nothing outside the loop is awaited."""
    for _ in range(100):
        await asyncio.sleep(0)


async def empty_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


@asynccontextmanager
async def together(*requests: Awaitable[None]) -> AsyncIterator[None]:
    """Start all requests and run the loop until they wait. On exit, wait until all requests have ended."""
    tasks = [asyncio.ensure_future(one) for one in requests]
    await settle()
    yield
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Wrap an asynchronous test in a function that pytest can call."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run
