"""What is said or found again and again while pages are made, kept by the process: functions of what they are given.

Nothing kept can be out of date or be another's: it is what the function would answer once more.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from django.utils.translation import get_language

#: Hands of which what is told is kept.
HANDS: Final = 64
P = ParamSpec("P")
R = TypeVar("R")


def by_language(kept: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The last `kept` answers of a function, each in its language. It is asked with values that are frozen."""

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
    """A value that equals nothing but itself, so that it is compared at once however long it is."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


def by_hand(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what is told of a hand's actions, the first argument: asked several times while one page is made."""

    @lru_cache(HANDS)
    def found(actions: _Same, *given: Hashable) -> R:
        return cast("Callable[..., R]", function)(actions.value, *given)

    @wraps(function)
    def asked(*given: P.args, **named: P.kwargs) -> R:
        actions, *others = given
        return found(_Same(actions), *cast(Any, others), **cast(Any, named))

    return asked
