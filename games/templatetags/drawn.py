"""Parts that Jinja2 draws, on its pages and on Django’s: `{% part "games/table/_points.html" sheet=at.points %}`.

A part sees what it is given and nothing else: no request, no token, nothing of the page around it. So what is `drawn`
once a process depends on those values and the language alone, and may be shown to everybody who is shown the same
values.
"""

from collections.abc import Hashable
from typing import Any, Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.viewmodel.kept import by_language

register = template.Library()

#: Parts that are kept, of some 500 bytes each.
KEPT: Final = 8192


@register.simple_tag
def part(path: str, **given: Any) -> SafeString:
    """The template with these values; it escapes them."""
    return SafeString(get_template(path, using="jinja2").render(given))  # nosec B703


@register.simple_tag
@by_language(KEPT)
def drawn(path: str, **given: Hashable) -> SafeString:
    """The same, kept; the values compare by what they say."""
    return part(path, **given)
