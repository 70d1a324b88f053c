"""The person of a request: an account, a guest or none. An account can adopt a guest; both can be removed.

A guest is identified only by the session, which is therefore renewed while it is used. Apps whose rows belong to people
receive the signals `guest_adopted`, `guest_history`, `guest_staying` and `person_leaving`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from functools import cached_property
from typing import Any, Final, Protocol, cast

from allauth.account.signals import user_signed_up
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import SimpleLazyObject
from prometheus_client import Counter

from accounts import limits
from accounts.models import Guest, Preferences, User
from accounts.names import told_apart
from accounts.queries import ASKED, CompiledQuery

#: Sent by `adopt` in its transaction, with `guest` and `user`. Receivers re-point the guest's rows to the user. An
#: exception undoes the adoption.
guest_adopted = Signal()
#: Sent by `hands_of` with `guest` and `user`. Receivers return the number of finished hands that the user, or
#: a new account, would take over, and of all hands that would stay behind in an adoption.
guest_history, guest_staying = Signal(), Signal()
#: Sent by `leave` in its transaction, with `person`. Receivers delete or detach the person's rows. An exception undoes
#: the removal.
person_leaving = Signal()

GUESTS = Counter("spadesite_guests", "Guests created.")
GUEST_KEY = "guest_token"
#: Time in which a browser may repeat the request that created a guest.
LATELY: Final = timedelta(minutes=15)
#: A session in use is saved again when its last save is older than this.
RENEWED_AFTER: Final = timedelta(days=7)
_SESSION_KEY: Final = re.compile(r"[0-9a-z]{32}", re.ASCII)
_session_of_key = CompiledQuery(lambda: Session.objects.filter(session_key=str(ASKED)))


class SessionStore(RowStore):
    """The session engine: sessions in the database, renewed while they are used."""

    def _validate_session_key(self, value: object) -> bool:
        """Accept only well-formed keys: a cookie may have any bytes, and PostgreSQL rejects a NUL in text."""
        return isinstance(value, str) and _SESSION_KEY.fullmatch(value) is not None

    def _get_session_from_db(self) -> Session | None:
        """Return the session's row; if it is missing or expired, reset the key and return None."""
        now, found = timezone.now(), next(iter(_session_of_key(self.session_key or "")), None)
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        if found.expire_date < now + timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
            self.modified = True  # the middleware then saves it and renews the cookie
        return found


@dataclass(frozen=True)
class Person:
    """An account or a guest: exactly one of `user` and `guest` is set."""

    user: User | None = None
    guest: Guest | None = None

    def __post_init__(self) -> None:
        if (self.user is None) == (self.guest is None):
            raise ValueError("The person is both a user and a guest, or neither.")

    @property
    def mark(self) -> str:
        """The person's identifier in limits and logs; no page contains it."""
        return f"user-{self.user.pk}" if self.user is not None else f"guest-{self.guest.pk if self.guest else 0}"

    @property
    def is_guest(self) -> bool:
        return self.guest is not None

    @property
    def is_nameless(self) -> bool:
        return self.guest is not None and not self.guest.name

    @property
    def name(self) -> str:
        return self.user.get_username() if self.user is not None else str(self.guest)

    def owns(self, path: str = "") -> Q:
        """Return the condition that a row, or a row related by `path` ("seats__"), belongs to the person."""
        return Q(**{f"{path}user": self.user}) if self.user is not None else Q(**{f"{path}guest": self.guest})

    @cached_property
    def preferences(self) -> Preferences:
        """The stored row, or an unsaved one with the defaults."""
        stored: Preferences | None = getattr(self.user or self.guest, "preferences", None)
        return stored or Preferences(user=self.user, guest=self.guest)


class Gone(Exception):
    """The person was removed, or adopted by an account, during the request."""


def any_plays_out(people: Iterable[Person]) -> bool:
    """Return whether any of these people has the preference `plays_out`. Reads the rows, not cached preferences."""
    users, guests = zip(*((person.user, person.guest) for person in people), strict=True)
    of_them = Q(user__in=[one for one in users if one]) | Q(guest__in=[one for one in guests if one])
    return Preferences.objects.filter(of_them, plays_out=True).exists()


