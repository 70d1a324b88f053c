"""What every request and response passes: a request id for the log, files of pages, packing, no copies of private
pages, and answers for whoever asks too much, too early, too often, or in a way that a page does not know.
"""

import os
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import brotli
import structlog
from django.conf import settings
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.limits import TooMany
from accounts.people import Gone, is_gone, known_person
from games.snapshot import NotThere
from spadesite import errors
from spadesite.admission import BROTLI, MARK, REFUSAL, Refusal
from spadesite.bodies import LONGEST_BODY
from spadesite.pages import MANIFEST

#: Bytes, as Django has it for gzip.
_WORTH_PACKING: Final = 200
#: Of 11. At 4 a page is no smaller than with gzip, at 5 six percent, for 0.3 ms in place of 0.1.
_QUALITY: Final = 5

GetResponse = Callable[[HttpRequest], HttpResponse]


class Middleware:
    """Between a request and the answer of all that comes behind."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response


class RequestIdMiddleware(Middleware):
    """The id stands in the log and on the page of an accident only: any other page must not differ between two
    requests.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = secrets.token_hex(4)  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request.request_id):  # type: ignore[attr-defined]
            return self.get_response(request)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Files of pages, also those that another version has collected since the start, and nothing else below their
    address: what is no file costs neither a session nor a page, because these requests are not counted.

    Small files, read whole: WhiteNoise's own answers are synchronous iterators, which an asynchronous server
    cannot step through.
    """

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        if not self.autorefresh:  # else it looks there each time
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


class CompressionMiddleware(GZipMiddleware):
    """Pages in brotli; gzip for whoever knows no brotli. What is packed
    already, such as a table's stream, goes through as it is.

    No secret can be guessed by its length: Django masks the token of a form anew in each page, and hidden cards are in
    none.
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


class BodyLimitMiddleware(Middleware):
    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "HTTP_TRANSFER_ENCODING" in request.META or not length.isdigit() or int(length) > LONGEST_BODY:
            return errors.too_large(request)
        return self.get_response(request)


class AdmissionMiddleware(Middleware):
    """Answers for the admission what it refuses, and tells it who has asked."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        scope = getattr(request, "scope", {})
        refusal: Refusal | None = scope.get(REFUSAL)
        if refusal is not None:
            is_busy = refusal.status is HTTPStatus.CONFLICT
            return errors.busy(request) if is_busy else errors.too_soon(request, refusal.wait)
        response = self.get_response(request)
        person = known_person(request)
        if person is not None:
            scope[MARK] = person.mark
        return response


class LimitsMiddleware(Middleware):
    """Whoever has used up a limit is told when there is something of it again, whoever is gone by now that nothing was
    done, and whoever asks for what is not there that it is not.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Gone) or (isinstance(exception, IntegrityError) and is_gone(request)):
            return errors.somebody_else(request)
        if isinstance(exception, NotThere):
            return errors.not_found(request, exception)
        return errors.too_soon(request, exception.wait) if isinstance(exception, TooMany) else None


class WrongMethodMiddleware(Middleware):
    """Django has no handler for 405: its decorators answer with an empty page."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            return errors.wrong_method(request, response["Allow"])
        return response


class NoStoreMiddleware(Middleware):
    """Whatever is made for one person, page or file, is stored nowhere: Back after a log-out shows nothing of theirs.
    An answer that sets a cookie is made for one person too. A response with a Cache-Control of its own keeps it.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES or response.cookies
        is_for_all = "Cache-Control" in response or response.get("Content-Type", "").startswith(MANIFEST)
        if is_personal and not is_for_all:
            response["Cache-Control"] = "no-store"
        return response
