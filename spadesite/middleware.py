"""The site's middleware, the probes that it answers (liveness, readiness, metrics), and the storage of messages.

Health checks reveal no secrets; the metrics require a token.
"""

import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import brotli
import structlog
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.db import DatabaseError, IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.limits import LimitReached
from accounts.people import Gone, is_gone, known_person
from games.snapshot import NotThere
from games.table import store
from spadesite import errors
from spadesite.admission import BROTLI, LONGEST_BODY, MARK, PROBES, REFUSAL, AdmissionRefusal
from spadesite.pages import MANIFEST

#: Minimum length in bytes of a page that is compressed, the same as Django's for gzip.
_WORTH_PACKING: Final = 200
#: Brotli's level (1 to 11). At 4 a page is no smaller than with gzip; at 5 it is 6 % smaller and takes 0.3 ms, not 0.1.
_QUALITY: Final = 5
#: Seconds. If a bot's action is overdue for longer, probably no worker is running.
LATE: Final = 60
GOOD, AWAY, IS_LATE = "ok", "away", "late"

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]


class Middleware:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response


class RequestIdMiddleware(Middleware):
    """Adds a request id to logs and error pages, so that the log lines of a reported error can be found."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = secrets.token_hex(4)  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request.request_id):  # type: ignore[attr-defined]
            return self.get_response(request)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves static files, including those that another version of the site has collected since this process started.

    Any other path below STATIC_URL is an empty 404, without session or page, because these requests have no rate limit.
    Files are read whole: for WhiteNoise's synchronous streams, Django under ASGI would do the same with a warning.
    """

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        if not self.autorefresh:  # with it, WhiteNoise searches the folders at each request
            self.directories.append((os.path.join(os.path.abspath(self.static_root), ""), self.static_prefix))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if not path.startswith(self.static_prefix):
            return self.get_response(request)
        found = self.files.get(path) or self.find_file(path)
        if found is None:
            return HttpResponse(status=HTTPStatus.NOT_FOUND)
        if not self.autorefresh:
            self.files[path] = found
        return self.serve(found, request)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(found), status=found.status_code, headers=dict(found.items()))
        found.close()
        return whole


class ProbesMiddleware(Middleware):
    """Answers probes before the check of the host name and without a session: they come from the internal network."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = _PROBES.get(request.path) if request.method in ("GET", "HEAD") else None
        if probe is None:
            return self.get_response(request)
        response = probe(request)
        response["Cache-Control"] = "no-store"
        return response


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages with brotli, or with gzip for a client without brotli, and streamed files with gzip.

    Responses with a Content-Encoding, such as event streams, are not changed. The length reveals no secret: Django
    masks the CSRF token differently in each page, and no page has hidden cards.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        accepted = request.headers.get("Accept-Encoding", "")
        is_packed = response.has_header("Content-Encoding")
        if response.streaming or is_packed or not isinstance(response, HttpResponse) or not BROTLI.search(accepted):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if len(response.content) >= _WORTH_PACKING:
            response.content = brotli.compress(response.content, quality=_QUALITY)
            response["Content-Encoding"], response["Content-Length"] = "br", str(len(response.content))
            if (etag := response.get("ETag", "")).startswith('"'):
                response["ETag"] = f"W/{etag}"
        return response


class AdmissionMiddleware(Middleware):
    """Renders the refusals of `Admission`, and passes the request's person to `Admission` through the scope.

    Refuses a body that is longer than `LONGEST_BODY` or of unknown length.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        scope = getattr(request, "scope", {})
        refusal: AdmissionRefusal | None = scope.get(REFUSAL)
        if refusal is not None:
            is_busy = refusal.status is HTTPStatus.CONFLICT
            return errors.busy(request) if is_busy else errors.too_soon(request, refusal.wait)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "HTTP_TRANSFER_ENCODING" in request.META or not length.isdigit() or int(length) > LONGEST_BODY:
            response = errors.answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            response = self.get_response(request)
        person = known_person(request)
        if person is not None:
            scope[MARK] = person.mark
        return response


