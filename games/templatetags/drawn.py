"""Parts of pages that are drawn once a process: `{% drawn "games/_card.html" face=one.face %}`.

A part sees what it is given and nothing else: no request, no token, nothing of the page around it. So what is kept
depends on those values and the language alone, and may be shown to everybody who is shown the same values.
"""

from collections.abc import Hashable
from typing import Final, cast

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.viewmodel.kept import by_language

register = template.Library()

#: Parts that are kept, of some 500 bytes each.
KEPT: Final = 8192


@register.simple_tag
@by_language(KEPT)
def drawn(part: str, **given: Hashable) -> SafeString:
    """The template `part` with these values, which compare by what they say."""
    return cast(SafeString, get_template(part).render(given))
