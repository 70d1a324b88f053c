"""Answers of a device that the site refuses: a sentence in its place each, whatever was sent."""

import json
import tracemalloc
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from allauth.account.internal.flows import reauthentication
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from fido2.cose import CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts import passkey_refusals
from accounts.models import User

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/2fa/webauthn/login/"
ADD = "/accounts/2fa/webauthn/add/"
FLAGS = AuthenticatorData.FLAG
KEY = b"a key of nobody"
PUBLIC = CoseKey({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})


@pytest.fixture
def adding(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Alice has just said that it is she."""
    monkeypatch.setattr(reauthentication, "did_recently_reauthenticate", lambda request: True)
    return as_alice


def challenge_of(client: Client, path: str = LOGIN) -> bytes:
    (client.post if path == LOGIN else client.get)(path, headers={"Accept": "application/json"})
    return bytes(passkey_refusals.websafe_decode(client.session["mfa.webauthn.state"]["challenge"]))


def assertion(challenge: bytes, *, origin: str = "http://testserver", flags: int = 0, whose: str | None = None) -> Any:
    client = CollectedClientData.create(type=CollectedClientData.TYPE.GET, challenge=challenge, origin=origin)
    snapshot = AuthenticatorData.create(sha256(b"testserver").digest(), FLAGS.UP | flags, 1)
    response = {
        "clientDataJSON": websafe_encode(client),
        "authenticatorData": websafe_encode(snapshot),
        "signature": websafe_encode(b"none"),
    }
    if whose is not None:
        response["userHandle"] = websafe_encode(whose.encode())
    return credential(response)


def attestation(challenge: bytes, *, origin: str = "http://testserver") -> Any:
    client = CollectedClientData.create(type=CollectedClientData.TYPE.CREATE, challenge=challenge, origin=origin)
    data = AttestedCredentialData.create(bytes(16), KEY, PUBLIC)
    snapshot = AuthenticatorData.create(sha256(b"testserver").digest(), FLAGS.UP | FLAGS.AT, 1, data)
    response = {
        "clientDataJSON": websafe_encode(client),
        "attestationObject": websafe_encode(AttestationObject.create("none", snapshot, {})),
    }
    return credential(response)


def credential(response: dict[str, str]) -> Any:
    return {"id": websafe_encode(KEY), "rawId": websafe_encode(KEY), "type": "public-key", "response": response}


def answer_to(client: Client, path: str, sent: Any, **more: str) -> str:
    response = client.post(path, {"credential": json.dumps(sent), **more})
    assert response.status_code == 422
    return str(response.context["passkey_form" if path == LOGIN else "form"].errors["credential"][0])


def test_for_another_address(client: Client, settings: Any) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
    sent = assertion(challenge_of(client), origin="http://elsewhere.example")
    assert answer_to(client, LOGIN, sent) == passkey_refusals.OTHER_ADDRESS


@pytest.mark.parametrize("whose", [None, "no number"])
def test_one_that_names_no_account_is_a_second_step(client: Client, whose: str | None) -> None:
    sent = assertion(challenge_of(client), flags=FLAGS.UV, whose=whose)
    assert answer_to(client, LOGIN, sent) == passkey_refusals.SECOND_STEP


def test_unknown_keys_and_unknown_people_are_told_alike(client: Client, alice: User) -> None:
    for whose in (user_pk_to_url_str(alice), "999999"):
        sent = assertion(challenge_of(client), flags=FLAGS.UV, whose=whose)
        assert answer_to(client, LOGIN, sent) == passkey_refusals.UNKNOWN, whose


def test_of_a_page_that_was_left_open(client: Client) -> None:
    challenge_of(client)
    assert answer_to(client, LOGIN, assertion(b"of yesterday")) == passkey_refusals.STALE


def test_of_a_page_whose_session_is_gone(client: Client) -> None:
    assert answer_to(client, LOGIN, assertion(b"of yesterday")) == passkey_refusals.STALE


@pytest.mark.parametrize(("flags", "reason"), [(0, "UNVERIFIED"), (FLAGS.UV, "FAILED")])
def test_of_an_account_s_own_key(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch, flags: int, reason: str
) -> None:
    known = AttestedCredentialData.create(bytes(16), KEY, PUBLIC)
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda user: [known])
    sent = assertion(challenge_of(client), flags=flags, whose=user_pk_to_url_str(alice))
    assert answer_to(client, LOGIN, sent) == getattr(passkey_refusals, reason)


def test_the_page_that_adds_one_names_what_the_device_left_out(adding: Client) -> None:
    sent = attestation(challenge_of(adding, ADD))
    assert answer_to(adding, ADD, sent, passwordless="on") == passkey_refusals.UNVERIFIED_NEW


def test_the_page_that_adds_one_knows_its_address(adding: Client, settings: Any) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
    sent = attestation(challenge_of(adding, ADD), origin="http://elsewhere.example")
    assert answer_to(adding, ADD, sent) == passkey_refusals.OTHER_ADDRESS


@pytest.mark.parametrize("path", [LOGIN, ADD])
@pytest.mark.parametrize(
    "sent",
    [[1], "a word", 7, {"id": 1}, {"id": "!", "rawId": "!", "response": {}}, {"id": "", "rawId": "", "response": []}],
    ids=str,
)
def test_what_is_no_passkey(adding: Client, client: Client, path: str, sent: Any) -> None:
    visitor = client if path == LOGIN else adding
    challenge_of(visitor, path)
    assert answer_to(visitor, path, sent) == passkey_refusals.UNREADABLE


@pytest.mark.parametrize(
    "where", ["rawId", "id", "signature", "authenticatorData", "userHandle", "challenge", "origin"]
)
def test_a_number_in_place_of_text_is_no_length(client: Client, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """So many bytes would be made, once for each look at them."""
    sent = assertion(challenge_of(client), whose="1")
    if where in ("challenge", "origin"):
        said = json.loads(passkey_refusals.websafe_decode(sent["response"]["clientDataJSON"]))
        sent["response"]["clientDataJSON"] = websafe_encode(json.dumps({**said, where: 30_000_000}).encode())
    else:
        (sent if where in sent else sent["response"])[where] = 30_000_000
    tracemalloc.start()
    try:
        assert answer_to(client, LOGIN, sent) == passkey_refusals.UNREADABLE
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("path", [LOGIN, ADD])
def test_brackets_without_end_are_no_passkey(adding: Client, client: Client, path: str) -> None:
    response = (client if path == LOGIN else adding).post(path, {"credential": "[" * 60_000})
    assert response.status_code == 422
    assert str(passkey_refusals.UNREADABLE) in unescape(response.content.decode())


@pytest.mark.parametrize("origin", ["http://[", "", "//", "http://testserver:x"])
def test_an_address_that_is_none_is_another_one(adding: Client, client: Client, settings: Any, origin: str) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False
    sent = assertion(challenge_of(client), origin=origin)
    assert answer_to(client, LOGIN, sent) == passkey_refusals.OTHER_ADDRESS
    sent = attestation(challenge_of(adding, ADD), origin=origin)
    assert answer_to(adding, ADD, sent) == passkey_refusals.OTHER_ADDRESS


def test_bytes_that_are_no_attestation(adding: Client) -> None:
    sent = attestation(challenge_of(adding, ADD))
    for broken in ("", "AAAA", websafe_encode(b"\xa1"), websafe_encode(b"\xa3cfmtdnonegattStmt\xa0hauthDataC123")):
        sent["response"]["attestationObject"] = broken
        assert answer_to(adding, ADD, sent) == passkey_refusals.UNREADABLE


@pytest.mark.parametrize("path", [LOGIN, ADD])
def test_without_script_it_says_what_is_missing(adding: Client, client: Client, path: str) -> None:
    response = (client if path == LOGIN else adding).post(path, {"credential": ""})
    assert response.status_code == 422
    assert str(passkey_refusals.NEEDS_SCRIPT) in response.content.decode()
