"""The log-in page."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.people import is_logged_in, log_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_it_takes_a_name_in_any_case(client: Client, alice: User) -> None:
    assert log_in(client, " Alice ").status_code == 302
    assert is_logged_in(client)


def test_it_takes_an_address(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    log_in(client, "alice@example.org")
    assert is_logged_in(client)


def test_it_offers_a_passkey(client: Client) -> None:
    assert 'id="passkey_login"' in client.get("/accounts/login/").content.decode()


def test_it_says_the_same_of_a_wrong_password_and_an_unknown_name(client: Client, alice: User) -> None:
    wrong = log_in(client, "alice", "not the password")
    unknown = log_in(client, "nobody here", "not the password")
    assert wrong.status_code == unknown.status_code == 200
    for response in (wrong, unknown):
        assert "Name or password is not right." in response.content.decode()


def test_it_changes_the_session_key(client: Client, alice: User) -> None:
    client.get("/accounts/login/")
    client.session.save()
    before = client.session.session_key
    log_in(client, "alice")
    assert client.session.session_key != before


def test_it_goes_on_to_a_page_of_this_site_only(client: Client, alice: User) -> None:
    assert log_in(client, "alice", next="/settings/")["Location"] == "/settings/"
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert log_in(Client(), "alice", next=evil)["Location"] == "/"


def test_it_is_limited_for_one_account(client: Client, alice: User) -> None:
    for _try in range(5):
        assert log_in(client, "alice", "not the password").status_code == 200
    response = log_in(client, "alice", "not the password")
    assert "Too many tries" in response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    log_in(client, "alice", PASSWORD)
    assert not is_logged_in(client)


def test_the_limit_of_one_account_is_not_anothers(client: Client, alice: User, bob: User) -> None:
    for _try in range(6):
        log_in(client, "alice", "not the password")
    log_in(client, "bob")
    assert is_logged_in(client)


def test_it_refuses_a_closed_account(client: Client, alice: User) -> None:
    User.objects.update(is_active=False)
    log_in(client, "alice")
    assert not is_logged_in(client)


def test_it_is_limited_for_one_address(client: Client) -> None:
    """Whatever names are tried: ten wrong ones a minute."""
    pages = [log_in(client, f"somebody {number}", "not the password") for number in range(11)]
    assert ["Too many tries" in page.content.decode() for page in pages] == [False] * 10 + [True]
    assert [page.status_code for page in pages] == [200] * 10 + [429]
