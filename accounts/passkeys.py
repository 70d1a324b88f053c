"""What a passkey may be used for, and why one was refused.

A passkey either logs in alone or is a second step after the password; its row stores which. The reason for a refusal
is derived from the credential, the session's challenge, the requested host and the account's keys.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode
from fido2.webauthn import (
    AuthenticationResponse,
    CollectedClientData,
    RegistrationResponse,
    UserVerificationRequirement,
)

from accounts.models import User

_ALONE = "alone"

NEEDS_SCRIPT = _("A passkey needs JavaScript, which is off in this browser.")
UNREADABLE = _("Your browser sent something that isn’t a passkey. Try again.")
STALE = _("This page was open for too long, or in two windows. Try again.")
OTHER_ADDRESS = _("Your device made this passkey for another address. Close this site, open it again and retry.")
UNVERIFIED = _(
    "Your device didn’t ask for a fingerprint, face or PIN, which is needed to log in without a password. Set one up"
    " on the device, or log in with your name and password."
)
UNVERIFIED_NEW = _(
    "Your device didn’t ask for a fingerprint, face or PIN, which is needed to log in without a password. Set one up"
    " on the device, or uncheck “Log in without a password”."
)
UNKNOWN = _(
    "This site doesn’t know that passkey: it was removed here, or the account is gone. Log in another way, and"
    " remove it from your device."
)
SECOND_STEP = _("That passkey is only a second step. Log in with your name and password first.")
FAILED = _("The passkey couldn’t be verified. Try again, or log in another way.")

CeremonyState = Mapping[str, Any] | None
#: Errors that parsing a forged credential may raise.
UNREADABLE_ERRORS = (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError)
_TEXTS = ("clientDataJSON", "authenticatorData", "signature", "userHandle", "attestationObject")


def set_alone(key: Authenticator, *, is_alone: bool) -> None:
    key.data[_ALONE] = is_alone
    key.save(update_fields=["data"])


def logs_in_alone(key: Authenticator) -> bool:
    """Return whether the passkey logs in without the password."""
    return bool(key.data.get(_ALONE))


def has_second_step(user: User) -> bool:
    """Return whether a log-in by password needs a passkey or a recovery code afterwards."""
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return not all(map(logs_in_alone, keys))


class SecondStep(AuthenticateStage):
    """The log-in stage after the password; skipped if all passkeys of the account log in alone."""

    def _should_handle(self, request: HttpRequest) -> bool:
        return super()._should_handle(request) and has_second_step(self.login.user)


def is_readable(sent: Any) -> bool:
    """Return whether all text fields are strings: the parser would take a number as a length and allocate gigabytes."""
    try:
        response = sent["response"]
        outer = [sent["id"], sent["rawId"], *(response[name] for name in _TEXTS if response.get(name) is not None)]
        client = json.loads(websafe_decode(response["clientDataJSON"])) if _are_texts(outer) else {}
        return _are_texts([client["type"], client["challenge"], client["origin"]])
    except UNREADABLE_ERRORS:
        return False


def _are_texts(values: Collection[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def why_not_added(sent: Any, *, state: CeremonyState, host: str, alone: bool) -> str:
    """Return the reason why a new passkey was refused. `alone`: the passkey is to log in without the password."""
    try:
        response = RegistrationResponse.from_dict(sent).response
        client, seen = response.client_data, response.attestation_object.auth_data
    except UNREADABLE_ERRORS:
        return str(UNREADABLE)
    elsewhere = _from_elsewhere(client, state=state, host=host)
    if elsewhere is not None:
        return elsewhere
    return str(UNVERIFIED_NEW if alone and not seen.is_user_verified() else FAILED)


def why_not_taken(sent: Any, *, state: CeremonyState, host: str, known: Collection[bytes] | None) -> str:
    """Return the reason why a log-in was refused.

    `known` has the account's credential ids, none if the account is gone; None if the passkey names no account.
    """
    try:
        said = AuthenticationResponse.from_dict(sent)
        client, seen = said.response.client_data, said.response.authenticator_data
    except UNREADABLE_ERRORS:
        return str(UNREADABLE)
    elsewhere = _from_elsewhere(client, state=state, host=host)
    if elsewhere is not None or state is None:
        return elsewhere or str(STALE)
    if known is None:
        return str(SECOND_STEP)
    if said.raw_id not in known:
        return str(UNKNOWN)
    is_required = state["user_verification"] == UserVerificationRequirement.REQUIRED
    return str(UNVERIFIED if is_required and not seen.is_user_verified() else FAILED)


def _from_elsewhere(client: CollectedClientData, *, state: CeremonyState, host: str) -> str | None:
    """Return the reason if the credential does not fit the session's challenge or the host, else None."""
    if state is None or websafe_decode(state["challenge"]) != client.challenge:
        return str(STALE)
    try:
        is_ours = urlsplit(client.origin).netloc == host
    except ValueError:
        is_ours = False
    return None if is_ours else str(OTHER_ADDRESS)
