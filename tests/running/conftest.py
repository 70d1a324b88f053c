"""Two houses for all tests of a run: one on PostgreSQL and Redis of its own, one on SQLite and files. And two web
processes of one site, for the tests of a module.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests import services
from tests.site import Site, database, running
from tests.trial.house import House, on_files, on_servers


@pytest.fixture(scope="session")
def house_on_servers() -> Iterator[House]:
    with on_servers() as house:
        house.start()
        yield house


@pytest.fixture(scope="session")
def house_on_files() -> Iterator[House]:
    with on_files() as house:
        house.start()
        yield house


@pytest.fixture
def house(house_on_servers: House) -> House:
    """With everything running, whatever the test before has left."""
    house_on_servers.all_run()
    return house_on_servers


@pytest.fixture
def small_house(house_on_files: House) -> House:
    house_on_files.all_run()
    return house_on_files


@pytest.fixture(params=["servers", "files"])
def any_house(request: pytest.FixtureRequest) -> House:
    found: House = request.getfixturevalue("house" if request.param == "servers" else "small_house")
    return found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def sites(request: pytest.FixtureRequest) -> Iterator[tuple[Site, Site]]:
    """Both answer for one site; the limits hold as they do for people."""
    environment: dict[str, Any] = {"SPADESITE_LIMITS": "1", "METRICS_TOKEN": "whoever counts"}
    with ExitStack() as stack:
        if request.param == "postgresql":
            url = services.postgresql_url()
            if url is None:
                services.skip_without("PostgreSQL")
            environment["DATABASE_URL"] = stack.enter_context(database(url, f"spadesite_two_{os.getpid()}"))
        one = stack.enter_context(running("web", **environment))
        other = Site(one.folder, **environment)
        stack.callback(other.kill)
        other.start("web")
        yield one, other
