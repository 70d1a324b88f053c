"""What the pages about passkeys say of them."""

from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django import template

from accounts.passkeys import is_second_step

register = template.Library()


@register.filter
def second_step(key: Authenticator) -> bool:
    return is_second_step(key)


@register.filter
def any_second_step(keys: Iterable[WebAuthn]) -> bool:
    return any(is_second_step(key.instance) for key in keys)
