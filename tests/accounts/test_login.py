"""Log-in by name, address or passkey: which account it opens, what answers reveal, rate limits and redirects."""

import json
import tracemalloc
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from allauth.account.internal.flows import reauthentication
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.contrib.auth import hashers
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from fido2.cose import CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts import passkeys
from accounts.models import User
from accounts.tidying import tidy
from tests.accounts.people import give_address, is_logged_in, log_in
from tests.asking import read
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

WRONG = "not the password"
EVIL = ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "//[")
SPELLINGS = {
    "alice": (" Alice ", "ALICE"),
    "ömer": ("Ömer", "ÖMER", "ömer", "O\u0308mer"),
    "Դավիթ": ("ԴԱՎԻԹ", "դավիթ"),
    "İpek": ("ipek", "İPEK"),
    "Işıl": ("ışıl", "IŞIL"),
    "Daði": ("DAÐI",),
    "Σίσυφος": ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    "Straße": ("STRASSE",),
}


def fail_to_log_in(client: Client, name: str = "alice") -> int:
    return log_in(client, name, WRONG).status_code


# -- which account a log-in opens --
@pytest.mark.parametrize("name", SPELLINGS)
def test_a_name_may_be_typed_in_any_case(name: str) -> None:
    User.objects.create_user(name, password=PASSWORD)
    for typed in SPELLINGS[name]:
        client = Client()
        assert log_in(client, typed).status_code == 302 and is_logged_in(client), typed


def test_names_that_differ_only_in_case_log_in_to_their_own_accounts(client: Client) -> None:
    """SQLite databases of an older version may have such names."""
    older, younger = (User.objects.create_user(name, password=PASSWORD) for name in ("Daði", "other"))
    User.objects.filter(pk=younger.pk).update(username="DAÐI", folded_name=None)
    tidy()
    for typed, user in (("DAÐI", younger), ("Daði", older), ("daði", older)):
        log_in(client, typed)
        assert client.session["_auth_user_id"] == str(user.pk)
        client.logout()


def test_a_lookalike_name_and_a_closed_account_cannot_log_in(client: Client) -> None:
    User.objects.create_user("ömer", password=PASSWORD)
    log_in(client, "omer")
    assert not is_logged_in(client)
    User.objects.update(is_active=False)
    log_in(client, "ömer")
    assert not is_logged_in(client)


@pytest.mark.parametrize("confirmed_by", ["", "alice", "bob"])
def test_a_shared_address_logs_in_to_the_confirmed_or_else_the_oldest_account(
    client: Client, alice: User, bob: User, confirmed_by: str
) -> None:
    for user in (bob, alice):
        give_address(user, verified=user.username == confirmed_by)
    log_in(client, "alice@example.org")
    assert client.session["_auth_user_id"] == str((bob if confirmed_by == "bob" else alice).pk)


def test_a_log_in_changes_the_session_key(client: Client, alice: User) -> None:
    client.get("/accounts/login/")
    client.session.save()
    before = client.session.session_key
    log_in(client, "alice")
    assert client.session.session_key != before


