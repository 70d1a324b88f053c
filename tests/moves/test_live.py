"""Where the ears of a process listen: at the database that Django uses, by the same address."""

import pytest
from django.db import connection

from games import live


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite’s file tells nobody anything")
def test_they_keep_what_the_address_asks_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**connection.settings_dict["OPTIONS"], "sslmode": "verify-full", "target_session_attrs": "read-write"}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    address = live._address()
    assert (address["sslmode"], address["target_session_attrs"]) == ("verify-full", "read-write")
    assert address["dbname"] == connection.settings_dict["NAME"]
    assert not {"pool", "context", "cursor_factory"} & address.keys()
