"""A table that tests of pages share."""

import pytest

from accounts.models import User
from games.services.table.tables import Place
from tests.playing import in_second_hand


@pytest.fixture
def place(alice: User) -> Place:
    return in_second_hand(alice)
