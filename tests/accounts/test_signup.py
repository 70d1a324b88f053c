"""Sign-up, and the password: how it is chosen, changed, reset and hashed."""

import os
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core import mail
from django.db import connection
from django.test import Client

from accounts import adapter, backends, views
from accounts.backends import PatientHasher
from accounts.models import Guest, Preferences, User
from accounts.people import Person, guest_adopted, guest_history, leave
from tests.accounts.people import CHOICES, become_guest, give_address, is_logged_in, log_in, sign_up
from tests.asking import masked, read
from tests.conftest import PASSWORD, client_of

pytestmark = pytest.mark.django_db

NEW = "another quiet room"


def test_sign_up_needs_no_email_and_redirects_a_logged_in_user(client: Client) -> None:
    assert "Email (optional)" in read(client, "/accounts/signup/")
    assert sign_up(client).status_code == 302 and is_logged_in(client)
    assert User.objects.get().username == "Joanna K." and mail.outbox == []
    assert client.get("/accounts/signup/").status_code == 302


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        *[("nine wolf", "too short"), ("password1234", "too common"), ("qwertyuiop", "too common")],
        *[("joanna kim x", "too similar"), ("x" * 129, "at most 128")],
    ],
)
def test_a_weak_password_is_refused(client: Client, password: str, sentence: str) -> None:
    assert sentence in sign_up(client, name="joanna kim", password=password).content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["alllowercase", "ten 山 signs", "x9" * 64, " spaces around "])
def test_a_password_needs_no_digits_capitals_or_symbols(client: Client, password: str) -> None:
    sign_up(client, password=password)
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize(
    "name",
    [
        *("", "a@example.org", "<b>", "marta", "MARTA", ".dot", "x" * 31, "Jo\x00", "Guest", "Guest 12", "gast7"),
        *("Jo\u202eanna", "\u200bJo", "Jo\u034f", "Jo\ufe0f", "Marta\u3164", "J\u115fo", "Jo\U000e0101"),
    ],
)
def test_an_invalid_or_reserved_name_is_refused_at_sign_up(client: Client, name: str) -> None:
    assert sign_up(client, name=name).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name", ["Zoë", "Jean-Luc", "O’Neill", "Joanna K.", "李明", "मार्था", "x" * 30, " Zoe\u0308   K "]
)
def test_a_name_is_stored_in_normal_form(client: Client, name: str) -> None:
    sign_up(client, name=name)
    assert User.objects.get().username == ("Zoë K" if name.startswith(" ") else name)


