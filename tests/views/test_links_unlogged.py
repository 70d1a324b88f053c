"""The token of a table's link is in no line of the log, whatever its page answers."""

import logging

import pytest
from django.test import Client

from spadesite.logs import logging_config
from tests.views.rooms import link, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What the site would write, at the levels it is served with."""
    for name, settings in logging_config(as_json=True)["loggers"].items():
        if "level" in settings:
            caplog.set_level(settings["level"], logger=name)
    caplog.set_level(logging.INFO)
    return caplog


def test_no_line_of_the_log_names_the_token_of_a_link(
    as_alice: Client, client: Client, lines: pytest.LogCaptureFixture
) -> None:
    address = link(opened(as_alice))
    token = address.strip("/").rsplit("/", 1)[-1]
    assert client.get(address).status_code == 200
    assert client.post(address, {"name": "Marta"}).status_code == 422
    assert client.put(address).status_code == 405
    assert client.get(f"{address}x/").status_code == 404
    logging.getLogger("uvicorn.access").info("GET %s", address)  # as the server writes each request
    assert token not in lines.text
