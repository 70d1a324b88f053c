"""What a site for strangers does not start with: each mistake by itself, and what is none."""

from typing import Any

import pytest

from spadesite.safety import TAKEN_PATHS, is_no_step, mistakes, seconds
from tests.house.addresses import OURS, address

KEY = "a key of more than fifty signs, and of many different ones"
HOSTS = ["cards.example.org"]
CASES: list[tuple[dict[str, Any], str]] = [
    *[({"key": key}, "SECRET_KEY") for key in ("short", "x" * 60, "a word " * 20, f"django-insecure-{KEY}")],
    *[
        ({"hosts": [*HOSTS, host]}, "ALLOWED_HOSTS")
        for host in ("*", ".com", ".org.", ".co.uk", ".COM.au", ".", ".github.io")
    ],
    *[({"origins": [one]}, "CSRF_TRUSTED_ORIGINS") for one in ("http://cards.example.org", "https://*.example.org")],
    *[
        ({"admin": path}, "ADMIN_PATH")
        for path in ("admin/", "games/", "Static/x7/", "/", "Admin", "/admin/", " admin/", "x7", "/x7/")
    ],
    *[
        ({"mail": url}, "EMAIL_URL")
        for url in ("consolemail://", "ConsoleMail://", "memorymail://", "filemail:///var/mail")
    ],
    *[({"broker": url}, "CELERY_BROKER_URL") for url in ("memory://", "Memory://localhost/")],
    *[({"cache": url}, "CACHE_URL") for url in ("locmemcache://", "dummycache://")],
    *[
        ({"step": seconds(text)}, "SPADESITE_THINKING_STEP")
        for text in ("0", "0.000001", "-1", "nan", "inf", "61", "soon", "")
    ],
    ({"debug": True}, "DEBUG"),
    *[({"token": token}, "METRICS_TOKEN") for token in ("easy", "=" * 24, "x7" * 10)],
]


@pytest.mark.parametrize(("unsafe", "name"), CASES, ids=lambda one: str(one))
def test_it_is_told_by_its_name(unsafe: dict[str, Any], name: str) -> None:
    [sentence] = mistakes(**{"key": KEY, "hosts": HOSTS, **unsafe})
    assert sentence.startswith(name)


@pytest.mark.parametrize("hosts", [[".example.org"], [".example.co.uk", "cards.example.org"], ["[::1]", "intranet"]])
def test_names_of_the_site_are_taken(hosts: list[str]) -> None:
    assert mistakes(key=KEY, hosts=hosts) == []


def test_what_a_site_for_strangers_should_be_is_taken() -> None:
    found = mistakes(
        key=KEY,
        hosts=HOSTS,
        origins=["https://cards.example.org"],
        token="q7WnE2xkPz81LmYtVb4c",
        admin="back-room/",
        mail="dummymail://",
        broker="redis://broker.example.org/0",
        cache="redis://cache.example.org/1",
        step=0.2,
    )
    assert found == []


@pytest.mark.parametrize(("text", "refused"), [("0", False), ("0.1", False), ("60", False), ("-1", True), ("x", True)])
def test_a_time_is_one_that_somebody_could_wait_for(text: str, refused: bool) -> None:
    assert is_no_step(seconds(text)) is refused


def test_every_page_of_the_site_is_a_taken_path() -> None:
    pages = {address(name, code="x").split("/")[1] for name in OURS}
    assert len(pages) > 20
    assert pages - {""} <= TAKEN_PATHS
