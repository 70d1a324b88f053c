"""What a test's threads open ends with the test: nothing of it is left to the collector, or in the way of a drop."""

from threading import Thread

import pytest
from django.db import connection

from tests import conftest, services


@pytest.mark.skipif(not services.on_postgresql(), reason="SQLite’s connections are nobody’s sessions")
@pytest.mark.django_db(transaction=True)
def test_a_connection_of_a_thread_is_closed_with_its_test() -> None:
    opened = []

    def ask() -> None:
        connection.ensure_connection()
        opened.append(connection.connection)

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert not opened[0].closed
    conftest.close_those_of_threads()
    assert opened[0].closed
