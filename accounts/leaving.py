"""The way out: an account or a guest removed for good. The rest of the house is told first, in the same transaction."""

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.people import Person, lock
from accounts.signals import person_leaving


@transaction.atomic
def leave(*, person: Person) -> None:
    """Remove the person; what others keep for the person goes, or becomes nobody's. Twice is harmless. Sessions in
    other browsers, which hold the name by which somebody has logged in, end too.
    """
    if not lock(person):
        return
    person_leaving.send(sender=Person, person=person)
    if person.user is not None:
        for session in UserSession.objects.filter(user=person.user):
            session.end()
        person.user.delete()
    if person.guest is not None:
        person.guest.delete()
