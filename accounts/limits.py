"""Rate limits, and limits of what a person may hold open at once. `settings.LIMITS` lists them.

The use of a limit is one number in a row: the time until which it is used up (GCRA). Check and count are one SQL
statement, so there is no race, and a limit holds across processes. Independent of what is limited.
"""

import ipaddress
import logging
import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from prometheus_client import Counter

from accounts.models import Allowance

TOO_MANY: Final = Counter("spadesite_too_many", "What was refused because its limit was used up.", ["limit"])
UNITS: Final = {"s": 1, "m": 60, "h": 3600}
#: Prefix length of an IPv6 network. A household has many addresses, so its network is what counts.
NETWORK: Final = 64

# The next share begins when the previous ones are used up, but not before now.
_TAKE = """
INSERT INTO accounts_allowance (name, used_until) VALUES (%(name)s, %(now)s + %(share)s)
ON CONFLICT (name) DO UPDATE SET used_until = %(share)s + CASE
    WHEN accounts_allowance.used_until > %(now)s THEN accounts_allowance.used_until
    ELSE %(now)s END
WHERE accounts_allowance.used_until <= %(last)s
RETURNING used_until
"""
_SLACK: Final = 0.001

logger = logging.getLogger(__name__)


class TooMany(Exception):
    """The limit `name` is used up; the next use is possible in `wait` seconds."""

    def __init__(self, name: str, wait: float) -> None:
        super().__init__(name)
        self.name, self.wait = name, max(1, math.ceil(wait))


@dataclass(frozen=True, slots=True)
class Limit:
    """`many` uses in `seconds`: all at once, then one more each time that a share of the time has passed."""

    many: int
    seconds: float

    @property
    def share(self) -> float:
        return self.seconds / self.many


@cache
def limit_of(text: str) -> Limit:
    """Parse a limit: “5/h”, “10/s”, “5/40s”."""
    many, _, stretch = text.partition("/")
    return Limit(int(many), float(stretch[:-1] or 1) * UNITS[stretch[-1]])


def take(*, name: str, who: str) -> None:
    """Count one use of the limit `name` by `who`; raise TooMany if it is used up."""
    limit = limit_of(settings.LIMITS[name])
    if settings.LIMITS_APPLY and _taken(f"{name}:{who}", limit.seconds, limit.share) is None:
        raise _refused(name, _used_until(f"{name}:{who}") + limit.share - limit.seconds - _now())


def address(request: HttpRequest) -> str:
    """Return a keyed hash of the client's address or network."""
    return mark_of(household(get_adapter().get_client_ip(request)))


def mark_of(text: str) -> str:
    """Return a keyed hash under which the use of a limit is stored, in place of an address."""
    return salted_hmac(__name__, text).hexdigest()[:32]


def hashed_key(key: str, prefix: str, version: int) -> str:
    """Return a hashed cache key (`KEY_FUNCTION`). Allauth's log-in limits use names and addresses as keys."""
    return salted_hmac(__name__, f"{prefix}:{version}:{key}").hexdigest()


def household(text: str) -> str:
    """Return an IPv4 address, also if mapped to IPv6, or the network of an IPv6 address."""
    asking = ipaddress.ip_address(text)
    of_four = asking.ipv4_mapped if isinstance(asking, ipaddress.IPv6Address) else asking
    return str(of_four or ipaddress.ip_network(f"{asking}/{NETWORK}", strict=False).network_address)


@dataclass(slots=True)
class Lease:
    """One of the few things of a kind that a person may hold open at once.

    It expires unless renewed, so that a killed process does not lock anyone out.
    """

    slot: str
    seconds: float
    until: float

    @property
    def is_due(self) -> bool:
        return _now() > self.until - self.seconds * 0.7

    def renew(self) -> bool:
        """Extend the lease; return False if it had expired and the slot was taken over."""
        until = _now() + self.seconds
        is_own = Allowance.objects.filter(name=self.slot, used_until=self.until).update(used_until=until) == 1
        self.until = until if is_own else self.until
        return is_own

    def release(self) -> None:
        if self.slot:
            Allowance.objects.filter(name=self.slot, used_until=self.until).delete()


def leased(*, name: str, who: str) -> int:
    """Return how many `name` leases `who` holds now, in one query."""
    slots, now = [f"{name}:{who}:{number}" for number in range(limit_of(settings.LIMITS[name]).many)], _now()
    return Allowance.objects.filter(name__in=slots, used_until__gt=now).count()


def lease(*, name: str, who: str, first: int = 0) -> Lease:
    """Take one of the `name` leases of `who`, until it is released; raise TooMany if all are taken.

    The limit's time is that of a lease without renewal. Slots are tried from `first` on: with many slots, pass the
    number taken to find a free one sooner.
    """
    limit = limit_of(settings.LIMITS[name])
    if not settings.LIMITS_APPLY:
        return Lease("", limit.seconds, math.inf)
    for number in range(limit.many):
        slot = f"{name}:{who}:{(first + number) % limit.many}"
        until = _taken(slot, limit.seconds, limit.seconds)
        if until is not None:
            return Lease(slot, limit.seconds, until)
    raise _refused(name, limit.seconds)


def sweep() -> int:
    """Delete expired rows; return their number."""
    return Allowance.objects.filter(used_until__lt=_now()).delete()[0]


def _taken(name: str, seconds: float, share: float) -> float | None:
    """Count one use; return the time until which the limit is used up with it, None if none was left."""
    now = _now()
    last = now + seconds - share + _SLACK
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"name": name, "now": now, "share": share, "last": last})
        row = cursor.fetchone()
    return None if row is None else float(row[0])


def _used_until(name: str) -> float:
    return Allowance.objects.filter(name=name).values_list("used_until", flat=True).first() or 0.0


def _refused(name: str, wait: float) -> TooMany:
    TOO_MANY.labels(name).inc()
    logger.info("The limit of %s is used up.", name)
    return TooMany(name, wait)


def _now() -> float:
    return timezone.now().timestamp()