def reload_person(request: HttpRequest, *, loaded: Sequence[Person] = ()) -> bool:
    """Reload session, person and preferences of a long-lived stream: the ones from its start may be outdated.

    `loaded` is as in `person_of`. Return False if the session has ended or belongs to another person: then the stream
    must send nothing more.
    """
    before = person_of(request)
    request.session = type(request.session)(request.session.session_key)
    request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
    forget_person(request)
    now = person_of(request, loaded=loaded)
    return before is not None and before == now


def person_of(request: HttpRequest, *, loaded: Sequence[Person] = ()) -> Person | None:
    """Return the request's person, cached on the request. Writes nothing.

    `loaded` are people whose rows and preferences have just been read. If the person is one of them, no row is reread.
    """
    if not hasattr(request, "_person"):
        request._person = _find(request, loaded)  # type: ignore[attr-defined]
    return cast("Person | None", request._person)  # type: ignore[attr-defined]


def today_of(person: Person | None) -> date:
    return timezone.now().astimezone(person.preferences.zone if person is not None else UTC).date()


def preferences_of(request: HttpRequest) -> Preferences:
    person = person_of(request)
    return person.preferences if person is not None else Preferences()


def known_person(request: HttpRequest) -> Person | None:
    """Return the request's person if it is cached; makes no query."""
    return cast("Person | None", getattr(request, "_person", None))


def person_again(request: HttpRequest, *, link: str) -> Person | None:
    """Return the request's person, else the guest that this link has just created for this browser.

    A browser may lack the session of the guest that it created: the response with the cookie may have been lost.
    """
    person, token = person_of(request), _token_by(request, link)
    if person is None and token:
        guest = Guest.objects.filter(token=token).first()
        if guest is not None and _is_just_made(guest):
            person = _seated(request, guest)
    return person


def seat_someone(request: HttpRequest, *, link: str = "") -> Person:
    """Return the request's person, or a new guest. Only for requests that change something.

    With a `link`, all requests of one browser within `LATELY` get the same guest. Raises limits.LimitReached for too
    many new guests from one address.
    """
    person = person_of(request)
    if person is not None:
        if person.guest is not None:
            Guest.objects.filter(pk=person.guest.pk).update(last_seen=timezone.now())
        return person
    limits.count_use(name="guests", client=limits.address(request))
    token, guest = _token_by(request, link), None
    if token:
        guest, is_new = Guest.objects.get_or_create(token=token)
        guest = guest if is_new or _is_just_made(guest) else None
    guest = guest or Guest.objects.create()
    GUESTS.inc()
    return _seated(request, guest)


def hold(person: Person) -> None:
    """Lock the person before rows for the person are stored; raise Gone where `lock` returns False."""
    if not lock(person):
        raise Gone(person.mark)


def lock(person: Person) -> bool:
    """Lock the person until the transaction ends. Return False for a removed person or an adopted guest.

    The lock (FOR NO KEY UPDATE) blocks a deletion, but not writes of rows that reference the person, such as tallies.
    """
    if person.user is not None:
        return User.objects.select_for_update(no_key=True).filter(pk=person.user.pk).first() is not None
    guests = Guest.objects.select_for_update(no_key=True).filter(pk=cast(Guest, person.guest).pk, adopted_at=None)
    return guests.first() is not None