def test_sign_ups_are_limited() -> None:
    statuses = [sign_up(Client(), name=f"Player {number}").status_code for number in range(11)]
    assert statuses == [302] * 10 + [429]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_new_password_is_hashed_once_outside_the_transaction(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing is slow on purpose, and on SQLite an open transaction blocks every move."""
    in_transaction: list[bool] = []

    def hashed(password: str) -> str:
        in_transaction.append(connection.in_atomic_block)
        return make_password(password)

    monkeypatch.setattr(views, "make_password", hashed)
    monkeypatch.setattr(User, "set_password", lambda self, password: pytest.fail("the password was hashed twice"))
    assert sign_up(client, "Ama").status_code == 302 and in_transaction == [False]
    assert User.objects.get(username="Ama").check_password(PASSWORD)


def test_a_guest_who_signs_up_at_a_table_comes_back_to_it(client: Client) -> None:
    table = client.post("/play/")["Location"]
    onward = f'href="/accounts/signup/?next={table}"'
    assert read(client, table).count(onward) == 2  # in the bar and in the menu
    asked = read(client, f"/accounts/signup/?next={table}")
    assert f'<input type="hidden" name="next" value="{table}">' in asked
    wanted = {"username": "Joanna K.", "password1": PASSWORD, "password2": PASSWORD, "next": table}
    assert client.post("/accounts/signup/", wanted)["Location"] == table
    assert client.get(table).status_code == 200


def test_the_form_tells_a_guest_how_many_hands_move_to_the_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_history, "send", lambda **named: [(None, 14)])
    become_guest(client)
    assert "You’ve played <b>14 hands</b> as a guest." in read(client, "/accounts/signup/")


def test_sign_up_adopts_the_guest_of_the_session_and_no_other(client: Client) -> None:
    other, guest = become_guest(Client()), become_guest(client)
    posted = {"username": "Jo", "password1": PASSWORD, "guest": other.pk, "guest_token": other.token}
    client.post("/accounts/signup/", posted)
    user = User.objects.get()
    assert list(Guest.objects.order_by("pk").values_list("adopted_by", flat=True)) == [None, user.pk]
    assert Preferences.objects.get(user=user) and not Preferences.objects.filter(guest=guest).exists()
    assert "guest_token" not in client.session


def test_sign_up_changes_the_session_key(client: Client) -> None:
    become_guest(client)
    before = client.session.session_key
    sign_up(client)
    assert client.session.session_key != before
    old = Client()
    old.cookies["sessionid"] = before or ""
    assert not is_logged_in(old) and "guest_token" not in old.session


def test_sign_up_is_rolled_back_when_the_adoption_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_adopted, "send", lambda **named: 1 / 0)
    client = Client(raise_request_exception=False)
    guest = become_guest(client)
    assert sign_up(client).status_code == 500
    guest.refresh_from_db()
    assert guest.adopted_at is None and not User.objects.exists() and client.session["guest_token"] == guest.token
    assert Preferences.objects.get().guest == guest


@pytest.fixture
def address(alice: User) -> str:
    return give_address(alice, verified=True)


def request_reset(client: Client, email: str) -> str:
    response = client.post("/accounts/password/reset/", {"email": email}, follow=True)
    return masked(response.content).decode()


def change_password(client: Client, old: str = PASSWORD) -> Any:
    posted = {"oldpassword": old, "password1": NEW, "password2": NEW}
    return client.post("/accounts/password/change/", posted)


def test_a_password_is_reset_by_a_mailed_link_that_works_once(client: Client, address: str, alice: User) -> None:
    assert "If your account has no email address, this won’t work." in read(client, "/accounts/password/reset/")
    request_reset(client, address)
    [email] = mail.outbox
    assert "alice" in email.body
    found = re.search(r"http://testserver(/\S+)", str(email.body))
    assert found
    form = client.get(found[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert "This link has already been used" in client.get(found[1], follow=True).content.decode()


def run_while_hashing(monkeypatch: pytest.MonkeyPatch, concurrent_change: Callable[[], object]) -> None:
    def hash_slowly(password: str) -> str:
        concurrent_change()
        return make_password(password)

    monkeypatch.setattr("django.contrib.auth.base_user.make_password", hash_slowly)


def test_a_password_change_keeps_a_concurrent_change_of_the_name(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = client_of(alice)
    run_while_hashing(monkeypatch, lambda: other.post("/settings/", {**CHOICES, "name": "Alma"}))
    change_password(as_alice)
    alice.refresh_from_db()
    assert alice.username == "Alma" and alice.check_password(NEW)


def test_a_password_change_does_not_restore_a_concurrently_removed_account(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_while_hashing(monkeypatch, lambda: leave(person=Person(user=alice)))
    response = change_password(as_alice)
    assert response.status_code == 409 and "You’re a different player now" in response.content.decode()
    assert not User.objects.exists()


def test_a_password_change_logs_other_browsers_out_and_renews_the_session_key(client: Client, alice: User) -> None:
    other = Client()
    for each in (client, other):
        log_in(each, "alice")
    before = client.session.session_key
    change_password(client, old="not the password")
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    change_password(client)
    assert client.session.session_key != before
    assert client.get("/accounts/sessions/").status_code == 200
    assert other.get("/accounts/sessions/").status_code == 302


def test_a_slow_mail_server_delays_no_response(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the response time would reveal whether the address has an account."""
    opens, posted = threading.Event(), []

    def send(email: Any) -> None:
        opens.wait(20)
        posted.append(email.to)

    monkeypatch.setattr(adapter.EmailMessage, "send", send)
    with ThreadPoolExecutor(1) as postman:
        monkeypatch.setattr(adapter, "_postmen", postman)
        request_reset(client, address)
        assert not posted
        opens.set()
    assert posted == [[address]]


def test_an_email_that_cannot_be_sent_is_logged_and_does_not_change_the_response(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(adapter.EmailMessage, "send", Mock(side_effect=OSError("no such server")))
    assert request_reset(client, address) == request_reset(client, "nobody@example.org").replace("nobody", "alice")
    assert [record.getMessage() for record in caplog.records] == ["An email could not be sent."]


def test_hashes_equal_djangos_and_are_computed_in_a_low_priority_thread() -> None:
    theirs = PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 8, 1000)
    assert PatientHasher().encode(PASSWORD, "salt" * 8, 1000) == theirs
    assert PatientHasher().verify(PASSWORD, theirs)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    patient = backends._hashing.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    assert patient == min(19, own + backends.PATIENCE)
