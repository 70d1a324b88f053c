"""Allauth's pages wear our look and speak our words."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.people import log_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

OPEN = [
    "login/",
    "signup/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/done/",
    "inactive/",
    "confirm-email/x/",
]
CLOSED = [
    "logout/",
    "password/change/",
    "email/",
    "sessions/",
    "2fa/",
    "2fa/webauthn/",
    "2fa/webauthn/add/",
    "reauthenticate/",
]
NOT_OURS = re.compile(r"\b(Sign In|Sign Out|Oops|Please|Invalid|Error|Two-Factor)\b|!")


def body_of(text: str) -> str:
    return re.sub(r"<!doctype[^>]*>|<(script|svg)\b.*?</\1>|<[^>]*>", " ", text[text.index("<main") :], flags=re.S)


def assert_is_ours(text: str) -> None:
    assert 'class="bar"' in text
    assert text.count("<h1") == 1
    assert "<title>" in text
    assert " · Marta’s Table</title>" in text
    assert not NOT_OURS.search(body_of(text)), NOT_OURS.search(body_of(text))


@pytest.mark.parametrize("page", OPEN)
def test_it_is_ours_for_a_stranger(client: Client, page: str) -> None:
    response = client.get(f"/accounts/{page}")
    assert response.status_code == 200
    assert_is_ours(response.content.decode())


@pytest.mark.parametrize("page", CLOSED)
def test_it_is_ours_for_an_account(client: Client, alice: User, page: str) -> None:
    log_in(client, "alice")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    response = client.get(f"/accounts/{page}")
    assert response.status_code == 200
    assert_is_ours(response.content.decode())


@pytest.mark.parametrize(
    "page", ["password/change/", "email/", "sessions/", "2fa/", "2fa/webauthn/add/", "reauthenticate/"]
)
def test_it_requires_an_account(client: Client, page: str) -> None:
    assert client.get(f"/accounts/{page}")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", ["2fa/webauthn/add/", "2fa/recovery-codes/generate/"])
def test_it_asks_again_before_something_important(as_alice: Client, page: str) -> None:
    response = as_alice.get(f"/accounts/{page}")
    assert response["Location"].startswith(("/accounts/reauthenticate/", "/accounts/2fa/"))


def test_sessions_elsewhere_can_be_ended(client: Client, alice: User) -> None:
    other = Client()
    for each in (client, other):
        log_in(each, "alice")
    client.post("/accounts/sessions/")
    assert client.get("/accounts/sessions/").status_code == 200
    assert other.get("/accounts/sessions/").status_code == 302
