"""Sessions as rows of the database, asked for by nothing that cannot be a key of one."""

import re
from typing import Final

from django.contrib.sessions.backends.db import SessionStore as RowStore

_KEY: Final = re.compile(r"[0-9a-z]{32}", re.ASCII)


class SessionStore(RowStore):
    """A cookie may hold any bytes; PostgreSQL takes no text with a NUL."""

    def _validate_session_key(self, value: object) -> bool:
        return isinstance(value, str) and _KEY.fullmatch(value) is not None
