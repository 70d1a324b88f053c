"""Process-wide caches for words and values that pages ask for repeatedly.

Only pure functions are cached, so no entry can be stale or belong to another player.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from django.utils.translation import get_language

#: Number of results that a `by_hand` cache holds.
HANDS: Final = 64
P = ParamSpec("P")
R = TypeVar("R")


def by_language(kept: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last `kept` results of a function, by language. Its arguments must be hashable."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(kept)
        def found(language: str | None, *given: Hashable, **named: Hashable) -> R:
            return cast("Callable[..., R]", function)(*given, **named)

        @wraps(function)
        def asked(*given: P.args, **named: P.kwargs) -> R:
            return found(get_language(), *cast(Any, given), **cast(Any, named))

        return asked

    return decorated


class _Same:
    """A cache key that compares by identity: comparing long values would be slow."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


def by_hand(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a function of a hand's actions, its first argument, by their identity: a page calls it several times."""

    @lru_cache(HANDS)
    def found(actions: _Same, *given: Hashable) -> R:
        return cast("Callable[..., R]", function)(actions.value, *given)

    @wraps(function)
    def asked(*given: P.args, **named: P.kwargs) -> R:
        actions, *others = given
        return found(_Same(actions), *cast(Any, others), **cast(Any, named))

    return asked
