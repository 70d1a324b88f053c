"""Changing and resetting a password."""

import os
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core import mail
from django.test import Client

from accounts import mail as letters
from accounts import passwords
from accounts.leaving import leave
from accounts.models import User
from accounts.passwords import PatientHasher
from accounts.people import Person
from tests.accounts.people import CHOICES, log_in
from tests.conftest import PASSWORD, client_of
from tests.views.asking import read

pytestmark = pytest.mark.django_db

NEW = "another quiet room"


@pytest.fixture
def address(alice: User) -> str:
    return EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True).email


def ask(client: Client, email: str) -> str:
    response = client.post("/accounts/password/reset/", {"email": email}, follow=True)
    return re.sub(r'"X-CSRFToken": "\w+"', "", response.content.decode())


def change(client: Client, old: str = PASSWORD) -> None:
    client.post("/accounts/password/change/", {"oldpassword": old, "password1": NEW, "password2": NEW})


def test_the_page_says_what_a_reset_needs(client: Client) -> None:
    assert "An account without an email address cannot be reset this way." in read(client, "/accounts/password/reset/")


def test_a_reset_by_mail(client: Client, address: str, alice: User) -> None:
    ask(client, address)
    [letter] = mail.outbox
    assert "alice" in letter.body
    found = re.search(r"http://testserver(/\S+)", str(letter.body))
    assert found
    form = client.get(found[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert "This link has been used" in client.get(found[1], follow=True).content.decode()


@pytest.mark.parametrize(
    ("language", "begins", "asks"),
    [
        ("en", "Marta’s Table: ", "Someone asked for a new password for alice at Marta’s Table."),
        ("de", "Martas Tisch: ", "Jemand hat für alice an Martas Tisch ein neues Passwort angefordert."),
    ],
)
def test_a_letter_is_in_the_language_of_whoever_asks_and_so_is_its_subject(
    client: Client, address: str, language: str, begins: str, asks: str
) -> None:
    client.post("/accounts/password/reset/", {"email": address}, headers={"Accept-Language": language})
    [letter] = mail.outbox
    assert letter.subject.startswith(begins) and letter.body.startswith(asks)


def test_an_unknown_address_gets_the_same_answer_and_no_mail(address: str) -> None:
    assert ask(Client(), address) == ask(Client(), "nobody@example.org")
    assert [letter.to for letter in mail.outbox] == [[address]]


def test_a_change_needs_the_old_one(as_alice: Client, alice: User) -> None:
    change(as_alice, old="not the password")
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def _meanwhile(monkeypatch: pytest.MonkeyPatch, rival: Callable[[], object]) -> None:
    """Slipped in while the new password is hashed."""

    def hash_slowly(password: str) -> str:
        rival()
        return make_password(password)

    monkeypatch.setattr("django.contrib.auth.base_user.make_password", hash_slowly)


def test_a_change_leaves_what_another_browser_has_changed_meanwhile(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = client_of(alice)
    _meanwhile(monkeypatch, lambda: other.post("/settings/", {**CHOICES, "name": "Alma"}))
    change(as_alice)
    alice.refresh_from_db()
    assert alice.username == "Alma" and alice.check_password(NEW)


def test_a_change_does_not_bring_back_an_account_that_was_removed_meanwhile(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    _meanwhile(monkeypatch, lambda: leave(person=Person(user=alice)))
    posted = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    response = as_alice.post("/accounts/password/change/", posted)
    assert response.status_code == 409 and "You are a different player now" in response.content.decode()
    assert not User.objects.exists()


def test_a_change_logs_other_browsers_out_and_gives_this_one_a_new_key(client: Client, alice: User) -> None:
    other = Client()
    for each in (client, other):
        log_in(each, "alice")
    before = client.session.session_key
    change(client)
    assert client.session.session_key != before
    assert client.get("/accounts/sessions/").status_code == 200
    assert other.get("/accounts/sessions/").status_code == 302


def test_a_slow_post_office_holds_up_no_answer(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the answer would else tell whether somebody with that address plays here."""
    opens, posted = threading.Event(), []

    def send(letter: Any) -> None:
        opens.wait(20)
        posted.append(letter.to)

    monkeypatch.setattr(letters.EmailMessage, "send", send)
    with ThreadPoolExecutor(1) as postman:
        monkeypatch.setattr(letters, "_postmen", postman)
        ask(client, address)
        assert not posted
        opens.set()
    assert posted == [[address]]


def test_a_letter_that_cannot_be_posted_is_logged_and_the_answer_is_the_same(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(letter: Any) -> None:
        raise OSError("no such server")

    monkeypatch.setattr(letters.EmailMessage, "send", fail)
    assert ask(client, address) == ask(client, "nobody@example.org").replace("nobody", "alice")
    assert [record.getMessage() for record in caplog.records] == ["A letter could not be posted."]


def test_a_password_is_hashed_as_django_does_in_a_thread_that_lets_others_go_first() -> None:
    theirs = PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 8, 1000)
    assert PatientHasher().encode(PASSWORD, "salt" * 8, 1000) == theirs
    assert PatientHasher().verify(PASSWORD, theirs)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    patient = passwords._hashing.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    assert patient == min(19, own + passwords.PATIENCE)
