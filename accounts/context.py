"""What every template may ask: who is here, how they like the table, and whether a guest of theirs is still to be asked
for.
"""

from typing import Any

from django.http import HttpRequest

from accounts.models import Preferences
from accounts.people import GUEST_KEY, person_of


def seated(request: HttpRequest) -> dict[str, Any]:
    """Requests that failed before the session was opened get a page for nobody."""
    person = person_of(request) if hasattr(request, "user") and hasattr(request, "session") else None
    return {
        "person": person,
        "preferences": person.preferences if person is not None else Preferences(),
        "has_a_guest": person is not None and not person.is_guest and GUEST_KEY in request.session,
    }
