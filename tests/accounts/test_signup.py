"""The sign-up page, and what becomes of the guest who signs up."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.db import connection
from django.test import Client

from accounts import views
from accounts.models import Guest, Preferences, User
from accounts.signals import guest_adopted, guest_history
from tests.accounts.people import become_guest, is_logged_in, sign_up
from tests.conftest import PASSWORD
from tests.views.asking import read

pytestmark = pytest.mark.django_db


def raise_instead(**kwargs: Any) -> None:
    raise RuntimeError("no rows move today")


@pytest.fixture
def failing_receiver() -> Iterator[None]:
    guest_adopted.connect(raise_instead)
    yield
    guest_adopted.disconnect(raise_instead)


@pytest.fixture
def fourteen_hands() -> Iterator[None]:
    def fourteen(**kwargs: Any) -> int:
        return 14

    guest_history.connect(fourteen)
    yield
    guest_history.disconnect(fourteen)


def test_it_shows_the_form(client: Client) -> None:
    text = read(client, "/accounts/signup/")
    assert "Keep your seat" in text
    assert text.index("Name at the table") < text.index("Ten characters or more") < text.index("Email (optional)")


def test_it_needs_no_email(client: Client) -> None:
    assert sign_up(client).status_code == 302
    assert is_logged_in(client)
    assert User.objects.get().username == "Joanna K."
    assert mail.outbox == []


def test_a_guest_who_signs_up_at_a_table_comes_back_to_it(client: Client) -> None:
    table = client.post("/play/")["Location"]
    onward = f'href="/accounts/signup/?next={table}"'
    assert read(client, table).count(onward) == 2, "in the bar and in the menu"
    asked = read(client, f"/accounts/signup/?next={table}")
    assert f'<input type="hidden" name="next" value="{table}">' in asked
    wanted = {"username": "Joanna K.", "password1": PASSWORD, "password2": PASSWORD, "next": table}
    assert client.post("/accounts/signup/", wanted)["Location"] == table
    assert client.get(table).status_code == 200


def test_it_mails_a_link_to_a_given_address(client: Client) -> None:
    sign_up(client, email="jo@example.org")
    [letter] = mail.outbox
    assert letter.to == ["jo@example.org"]
    assert "/accounts/confirm-email/" in letter.body


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("short", "too short"),
        ("password1234", "too common"),
        ("qwertyuiop", "too common"),
        ("joanna kim x", "too similar"),
        ("x" * 129, "at most 128"),
    ],
)
def test_it_refuses_a_weak_password(client: Client, password: str, sentence: str) -> None:
    response = sign_up(client, name="joanna kim", password=password)
    assert sentence in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["alllowercase", "ten 山 signs", "x9" * 64, " spaces around "])
def test_it_asks_for_no_composition(client: Client, password: str) -> None:
    sign_up(client, password=password)
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize(
    "name",
    [
        *("", "a@example.org", "<b>", "marta", "MARTA", ".dot", "x" * 31, "Jo\x00", "Guest", "Guest 12", "gast7"),
        *("Jo\u202eanna", "\u200bJo", "Jo\u034f", "Jo\ufe0f", "Marta\u3164", "J\u115fo", "Jo\U000e0101"),
    ],
)
def test_it_refuses_a_name(client: Client, name: str) -> None:
    assert sign_up(client, name=name).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Zoë", "Jean-Luc", "O’Neill", "Joanna K.", "李明", "मार्था", "x" * 30])
def test_it_takes_a_name(client: Client, name: str) -> None:
    sign_up(client, name=name)
    assert User.objects.get().username == name


def test_it_gives_a_name_one_spelling(client: Client) -> None:
    sign_up(client, name="  Zoe\u0308   K ")
    assert User.objects.get().username == "Zoë K"


def test_it_refuses_a_taken_name_in_any_case(client: Client, alice: User) -> None:
    response = sign_up(client, name="ALICE")
    assert "That name is taken." in response.content.decode()
    assert User.objects.count() == 1


def test_it_does_not_tell_that_an_address_is_known(client: Client) -> None:
    sign_up(Client(), name="first", email="jo@example.org")
    known = sign_up(client, name="second", email="jo@example.org")
    unknown = sign_up(Client(), name="third", email="other@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_it_tells_a_guest_what_comes_along(client: Client, fourteen_hands: None) -> None:
    become_guest(client)
    assert "You have played <b>14 hands</b> as a guest." in read(client, "/accounts/signup/")


def test_it_brings_the_guest_along(client: Client) -> None:
    guest = become_guest(client)
    sign_up(client)
    guest.refresh_from_db()
    user = User.objects.get()
    assert guest.adopted_by == user
    assert Preferences.objects.get().user == user
    assert "guest_token" not in client.session


def test_it_changes_the_session_key(client: Client) -> None:
    become_guest(client)
    before = client.session.session_key
    sign_up(client)
    assert client.session.session_key != before
    old = Client()
    old.cookies["sessionid"] = before or ""
    assert not is_logged_in(old)
    assert "guest_token" not in old.session


def test_it_undoes_everything_if_the_rows_do_not_move(failing_receiver: None) -> None:
    client = Client(raise_request_exception=False)
    guest = become_guest(client)
    assert sign_up(client).status_code == 500
    guest.refresh_from_db()
    assert guest.adopted_at is None
    assert not User.objects.exists()
    assert client.session["guest_token"] == guest.token
    assert Preferences.objects.get().guest == guest


def test_it_leaves_other_guests_alone(client: Client) -> None:
    other = become_guest(Client())
    become_guest(client)
    client.post(
        "/accounts/signup/", {"username": "Jo", "password1": PASSWORD, "guest": other.pk, "guest_token": other.token}
    )
    other.refresh_from_db()
    assert other.adopted_at is None
    assert Guest.objects.exclude(adopted_at=None).count() == 1


def test_it_is_limited() -> None:
    statuses = [sign_up(Client(), name=f"Player {number}").status_code for number in range(11)]
    assert statuses == [302] * 10 + [429]


def test_it_sends_somebody_logged_in_away(as_alice: Client) -> None:
    assert as_alice.get("/accounts/signup/").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_password_to_be_hashed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is slow on purpose, and on SQLite whoever holds a transaction holds up every move."""
    open_then: list[bool] = []

    def hashed(password: str) -> str:
        open_then.append(connection.in_atomic_block)
        return make_password(password)

    monkeypatch.setattr(views, "make_password", hashed)
    monkeypatch.setattr(User, "set_password", lambda self, password: pytest.fail("hashed once more"))
    assert client.post("/accounts/signup/", {"username": "Ama", "password1": PASSWORD}).status_code == 302
    assert open_then == [False]
    assert User.objects.get(username="Ama").check_password(PASSWORD)
