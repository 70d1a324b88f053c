"""Error responses: a whole page for a browser, a toast for htmx."""

import logging
import math
import re
import sys
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django_htmx.http import reswap, retarget

from accounts.models import Preferences
from accounts.people import person_of
from accounts.views import SIGN_IN, outdated_sign_in
from spadesite.admission import ACTION
from spadesite.storage import Fault, fault_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Trouble:
    """The text of an error page; `leads` is the text of a link to `url`."""

    heading: str | Promise
    sentence: str | Promise
    leads: str | Promise = ""
    url: str = ""


TROUBLES = {
    HTTPStatus.BAD_REQUEST: Trouble(
        _("That couldn’t be read"), _("Something in the request couldn’t be understood. Nothing has changed.")
    ),
    HTTPStatus.FORBIDDEN: Trouble(_("Not for this seat"), _("You can’t do that from here. Nothing has changed.")),
    HTTPStatus.NOT_FOUND: Trouble(
        _("No one sits here"), _("There’s no such page, or it belongs to someone else’s game.")
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: Trouble(
        _("This page can’t be opened that way"), _("Go back to the table and use the button there.")
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Trouble(
        _("That was too much at once"),
        _("The request was far larger than anything a card table needs. Nothing has changed."),
    ),
    HTTPStatus.TOO_MANY_REQUESTS: Trouble(
        _("Please wait a moment"), _("Too many attempts. Wait a few minutes, then try again.")
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: Trouble(
        _("Something broke on our side"), _("Your games are saved as they stood. Try again in a moment.")
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: Trouble(
        _("Back in a moment"),
        _("The games can’t be reached right now. Yours are saved as they stood; try again in a moment."),
    ),
}
#: The text of a 404 for paths with a likely cause, such as a revoked link.
NOT_THERE = {
    re.compile(r"/rooms/[^/]+/.*"): Trouble(
        _("You’re not waiting at this table"),
        _("Only the players waiting there can see it, while it’s open. To sit down, or sit down again, open its link."),
    ),
    re.compile(r"/(t/[^/]+/(look/)?|c/[^/]+/|shared/[^/]+/)"): Trouble(
        _("This link doesn’t work"),
        _("It was turned off, or part of it is missing. Ask the person who sent it for a new one."),
    ),
    re.compile(r"/c/[^/]+/result/"): Trouble(
        _("You can’t see this yet"),
        _("You’ll see a challenge’s results once you’ve played all its boards."),
        leads=_("Go to the challenge"),
        url="../",
    ),
}
#: Paths whose 404 offers a log-in to visitors. After a POST, the log-in leads to the part that `page` matches, if any.
PRIVATE = re.compile(
    r"(?P<page>/games/(?!new/)[^/]+/|/rooms/[^/]+/).*"
    r"|/practice/\d+/|/statistics/(games/[^/]+/|[^/]+\.csv)|/records/all/|/c/[^/]+/(result|boards)/.*"
)
#: The same text whether the game exists or not.
LOGGED_OUT = Trouble(
    _("You’re not logged in"),
    _(
        "If this page is yours, log in to come back to it. A guest’s games open only in the browser they were played"
        " in."
    ),
)
#: Seconds until a retry after a rate limit of allauth or a storage fault.
RETRY_AFTER = 300
#: Seconds until the page of a refused action reloads its table. By then the running action has usually ended.
BUSY_FOR = 1
#: Seconds until a retry during an outage of the database or the cache, enough for a restart.
PAUSE = 5
BUSY = Trouble(
    _("One action at a time"), _("Your last move is still going through. The table will follow in a moment.")
)
#: The person is gone: removed, or a guest that an account adopted in another window.
SOMEBODY_ELSE = Trouble(
    _("You’re a different player now"),
    _(
        "Your guest seat now belongs to an account, or your account was deleted. Nothing has changed: go back and"
        " reload the page."
    ),
)
OF_STORAGE = {
    Fault.DAMAGED: Trouble(
        _("The games can’t be read"),
        _("The database is damaged. No one can play until the site’s operator restores a copy of it."),
    ),
    Fault.FULL: Trouble(
        _("The disk is full"),
        _("Your games are saved as they stood. The site’s operator has to make room."),
    ),
}
#: The table's URL relative to the URL of an action. It has no code of a game, so all tables share a cached error page.
TO_THE_TABLE = "../"
#: Names of fields that a page must not repeat: secrets, and WebAuthn credentials, which are valid for one page only.
SECRET_FIELDS = re.compile(r"password|credential|code")
SEND_AGAIN = Trouble(
    _("Send it again?"),
    _(
        "You’ve logged in or signed up in another window since this page was opened. Nothing has changed so far, and"
        " what you typed is still here."
    ),
)
STALE_FORM = Trouble(
    _("This page has been open too long"), _("Nothing has changed. Go back, reload the page and try again.")
)
#: Prefix of Django's reason for a token that does not match the cookie.
OTHER_TOKEN = "CSRF token from "
COMES_ANEW = _("This page was out of date and has been reloaded. Nothing has changed: try again.")
NO_COOKIE = Trouble(
    _("Your browser sent no cookie"),
    _("Nothing has changed. Allow cookies for this site, go back, reload the page and try again."),
)


def answer(
    request: HttpRequest,
    status: HTTPStatus,
    trouble: Trouble | None = None,
    *,
    wait: int = 0,
    reads_rows: bool = True,
    **more: object,
) -> HttpResponse:
    """Return an error page; for htmx a toast, which leaves the table in place.

    `wait` is the number of seconds for Retry-After. Without `reads_rows` the page is rendered without the request,
    whose session would need the database. `more` is context of the template.
    """
    context: dict[str, object] = {"status": status.value, "trouble": trouble or TROUBLES[status], **more}
    if reads_rows:
        context["table"] = TO_THE_TABLE if ACTION.fullmatch(request.path) else ""
    else:
        context |= {"request_id": getattr(request, "request_id", ""), "preferences": Preferences()}
    name = "_error.html" if _is_htmx(request) else "error.html"
    response = HttpResponse(render_to_string(name, context, request if reads_rows else None), status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return reswap(retarget(response, "#toasts"), "beforeend") if _is_htmx(request) else response


def _is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx sent the request, by its header: errors may occur before django-htmx has run."""
    return request.headers.get("HX-Request") == "true"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    trouble = next((trouble for address, trouble in NOT_THERE.items() if address.fullmatch(request.path)), None)
    private = PRIVATE.fullmatch(request.path)
    if private is None or person_of(request) is not None:
        return answer(request, HTTPStatus.NOT_FOUND, trouble)
    if _is_htmx(request):
        back = urlsplit(request.headers.get("HX-Current-URL", "")).path
    else:
        back = request.get_full_path() if request.method in ("GET", "HEAD") else private["page"] or request.path
    log_in = f"{reverse('account_login')}?{urlencode({'next': back})}"
    leads_on = trouble is not None and trouble.leads
    return answer(request, HTTPStatus.NOT_FOUND, trouble if leads_on else LOGGED_OUT, log_in=log_in)


def wrong_method(request: HttpRequest, allowed: str) -> HttpResponse:
    response = answer(request, HTTPStatus.METHOD_NOT_ALLOWED)
    response["Allow"] = allowed
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond to a form with an outdated or missing CSRF token.

    A log-in or sign-up in another window replaces the token. Then an htmx request reloads its page, a log-in form
    redirects (`outdated_sign_in`), and any other form without secrets is shown again, so that it can be sent.
    """
    is_outdated = reason.startswith(OTHER_TOKEN)
    if is_outdated and not _is_htmx(request):
        if resolve(request.path).view_name in SIGN_IN:
            return outdated_sign_in(request, str(COMES_ANEW))
        if (fields := _sent_again(request)) is not None:
            return answer(request, HTTPStatus.FORBIDDEN, SEND_AGAIN, fields=fields)
    response = answer(request, HTTPStatus.FORBIDDEN, NO_COOKIE if reason == REASON_NO_CSRF_COOKIE else STALE_FORM)
    if _is_htmx(request) and is_outdated:
        messages.info(request, COMES_ANEW)
        response["HX-Refresh"] = "true"
    return response


def _sent_again(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields of a form to send again; None if it has secrets or files, or may come from another site.

    An Origin header is required: Django checks it before the token, so the form then comes from this site.
    """
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    is_plain = not request.FILES and not any(SECRET_FIELDS.search(name) for name in names)
    if not is_plain or "Origin" not in request.headers:
        return None
    return [(name, value) for name in names for value in request.POST.getlist(name)]


def too_many(request: HttpRequest) -> HttpResponse:
    """Return 429 for a rate limit of allauth, with a fixed Retry-After: allauth does not report the time to wait."""
    return answer(request, HTTPStatus.TOO_MANY_REQUESTS, wait=RETRY_AFTER)


def too_soon(request: HttpRequest, wait: int) -> HttpResponse:
    """Return 429 for a rate limit of this site. The next request can succeed in `wait` seconds."""
    minutes = math.ceil(wait / 60)
    sentence = (
        _("Too many requests in a short time. Nothing was changed. Try again in a moment.")
        if minutes == 1
        else _("Too many requests in a short time. Nothing was changed. Try again in %(n)s minutes.") % {"n": minutes}
    )
    trouble = Trouble(TROUBLES[HTTPStatus.TOO_MANY_REQUESTS].heading, sentence)
    return answer(request, HTTPStatus.TOO_MANY_REQUESTS, trouble, wait=wait)


def busy(request: HttpRequest) -> HttpResponse:
    """Return 409 for an action while another action runs at the table. The page reloads its table a moment later."""
    if _is_htmx(request):
        response = reswap(HttpResponse(status=HTTPStatus.CONFLICT), "none")
    else:
        response = answer(request, HTTPStatus.CONFLICT, BUSY)
        response["Refresh"] = f"{BUSY_FOR}; url={TO_THE_TABLE}"
    response["Retry-After"] = str(BUSY_FOR)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    raised = sys.exc_info()[1]  # Django calls this while it handles the exception
    fault, away = fault_of(raised), HTTPStatus.SERVICE_UNAVAILABLE
    if fault is not None:
        logger.error("%s", fault.text())
    if fault in OF_STORAGE:
        return answer(request, away, OF_STORAGE[fault], wait=RETRY_AFTER, reads_rows=False)
    if _is_outage(raised):
        return answer(request, away, wait=PAUSE, reads_rows=False)
    return answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, reads_rows=False)


def _is_outage(raised: BaseException | None) -> bool:
    """Return whether the database or Redis is unavailable, such as down or locked. Does not import `redis`."""
    redis = sys.modules.get("redis.exceptions")
    away = (OperationalError, InterfaceError)
    return isinstance(raised, away if redis is None else (*away, redis.ConnectionError, redis.TimeoutError))
