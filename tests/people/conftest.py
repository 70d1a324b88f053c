"""A game between alice and bob, and their clients by name."""

import pytest
from django.test import Client

from accounts.models import User
from tests.people.together import dealt_to, played_to_a_turn


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """A game of Two-Man Spades at a turn of one player alone."""
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    return code


@pytest.fixture
def clients(as_alice: Client, as_bob: Client) -> dict[str, Client]:
    return {"alice": as_alice, "bob": as_bob}
