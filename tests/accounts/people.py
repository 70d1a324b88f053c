"""Helpers to become a guest, sign up and log in through the pages."""

from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Guest, User
from accounts.people import GUEST_KEY
from tests.conftest import PASSWORD

CHOICES = {
    "name": "",
    "theme": "dark",
    "deck": "two",
    "card_size": "large",
    "pace": "fast",
    "trick_rest": "two",
    "asks_blind_nil": "never",
    "letter_keys": "on",
    "shows_phrases": "on",
}


def become_guest(client: Client, **choices: str) -> Guest:
    client.post("/settings/", {**CHOICES, **choices})
    return Guest.objects.get(token=client.session[GUEST_KEY])


def log_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


def sign_up(client: Client, name: str = "Joanna K.", password: str = PASSWORD, email: str = "") -> Any:
    return client.post("/accounts/signup/", {"username": name, "password1": password, "email": email})


def confirm_password(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def give_address(user: User, email: str = "alice@example.org", *, verified: bool = False, primary: bool = True) -> str:
    return EmailAddress.objects.create(user=user, email=email, verified=verified, primary=primary).email


def is_logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session
