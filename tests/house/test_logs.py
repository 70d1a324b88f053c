"""A fault in the log of a house for strangers: what it was and where, in JSON, and none of its words."""

import json
import logging
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from structlog.stdlib import ProcessorFormatter

import games.urls
from games.engine.cards import Card, card
from spadesite.logs import logging_config
from tests.site import ROOT


def written(*, exc_info: Any = None, message: str = "A fault.") -> dict[str, Any]:
    """One line as a machine gets it."""
    record = logging.LogRecord("games", logging.ERROR, __file__, 1, message, (), exc_info)
    return dict(json.loads(line_of(record, as_json=True)))


def line_of(record: logging.LogRecord, *, as_json: bool) -> str:
    made = logging_config(as_json=as_json)["formatters"]["structured"]
    formatter = ProcessorFormatter(processors=made["processors"], foreign_pre_chain=made["foreign_pre_chain"])
    return formatter.format(record)


def of_a_hidden_card() -> Any:
    """The facts of a KeyError whose key is a card, raised while a ValueError with a card in its words was treated."""
    try:
        try:
            raise ValueError("not [QH]")
        except ValueError:
            dict[Card, int]()[card("5C")]
    except KeyError:
        return sys.exc_info()


def test_it_tells_kind_and_place_of_every_cause() -> None:
    told = written(exc_info=of_a_hidden_card())["exception"]
    assert told.index("ValueError") < told.index("KeyError")
    assert told.count("in of_a_hidden_card") == 2


def test_it_tells_no_word_of_it() -> None:
    line = json.dumps(written(exc_info=of_a_hidden_card()))
    assert not any(word in line for word in ("card('5C')", "not [QH]\n", "KeyError:", "ValueError:"))


@pytest.mark.parametrize("none", [None, (None, None, None), False])
def test_a_line_without_a_fault_has_none(none: Any) -> None:
    assert written(exc_info=none)["event"] == "A fault."
    assert "exception" not in written(exc_info=none)


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize(
    ("address", "host"), [("/", "elsewhere.example"), (f"/statistics/?{'mark=a&' * 2000}", "testserver")]
)
def test_what_a_stranger_has_sent_that_cannot_be_read_is_one_line_and_no_accident(
    client: Client, caplog: pytest.LogCaptureFixture, address: str, host: str, as_json: bool
) -> None:
    assert client.get(address, headers={"Host": host}).status_code == 400
    [record] = caplog.records
    line = line_of(record, as_json=as_json)
    assert "\n" not in line and "warning" in line and "rror" not in line


KEY = "Zq3-" + "x" * 18
GIVEN = {"code": "abc", "number": 1, "board": 1, "entrant": 1, "token": KEY, "invitation": KEY, "challenge": KEY}
LINKS = [
    reverse(f"games:{one.name}", kwargs={name: GIVEN[name] for name in one.pattern.converters})
    for one in games.urls.urlpatterns
    if one.pattern.converters.keys() & {"token", "invitation", "challenge"}
]
MAILED = [
    reverse("account_reset_password_from_key", kwargs={"uidb36": "1a", "key": KEY}),
    reverse("account_confirm_email", args=(f"MQ:{KEY}:abc",)),
]


@pytest.mark.parametrize("address", [*LINKS, *MAILED])
def test_it_tells_not_what_opens_the_page_that_failed(address: str) -> None:
    event = written(message=f"Internal Server Error: {address}")["event"]
    assert KEY not in event and event.startswith("Internal Server Error: /")


SERVER = """
import logging, sys, uvicorn
from spadesite.logs import configure, logging_config
uvicorn.Config("spadesite.asgi:application")
configure(logging_config(as_json=True))
logging.getLogger("uvicorn.access").info("GET /games/abc/")
try:
    {}[sys.argv[1]]
except KeyError:
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
"""


def test_what_goes_wrong_in_a_stream_is_told_like_all_else() -> None:
    """A stream fails when its answer has begun, and then the server writes: it set up its own log before ours."""
    command = [sys.executable, "-c", SERVER, "the queen of hearts"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    told = json.loads(done.stderr)
    assert told["event"] == "Exception in ASGI application"
    assert told["exception"].endswith("builtins.KeyError\n")
    assert "hearts" not in done.stderr + done.stdout
