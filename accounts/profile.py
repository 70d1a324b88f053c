"""Writing what people chose about themselves."""

from django.db import transaction

from accounts.models import Preferences
from accounts.people import Person


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
