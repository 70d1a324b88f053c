"""The log-in page."""

from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import hashers
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from accounts.models import User
from accounts.tidying import tidy
from tests.accounts.people import is_logged_in, log_in
from tests.conftest import PASSWORD
from tests.views.asking import read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.django_db


def test_it_takes_a_name_in_any_case(client: Client, alice: User) -> None:
    assert log_in(client, " Alice ").status_code == 302
    assert is_logged_in(client)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        *[("ömer", "Ömer"), ("ömer", "ÖMER"), ("ömer", "ömer"), ("ömer", "O\u0308mer")],
        *[
            ("Դավիթ", "ԴԱՎԻԹ"),
            ("Դավիթ", "դավիթ"),
            ("İpek", "ipek"),
            ("İpek", "İPEK"),
            ("Işıl", "ışıl"),
            ("Işıl", "IŞIL"),
        ],
        *[("Daði", "DAÐI"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Σίσυφος", "σίσυφος"), ("Straße", "STRASSE")],
    ],
)
def test_a_letter_of_any_language_may_be_typed_in_any_case(client: Client, name: str, typed: str) -> None:
    User.objects.create_user(name, password=PASSWORD)
    log_in(client, typed)
    assert is_logged_in(client)


@pytest.mark.one_database
def test_of_two_names_in_different_case_each_logs_in_by_its_own(client: Client) -> None:
    """Accounts of an older version, which took both names on SQLite alone."""
    older, younger = (User.objects.create_user(name, password=PASSWORD) for name in ("Daði", "other"))
    User.objects.filter(pk=younger.pk).update(username="DAÐI", folded_name=None)
    tidy()
    for typed, user in (("DAÐI", younger), ("Daði", older), ("daði", older)):
        log_in(client, typed)
        assert client.session["_auth_user_id"] == str(user.pk)
        client.logout()


def test_a_name_that_only_looks_the_same_logs_nobody_in(client: Client) -> None:
    User.objects.create_user("ömer", password=PASSWORD)
    log_in(client, "omer")
    assert not is_logged_in(client)


def test_it_takes_an_address(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    log_in(client, "alice@example.org")
    assert is_logged_in(client)


def test_it_offers_a_passkey(client: Client) -> None:
    assert 'data-passkey="get"' in read(client, "/accounts/login/")


def test_it_says_the_same_of_a_wrong_password_and_an_unknown_name(client: Client, alice: User) -> None:
    wrong = log_in(client, "alice", "not the password")
    unknown = log_in(client, "nobody here", "not the password")
    assert wrong.status_code == unknown.status_code == 200
    for response in (wrong, unknown):
        assert "Name or password is not right." in response.content.decode()


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed: what takes the time of a log-in."""
    made: list[str] = []

    class Counted(MD5PasswordHasher):
        def encode(self, password: str, salt: str) -> str:
            made.append(password)
            return str(super().encode(password, salt))

    monkeypatch.setattr(hashers, "get_hashers", lambda: [Counted()])
    monkeypatch.setattr(hashers, "get_hasher", lambda algorithm="default": Counted())
    return made


@pytest.mark.parametrize("others", [0, 3])
@pytest.mark.parametrize("typed", ["alice", "nobody here", "alice@example.org", "nobody@example.org"])
def test_it_takes_as_long_for_whatever_is_typed(
    client: Client, alice: User, hashes: list[str], typed: str, others: int
) -> None:
    """Whoever signs up with the address of somebody else makes that one's log-in no longer either."""
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=False)
    for number in range(others):
        other = User.objects.create(username=f"other {number}", password="!", email="alice@example.org")
        EmailAddress.objects.create(user=other, email="alice@example.org", primary=True, verified=False)
    log_in(client, typed, "not the password")
    assert hashes == ["not the password"]


def test_an_address_that_others_name_too_is_its_oldest_accounts(client: Client, alice: User, bob: User) -> None:
    for person in (bob, alice):
        EmailAddress.objects.create(user=person, email="alice@example.org", primary=True, verified=False)
    log_in(client, "alice@example.org")
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_it_is_whose_who_has_confirmed_it(client: Client, alice: User, bob: User) -> None:
    for person in (alice, bob):
        EmailAddress.objects.create(user=person, email="a@example.org", primary=True, verified=person == bob)
    log_in(client, "a@example.org")
    assert client.session["_auth_user_id"] == str(bob.pk)


def test_it_changes_the_session_key(client: Client, alice: User) -> None:
    client.get("/accounts/login/")
    client.session.save()
    before = client.session.session_key
    log_in(client, "alice")
    assert client.session.session_key != before


def test_it_goes_on_to_a_page_of_this_site_only(client: Client, alice: User) -> None:
    assert log_in(client, "alice", next="/settings/")["Location"] == "/settings/"
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "//["):
        assert Client().get("/accounts/login/", {"next": evil}).status_code == 200
        assert log_in(Client(), "alice", next=evil)["Location"] == "/"


