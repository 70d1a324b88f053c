"""Allauth's forms for passkeys and recovery codes, with the site's texts (`MFA_FORMS`)."""

from typing import Any

from allauth.account.utils import url_str_to_user_pk
from allauth.core import context
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode

from accounts import passkeys
from accounts.forms import WordingMixin
from accounts.models import User
from accounts.passkeys import logs_in_alone

NAME = (_("Name of the passkey"), _("To tell it apart in the list, such as “my phone”."))
#: Errors that allauth raises for a refused credential, or that parsing a forged credential may raise.
REFUSED = (ValidationError, *passkeys.UNREADABLE_ERRORS)


class AnswerField(forms.JSONField):
    """The device’s credential as JSON; allauth gets it only if its fields are well-formed."""

    widget = forms.HiddenInput
    default_error_messages = {"required": passkeys.NEEDS_SCRIPT, "invalid": passkeys.UNREADABLE}

    def to_python(self, value: Any) -> Any:
        try:
            sent = super().to_python(value)
        except RecursionError:  # too deeply nested
            sent = {}
        if sent is not None and not passkeys.is_readable(sent):
            raise ValidationError(passkeys.UNREADABLE)
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
            self.add_error("credential", passkeys.why_not_added(sent, state=state, host=host, alone=alone))
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
            reason = passkeys.why_not_taken(sent, state=auth.get_state(), host=host, known=known)
            raise ValidationError(reason) from refused


class LoginPasskeyForm(AuthenticatePasskeyForm, webauthn.LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        """Raise ValidationError for a second-step passkey, which some devices offer for a log-in without a password."""
        key = super().clean_credential()
        if not logs_in_alone(key):
            raise ValidationError(passkeys.SECOND_STEP)
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
    except passkeys.UNREADABLE_ERRORS:
        return None
    return _keys(user) if user is not None else []
