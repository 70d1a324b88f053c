"""The language of the work at hand, and what is said in it, found at once.

Django keeps the language in asgiref's `Local`, which takes a lock each time it is asked, and all that is said on a page
asks it: a hundred and twenty times a table, an eighth of the time that drawing takes. A context variable keeps it for
each thread and each task just so. And each text it looks for in the catalogs of all packages in turn, one that is in
none of them twice: a tenth of that time. This module knows where Django looks.
"""

from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import trans_real

_SPOKEN: Final[ContextVar[Any]] = ContextVar("spoken", default=None)
#: Of each language; there are some thousands.
KEPT: Final = 8192


class Active:
    """What Django asks for `value`: a language's texts, or no such attribute."""

    @property
    def value(self) -> Any:
        texts = _SPOKEN.get()
        if texts is None:
            raise AttributeError("no language is active")
        return texts

    @value.setter
    def value(self, texts: Any) -> None:
        _SPOKEN.set(texts)

    @value.deleter
    def value(self) -> None:
        _SPOKEN.set(None)


class Texts(trans_real.DjangoTranslation):
    """Those of one language, each looked for once."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.gettext = lru_cache(KEPT)(super().gettext)  # type: ignore[method-assign]
        self.ngettext = lru_cache(KEPT)(super().ngettext)  # type: ignore[method-assign]


def install() -> None:
    """Django looks here from now on."""
    trans_real._active = Active()  # type: ignore[attr-defined]
    trans_real.DjangoTranslation = Texts  # type: ignore[misc]
    # Whatever was said while the apps were loaded has brought the house's own language along.
    trans_real._translations.clear()  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]
