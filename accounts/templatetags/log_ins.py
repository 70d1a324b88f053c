"""Template filters for pages about log-ins: purposes of passkeys, and names of browsers."""

from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django import template
from django.utils.translation import gettext as _

from accounts.passkeys import logs_in_alone

register = template.Library()

# The first match counts, because user agents name other products, too: Edge's has Chrome and Safari, Android's Linux.
BROWSERS = [("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari")]
SYSTEMS = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
]


@register.filter
def second_step(key: Authenticator) -> bool:
    return not logs_in_alone(key)


@register.filter
def any_second_step(keys: Iterable[WebAuthn]) -> bool:
    return not all(logs_in_alone(key.instance) for key in keys)


@register.filter
def browser(user_agent: str) -> str:
    name = next((word for sign, word in BROWSERS if sign in user_agent), "")
    system = next((word for sign, word in SYSTEMS if sign in user_agent), "")
    if name and system:
        return _("%(name)s on %(system)s") % {"name": name, "system": system}
    return name or system or _("Unknown browser")