def is_gone(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not User.objects.filter(pk=request.user.pk).exists()


def forget_person(request: HttpRequest) -> None:
    vars(request).pop("_person", None)


def guest_of(request: HttpRequest) -> Guest | None:
    """Return the guest whose token this session holds.

    An account may be logged in, too, until its user has answered whether to bring the guest's games.
    """
    token = request.session.get(GUEST_KEY)
    if not token:
        return None
    return Guest.objects.select_related("preferences").filter(token=token, adopted_at=None).first()


def hands_of(which: Signal, guest: Guest, user: User | None = None) -> int:
    """Return the sum of what the receivers of `guest_history` or `guest_staying` return."""
    return sum(int(count or 0) for _receiver, count in which.send(sender=Guest, guest=guest, user=user))


def adopt(*, guest: Guest, user: User) -> bool:
    """Pass the guest's rows on to the user, in one transaction; return False for an adopted guest or removed user."""
    with transaction.atomic():
        now = timezone.now()
        free = Guest.objects.filter(pk=guest.pk, adopted_at=None)
        # Lock the user: a concurrent request or adoption could otherwise create a row that must be unique per user.
        if not lock(Person(user=user)) or free.update(adopted_at=now, adopted_by=user) != 1:
            return False
        if not Preferences.objects.filter(user=user).exists():
            Preferences.objects.filter(guest=guest).update(user=user, guest=None)
        guest_adopted.send(sender=Guest, guest=guest, user=user)
    return True


def leave_guest(request: HttpRequest) -> None:
    request.session.pop(GUEST_KEY, None)
    request.session.cycle_key()
    forget_person(request)
    if request.user.is_authenticated:
        UserSession.objects.create_from_request(request)


def _seated(request: HttpRequest, guest: Guest) -> Person:
    request.session[GUEST_KEY] = guest.token
    person = Person(guest=guest)
    request._person = person  # type: ignore[attr-defined]
    return person


def _token_by(request: HttpRequest, link: str) -> str:
    """Return the token of the guest that this link creates in this browser; "" without link or CSRF cookie.

    The CSRF cookie identifies the browser.
    """
    secret = request.META.get("CSRF_COOKIE", "")
    if not link or not secret:
        return ""
    return salted_hmac(f"{__name__}.link", f"{link}:{secret}", algorithm="sha256").hexdigest()


def _is_just_made(guest: Guest) -> bool:
    return guest.adopted_at is None and timezone.now() - guest.created_at < LATELY


def _find(request: HttpRequest, loaded: Sequence[Person]) -> Person | None:
    for one in loaded:
        if one.user is not None and _is_logged_in(request, one.user):
            request.user = one.user
            return one
    if request.user.is_authenticated:
        return Person(user=request.user)
    token = request.session.get(GUEST_KEY)
    for one in loaded:
        if token and one.guest is not None and one.guest.token == token and one.guest.adopted_at is None:
            return one
    guest = guest_of(request)
    return Person(guest=guest) if guest is not None else None


def _is_logged_in(request: HttpRequest, user: User) -> bool:
    """Return True only if the session certainly belongs to this account; otherwise Django must check."""
    session = request.session
    return (
        session.get(SESSION_KEY) == str(user.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and user.is_active
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    )


class OfPerson(Protocol):
    """A row that references a user, a guest, or neither."""

    @property
    def user(self) -> User | None: ...
    @property
    def guest(self) -> Guest | None: ...


def person_in(row: OfPerson) -> Person | None:
    return Person(user=row.user, guest=row.guest) if row.user or row.guest else None


def names_in(rows: Sequence[OfPerson]) -> list[str]:
    """Return the name of each row's person, with numbers after similar names; "" for a row without a person."""
    names = [one.name if (one := person_in(row)) is not None else "" for row in rows]
    return told_apart(names, owned=[place for place, row in enumerate(rows) if row.user is not None])


@transaction.atomic
def leave(*, person: Person) -> None:
    """Remove the person, whose rows the receivers of `person_leaving` delete or detach. Idempotent.

    All sessions of an account are deleted, also those of other browsers: they contain the log-in name.
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


# The receivers are connected when `accounts.adapter` imports this module, so before allauth creates an account.
@receiver(user_signed_up)
def bring_guest_at_sign_up(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Adopt the session's guest, before the log-in changes the session's key. An error undoes the sign-up."""
    guest = guest_of(request)
    if guest is not None:
        adopt(guest=guest, user=user)
    request.session.pop(GUEST_KEY, None)


@receiver((user_logged_in, user_logged_out))
def person_changed(request: HttpRequest | None, **kwargs: Any) -> None:
    if request is not None:
        forget_person(request)
