"""Passkeys: what one may be used for, why one was refused, and allauth's forms with the site's texts (`MFA_FORMS`).

A passkey either logs in alone or is a second step after the password; its row stores which. The reason for a refusal
is derived from the credential, the session's challenge, the requested host and the account's keys.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from allauth.account.utils import url_str_to_user_pk
from allauth.core import context
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn import forms as webauthn
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode
from fido2.webauthn import (
    AuthenticationResponse,
    CollectedClientData,
    RegistrationResponse,
    UserVerificationRequirement,
)

from accounts.forms import WordingMixin
from accounts.models import User

NAME = (_("Name of the passkey"), _("To tell it apart in the list, such as “my phone”."))
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
#: Errors that allauth raises for a refused credential, or that parsing a forged credential may raise.
REFUSED = (ValidationError, *UNREADABLE_ERRORS)
_TEXTS = ("clientDataJSON", "authenticatorData", "signature", "userHandle", "attestationObject")


def set_alone(key: Authenticator, *, is_alone: bool) -> None:
    key.data["alone"] = is_alone
    key.save(update_fields=["data"])


def logs_in_alone(key: Authenticator) -> bool:
    return bool(key.data.get("alone"))


class SecondStep(AuthenticateStage):
    """The log-in stage after the password; skipped if all passkeys of the account log in alone."""

    def _should_handle(self, request: HttpRequest) -> bool:
        keys = Authenticator.objects.filter(user=self.login.user, type=Authenticator.Type.WEBAUTHN)
        return super()._should_handle(request) and not all(map(logs_in_alone, keys))


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
    return elsewhere or str(UNVERIFIED_NEW if alone and not seen.is_user_verified() else FAILED)


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


class AnswerField(forms.JSONField):
    """The device’s credential as JSON; allauth gets it only if its fields are well-formed."""

    widget = forms.HiddenInput
    default_error_messages = {"required": NEEDS_SCRIPT, "invalid": UNREADABLE}

    def to_python(self, value: Any) -> Any:
        try:
            sent = super().to_python(value)
        except RecursionError:  # too deeply nested
            sent = {}
        if sent is not None and not is_readable(sent):
            raise ValidationError(UNREADABLE)
        return sent

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return None, so that a re-rendered page does not contain the credential; the page then requests a new one."""
        return None


class PasskeyAnswerMixin(WordingMixin):
    """A form with the device’s credential in a hidden field. The page shows its errors beside the button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = AnswerField()


class AddPasskeyForm(PasskeyAnswerMixin, webauthn.AddWebAuthnForm):
    wording = {
        "name": NAME,
        "passwordless": (
            _("Log in without a password"),
            _(
                "If checked, the passkey or your password is enough to log in. If not, you need the passkey or a"
                " recovery code after your password."
            ),
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        state, sent = auth.get_state(), self.cleaned_data.get("credential")
        try:
            return super().clean() or {}
        except REFUSED:
            alone = bool(self.cleaned_data.get("passwordless"))
            host = context.request.get_host()
            self.add_error("credential", why_not_added(sent, state=state, host=host, alone=alone))
            return self.cleaned_data


class AuthenticatePasskeyForm(PasskeyAnswerMixin, webauthn.AuthenticateWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        sent = self.cleaned_data["credential"]
        try:
            return super().clean_credential()
        except REFUSED as refused:
            if isinstance(refused, ValidationError) and refused.code != "incorrect_code":
                raise  # the rate limit
            known = _keys(self.user) if self.user is not None else _keys_of_named_account(sent)
            host = context.request.get_host()
            reason = why_not_taken(sent, state=auth.get_state(), host=host, known=known)
            raise ValidationError(reason) from refused


class LoginPasskeyForm(AuthenticatePasskeyForm, webauthn.LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        """Raise ValidationError for a second-step passkey, which some devices offer for a log-in without a password."""
        key = super().clean_credential()
        if not logs_in_alone(key):
            raise ValidationError(SECOND_STEP)
        return key


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, webauthn.ReauthenticateWebAuthnForm):
    pass


class EditPasskeyForm(WordingMixin, webauthn.EditWebAuthnForm):
    wording = {"name": NAME}


class AuthenticateForm(WordingMixin, base.AuthenticateForm):
    wording = {"code": (_("Recovery code"), _("One of the codes you saved when you added the passkey."))}


class PasskeyReauthenticateForm(WordingMixin, base.ReauthenticateForm):
    wording = AuthenticateForm.wording


def _keys(user: User) -> list[bytes]:
    return [key.credential_id for key in auth.get_credentials(user)]


def _keys_of_named_account(sent: Any) -> list[bytes] | None:
    """Return the credential ids of the account that the passkey names; None if it names none."""
    try:
        named = websafe_decode(sent["response"]["userHandle"]).decode()
        user = User.objects.filter(pk=url_str_to_user_pk(named)).first()
    except UNREADABLE_ERRORS:
        return None
    return _keys(user) if user is not None else []
