"""Who is asking: an account, a guest or nobody yet; and how a guest's rows pass to an account."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from functools import cached_property
from typing import Final, cast

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import SimpleLazyObject

from accounts import limits, metrics
from accounts.models import Guest, Preferences, User
from accounts.sessions import forget_session
from accounts.signals import guest_adopted, guest_history, guest_staying

GUEST_KEY = "guest_token"
#: So long after a newcomer was seated the same browser may ask for that answer again.
LATELY: Final = timedelta(minutes=15)


@dataclass(frozen=True)
class Person:
    """Exactly one of `user` and `guest` is set."""

    user: User | None = None
    guest: Guest | None = None

    def __post_init__(self) -> None:
        if (self.user is None) == (self.guest is None):
            raise ValueError("A person is either a user or a guest.")

    @property
    def mark(self) -> str:
        """One word for the person, in no page: what is counted is counted under it."""
        return f"user-{self.user.pk}" if self.user is not None else f"guest-{self.guest.pk if self.guest else 0}"

    @property
    def is_guest(self) -> bool:
        return self.guest is not None

    @property
    def is_nameless(self) -> bool:
        """Whether others know only the number of this guest."""
        return self.guest is not None and not self.guest.name

    @property
    def name(self) -> str:
        if self.user is not None:
            return self.user.get_username()
        return str(self.guest)

    def owns(self, path: str = "") -> Q:
        """That a row is the person’s, or has by `path` ("seats__") one that is."""
        return Q(**{f"{path}user": self.user}) if self.user is not None else Q(**{f"{path}guest": self.guest})

    @cached_property
    def preferences(self) -> Preferences:
        """The stored row, or an unsaved one with the defaults."""
        owner = self.user if self.user is not None else self.guest
        found: Preferences | None = getattr(owner, "preferences", None)
        return found if found is not None else Preferences(user=self.user, guest=self.guest)


class Gone(Exception):
    """The person was removed, or became an account, while they asked for something."""


def any_plays_out(people: Iterable[Person]) -> bool:
    """Whether one of them likes to play every card of a hand; asked of the rows, whatever these people remember."""
    users, guests = zip(*((person.user, person.guest) for person in people), strict=True)
    of_them = Q(user__in=[one for one in users if one]) | Q(guest__in=[one for one in guests if one])
    return Preferences.objects.filter(of_them, plays_out=True).exists()


def look_again(request: HttpRequest, *, among: Sequence[Person] = ()) -> bool:
    """Read session, person and preferences anew: a stream's request lives longer than what was read at its beginning.
    `among` are people just read, as in `person_of`.

    False where the session has ended since, or is somebody else's: it is shown nothing more.
    """
    before = person_of(request)
    forget_session(request)
    request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
    forget_person(request)
    now = person_of(request, among=among)
    return before is not None and before == now


def person_of(request: HttpRequest, *, among: Sequence[Person] = ()) -> Person | None:
    """Asked once a request and remembered on it. Writes nothing. Who is `among` these, whose rows have just been read
    with their preferences, is not read again.
    """
    if not hasattr(request, "_person"):
        request._person = _find(request, among)  # type: ignore[attr-defined]
    return cast("Person | None", request._person)  # type: ignore[attr-defined]


def today_of(person: Person | None) -> date:
    """The day it is in the person's time zone."""
    return timezone.now().astimezone(person.preferences.zone if person is not None else UTC).date()


def preferences_of(request: HttpRequest) -> Preferences:
    """Those of the person of this request; the defaults for nobody."""
    person = person_of(request)
    return person.preferences if person is not None else Preferences()


def known_person(request: HttpRequest) -> Person | None:
    """The person of this request where somebody has asked for it already; looks nothing up."""
    return cast("Person | None", getattr(request, "_person", None))


def person_again(request: HttpRequest, *, link: str) -> Person | None:
    """The person of this request; where there is nobody, the guest whom this browser has just become by that link:
    the answer with which the session came may have been lost.
    """
    person, token = person_of(request), _token_by(request, link)
    if person is None and token:
        guest = Guest.objects.filter(token=token).first()
        if guest is not None and _is_just_made(guest):
            person = _seated(request, guest)
    return person


