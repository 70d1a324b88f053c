"""Parts rendered by Jinja2, on its pages and on Django’s: `{% part "games/table/_points.html" sheet=at.points %}`.

The context of a part has only the arguments: no request, no token, no variable of the page. So the result of `drawn`,
which each process caches, depends only on the arguments and the language, and any player may see it.
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
    """Render the template, which escapes these values."""
    return SafeString(get_template(path, using="jinja2").render(given))  # nosec B703


@register.simple_tag
@by_language(KEPT)
def drawn(path: str, **given: Hashable) -> SafeString:
    """Render as `part` does, or return the cached result for equal arguments."""
    return part(path, **given)
