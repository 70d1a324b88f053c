"""Parts rendered by Jinja2, on its pages and on Django’s: `{% part "games/table/_points.html" sheet=at.points %}`.

A part sees its arguments and nothing else: no request, no token, nothing of the page around it. So the result of
`drawn`, cached per process, depends on the arguments and the language alone, and may be shown to any player.
"""

from collections.abc import Hashable
from typing import Any, Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.pages.words import by_language

register = template.Library()

#: Number of cached parts, of about 500 bytes each.
KEPT: Final = 8192


@register.simple_tag
def part(path: str, **given: Any) -> SafeString:
    """Render the template with these values, which it escapes."""
    return SafeString(get_template(path, using="jinja2").render(given))  # nosec B703


@register.simple_tag
@by_language(KEPT)
def drawn(path: str, **given: Hashable) -> SafeString:
    """Render like `part`, cached; equal arguments give the cached result."""
    return part(path, **given)
