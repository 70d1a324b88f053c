"""The way out: an account or a guest removed for good. The rest of the house is told first, in the same transaction."""

from django.db import transaction

from accounts.people import Person, lock
from accounts.signals import person_leaving


@transaction.atomic
def leave(*, person: Person) -> None:
    """Remove the person; what others keep for the person goes, or becomes nobody's. Twice is harmless."""
    if not lock(person):
        return
    person_leaving.send(sender=Person, person=person)
    if person.user is not None:
        person.user.delete()
    if person.guest is not None:
        person.guest.delete()
