"""The purpose of a passkey: to log in alone, or as a second step after the password. Stored with the passkey."""

from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django.http import HttpRequest

from accounts.models import User

_ALONE = "alone"


def set_alone(key: Authenticator, *, is_alone: bool) -> None:
    key.data[_ALONE] = is_alone
    key.save(update_fields=["data"])


def logs_in_alone(key: Authenticator) -> bool:
    return bool(key.data.get(_ALONE))


def has_second_step(user: User) -> bool:
    """Return whether the account's password is followed by a passkey or a recovery code."""
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return not all(map(logs_in_alone, keys))


class SecondStep(AuthenticateStage):
    """The log-in stage of a second step. Passkeys that log in alone require none: password or passkey is enough."""

    def _should_handle(self, request: HttpRequest) -> bool:
        return super()._should_handle(request) and has_second_step(self.login.user)
