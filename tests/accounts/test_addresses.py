"""The page of one's email addresses: what it offers for them, and that it does so."""

from contextlib import suppress
from typing import cast

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.backends import TogetherBackend
from accounts.leaving import leave
from accounts.mail import soon
from accounts.models import User
from accounts.people import Person
from tests.accounts.people import sign_up
from tests.conftest import PASSWORD
from tests.views.asking import read

pytestmark = pytest.mark.django_db

PAGE = "/accounts/email/"
AGAIN = 'name="action_send"'


def add(user: User, email: str, *, verified: bool, primary: bool = False) -> None:
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=primary)


def test_without_an_address_the_page_says_what_it_is_for(as_alice: Client) -> None:
    html = read(as_alice, PAGE)
    assert "There is no address on your account." in html and AGAIN not in html


def test_a_confirmation_is_sent_again_only_while_one_is_open(as_alice: Client, alice: User) -> None:
    add(alice, "alice@example.org", verified=True, primary=True)
    assert AGAIN not in read(as_alice, PAGE)
    add(alice, "ama@example.org", verified=False)
    html = read(as_alice, PAGE)
    assert AGAIN in html and html.count("not confirmed") == 1
    as_alice.post(PAGE, {"email": "ama@example.org", "action_send": ""})
    assert [letter.to for letter in mail.outbox] == [["ama@example.org"]]


def test_the_confirmation_is_sent_to_the_address_that_is_not_confirmed(as_alice: Client, alice: User) -> None:
    """The main address is the one that is chosen as the page comes."""
    add(alice, "alice@example.org", verified=True, primary=True)
    add(alice, "ama@example.org", verified=False)
    as_alice.post(PAGE, {"email": "alice@example.org", "action_send": ""})
    assert [letter.to for letter in mail.outbox] == [["ama@example.org"]]


def test_a_second_confirmation_asked_for_at_once_is_not_sent(as_alice: Client, alice: User, settings: Settings) -> None:
    settings.LIMITS_APPLY = True
    add(alice, "alice@example.org", verified=False, primary=True)
    for _ in range(2):
        answer = as_alice.post(PAGE, {"email": "alice@example.org", "action_send": ""}, follow=True)
        assert "is on its way to alice@example.org" in answer.content.decode()
    assert len(mail.outbox) == 1


def test_nobody_has_a_confirmation_sent_to_somebody_else(as_alice: Client, bob: User) -> None:
    add(bob, "bob@example.org", verified=False, primary=True)
    answer = as_alice.post(PAGE, {"email": "bob@example.org", "action_send": ""}, follow=True)
    assert "bob@example.org" not in answer.content.decode() and not mail.outbox


def test_another_address_becomes_the_main_one_for_whoever_has_just_shown_the_password(
    as_alice: Client, alice: User
) -> None:
    add(alice, "alice@example.org", verified=True, primary=True)
    add(alice, "ama@example.org", verified=True)
    asked = as_alice.post(PAGE, {"email": "ama@example.org", "action_primary": ""})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.get(user=alice, primary=True).email == "alice@example.org"
    as_alice.post("/accounts/reauthenticate/", {"password": PASSWORD})
    as_alice.post(PAGE, {"email": "ama@example.org", "action_primary": ""})
    assert EmailAddress.objects.get(user=alice, primary=True).email == "ama@example.org"
    as_alice.post(PAGE, {"email": "alice@example.org", "action_remove": ""})
    assert [one.email for one in EmailAddress.objects.filter(user=alice)] == ["ama@example.org"]


def test_an_address_is_no_longer_than_one_can_be(client: Client, as_alice: Client, alice: User) -> None:
    endless = f"ama@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.example.org"
    as_alice.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for answer in (sign_up(client, email=endless), as_alice.post(PAGE, {"email": endless, "action_add": ""})):
        assert "at most 254 characters" in cast(HttpResponse, answer).content.decode()
    assert not EmailAddress.objects.exists()


def test_nobody_removes_an_address_of_somebody_else(as_alice: Client, bob: User) -> None:
    add(bob, "bob@example.org", verified=True, primary=True)
    as_alice.post("/accounts/reauthenticate/", {"password": PASSWORD})
    as_alice.post(PAGE, {"email": "bob@example.org", "action_remove": ""})
    assert EmailAddress.objects.filter(user=bob).exists()


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary", "action_add"])
def test_an_account_that_is_removed_meanwhile_is_answered_in_a_sentence(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """Slipped in as soon as the request knows whose the session is."""
    add(alice, "alice@example.org", verified=True, primary=True)
    add(alice, "ama@example.org", verified=False)
    get_user = TogetherBackend.get_user

    def get_user_who_leaves(backend: TogetherBackend, user_id: int) -> User | None:
        user = get_user(backend, user_id)
        leave(person=Person(user=User.objects.get(pk=user_id)))
        return user

    monkeypatch.setattr(TogetherBackend, "get_user", get_user_who_leaves)
    answer = as_alice.post(PAGE, {"email": "ama@example.org", action: ""})
    assert answer.status_code == 409 and "You are a different player now" in answer.content.decode()
    assert not EmailAddress.objects.exists() and not mail.outbox


@pytest.mark.django_db(transaction=True)
def test_a_letter_waits_until_what_it_tells_of_is_kept() -> None:
    letter = EmailMessage("A link", "", "table@example.org", ["ama@example.org"])
    with suppress(KeyError), transaction.atomic():
        soon(letter)
        raise KeyError
    with transaction.atomic():
        soon(letter)
        assert not mail.outbox
    assert len(mail.outbox) == 1


def test_an_account_with_a_passkey_adds_an_address_once_it_has_shown_the_password(
    as_alice: Client, alice: User
) -> None:
    """What was typed is kept meanwhile."""
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "phone", "credential": {}})
    asked = as_alice.post(PAGE, {"email": "alice@example.org", "action_add": ""})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.exists()
    choices = read(as_alice, asked["Location"])
    assert "/accounts/2fa/webauthn/reauthenticate/" in choices
    as_alice.post(asked["Location"], {"password": PASSWORD, "next": PAGE})
    assert [one.email for one in EmailAddress.objects.filter(user=alice)] == ["alice@example.org"]
    assert [letter.to for letter in mail.outbox][:1] == [["alice@example.org"]]


def test_no_passkey_is_added_while_an_address_is_not_confirmed(as_alice: Client, alice: User) -> None:
    add(alice, "alice@example.org", verified=False, primary=True)
    answer = as_alice.get("/accounts/2fa/webauthn/add/", follow=True)
    assert answer.redirect_chain == [("/accounts/2fa/", 302)]
    assert "Confirm your email first" in answer.content.decode()