class ErrorPagesMiddleware(Middleware):
    """Renders pages for some exceptions (a used-up limit, a removed person, a missing object) and for status 405.

    Django has no handler for 405, and its decorators return an empty response.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            return errors.wrong_method(request, response["Allow"])
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Gone) or (isinstance(exception, IntegrityError) and is_gone(request)):
            return errors.answer(request, HTTPStatus.CONFLICT, errors.SOMEBODY_ELSE)
        if isinstance(exception, NotThere):
            return errors.not_found(request, exception)
        return errors.too_soon(request, exception.wait) if isinstance(exception, LimitReached) else None


class NoStoreMiddleware(Middleware):
    """Forbids caches to store personal responses, so that Back after a log-out shows none of them.

    A response is personal if the request had a session cookie or the response sets a cookie. A view's own Cache-Control
    is kept, and the manifest may be stored.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES or response.cookies
        is_for_all = "Cache-Control" in response or response.get("Content-Type", "").startswith(MANIFEST)
        if is_personal and not is_for_all:
            response["Cache-Control"] = "no-store"
        return response


class Notices(CookieStorage):
    """Messages in the cookie `settings.MESSAGES_COOKIE_NAME`."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


def alive(request: HttpRequest) -> HttpResponse:
    """Return 200 while the process runs. Checks nothing else: a process must not be killed for a database outage."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def ready(request: HttpRequest) -> HttpResponse:
    """Return 503 if the database is down or migrations are missing, else 200.

    A cache outage is reported with 200: games go on without the cache, only log-ins fail. Late bots are reported with
    200, too: the web process makes their actions itself.
    """
    found = {"database": _database()}
    if found["database"] == GOOD:
        found["migrations"] = _migrations()
    is_ready = found["database"] == found.get("migrations") == GOOD
    if is_ready:
        is_late = store.longest_overdue().total_seconds() > LATE
        found |= {"cache": _cache(), "computer_players": IS_LATE if is_late else GOOD}
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"ready": is_ready, **found}, status=status)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of all processes on this machine and gauges read from rows, or 404 without the token.

    Counters include ended processes, so that sums never fall. Gauges include only live processes.
    """
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(asked, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    registry = CollectorRegistry()
    registry.register(RowGauges())
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        text = generate_latest(REGISTRY) + generate_latest(registry)
    else:
        _drop_dead_processes(Path(folder))
        MultiProcessCollector(registry, folder)
        text = generate_latest(registry)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


class RowGauges(Collector):
    """Gauges read from rows. They are absent while the database is down."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with suppress(DatabaseError):
            late, longest = store.overdue(), store.longest_overdue().total_seconds()
            yield GaugeMetricFamily("spadesite_overdue", "Games with a late computer player.", value=late)
            since = "Seconds since the oldest owed action was due."
            yield GaugeMetricFamily("spadesite_overdue_seconds", since, value=longest)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.warning("The database does not answer.")
        return AWAY
    return GOOD


_are_applied = False


def _migrations() -> str:
    """Return GOOD if all migrations are applied, else AWAY. Caches only GOOD."""
    global _are_applied
    if not _are_applied:
        executor = MigrationExecutor(connection)
        _are_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return GOOD if _are_applied else AWAY


def _cache() -> str:
    try:
        cache.get("anything")
    except Exception:  # each cache backend raises its own errors
        logger.warning("The cache does not answer.")
        return AWAY
    return GOOD


def _drop_dead_processes(folder: Path) -> None:
    for file in folder.glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        try:
            with suppress(PermissionError):  # the process is alive and has another owner
                os.kill(number, 0)
        except ProcessLookupError:
            mark_process_dead(number, str(folder))


_PROBES: Final = dict(zip(PROBES, (alive, ready, metrics), strict=True))
