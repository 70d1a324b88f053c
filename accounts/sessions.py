"""Sessions as rows of the database: asked for by nothing that cannot be a key of one, and renewed while they are used.

A guest is known by the session alone, so it may not end at somebody who still plays. Whoever reads other rows for a
request may have the row of its session read by the same statement (`BESIDE`).
"""

import re
from datetime import timedelta
from typing import Final, cast

from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.contrib.sessions.models import Session
from django.db.models import Model, Subquery
from django.http import HttpRequest
from django.utils import timezone

from accounts.queries import ASKED, Kept

_KEY: Final = re.compile(r"[0-9a-z]{32}", re.ASCII)
#: A session is written anew when it is used so long after it was written last.
RENEWED_AFTER: Final = timedelta(days=7)

_OF_KEY: Final = Session.objects.filter(session_key=str(ASKED))
_of_key = Kept(lambda: _OF_KEY)
#: What a query may select along with its own rows, each for the key of a session; see `SessionStore.read_with`.
BESIDE: Final = {f"session_{name}": Subquery(_OF_KEY.values(name)) for name in ("session_data", "expire_date")}


class SessionStore(RowStore):
    _row: Session | None = None

    def read_with(self, row: Model) -> None:
        """Take the session from a row that was selected with `BESIDE` for this key; where it is not there, nothing."""
        data, ends = (row.__dict__[name] for name in BESIDE)
        if data is not None:
            self._row = Session(session_data=data, expire_date=ends)

    def _validate_session_key(self, value: object) -> bool:
        """A cookie may hold any bytes; PostgreSQL takes no text with a NUL."""
        return isinstance(value, str) and _KEY.fullmatch(value) is not None

    def _get_session_from_db(self) -> Session | None:
        """The row of this key while it has not expired; its key is forgotten where there is none."""
        now, found = timezone.now(), self._row or next(iter(_of_key(self.session_key or "")), None)
        self._row = None
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        if found.expire_date < now + timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
            self.modified = True  # so the middleware saves it, and sends the cookie with its whole time to live
        return found


def unread(request: HttpRequest) -> SessionStore | None:
    """The session of this request where it has a key and is still to be read."""
    session = request.session
    is_unread = isinstance(session, SessionStore) and session.session_key and not hasattr(session, "_session_cache")
    return cast(SessionStore, session) if is_unread else None


def forget_session(request: HttpRequest) -> None:
    """The session is read anew when it is asked for next."""
    request.session = type(request.session)(request.session.session_key)
