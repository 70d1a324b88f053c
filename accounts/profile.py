"""Writing what people chose about themselves."""

from django.db import transaction

from accounts.models import Preferences
from accounts.people import Person


def end_lessons(*, person: Person) -> None:
    """No tips in first games any more; the settings bring them back."""
    liked = person.preferences
    liked.lessons = False
    liked.save(update_fields=["lessons"] if liked.pk else None)


def speak(*, person: Person, language: str) -> None:
    """The language of the person's pages from now on, in every browser; empty is as the browser asks."""
    liked = person.preferences
    liked.language = language
    liked.save(update_fields=["language"] if liked.pk else None)


@transaction.atomic
def save(*, person: Person, name: str, preferences: Preferences) -> None:
    """An empty name leaves an account's as it is, and makes a guest simply a guest."""
    preferences.user, preferences.guest = person.user, person.guest
    preferences.save()
    if person.user is not None and name and name != person.user.username:
        person.user.username = name
        person.user.save(update_fields=["username"])
    if person.guest is not None and name != person.guest.name:
        person.guest.name = name
        person.guest.save(update_fields=["name"])
