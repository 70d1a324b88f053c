"""What somebody may do only so often. Whoever is quicker is answered with 429 before anything else is looked at.

Which limits there are and how wide they are stands in the settings.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts import limits
from accounts.people import person_of

Answer = TypeVar("Answer", bound=HttpResponseBase)


def take(request: HttpRequest, name: str) -> None:
    """One more of what `name` limits, for whoever asks; raises limits.TooMany, which is answered with 429."""
    person = person_of(request)
    limits.take(name=name, who=person.mark if person is not None else limits.address(request))


def limited(name: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """The view for whoever has something of that limit left."""

    def guard(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Answer:
            take(request, name)
            return view(request, *args, **kwargs)

        return guarded

    return guard
