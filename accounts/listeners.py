"""Receivers of allauth's sign-ups and of Django's log-ins and log-outs."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.people import GUEST_KEY, adopt, forget_person, guest_of


@receiver(user_signed_up)
def bring_guest_at_sign_up(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Adopt the guest. Runs before the log-in, which gives the session a new key. An error undoes the sign-up."""
    guest = guest_of(request)
    if guest is not None:
        adopt(guest=guest, user=user)
    request.session.pop(GUEST_KEY, None)


@receiver((user_logged_in, user_logged_out))
def person_changed(request: HttpRequest | None, **kwargs: Any) -> None:
    if request is not None:
        forget_person(request)
