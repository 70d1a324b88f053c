"""Fixtures for all tests: users, their clients, clocks, browser pages, and the isolation of tests from each other."""

import gc
import hashlib
import itertools
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
import pytest_django
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.test import Client
from django.utils import timezone, translation
from playwright.sync_api import Browser, BrowserContext, Page

from accounts import adapter
from accounts.models import User
from games import enqueue, registry, tasks
from games.boards import days, field, house
from games.reviews import reviewing
from games.table import logs, models, players, tables
from games.table.tables import Place
from tests import play
from tests.parlour.game import PARLOUR
from tests.reviews.quick import quick_review
from tools import servers, site
from tools.chromium import chromium

#: Words in Chromium's console message about a violation of the Content Security Policy.
CSP = "Content Security Policy"
PASSWORD = "a quiet card room"


def pytest_configure(config: pytest.Config) -> None:
    """Create a folder that all processes of this run share. xdist workers inherit its path in the environment."""
    if site.PREPARED not in os.environ:
        os.environ[site.PREPARED] = tempfile.mkdtemp(prefix="spadesite-run-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(site.PREPARED), ignore_errors=True)


def pytest_collection_finish() -> None:
    """Freeze loaded objects and collect garbage rarely, because collections took a twelfth of a run."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _with_large_stack(run: Callable[[], object]) -> object:
    return run()


# Python 3.11 maps its stack in chunks of 16 KiB. Under pytest many loops call across the end of a chunk, and each such
# call maps and unmaps a chunk: a million times in tests/table (python/cpython#142183). A frame of 512 KiB gets a chunk
# with room for all frames of a test. Without it, tests that need no browser take 1.15 times the CPU.
_with_large_stack.__code__ = _with_large_stack.__code__.replace(co_stacksize=1 << 16)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    runner: Any = item.config.pluginmanager.getplugin("runner")
    return _with_large_stack(lambda: runner.pytest_runtest_protocol(item, nextitem))


#: Modules of the slowest browser tests, which run first.
LONGEST = ("test_widths", "test_screens", "test_three_people", "test_two_to_the_end")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the first two workers begin with the browser tests and the tests marked `processes`.

    Each worker with browser tests starts a site and a browser, so only two workers get them. pytest-xdist gives each
    worker an equal part of the list (worksteal). On PostgreSQL, select only the tests marked `postgresql` instead.
    """
    if servers.on_postgresql():
        config.hook.pytest_deselected(items=[item for item in items if not _runs_on_postgresql(item)])
        items[:] = [item for item in items if _runs_on_postgresql(item)]
        return
    browser = sorted((item for item in items if "/browser/" in item.nodeid), key=_is_shorter)
    waiting = [item for item in items if item.get_closest_marker("processes")]
    slow = [*browser, *waiting]
    quick = set(items).difference(slow)
    others = [item for item in items if item in quick]
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    first, second = (slow, []) if workers == 1 else (slow[::2], slow[1::2])
    stretch = max(0, len(items) // workers - len(first))
    items[:] = [*first, *others[:stretch], *second, *others[stretch:]]


#: Key of the flag that this process has started its first test.
_HAS_BEGUN = pytest.StashKey[bool]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Lower the CPU priority of a worker whose first test is no browser test, because browser tests take longest."""
    has_begun = item.config.stash.get(_HAS_BEGUN, False)
    item.config.stash[_HAS_BEGUN] = True
    if not has_begun and hasattr(item.config, "workerinput") and "/browser/" not in item.nodeid:
        os.nice(4)


def _is_shorter(item: pytest.Item) -> bool:
    return not any(f"/{name}.py" in item.nodeid for name in LONGEST)


def _runs_on_postgresql(item: pytest.Item) -> bool:
    return item.get_closest_marker("postgresql") is not None


def _commits(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    return marked is not None and bool(marked.kwargs.get("transaction"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """On SQLite, copy a migrated database, so that pytest-django need not run migrations."""
    if not servers.on_postgresql():
        site.copy_rows(Path(settings.DATABASES["default"]["TEST"]["NAME"]))
    elif servers.postgresql_url() is None:
        servers.skip_without("PostgreSQL")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite, let pytest-django use the copied database."""
    return not servers.on_postgresql()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """Let Django check SQLite for JSON support, once per process, so that no test counts this query."""
    with django_db_blocker.unblock():
        assert connection.features.supports_json_field


@pytest.fixture(autouse=True)
def _reset_limits() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _send_mail_and_notices_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send emails and queue tasks without threads. Tests that are rolled back send emails without a commit."""
    monkeypatch.setattr(adapter, "_postmen", AtOnce())
    if not _commits(request.node):
        monkeypatch.setattr(adapter, "transaction", SimpleNamespace(on_commit=lambda work: work()))
    monkeypatch.setattr(enqueue, "_notifying", AtOnce())


@pytest.fixture(autouse=True)
def _review_only_on_request(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Review hands only where a test calls the task, because a review takes a third of a second.

    Unless the test is marked `evaluated`, reviews have random values.
    """
    monkeypatch.setattr(enqueue, "review_soon", lambda code: None)
    monkeypatch.setattr(enqueue, "review_on", lambda code, **further: tasks.review(code, **further))
    if request.node.get_closest_marker("evaluated") is None:
        monkeypatch.setattr(reviewing, "review_hand", quick_review)


@pytest.fixture(autouse=True)
def _compile_bots_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile missing bots in this process, as the site does after its compiling process has failed."""
    monkeypatch.setattr(players, "_COMPILERS", [SimpleNamespace(poll=lambda: 1)])


class AtOnce(Executor):
    """An executor that runs each call before `submit` returns."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        work(*args, **kwargs)
        return Future()


@pytest.fixture(autouse=True)
def _forget_games_of_other_tests() -> None:
    play.forget_games()


@pytest.fixture(autouse=True)
def _cache_logs_before_commit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache logs without a commit in tests that are rolled back; otherwise each read would replay the whole game."""
    if not _commits(request.node):
        at_once = SimpleNamespace(
            on_commit=lambda work, robust: work(), get_connection=lambda: SimpleNamespace(in_atomic_block=False)
        )
        monkeypatch.setattr(logs, "transaction", at_once)


@pytest.fixture
def noon() -> Iterator[None]:
    """Set the clock to noon (UTC), so that the test does not cross midnight."""
    with time_machine.travel(timezone.now().replace(hour=12, minute=0, second=0)):
        yield


@pytest.fixture
def still_clock() -> Iterator[None]:
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(autouse=True)
def _reset_language() -> Iterator[None]:
    """Deactivate the language that a request left active in the thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _seed_deals_by_test_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed the secrets and codes of games with the test's node id, so that a test has the same cards in every run."""
    numbers, chance = itertools.count(), Random(request.node.nodeid)

    def token_bytes(size: int) -> bytes:
        return hashlib.shake_256(f"{request.node.nodeid}:{next(numbers)}".encode()).digest(size)

    monkeypatch.setattr(models, "secrets", SimpleNamespace(token_bytes=token_bytes, choice=chance.choice))


@pytest.fixture
def parlour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game Parlour as a fifth game."""
    monkeypatch.setitem(registry._GAMES, PARLOUR.key, PARLOUR)


@pytest.fixture
def easy_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the weakest bots, which choose fast, play at boards and make all attempts of the house."""
    for module in (days, house, field):
        monkeypatch.setattr(module, "levels", lambda key: registry.levels(key)[:1])


@pytest.fixture
def no_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)


@pytest.fixture(autouse=True)
def _allow_slow_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page make a bot's overdue move only after a minute, so that slow tests do not trigger it."""
    monkeypatch.setattr(tables, "PATIENCE", timedelta(minutes=1))


@pytest.fixture
def computers_wait(no_replies: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let neither a worker nor a page make a bot's move."""
    monkeypatch.setattr(tables, "PATIENCE", timedelta(days=99_999))


@pytest.fixture
def chosen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    play.stack_deck(monkeypatch)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password=PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password=PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    """Return a user who has no seat at any table."""
    return User.objects.create_user("charlie", password=PASSWORD)


@pytest.fixture
def place(alice: User) -> Place:
    """Return alice's place at a table with one finished hand and a second hand in play."""
    return play.table_in_second_hand(alice)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_alice(alice: User) -> Client:
    return client_of(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    return client_of(bob)


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    return client_of(charlie)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from a_browser()


def a_browser() -> Iterator[Browser]:
    """Start Chromium. Allow synchronous database calls, which Django refuses beside Playwright's event loop."""
    with pytest.MonkeyPatch.context() as patch, chromium() as browser:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield browser


def motion_of(request: pytest.FixtureRequest) -> Literal["no-preference", "reduce"]:
    """Return a test's preference for motion: reduced unless marked `motion`, because movements cost much CPU time."""
    return "no-preference" if request.node.get_closest_marker("motion") else "reduce"


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Yield a page of a phone's size, watched.

    Service workers are blocked, because tests cannot intercept the requests of a page that a service worker controls.
    """
    motion = motion_of(request)
    phone: Any = {"viewport": {"width": 360, "height": 740}, "service_workers": "block", "reduced_motion": motion}
    with watched(browser.new_context(**phone)) as context:
        yield context.new_page()


@contextmanager
def watched(context: BrowserContext) -> Iterator[BrowserContext]:
    """Close the context after the block. Fail if a page had a script error, CSP report or request to another host."""
    troubles, hosts = list[str](), set[str]()
    context.on("console", lambda message: troubles.append(message.text) if CSP in message.text else None)
    context.on("weberror", lambda one: troubles.append(f"{one.error} {getattr(one.error, 'stack', '')}"))
    context.on("request", lambda request: hosts.add(urlsplit(request.url).hostname or ""))
    yield context
    context.close()
    assert troubles == []
    assert hosts <= {"localhost", "127.0.0.1", ""}


#: PostgreSQL connections opened by threads of the current test.
_IN_THREADS: list[Any] = []


@receiver(connection_created)
def _note_connection(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "postgresql" and threading.current_thread() is not threading.main_thread():
        _IN_THREADS.append(connection)


@pytest.fixture(autouse=True)
def _close_connections_of_threads() -> Iterator[None]:
    yield
    close_connections_of_threads()


def close_connections_of_threads() -> None:
    """Close the connections of ended threads, which the garbage collector would otherwise report in a later test."""
    while _IN_THREADS:
        connection = _IN_THREADS.pop()
        connection.inc_thread_sharing()
        connection.close()
