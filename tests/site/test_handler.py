"""The ASGI handler: each request runs in one thread, and a stream ends when its client disconnects."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from spadesite.asgi import LOOKING, THREADS, Handler

Messages = list[dict[str, Any]]
threads: list[str] = []
ended: list[str] = []


def whole(request: HttpRequest) -> HttpResponse:
    threads.append(threading.current_thread().name)
    return HttpResponse(request.body + b", " + request.GET["name"].encode())


def endless(request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"part"
                await asyncio.sleep(0.01)
        finally:
            ended.append("stream")

    return StreamingHttpResponse(parts())


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def breaks_off(request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> AsyncIterator[bytes]:
        yield b"part"
        raise ZeroDivisionError

    return StreamingHttpResponse(parts())


def looks(request: HttpRequest) -> StreamingHttpResponse:
    """Call `look` in threads, where each call waits until `LOOKING` calls run, and then stream a part."""
    met = threading.Barrier(LOOKING, timeout=60)

    def look() -> None:
        threads.append(threading.current_thread().name)
        met.wait()

    async def parts() -> AsyncIterator[bytes]:
        await asyncio.gather(*(asyncio.to_thread(look) for _ in range(10 * LOOKING)))
        yield b"part"

    return StreamingHttpResponse(parts())


VIEWS = {"whole": whole, "endless": endless, "broken": broken, "breaks-off": breaks_off, "looks": looks}
urlpatterns = [path(f"{name}/", view) for name, view in VIEWS.items()]


@pytest.fixture(autouse=True)
def _django_alone() -> Iterator[None]:
    threads.clear()
    ended.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], ALLOWED_HOSTS=["*"]):
        yield


def ask(address: str, body: bytes = b"", *, leaves_after: int | None = None) -> Messages:
    """Return the ASGI messages to a client that disconnects after `leaves_after` of them, by default never."""
    return asyncio.run(asyncio.wait_for(_ask(address, body, leaves_after), 60))


async def _ask(address: str, body: bytes, leaves_after: int | None) -> Messages:
    sent: Messages = []
    asked, left = iter([{"type": "http.request", "body": body}] if leaves_after != 0 else []), asyncio.Event()
    if leaves_after == 0:
        left.set()
    name, _, query = address.partition("?")
    scope = {"type": "http", "method": "POST", "path": name, "query_string": query.encode(), "headers": []}

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if len(sent) == leaves_after:
            left.set()

    await Handler()({**scope, "root_path": "", "client": ("127.0.0.1", 1)}, receive, send)
    return sent


@contextmanager
def calling(work: Callable[[], None], *signals: Signal) -> Iterator[None]:
    for signal in signals:
        signal.connect(lambda **_signal: work(), weak=False, dispatch_uid="test")
    try:
        yield
    finally:
        for signal in signals:
            signal.disconnect(dispatch_uid="test")


def test_a_request_runs_in_one_thread_from_its_first_to_its_last_signal() -> None:
    with calling(lambda: threads.append(threading.current_thread().name), request_started, request_finished):
        start, body = ask("/whole/?name=Ama", b"Good evening")
    assert (start["status"], body["body"], body["more_body"]) == (200, b"Good evening, Ama", False)
    assert len(threads) == 3 and len(set(threads)) == 1 and threads[0] != threading.current_thread().name


def test_streams_share_a_fixed_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread may use a database connection, so the number of threads must not depend on the number of CPUs."""
    for count in ("cpu_count", "process_cpu_count"):
        monkeypatch.setattr(os, count, lambda: 64, raising=False)
    ask("/looks/")
    assert len(set(threads)) == LOOKING
    assert settings.POSTGRESQL_OPTIONS["pool"]["max_size"] >= THREADS + LOOKING


def test_a_stream_ends_with_its_client_or_when_it_fails() -> None:
    sent = ask("/endless/", leaves_after=4)
    assert [one.get("body") for one in sent[1:4]] == [b"part"] * 3 and ended == ["stream"]
    with calling(lambda: ended.append("request"), request_finished), pytest.raises(ZeroDivisionError):
        ask("/breaks-off/")
    assert ended == ["stream", "request"]


def test_an_exception_gives_500_and_a_disconnect_within_the_body_no_response(caplog: pytest.LogCaptureFixture) -> None:
    start, *_body = ask("/broken/")
    assert start["status"] == 500 and "ZeroDivisionError" in caplog.text
    assert ask("/whole/", leaves_after=0) == []