def seat_someone(request: HttpRequest, *, link: str = "") -> Person:
    """The person of this request; a new guest where there is nobody. Only for requests that change something. Whoever
    comes by a `link` is one guest however often they ask, also at once.

    Raises limits.TooMany where too many guests came from one address.
    """
    person = person_of(request)
    if person is not None:
        if person.guest is not None:
            Guest.objects.filter(pk=person.guest.pk).update(last_seen=timezone.now())
        return person
    limits.take(name="guests", who=limits.address(request))
    token, guest = _token_by(request, link), None
    if token:
        guest, is_new = Guest.objects.get_or_create(token=token)
        guest = guest if is_new or _is_just_made(guest) else None
    guest = guest or Guest.objects.create()
    metrics.GUESTS.inc()
    return _seated(request, guest)


def hold(person: Person) -> None:
    """As `lock`, for what is the person's from now on; raises Gone, and nothing is nobody's."""
    if not lock(person):
        raise Gone(person.mark)


def lock(person: Person) -> bool:
    """Keep other requests of this person waiting until the caller's transaction ends. False if the person is gone, or
    is a guest who has become an account's.

    Rows that merely name the person may be written meanwhile: the nightly count writes them, and whoever leaves waits
    for the night.
    """
    if person.user is not None:
        return User.objects.select_for_update(no_key=True).filter(pk=person.user.pk).first() is not None
    guests = Guest.objects.select_for_update(no_key=True).filter(pk=cast(Guest, person.guest).pk, adopted_at=None)
    return guests.first() is not None


def is_gone(request: HttpRequest) -> bool:
    """Whether the account that asks has been removed since, so that no row may name it."""
    return request.user.is_authenticated and not User.objects.filter(pk=request.user.pk).exists()


def forget_person(request: HttpRequest) -> None:
    """After a log-in, a log-out or an adoption the request is somebody else's."""
    if hasattr(request, "_person"):
        del request._person


def guest_of(request: HttpRequest) -> Guest | None:
    """The guest whose token this session holds, also while an account is logged in and has not yet answered whether
    to bring it.
    """
    token = request.session.get(GUEST_KEY)
    if not token:
        return None
    return Guest.objects.select_related("preferences").filter(token=token, adopted_at=None).first()


def history_of(guest: Guest, user: User | None = None) -> int:
    """Return how many finished hands of the guest would come along to the user, or to a new account."""
    return _counted(guest_history, guest, user)


def staying_of(guest: Guest, user: User) -> int:
    """Return how many hands of the guest would stay behind, finished or not."""
    return _counted(guest_staying, guest, user)


def _counted(signal: Signal, guest: Guest, user: User | None) -> int:
    return sum(int(count or 0) for _receiver, count in signal.send(sender=Guest, guest=guest, user=user))


def adopt(*, guest: Guest, user: User) -> bool:
    """Everything of the guest becomes the user's, or nothing does. False if somebody was quicker: twice is harmless."""
    with transaction.atomic():
        now = timezone.now()
        free = Guest.objects.filter(pk=guest.pk, adopted_at=None)
        # The user is held, or what both have once might be made for the user, or brought by another guest, meanwhile.
        if not lock(Person(user=user)) or free.update(adopted_at=now, adopted_by=user) != 1:
            return False
        if not Preferences.objects.filter(user=user).exists():
            Preferences.objects.filter(guest=guest).update(user=user, guest=None)
        guest_adopted.send(sender=Guest, guest=guest, user=user)
    return True


def leave_guest(request: HttpRequest) -> None:
    """The session stops holding the guest and gets a new key, under which the list of sessions must find it again."""
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
    """The token of whoever comes by that link in this browser, which is known by what it proves its forms with; empty
    where it has proved nothing.
    """
    secret = request.META.get("CSRF_COOKIE", "")
    return (
        salted_hmac(f"{__name__}.link", f"{link}:{secret}", algorithm="sha256").hexdigest() if link and secret else ""
    )


def _is_just_made(guest: Guest) -> bool:
    return guest.adopted_at is None and timezone.now() - guest.created_at < LATELY


def _find(request: HttpRequest, among: Sequence[Person]) -> Person | None:
    for one in among:
        if one.user is not None and _is_logged_in(request, one.user):
            request.user = one.user
            return one
    if request.user.is_authenticated:
        return Person(user=request.user)
    token = request.session.get(GUEST_KEY)
    for one in among:
        if token and one.guest is not None and one.guest.token == token and one.guest.adopted_at is None:
            return one
    guest = guest_of(request)
    return Person(guest=guest) if guest is not None else None


def _is_logged_in(request: HttpRequest, user: User) -> bool:
    """Whether the session is certainly that account's; whatever is less certain is left to Django."""
    session = request.session
    if (
        session.get(SESSION_KEY) != str(user.pk)
        or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS
    ):
        return False
    return user.is_active and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
