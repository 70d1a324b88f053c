"""Allauth's forms around passkeys and recovery codes, in the words of this house.

Apart from the others, because allauth loads them apart.
"""

from allauth.mfa.base import forms as base
from allauth.mfa.webauthn import forms as webauthn
from django.utils.translation import gettext_lazy as _

from accounts.forms import Worded

NAME = (_("A name for it"), _("So that you know it in the list, such as “my phone”."))


class AddPasskeyForm(Worded, webauthn.AddWebAuthnForm):
    wording = {
        "name": NAME,
        "passwordless": (
            _("Log in with it alone"),
            _("Without name or password. Your device asks for a finger, a face or a PIN."),
        ),
    }


class EditPasskeyForm(Worded, webauthn.EditWebAuthnForm):
    wording = {"name": NAME}


class AuthenticateForm(Worded, base.AuthenticateForm):
    wording = {"code": (_("Recovery code"), _("One of the codes you kept when you added the passkey."))}


class ReauthenticateForm(Worded, base.ReauthenticateForm):
    wording = AuthenticateForm.wording
