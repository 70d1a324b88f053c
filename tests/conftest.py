"""Fixtures that every test may ask for: people, and the browser. Services are looked for in `tests.services`."""

import hashlib
import itertools
import os
import shutil
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
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
from playwright.sync_api import Browser, Page

from accounts import mail
from accounts.models import User
from games import enqueue, registry, tasks
from games.models import kept, log
from games.services.boards import days, field, house
from games.services.log import logs
from games.services.moves import players
from games.services.past import reviews
from games.services.table import tables
from tests import playing, services, site
from tests.chromium import chromium
from tests.parlour.game import PARLOUR
from tests.review.quick import quick_review

PASSWORD = "a quiet card room"
#: Where the tests of pages lie.
PAGES = ("views", "review", "house")


def pytest_configure(config: pytest.Config) -> None:
    """A folder for what all processes of this run share; those that help inherit its name."""
    if site.PREPARED not in os.environ:
        os.environ[site.PREPARED] = tempfile.mkdtemp(prefix="spadesite-run-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(site.PREPARED), ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only what touches rows is worth a second run; browsers are driven and long walks made once."""
    # Together, so that one site and one browser do for all of them.
    items.sort(key=lambda item: "/browser/" not in item.nodeid)
    if services.on_postgresql():
        chosen = _of_both_databases(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


def _of_both_databases(items: list[pytest.Item]) -> set[pytest.Item]:
    """What commits in all its cases, because the locks differ; of any other test one case, and of those of pages one a
    file, since the statements are the services’, which have their own. The same in every run.
    """
    alike = defaultdict[str, list[pytest.Item]](list)
    for item in filter(_touches_rows, items):
        name = item.nodeid.partition("::" if _asks_for_pages(item) else "[")[0]
        alike[item.nodeid if _commits(item) else name].append(item)
    return {Random(name).choice(sorted(cases, key=lambda item: item.nodeid)) for name, cases in alike.items()}


def _commits(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    return marked is not None and bool(marked.kwargs.get("transaction"))


def _asks_for_pages(item: pytest.Item) -> bool:
    asks = any(name == "client" or name.startswith("as_") for name in getattr(item, "fixturenames", ()))
    return asks and item.path.parent.name in PAGES


def _touches_rows(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", ()))
    has_rows = item.get_closest_marker("django_db") is not None or bool(names & {"db", "transactional_db"})
    return has_rows and not any(item.get_closest_marker(name) for name in ("browser", "one_database"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Asked for by pytest-django before it makes the test database: on SQLite its tables lie there already."""
    if not services.on_postgresql():
        site.copy_rows(Path(settings.DATABASES["default"]["TEST"]["NAME"]))
    elif services.postgresql_url() is None:
        services.skip_without("PostgreSQL")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The file goes away with its folder."""
    return not services.on_postgresql()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """What Django asks SQLite once a process is asked before all else, or the first to count statements has it too."""
    with django_db_blocker.unblock():
        assert connection.features.supports_json_field


@pytest.fixture(autouse=True)
def _limits_start_anew() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _letters_are_posted_and_notices_sent_at_once(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rows are rolled back with the test no letter would ever find them kept."""
    monkeypatch.setattr(mail, "_postmen", AtOnce())
    if not _commits(request.node):
        monkeypatch.setattr(mail, "transaction", SimpleNamespace(on_commit=lambda work: work()))
    monkeypatch.setattr(enqueue, "_notifying", AtOnce())


@pytest.fixture(autouse=True)
def _nothing_is_reviewed_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of a second a hand, for the tests of reviews alone: those call the task themselves. What it finds is
    drawn by lot, but for tests of what it weighs.
    """
    monkeypatch.setattr(enqueue, "review_soon", lambda code: None)
    monkeypatch.setattr(enqueue, "review_on", lambda code, **further: tasks.review(code, **further))
    if request.node.get_closest_marker("evaluated") is None:
        monkeypatch.setattr(reviews, "review_hand", quick_review)


@pytest.fixture(autouse=True)
def _players_are_compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no earlier run has kept them: as if the process that compiles them had been started and had failed."""
    monkeypatch.setattr(players, "_COMPILERS", [SimpleNamespace(poll=lambda: 1)])


class AtOnce(Executor):
    """Does what it is asked to before it answers."""

    def submit(self, work: Any, /, *told: Any, **more: Any) -> "Future[Any]":
        work(*told, **more)
        return Future()


@pytest.fixture(autouse=True)
def _nothing_is_kept_of_other_tests() -> None:
    playing.forget_games()


@pytest.fixture(autouse=True)
def _logs_are_kept_as_on_the_site(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rows are rolled back with the test, what is written counts as committed: without a kept log each look
    would replay its game from the first entry, many times the work of all the rest.
    """
    if not _commits(request.node):
        at_once = SimpleNamespace(
            on_commit=lambda work, robust: work(), get_connection=lambda: SimpleNamespace(in_atomic_block=False)
        )
        monkeypatch.setattr(logs, "transaction", at_once)


@pytest.fixture
def noon() -> Iterator[None]:
    """Today from noon on, so that no midnight comes in mid-test."""
    with time_machine.travel(timezone.now().replace(hour=12, minute=0, second=0)):
        yield


@pytest.fixture
def still_clock() -> Iterator[None]:
    """No second passes in mid-test, however slow the machine is."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _the_same_deals_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's secrets and its code follow from the test's name, so that a test meets the same cards in every run, and
    the same reviews: their chance follows from the code.
    """
    numbers, chance = itertools.count(), Random(request.node.nodeid)

    def token_bytes(size: int) -> bytes:
        return hashlib.shake_256(f"{request.node.nodeid}:{next(numbers)}".encode()).digest(size)

    for module in (log, kept):
        monkeypatch.setattr(module, "secrets", SimpleNamespace(token_bytes=token_bytes, choice=chance.choice))


@pytest.fixture
def parlour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy beside the games of the house until the test ends."""
    monkeypatch.setitem(registry._GAMES, PARLOUR.key, PARLOUR)


@pytest.fixture
def easy_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are played by the strongest; what is tested of them holds of any, and the weakest need no compiling."""
    for module in (days, house, field):
        monkeypatch.setattr(module, "levels", lambda key: registry.levels(key)[:1])


@pytest.fixture
def no_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker hears of what a computer player owes."""
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a computer player owes is late after a minute, or a page would make it whenever a test is slow."""
    monkeypatch.setattr(tables, "PATIENCE", timedelta(minutes=1))


@pytest.fixture
def computers_wait(no_replies: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they owe, neither a worker nor a page makes it for them, however slow the machine is."""
    monkeypatch.setattr(tables, "PATIENCE", timedelta(days=99_999))


@pytest.fixture
def chosen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    playing.stack(monkeypatch)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password=PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password=PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    """The stranger."""
    return User.objects.create_user("charlie", password=PASSWORD)


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
    """Playwright keeps an event loop in this thread, which Django would take for asynchronous code."""
    with pytest.MonkeyPatch.context() as patch, chromium() as browser:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone. Whatever it does: nothing from another host, no report of the content policy, no broken script.

    It has no service worker: from the moment at which one takes over, a test cannot answer in the site’s place.
    """
    context = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block")
    page = context.new_page()
    troubles: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda message: _note_reports(message, troubles))
    page.on("pageerror", lambda error: troubles.append(f"{error} {error.stack}"))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname or ""))
    yield page
    context.close()
    assert troubles == []
    assert hosts <= {"localhost", "127.0.0.1", ""}


def _note_reports(message: Any, troubles: list[str]) -> None:
    if "Content Security Policy" in message.text:
        troubles.append(message.text)


#: Connections that threads of tests have opened, until the test is over.
_IN_THREADS: list[Any] = []


@receiver(connection_created)
def _remember(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "postgresql" and threading.current_thread() is not threading.main_thread():
        _IN_THREADS.append(connection)


@pytest.fixture(autouse=True)
def _connections_of_threads_end() -> Iterator[None]:
    yield
    close_those_of_threads()


def close_those_of_threads() -> None:
    """A thread that has ended leaves its connection to the collector, who would blame whatever test comes next."""
    while _IN_THREADS:
        connection = _IN_THREADS.pop()
        connection.inc_thread_sharing()
        connection.close()
