"""The language of somebody's pages: kept with the person, and told to each browser by a cookie.

A request is answered by the cookie alone, through Django's own middleware, so the person's choice costs no statement.
It comes to a browser where it is made, and to any other with the log-in.
"""

from typing import Literal, cast

from django.conf import settings
from django.http import HttpResponse


def remember(response: HttpResponse, language: str) -> None:
    """Tell the browser; an empty choice is to be as the browser asks again."""
    name, path, domain = settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_PATH, settings.LANGUAGE_COOKIE_DOMAIN
    same_site = cast("Literal['Lax', 'Strict']", settings.LANGUAGE_COOKIE_SAMESITE)
    if not language:
        response.delete_cookie(name, path=path, domain=domain, samesite=same_site)
        return
    response.set_cookie(
        name,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=path,
        domain=domain,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=same_site,
    )
