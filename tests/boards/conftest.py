"""Boards of one day, which is not over before the test is."""

import pytest


@pytest.fixture(autouse=True)
def _one_day(noon: None) -> None: ...
