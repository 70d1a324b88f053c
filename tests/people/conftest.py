"""Fixtures: a game between alice and bob, and their clients by name."""

import pytest
from django.test import Client

from accounts.models import User
from tests.people.together import deal_first_hand, play_to_a_turn


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Return the code of a game of Two-Man Spades in which only one player is to act."""
    code = deal_first_hand(alice, bob)
    play_to_a_turn(code, alice, bob)
    return code


@pytest.fixture
def clients(as_alice: Client, as_bob: Client) -> dict[str, Client]:
    return {"alice": as_alice, "bob": as_bob}
