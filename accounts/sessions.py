"""Sessions in the database, renewed while they are used.

A guest is identified only by the session, so a session must not expire while its guest plays.
"""

import re
from datetime import timedelta
from typing import Final

from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.queries import ASKED, CompiledQuery

_KEY: Final = re.compile(r"[0-9a-z]{32}", re.ASCII)
#: A session in use is saved again when its last save is older than this.
RENEWED_AFTER: Final = timedelta(days=7)

_of_key = CompiledQuery(lambda: Session.objects.filter(session_key=str(ASKED)))


class SessionStore(RowStore):
    def _validate_session_key(self, value: object) -> bool:
        """Accept only well-formed keys: a cookie may have any bytes, and PostgreSQL rejects a NUL in text."""
        return isinstance(value, str) and _KEY.fullmatch(value) is not None

    def _get_session_from_db(self) -> Session | None:
        """Return the session's row; if it is missing or expired, reset the key and return None."""
        now, found = timezone.now(), next(iter(_of_key(self.session_key or "")), None)
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        if found.expire_date < now + timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
            self.modified = True  # the middleware then saves it and renews the cookie
        return found
