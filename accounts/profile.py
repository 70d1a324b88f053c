"""Names, preferences and the language: storing them, and the template context that has them.

The language is also in a cookie, which a browser gets when the language is chosen or at log-in. Django's middleware
reads the cookie, not the row, so the language costs no query.
"""

from typing import Any, Literal, cast

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from accounts.models import Guest, Preferences
from accounts.people import GUEST_KEY, Person, hold, person_of


class NameTaken(Exception):
    """Another account took the name after the form was checked."""


def restore(*, person: Person) -> None:
    """Reset all preferences to the defaults; the name at the table stays."""
    Preferences.objects.filter(person.owns()).delete()


@transaction.atomic
def keep(*, person: Person, **chosen: object) -> None:
    """Store these preferences, and leave the others unchanged; raise Gone if the person is gone."""
    hold(person)
    row, _ = Preferences.objects.update_or_create(user=person.user, guest=person.guest, defaults=chosen)
    vars(person)["preferences"] = row


@transaction.atomic
def keep_zone(*, person: Person, name: str) -> None:
    """Store the browser's time zone unless one is stored: the person's choice has precedence. May raise Gone."""
    hold(person)
    row, _is_new = Preferences.objects.get_or_create(user=person.user, guest=person.guest)
    Preferences.objects.filter(pk=row.pk, time_zone="").update(time_zone=name)


def set_name(*, person: Person, name: str) -> None:
    """Store a guest's name; does nothing for an account or a removed guest."""
    if person.guest is not None and name != person.guest.name:
        person.guest.name = name
        Guest.objects.filter(pk=person.guest.pk).update(name=name)


@transaction.atomic
def save(*, person: Person, name: str, **chosen: object) -> None:
    """Store preferences and name. An empty name keeps an account's and clears a guest's. Raises Gone, NameTaken."""
    keep(person=person, **chosen)
    if person.user is not None and name and name != person.user.username:
        person.user.username = name
        try:
            with transaction.atomic():
                person.user.save(update_fields=["username", "folded_name"])
        except IntegrityError as error:
            raise NameTaken from error
    set_name(person=person, name=name)


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the language cookie; "" deletes it, so that the browser's language applies."""
    same_site = cast("Literal['Lax', 'Strict']", settings.LANGUAGE_COOKIE_SAMESITE)
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite=same_site)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=same_site,
    )


def seated(request: HttpRequest) -> dict[str, Any]:
    """Return the template context. `person` is None without account or guest, or if the request failed before its
    session.
    """
    person = person_of(request) if hasattr(request, "user") and hasattr(request, "session") else None
    return {
        "back": _back(request),
        "person": person,
        "preferences": person.preferences if person is not None else Preferences(),
        "has_a_guest": person is not None and not person.is_guest and GUEST_KEY in request.session,
    }


def _back(request: HttpRequest) -> str:
    """Return the address to return to after a log-in; empty for the front page."""
    if request.path.startswith("/accounts/"):  # a log-in that starts on an account page does not lead back to it
        url = request.GET.get("next", "")
        return url if get_adapter().is_safe_url(url) else ""
    is_page = request.method in ("GET", "HEAD") and getattr(request, "resolver_match", None) is not None
    return request.get_full_path() if is_page and request.path != "/" else ""
