"""Connections of the pool, as pages take them."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS
from django.db.utils import ConnectionHandler

from spadesite import settings
from tests import services


@pytest.fixture
def backend(django_db_blocker: Any) -> Iterator[Any]:
    """A database connection as the site has it, with its pool, at the server of the tests."""
    url = services.postgresql_url()
    if url is None:
        services.skip_without("PostgreSQL")
    rows = settings.with_options({**settings.env.db_url_config(url), "TIME_ZONE": None})
    rows["OPTIONS"]["pool"] = {**rows["OPTIONS"]["pool"], "max_size": 1}
    wrapper: Any = ConnectionHandler({DEFAULT_DB_ALIAS: rows})[DEFAULT_DB_ALIAS]
    with django_db_blocker.unblock():
        yield wrapper
        wrapper.close()
        wrapper.close_pool()


def _asked(backend: Any) -> int:
    """By which process of the server a statement was answered, the connection given back."""
    with backend.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    backend.close()
    return int(process)


def test_one_that_the_server_has_closed_is_nobody_s(backend: Any) -> None:
    process = _asked(backend)
    with psycopg.connect(services.postgresql_url() or "", autocommit=True) as line:
        line.execute("SELECT pg_terminate_backend(%s, 5000)", [process])
    assert _asked(backend) != process
