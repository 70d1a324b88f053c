"""Template filters for the pages about passkeys."""

from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django import template

from accounts.passkeys import logs_in_alone

register = template.Library()


@register.filter
def second_step(key: Authenticator) -> bool:
    return not logs_in_alone(key)


@register.filter
def any_second_step(keys: Iterable[WebAuthn]) -> bool:
    return not all(logs_in_alone(key.instance) for key in keys)
