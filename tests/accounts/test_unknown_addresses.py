"""No answer tells whether an email address is known: whole responses are compared for a known and an unknown one."""

import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.people import sign_up
from tests.conftest import PASSWORD, client_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

#: As long as each other, so that not even a length tells them apart.
KNOWN, UNKNOWN = "alice@example.org", "wendy@example.org"
#: What differs between any two answers.
DIFFERS = re.compile(r'X-CSRFToken": "\w+|csrfmiddlewaretoken" value="\w+|nonce-[\w-]+|request_id.{0,60}')


def ask_for_reset(client: Client, email: str) -> "Response":
    return client.post("/accounts/password/reset/", {"email": email})


def sign_up_with(client: Client, email: str) -> "Response":
    return sign_up(client, "Joanna K.", email=email)


def add(client: Client, email: str) -> "Response":
    client.force_login(User.objects.create_user("Joanna K.", password=PASSWORD))
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client.post("/accounts/email/", {"email": email, "action_add": ""})


def log_in_with(client: Client, email: str) -> "Response":
    return client.post("/accounts/login/", {"login": email, "password": "not the password"})


def all_of(client: Client, answer: "Response", email: str) -> list[object]:
    """Status, headers, cookies, body, and the same of the page that follows; the address itself is masked."""
    seen = list[object]()
    for _ in range(3):
        headers = {name: value for name, value in answer.items() if name not in {"X-Request-ID", "Server-Timing"}}
        cookies = {
            name: one.OutputString([name for name in one if name != "expires"]).partition(";")[2]
            for name, one in SimpleCookie(answer.cookies).items()
        }
        body = DIFFERS.sub("", answer.content.decode()).replace(email, "ADDRESS")
        seen += [answer.status_code, headers, cookies, body]
        if "Location" not in answer:
            break
        answer = client.get(answer["Location"])
    return seen


@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize("act", [ask_for_reset, sign_up_with, add, log_in_with])
def test_an_answer_is_the_same_for_a_known_and_an_unknown_address(
    act: Callable[[Client, str], "Response"], confirmed: bool, alice: User, settings: Settings
) -> None:
    settings.LIMITS_APPLY = True
    EmailAddress.objects.create(user=alice, email=KNOWN, primary=True, verified=confirmed)
    owner = client_of(alice)
    owner.post("/accounts/email/", {"email": KNOWN, "action_send": ""})
    answers = []
    for email in (KNOWN, UNKNOWN):
        client = Client()
        answers.append(all_of(client, act(client, email), email))
        User.objects.filter(username="Joanna K.").delete()
    known, unknown = answers
    assert known == unknown
