"""Sessions as rows of the database, renewed while they are used. A malformed key asks the database for nothing.

A guest is known by the session alone, so it does not expire while the guest plays.
"""

import re
from datetime import timedelta
from typing import Final

from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from accounts.queries import ASKED, Kept

_KEY: Final = re.compile(r"[0-9a-z]{32}", re.ASCII)
#: A session is written anew when it is used so long after it was written last.
RENEWED_AFTER: Final = timedelta(days=7)

_of_key = Kept(lambda: Session.objects.filter(session_key=str(ASKED)))


class SessionStore(RowStore):
    def _validate_session_key(self, value: object) -> bool:
        """A cookie may hold any bytes; PostgreSQL takes no text with a NUL."""
        return isinstance(value, str) and _KEY.fullmatch(value) is not None

    def _get_session_from_db(self) -> Session | None:
        """The row of this key while it has not expired; its key is forgotten where there is none."""
        now, found = timezone.now(), next(iter(_of_key(self.session_key or "")), None)
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        if found.expire_date < now + timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
            self.modified = True  # so the middleware saves it, and sends the cookie with its whole time to live
        return found


def forget_session(request: HttpRequest) -> None:
    """The session is read anew when it is asked for next."""
    request.session = type(request.session)(request.session.session_key)
