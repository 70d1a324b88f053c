"""Rate limits, and leases, which limit what a client may hold open at once. `settings.LIMITS` lists both.

Each client's use of a limit is a row with one number: the time at which all uses are available again (GCRA). One SQL
statement checks and counts, so there is no race, and a limit holds across processes.
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

TOO_MANY: Final = Counter("spadesite_too_many", "Uses refused because the limit was used up.", ["limit"])
UNITS: Final = {"s": 1, "m": 60, "h": 3600}
#: Prefix length of an IPv6 network. Limits count networks, because a household has many IPv6 addresses.
NETWORK: Final = 64

# Each use adds one share, which is seconds / number of uses, to the later of `used_until` and now.
_TAKE = """
INSERT INTO accounts_allowance (name, used_until) VALUES (%(name)s, %(now)s + %(share)s)
ON CONFLICT (name) DO UPDATE SET used_until = %(share)s + CASE
    WHEN accounts_allowance.used_until > %(now)s THEN accounts_allowance.used_until
    ELSE %(now)s END
WHERE accounts_allowance.used_until <= %(last)s
RETURNING used_until
"""
#: Seconds of tolerance for rounding.
_SLACK: Final = 0.001

logger = logging.getLogger(__name__)


class LimitReached(Exception):
    """The limit `name` is used up; retry after `wait` seconds."""

    def __init__(self, name: str, wait: float) -> None:
        super().__init__(name)
        self.wait = max(1, math.ceil(wait))


@dataclass(frozen=True, slots=True)
class Limit:
    """`many` uses in `seconds`. All may come at once; then one more is possible every `share` seconds."""

    many: int
    seconds: float

    @property
    def share(self) -> float:
        return self.seconds / self.many


@cache
def limit_of(text: str) -> Limit:
    """Parse a limit, such as “5/h”, “10/s” or “5/40s”."""
    many, _, stretch = text.partition("/")
    return Limit(int(many), float(stretch[:-1] or 1) * UNITS[stretch[-1]])


def count_use(*, name: str, client: str) -> None:
    """Count one use of the limit `name` by `client`; raise LimitReached if it is used up."""
    limit = limit_of(settings.LIMITS[name])
    if settings.LIMITS_APPLY and _take_share(f"{name}:{client}", limit.seconds, limit.share) is None:
        used_until = Allowance.objects.filter(name=f"{name}:{client}").values_list("used_until", flat=True).first() or 0
        raise _refused(name, used_until + limit.share - limit.seconds - _now())


def address(request: HttpRequest) -> str:
    """Return a keyed hash of the client's IPv4 address or IPv6 network."""
    return mark_of(household(get_adapter().get_client_ip(request)))


def mark_of(text: str) -> str:
    """Return a keyed hash, by which limits identify a client, so that no address is stored."""
    return salted_hmac(__name__, text).hexdigest()[:32]


def hashed_key(key: str, prefix: str, version: int) -> str:
    """Return a hashed cache key (`KEY_FUNCTION`): the keys of allauth's log-in limits contain names and addresses."""
    return salted_hmac(__name__, f"{prefix}:{version}:{key}").hexdigest()


def household(text: str) -> str:
    """Return the IPv4 address, even if it is mapped to IPv6, or the address of the IPv6 network."""
    asking = ipaddress.ip_address(text)
    of_four = asking.ipv4_mapped if isinstance(asking, ipaddress.IPv6Address) else asking
    return str(of_four or ipaddress.ip_network(f"{asking}/{NETWORK}", strict=False).network_address)


@dataclass(slots=True)
class Lease:
    """One slot of a limit on what a client may hold open at once, such as event streams.

    A lease expires unless it is renewed, so the slots of a killed process become free.
    """

    slot: str
    seconds: float
    expires_at: float

    @property
    def is_due(self) -> bool:
        return _now() > self.expires_at - self.seconds * 0.7

    def renew(self) -> bool:
        """Extend the lease; return False if it had expired and its row was taken over or deleted."""
        until = _now() + self.seconds
        is_own = Allowance.objects.filter(name=self.slot, used_until=self.expires_at).update(used_until=until) == 1
        self.expires_at = until if is_own else self.expires_at
        return is_own

    def release(self) -> None:
        if self.slot:
            Allowance.objects.filter(name=self.slot, used_until=self.expires_at).delete()


def leased(*, name: str, client: str) -> int:
    """Return the number of slots of the limit `name` that the client holds, by one query."""
    slots, now = [f"{name}:{client}:{number}" for number in range(limit_of(settings.LIMITS[name]).many)], _now()
    return Allowance.objects.filter(name__in=slots, used_until__gt=now).count()


def lease(*, name: str, client: str, first: int = 0) -> Lease:
    """Take a free slot of the limit `name` for the client; raise LimitReached if all are taken.

    The limit's period is the lifetime of a lease that is not renewed. Slots are tried from the index `first` on; if the
    client holds many, pass `first=leased(...)` to find a free slot sooner.
    """
    limit = limit_of(settings.LIMITS[name])
    if not settings.LIMITS_APPLY:
        return Lease("", limit.seconds, math.inf)
    for number in range(limit.many):
        slot = f"{name}:{client}:{(first + number) % limit.many}"
        until = _take_share(slot, limit.seconds, limit.seconds)
        if until is not None:
            return Lease(slot, limit.seconds, until)
    raise _refused(name, limit.seconds)


def _take_share(name: str, seconds: float, share: float) -> float | None:
    """Count one use and return the new `used_until`; return None if the limit is used up."""
    now = _now()
    last = now + seconds - share + _SLACK
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"name": name, "now": now, "share": share, "last": last})
        row = cursor.fetchone()
    return None if row is None else float(row[0])


def _refused(name: str, wait: float) -> LimitReached:
    TOO_MANY.labels(name).inc()
    logger.info("The limit of %s is used up.", name)
    return LimitReached(name, wait)


def _now() -> float:
    return timezone.now().timestamp()
