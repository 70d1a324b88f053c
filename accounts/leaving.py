"""Removal of an account or a guest for good. Other apps are told first, in the same transaction."""

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.people import Person, lock
from accounts.signals import person_leaving


@transaction.atomic
def leave(*, person: Person) -> None:
    """Remove the person. Receivers of `person_leaving` delete or detach the rows that reference them. Idempotent.

    Sessions in other browsers, which store the log-in name, end too.
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