# -- no response reveals whether an account exists --
@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each hashing appends its password. Hashing takes nearly all of the time of a log-in."""
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
def test_each_failed_log_in_computes_one_hash(
    client: Client, alice: User, hashes: list[str], typed: str, others: int
) -> None:
    give_address(alice)
    for number in range(others):
        give_address(User.objects.create(username=f"other {number}", password="!", email="alice@example.org"))
    log_in(client, typed, WRONG)
    assert hashes == [WRONG]


# -- rate limits --
def test_attempts_on_one_account_are_limited(client: Client, alice: User, bob: User) -> None:
    assert [fail_to_log_in(client) for _ in range(5)] == [200] * 5
    response = log_in(client, "alice", WRONG)
    assert "Too many attempts" in response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    log_in(client, "alice")
    assert not is_logged_in(client)
    log_in(client, "bob")
    assert is_logged_in(client)


def test_failed_attempts_from_other_addresses_do_not_lock_the_owner_out(client: Client, alice: User) -> None:
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(6):
        fail_to_log_in(elsewhere)
    assert log_in(elsewhere, "alice").status_code == 429
    log_in(client, "alice")
    assert is_logged_in(client)


@pytest.mark.parametrize(
    ("attempts", "last", "allowed"),
    [
        ([{"REMOTE_ADDR": f"2001:db8::{n}"} for n in range(5)], "2001:db8::ffff", "2001:db8:0:1::1"),
        ([{"HTTP_HOST": f"testserver:{port}"} for port in range(8000, 8005)], "127.0.0.1", "203.0.113.9"),
    ],
    ids=["addresses of a network", "names of the site"],
)
def test_other_addresses_of_a_network_or_names_of_the_site_allow_no_further_attempts(
    alice: User, attempts: list[dict[str, Any]], last: str, allowed: str
) -> None:
    for client in attempts:
        fail_to_log_in(Client(**client))
    assert log_in(Client(REMOTE_ADDR=last, HTTP_HOST="localhost"), "alice").status_code == 429
    assert log_in(Client(REMOTE_ADDR=allowed), "alice").status_code == 302


def test_other_spellings_of_a_name_allow_no_further_attempts(client: Client) -> None:
    User.objects.create_user("İpek  K.", password=PASSWORD)
    for typed in ("İpek K.", "ipek K.", "İPEK K.", "İpek   K.", "I\u0307pek K."):
        assert fail_to_log_in(client, typed) == 200
    assert log_in(client, "ipek k.").status_code == 429


def test_attempts_from_one_address_are_limited(client: Client) -> None:
    pages = [log_in(client, f"stranger {number}", WRONG) for number in range(11)]
    assert ['role="alert">Too many attempts' in page.content.decode() for page in pages] == [False] * 10 + [True]
    assert [page.status_code for page in pages] == [200] * 10 + [429]


# -- redirects --
def test_a_log_in_redirects_only_to_pages_of_this_site(client: Client, alice: User) -> None:
    assert log_in(client, "alice", next="/settings/")["Location"] == "/settings/"
    for evil in EVIL:
        assert Client().get("/accounts/login/", {"next": evil}).status_code == 200
        assert log_in(Client(), "alice", next=evil)["Location"] == "/"


@pytest.fixture
def client_with_csrf_checks() -> Client:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    return client


def post_outdated(client: Client, path: str, **fields: str) -> Any:
    """Post a form with a stale CSRF token, as after a log-in in another window."""
    asked = {"csrfmiddlewaretoken": "a" * 64, **fields}
    return client.post(path, asked, headers={"Origin": "http://testserver"})


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/2fa/webauthn/login/"])
def test_an_outdated_form_redirects_when_another_tab_has_logged_in(
    client_with_csrf_checks: Client, alice: User, path: str
) -> None:
    client_with_csrf_checks.force_login(alice)
    response = post_outdated(client_with_csrf_checks, path, login="alice", password="x", next="/boards/")
    assert (response.status_code, response["Location"]) == (302, "/boards/")
    assert "You’re already logged in as alice." in client_with_csrf_checks.get("/boards/").content.decode()
    for evil in EVIL[:3]:
        assert post_outdated(client_with_csrf_checks, path, next=evil)["Location"] == "/"


def test_an_outdated_log_in_form_is_shown_again_with_a_fresh_token(
    client_with_csrf_checks: Client, alice: User
) -> None:
    response = post_outdated(
        client_with_csrf_checks, "/accounts/login/", login="alice", password=PASSWORD, next="/boards/"
    )
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=%2Fboards%2F")
    page = read(client_with_csrf_checks, response["Location"])
    assert "out of date" in page and 'name="next" value="/boards/"' in page and 'data-passkey="get"' in page
    assert not is_logged_in(client_with_csrf_checks)


# -- passkeys as a second step --
@pytest.mark.parametrize("reported", [{"credProps": {"rk": True}}, {"credProps": {"rk": False}}, {}], ids=str)
@pytest.mark.parametrize("alone", [[True], [False], [False, True]])
def test_a_passkey_is_asked_for_as_second_step_unless_all_log_in_alone(
    client: Client, alice: User, alone: list[bool], reported: dict[str, object]
) -> None:
    """The extension results that the browser reported make no difference."""
    for is_alone in alone:
        data = {"name": "phone", "credential": {"clientExtensionResults": reported}, "alone": is_alone}
        Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data=data)
    leads_to = "/boards/" if all(alone) else "/accounts/2fa/authenticate/"
    assert log_in(client, "alice", next="/boards/")["Location"] == leads_to
    assert is_logged_in(client) is all(alone)


# -- refused passkeys, each with the reason --

LOGIN = "/accounts/2fa/webauthn/login/"
ADD = "/accounts/2fa/webauthn/add/"
FLAGS = AuthenticatorData.FLAG
KEY = b"an unknown key"
KNOWN = AttestedCredentialData.create(bytes(16), KEY, CoseKey({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)}))


@pytest.fixture
def visitors(client: Client, as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> dict[str, Client]:
    """Return a client for each page: a visitor logs in; alice, who has just entered her password, adds a passkey."""
    monkeypatch.setattr(reauthentication, "did_recently_reauthenticate", lambda request: True)
    return {LOGIN: client, ADD: as_alice}


def challenge_of(client: Client, path: str = LOGIN) -> bytes:
    (client.post if path == LOGIN else client.get)(path, headers={"Accept": "application/json"})
    return bytes(passkeys.websafe_decode(client.session["mfa.webauthn.state"]["challenge"]))


def assertion(
    challenge: bytes, *, origin: str = "http://testserver", flags: int = 0, user_id: str | None = None
) -> Any:
    data = CollectedClientData.create(CollectedClientData.TYPE.GET, challenge, origin)
    authenticator = AuthenticatorData.create(sha256(b"testserver").digest(), FLAGS.UP | flags, 1)
    sent = {"clientDataJSON": data, "authenticatorData": authenticator, "signature": b"none"}
    sent |= {} if user_id is None else {"userHandle": user_id.encode()}
    return credential({name: websafe_encode(one) for name, one in sent.items()})


def attestation(challenge: bytes, *, origin: str = "http://testserver") -> Any:
    data = CollectedClientData.create(CollectedClientData.TYPE.CREATE, challenge, origin)
    authenticator = AuthenticatorData.create(sha256(b"testserver").digest(), FLAGS.UP | FLAGS.AT, 1, KNOWN)
    attested = websafe_encode(AttestationObject.create("none", authenticator, {}))
    return credential({"clientDataJSON": websafe_encode(data), "attestationObject": attested})


def credential(response: dict[str, str]) -> Any:
    return {"id": websafe_encode(KEY), "rawId": websafe_encode(KEY), "type": "public-key", "response": response}


def answer_to(client: Client, path: str, sent: Any, **more: str) -> str:
    response = client.post(path, {"credential": json.dumps(sent), **more})
    assert response.status_code == 422
    return str(response.context["passkey_form" if path == LOGIN else "form"].errors["credential"][0])


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "http://[", "", "//", "http://testserver:x"])
def test_a_passkey_made_for_another_origin_is_refused(visitors: dict[str, Client], settings: Any, origin: str) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
    for path, make in ((LOGIN, assertion), (ADD, attestation)):
        sent = make(challenge_of(visitors[path], path), origin=origin)
        assert answer_to(visitors[path], path, sent) == passkeys.OTHER_ADDRESS


@pytest.mark.parametrize(
    ("user_id", "flags", "known", "reason"),
    [
        (None, FLAGS.UV, [], "SECOND_STEP"),
        ("no number", FLAGS.UV, [], "SECOND_STEP"),
        ("999999", FLAGS.UV, [], "UNKNOWN"),
        ("alice", FLAGS.UV, [], "UNKNOWN"),
        ("alice", 0, [KNOWN], "UNVERIFIED"),
        ("alice", FLAGS.UV, [KNOWN], "FAILED"),
    ],
)
def test_a_second_step_unknown_unverified_or_wrongly_signed_passkey_is_refused(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch, user_id: str, flags: int, known: Any, reason: str
) -> None:
    if known:
        monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda user: known)
    user_id = user_pk_to_url_str(alice) if user_id == "alice" else user_id
    sent = assertion(challenge_of(client), flags=flags, user_id=user_id)
    assert answer_to(client, LOGIN, sent) == getattr(passkeys, reason)


def test_a_challenge_of_an_older_page_is_stale(client: Client) -> None:
    for _ in range(2):
        assert answer_to(client, LOGIN, assertion(b"of yesterday")) == passkeys.STALE
        challenge_of(client)


@pytest.mark.parametrize("path", [LOGIN, ADD])
@pytest.mark.parametrize(
    "sent",
    [[1], "a word", 7, {"id": 1}, {"id": "!", "rawId": "!", "response": {}}, {"id": "", "rawId": "", "response": []}],
    ids=str,
)
def test_json_that_is_no_passkey_is_unreadable(visitors: dict[str, Client], path: str, sent: Any) -> None:
    challenge_of(visitors[path], path)
    assert answer_to(visitors[path], path, sent) == passkeys.UNREADABLE


@pytest.mark.parametrize(
    "where", ["rawId", "id", "signature", "authenticatorData", "userHandle", "challenge", "origin"]
)
def test_a_number_in_place_of_text_is_refused_without_allocating_memory(client: Client, where: str) -> None:
    """If it were accepted, decoding it would call `bytes(30_000_000)`, which allocates 30 MB."""
    sent = assertion(challenge_of(client), user_id="1")
    if where in ("challenge", "origin"):
        client_data = json.loads(passkeys.websafe_decode(sent["response"]["clientDataJSON"]))
        sent["response"]["clientDataJSON"] = websafe_encode(json.dumps({**client_data, where: 30_000_000}).encode())
    else:
        (sent if where in sent else sent["response"])[where] = 30_000_000
    tracemalloc.start()
    try:
        assert answer_to(client, LOGIN, sent) == passkeys.UNREADABLE
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_new_passkey_must_be_readable_and_verified_if_it_logs_in_alone(visitors: dict[str, Client]) -> None:
    sent = attestation(challenge_of(visitors[ADD], ADD))
    assert answer_to(visitors[ADD], ADD, sent, passwordless="on") == passkeys.UNVERIFIED_NEW
    for broken in ("", "AAAA", websafe_encode(b"\xa1"), websafe_encode(b"\xa3cfmtdnonegattStmt\xa0hauthDataC123")):
        sent["response"]["attestationObject"] = broken
        assert answer_to(visitors[ADD], ADD, sent) == passkeys.UNREADABLE


@pytest.mark.parametrize(("sent", "reason"), [("[" * 60_000, "UNREADABLE"), ("", "NEEDS_SCRIPT")], ids=["[[", "empty"])
@pytest.mark.parametrize("path", [LOGIN, ADD])
def test_an_empty_or_deeply_nested_credential_is_refused_with_a_sentence(
    visitors: dict[str, Client], path: str, sent: str, reason: str
) -> None:
    response = visitors[path].post(path, {"credential": sent})
    assert response.status_code == 422
    assert str(getattr(passkeys, reason)) in unescape(response.content.decode())
