"""Tables that tests of several people share."""

import pytest

from accounts.models import User
from tests.moves.together import dealt_to, played_to_a_turn


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Two people at a table of two, one of them alone to act."""
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    return code
