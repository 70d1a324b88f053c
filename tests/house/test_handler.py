"""Django behind the event loop: one thread a request, and streams that end with whoever watches."""

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

from spadesite.handler import LOOKING, THREADS, Handler

Messages = list[dict[str, Any]]
threads: list[str] = []
ended: list[str] = []


def whole(request: HttpRequest) -> HttpResponse:
    threads.append(threading.current_thread().name)
    return HttpResponse(request.body + b", said " + request.GET["who"].encode())


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
    async def parts() -> AsyncIterator[bytes]:
        met = threading.Barrier(LOOKING, timeout=60)
        await asyncio.gather(*(asyncio.to_thread(look, met) for _ in range(10 * LOOKING)))
        yield b"part"

    def look(met: threading.Barrier) -> None:
        threads.append(threading.current_thread().name)
        met.wait()

    return StreamingHttpResponse(parts())


urlpatterns = [
    path("looks/", looks),
    path("whole/", whole),
    path("endless/", endless),
    path("broken/", broken),
    path("breaks-off/", breaks_off),
]


@pytest.fixture(autouse=True)
def _bare() -> Iterator[None]:
    threads.clear()
    ended.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], ALLOWED_HOSTS=["*"]):
        yield


async def ask(address: str, body: bytes = b"", *, leaves_after: int | None = None) -> Messages:
    """What is sent for that address to a client who leaves after so many messages, or stays."""
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
def told_of(*signals: Signal, by: Callable[[], None]) -> Iterator[None]:
    for signal in signals:
        signal.connect(lambda **_signal: by(), weak=False, dispatch_uid="test")
    try:
        yield
    finally:
        for signal in signals:
            signal.disconnect(dispatch_uid="test")


def test_an_answer_is_sent_whole() -> None:
    start, body = asyncio.run(ask("/whole/?who=she", b"Good evening"))
    assert (start["status"], body["body"], body["more_body"]) == (200, b"Good evening, said she", False)


def test_a_request_stays_in_one_thread_from_its_signals_to_its_end() -> None:
    with told_of(request_started, request_finished, by=lambda: threads.append(threading.current_thread().name)):
        asyncio.run(ask("/whole/?who=she"))
    assert len(threads) == 3 and len(set(threads)) == 1 and threads[0] != threading.current_thread().name


def test_streams_look_in_so_many_threads_however_many_processors_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """With those of requests they have a connection each."""
    for count in ("cpu_count", "process_cpu_count"):
        monkeypatch.setattr(os, count, lambda: 64, raising=False)
    asyncio.run(asyncio.wait_for(ask("/looks/"), 60))
    assert len(set(threads)) == LOOKING
    assert settings.POSTGRESQL_OPTIONS["pool"]["max_size"] >= THREADS + LOOKING


def test_a_stream_ends_with_its_client() -> None:
    sent = asyncio.run(asyncio.wait_for(ask("/endless/", leaves_after=4), 60))
    assert [one.get("body") for one in sent[1:4]] == [b"part"] * 3
    assert ended == ["stream"]


def test_a_stream_that_breaks_off_is_closed_all_the_same() -> None:
    with told_of(request_finished, by=lambda: ended.append("request")), pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(ask("/breaks-off/"), 60))
    assert ended == ["request"]


def test_a_fault_is_a_page_and_no_broken_line(caplog: pytest.LogCaptureFixture) -> None:
    start, *_body = asyncio.run(ask("/broken/"))
    assert start["status"] == 500
    assert "ZeroDivisionError" in caplog.text


def test_a_client_that_leaves_while_it_sends_is_let_go() -> None:
    assert asyncio.run(ask("/whole/", leaves_after=0)) == []
