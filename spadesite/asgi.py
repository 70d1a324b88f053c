"""The ASGI entry point: Django behind admission control, with a handler that runs each request in one thread."""

import asyncio
import gc
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, cast

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import get_resolver, set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup(set_prefix=False)

from spadesite.admission import Admission, Message  # noqa: E402  it imports models, for which Django must be set up

#: Threads for requests. The sum with `LOOKING` is the size of a process's pool of database connections.
THREADS: Final = 10
#: Threads for streams. Python's default executor has as many on two processors, but more on larger machines.
LOOKING: Final = 6
_pool: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="request")


class Handler(ASGIHandler):
    """Runs each request in one thread of a pool. Only event streams use the event loop, once they have begun.

    Django's own handler switches between the loop and threads about eight times a request. With it an action over HTTP
    takes 1.14 times the CPU.
    """

    _loop: asyncio.AbstractEventLoop | None = None

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not served here")
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # at the first request: the server runs without lifespan events (`--lifespan off`)
            loop.set_default_executor(ThreadPoolExecutor(LOOKING, thread_name_prefix="look"))
            self._loop = loop
        with suppress(RequestAborted):
            await self.handle(scope, receive, send)

    async def handle(self, scope: Message, receive: Any, send: Any) -> None:
        body = await self.read_body(receive)
        work = copy_context().run
        in_a_thread = asyncio.get_running_loop().run_in_executor
        response = await in_a_thread(_pool, work, self._answer, scope, body)
        if not response.streaming:
            return await self.send_response(response, send)
        try:
            await self._stream(response, receive, send)
        finally:
            await in_a_thread(_pool, response.close)

    def _answer(self, scope: Message, body: Any) -> HttpResponseBase:
        """Return the response, rendered and closed unless it streams."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        with body:
            request, refused = self.create_request(scope, body)
            response = cast(HttpResponseBase, refused if request is None else self.get_response(request))
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        if not response.streaming:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (leaving, sending):
                task.cancel()
                with suppress(asyncio.CancelledError, RequestAborted):
                    await task


handler = Handler()
application = Admission(handler)
# Load the routes, and with them all games but no bots, before the process reports that it is ready. Otherwise the
# first visitor would wait for some seconds.
get_resolver().url_patterns  # noqa: B018
# Later garbage collections skip these objects.
gc.collect()
gc.freeze()
