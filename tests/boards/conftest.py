"""Set the clock of each test to noon, so that the day of its boards does not end during the test."""

import pytest


@pytest.fixture(autouse=True)
def _one_day(noon: None) -> None: ...
