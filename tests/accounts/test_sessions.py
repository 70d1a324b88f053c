"""The key of a session as a cookie brings it: only what may be one is asked for."""

import pytest
from django.test import Client

from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "key", ["\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a" * 31, "a" * 33, "A" * 32, "ä" * 32, "a" * 31 + "\n", "", None, 32]
)
def test_what_cannot_be_a_key_is_none(key: object) -> None:
    assert SessionStore(key).session_key is None


def test_a_key_of_its_own_is_one() -> None:
    made = SessionStore()
    made.create()
    assert SessionStore(made.session_key).session_key == made.session_key


@pytest.mark.parametrize("path", ["/", "/settings/", "/accounts/login/"])
def test_a_cookie_of_any_bytes_is_nobodys(client: Client, path: str) -> None:
    """Quoted in a cookie, this is a NUL, which no text of PostgreSQL may hold."""
    response = client.get(path, headers={"Cookie": 'sessionid="\\000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"'})
    assert response.status_code == 200