def test_it_is_limited_for_one_account(client: Client, alice: User) -> None:
    for _try in range(5):
        assert log_in(client, "alice", "not the password").status_code == 200
    response = log_in(client, "alice", "not the password")
    assert "Too many tries" in response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    log_in(client, "alice", PASSWORD)
    assert not is_logged_in(client)


def test_no_other_address_of_a_network_gives_more_tries(alice: User) -> None:
    for number in range(5):
        log_in(Client(REMOTE_ADDR=f"2001:db8::{number:x}"), "alice", "not the password")
    assert log_in(Client(REMOTE_ADDR="2001:db8::ffff"), "alice").status_code == 429
    assert log_in(Client(REMOTE_ADDR="2001:db8:0:1::1"), "alice").status_code == 302


def test_no_other_spelling_of_a_name_gives_more_tries(client: Client) -> None:
    User.objects.create_user("İpek  K.", password=PASSWORD)
    for typed in ("İpek K.", "ipek K.", "İPEK K.", "İpek   K.", "I\u0307pek K."):
        assert log_in(client, typed, "not the password").status_code == 200
    assert log_in(client, "ipek k.").status_code == 429


def test_no_other_name_of_the_site_gives_more_tries(alice: User) -> None:
    for port in range(5):
        log_in(Client(HTTP_HOST=f"testserver:{8000 + port}"), "alice", "not the password")
    assert log_in(Client(HTTP_HOST="localhost"), "alice").status_code == 429


def test_wrong_tries_lock_nobody_out_who_is_elsewhere(client: Client, alice: User) -> None:
    """A stranger who knows a name cannot keep its owner from the table."""
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    for _try in range(6):
        log_in(elsewhere, "alice", "not the password")
    assert log_in(elsewhere, "alice", PASSWORD).status_code == 429
    log_in(client, "alice", PASSWORD)
    assert is_logged_in(client)


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
    assert ['role="alert">Too many tries' in page.content.decode() for page in pages] == [False] * 10 + [True]
    assert [page.status_code for page in pages] == [200] * 10 + [429]


def of_a_second_tab(client: Client, path: str, **fields: str) -> "Response":
    """Post a form that was open before a log-in in another window."""
    asked = {"csrfmiddlewaretoken": "a" * 64, **fields}
    return client.post(path, asked, headers={"Origin": "http://testserver"})


@pytest.fixture
def strict() -> Client:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    return client


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/2fa/webauthn/login/"])
def test_a_second_tab_leads_on_once_the_first_has_logged_in(strict: Client, alice: User, path: str) -> None:
    strict.force_login(alice)
    response = of_a_second_tab(strict, path, login="alice", password="x", next="/boards/")
    assert (response.status_code, response["Location"]) == (302, "/boards/")
    assert "You are already logged in as alice." in strict.get("/boards/").content.decode()


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_second_tab_leads_to_no_other_site(strict: Client, alice: User, evil: str) -> None:
    strict.force_login(alice)
    assert of_a_second_tab(strict, "/accounts/login/", next=evil)["Location"] == "/"


def test_an_outdated_log_in_page_comes_again_with_a_fresh_token(strict: Client, alice: User) -> None:
    response = of_a_second_tab(strict, "/accounts/login/", login="alice", password=PASSWORD, next="/boards/")
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=%2Fboards%2F")
    page = read(strict, response["Location"])
    assert "out of date" in page and 'name="next" value="/boards/"' in page
    assert not is_logged_in(strict)


def keep_passkey(user: User, *, rk: bool | None, alone: bool) -> None:
    """Store a passkey; `rk` is what the browser reported of it, `alone` what its owner chose."""
    reported = {} if rk is None else {"credProps": {"rk": rk}}
    data = {"name": "phone", "credential": {"clientExtensionResults": reported}, "alone": alone}
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


@pytest.mark.parametrize("rk", [True, False, None])
def test_with_a_passkey_that_logs_in_alone_the_password_is_enough(client: Client, alice: User, rk: bool | None) -> None:
    """Whatever the browser reported: some report nothing."""
    keep_passkey(alice, rk=rk, alone=True)
    assert log_in(client, "alice", next="/boards/")["Location"] == "/boards/"
    assert is_logged_in(client)


@pytest.mark.parametrize("keys", [[(True, False)], [(None, False), (True, True)]])
def test_after_the_password_comes_a_passkey_that_is_a_second_step(
    client: Client, alice: User, keys: list[tuple[bool | None, bool]]
) -> None:
    """Also beside a passkey that logs in alone."""
    for rk, alone in keys:
        keep_passkey(alice, rk=rk, alone=alone)
    assert log_in(client, "alice")["Location"] == "/accounts/2fa/authenticate/"
    assert not is_logged_in(client)
