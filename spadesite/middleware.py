"""What every request and response passes: a request id for the log, the limit on bodies, and no copies of private
pages.
"""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.limits import TooMany
from accounts.people import known_person
from games.services.turns import Busy
from spadesite import errors
from spadesite.admission import MARK, REFUSAL, Refusal
from spadesite.bodies import longest_body

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """The id stands in the log and on the page of an accident only: any other page must not differ between two
    requests.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = secrets.token_hex(4)  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request.request_id):  # type: ignore[attr-defined]
            return self.get_response(request)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Small files, read whole: WhiteNoise's own answers are synchronous iterators, which an asynchronous server
    cannot step through.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(found), status=found.status_code, headers=dict(found.items()))
        found.close()
        return whole


class BodyLimitMiddleware:
    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "HTTP_TRANSFER_ENCODING" in request.META or not length.isdigit() or int(length) > longest_body(request.path):
            return errors.too_large(request)
        return self.get_response(request)


class AdmissionMiddleware:
    """Answers for the admission what it refuses, and tells it who has asked."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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


class LimitsMiddleware:
    """Whoever has used up a limit is told when there is something of it again, whoever is too early that it is."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Busy):
            return errors.busy(request)
        return errors.too_soon(request, exception.wait) if isinstance(exception, TooMany) else None


class WrongMethodMiddleware:
    """Django has no handler for 405: its decorators answer with an empty page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            return errors.wrong_method(request, response["Allow"])
        return response


class NoStoreMiddleware:
    """A page made for somebody is kept nowhere, so Back after a log-out shows nothing of theirs."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        has_session = (
            settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies
        )
        if has_session and response.get("Content-Type", "").startswith("text/html") and "Cache-Control" not in response:
            response["Cache-Control"] = "no-store"
        return response
