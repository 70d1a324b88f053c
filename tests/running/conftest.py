"""Two houses for all tests of a run: one on PostgreSQL and Redis of its own, one on SQLite and files."""

from collections.abc import Iterator

import pytest

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
