"""A browser in words: what somebody recognises in the list of places where they are logged in."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The order matters: most browsers name Safari, Edge and Opera also name Chrome, Android names Linux.
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
def browser(user_agent: str) -> str:
    name = next((word for sign, word in BROWSERS if sign in user_agent), "")
    system = next((word for sign, word in SYSTEMS if sign in user_agent), "")
    if name and system:
        return _("%(name)s on %(system)s") % {"name": name, "system": system}
    return name or system or _("Unknown browser")
