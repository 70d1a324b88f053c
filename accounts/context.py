"""Template context: the person, the preferences, and the page to return to after a log-in."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from accounts.models import Preferences
from accounts.people import GUEST_KEY, person_of

#: Path prefix of account pages. A log-in that starts on such a page leads to its parameter `next`, not back to it.
_SIGNING_IN = "/accounts/"


def seated(request: HttpRequest) -> dict[str, Any]:
    """Return the context. `person` is None without account or guest, or if the request failed before its session."""
    person = person_of(request) if hasattr(request, "user") and hasattr(request, "session") else None
    return {
        "back": _back(request),
        "person": person,
        "preferences": person.preferences if person is not None else Preferences(),
        "has_a_guest": person is not None and not person.is_guest and GUEST_KEY in request.session,
    }


def _back(request: HttpRequest) -> str:
    """Return the address to return to after a log-in; empty for the front page."""
    if request.path.startswith(_SIGNING_IN):
        url = request.GET.get("next", "")
        return url if get_adapter().is_safe_url(url) else ""
    is_page = request.method in ("GET", "HEAD") and getattr(request, "resolver_match", None) is not None
    return request.get_full_path() if is_page and request.path != "/" else ""
