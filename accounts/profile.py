"""Writing what people chose about themselves."""

from django.db import IntegrityError, transaction

from accounts.models import Guest, Preferences, User
from accounts.people import Person, hold


class NameTaken(Exception):
    """Somebody was quicker with the name."""


def restore(*, person: Person) -> None:
    """All preferences as they were at first; the name at the table stays."""
    Preferences.objects.filter(person.owns()).delete()


@transaction.atomic
def keep(*, person: Person, **chosen: object) -> None:
    """These preferences, the others as they are; raises Gone where the person has gone meanwhile."""
    hold(person)
    liked, _ = Preferences.objects.update_or_create(user=person.user, guest=person.guest, defaults=chosen)
    vars(person)["preferences"] = liked


@transaction.atomic
def keep_zone(*, person: Person, name: str) -> None:
    """Store the time zone that a browser has told, unless there is one: a chosen one is not overruled."""
    hold(person)
    liked, _is_new = Preferences.objects.get_or_create(user=person.user, guest=person.guest)
    Preferences.objects.filter(pk=liked.pk, time_zone="").update(time_zone=name)


def call(*, person: Person, name: str) -> None:
    """The guest's name at every table; an account's stays as it is, and nobody is called by it who has gone."""
    if person.guest is not None and name != person.guest.name:
        person.guest.name = name
        Guest.objects.filter(pk=person.guest.pk).update(name=name)


@transaction.atomic
def save(*, person: Person, name: str, **chosen: object) -> None:
    """The same with a name: an empty one leaves an account's as it is, and makes a guest simply a guest. Raises
    NameTaken.
    """
    keep(person=person, **chosen)
    if person.user is not None and name and name != person.user.username:
        _rename(person.user, name)
    call(person=person, name=name)


def _rename(user: User, name: str) -> None:
    user.username = name
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "folded_name"])
    except IntegrityError as error:
        raise NameTaken from error
