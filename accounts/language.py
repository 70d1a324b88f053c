"""The language of the site: stored with the person, and set in each browser by a cookie.

Requests use only the cookie, through Django's middleware, so the choice costs no query. The cookie is set when the
choice is made, and in other browsers at log-in.
"""

from typing import Literal, cast

from django.conf import settings
from django.http import HttpResponse


def remember(response: HttpResponse, language: str) -> None:
    """Set the language cookie; "" deletes it, so that the browser's language applies."""
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
