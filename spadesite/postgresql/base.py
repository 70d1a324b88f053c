"""Django's backend for PostgreSQL with less to ask the server for, since an action waits for each word.

After a restart of the server every connection of the pool is dead. Django's pool asks the server with each that it
gives; but a server that goes closes its connections, which their sockets know by themselves.
"""

from select import POLLIN, poll
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        while self.pool and not _lives(connection):
            self.pool.putconn(connection)  # which throws it away
            connection = super().get_new_connection(conn_params)
        return connection

    def _set_autocommit(self, autocommit: bool) -> None:
        """Only where it changes: psycopg takes as long to leave it as it is."""
        if self.connection.autocommit is not autocommit:
            super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs leave it out


def _lives(connection: Connection) -> bool:
    """Asks the server only if it has said something by itself: that it goes, or that a setting of its is another."""
    line = poll()
    line.register(connection.fileno(), POLLIN)  # of a line that is closed it tells unasked
    if not line.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        return False
    return True
