"""How often somebody may do what costs the house, and how much they may hold open at once.

The limits stand in one table, `settings.LIMITS`. What somebody has used of one is a single number in a row: the moment
until which it is used up. So a look and its count are one statement that no other process can come between, and the
limits hold however many processes there are. Nothing here knows what is limited.
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

from accounts import metrics
from accounts.models import Allowance

UNITS: Final = {"s": 1, "m": 60, "h": 3600}
#: An address of IPv6 is one of many that a household has; its network is what counts.
NETWORK: Final = 64

# The next share begins when the ones before it are used up, at the earliest now.
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
    """The limit of that name is used up; in `wait` seconds there is something of it again."""

    def __init__(self, name: str, wait: float) -> None:
        super().__init__(name)
        self.name, self.wait = name, max(1, math.ceil(wait))


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in a stretch of seconds: as many at once, then one whenever its share of the stretch has passed."""

    many: int
    seconds: float

    @property
    def share(self) -> float:
        return self.seconds / self.many


@cache
def limit_of(text: str) -> Limit:
    """“5/h”, “10/s”, “5/40s”: how many, and in what time."""
    many, _, stretch = text.partition("/")
    return Limit(int(many), float(stretch[:-1] or 1) * UNITS[stretch[-1]])


def take(*, name: str, who: str) -> None:
    """One more of what `name` limits, for `who`; raises TooMany."""
    limit = limit_of(settings.LIMITS[name])
    if settings.LIMITS_APPLY and _taken(f"{name}:{who}", limit.seconds, limit.share) is None:
        raise _refused(name, _used_until(f"{name}:{who}") + limit.share - limit.seconds - _now())


def address(request: HttpRequest) -> str:
    """A mark of the address that asks, from which nobody can read the address."""
    return mark_of(household(get_adapter().get_client_ip(request)))


def mark_of(text: str) -> str:
    """A keyed hash by which what was used of a limit is kept, in place of an address."""
    return salted_hmac(__name__, text).hexdigest()[:32]


def hashed_key(key: str, prefix: str, version: int) -> str:
    """What something is called in the cache. Limits of log-ins stand there under names and addresses."""
    return salted_hmac(__name__, f"{prefix}:{version}:{key}").hexdigest()


def household(text: str) -> str:
    """An address of IPv4, also where a listener of IPv6 has mapped it, or the network of one of IPv6."""
    asking = ipaddress.ip_address(text)
    of_four = asking.ipv4_mapped if isinstance(asking, ipaddress.IPv6Address) else asking
    return str(of_four or ipaddress.ip_network(f"{asking}/{NETWORK}", strict=False).network_address)


@dataclass(slots=True)
class Lease:
    """One of the few that somebody may have open at once. It lapses by itself unless it is renewed, so that a process
    that was killed locks nobody out.
    """

    slot: str
    seconds: float
    until: float

    @property
    def is_due(self) -> bool:
        return _now() > self.until - self.seconds * 0.7

    def renew(self) -> bool:
        """Hold it for longer; False if it had lapsed and somebody else has it."""
        until = _now() + self.seconds
        is_own = Allowance.objects.filter(name=self.slot, used_until=self.until).update(used_until=until) == 1
        self.until = until if is_own else self.until
        return is_own

    def release(self) -> None:
        if self.slot:
            Allowance.objects.filter(name=self.slot, used_until=self.until).delete()


def leased(*, name: str, who: str) -> int:
    """How many of the `name`s `who` has open now, in one statement."""
    slots, now = [f"{name}:{who}:{number}" for number in range(limit_of(settings.LIMITS[name]).many)], _now()
    return Allowance.objects.filter(name__in=slots, used_until__gt=now).count()


def lease(*, name: str, who: str, first: int = 0) -> Lease:
    """One of the `name`s that `who` may have open at once, until it is released; raises TooMany.

    The stretch of this limit is how long a lease lasts that nobody renews. Where there may be many, whoever knows how
    many are taken has the `first` look at the next.
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
    """Rows of the past say nothing any more; how many there were."""
    return Allowance.objects.filter(used_until__lt=_now()).delete()[0]


def _taken(name: str, seconds: float, share: float) -> float | None:
    """Until when it is used up with this one, None where there was none left."""
    now = _now()
    last = now + seconds - share + _SLACK
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"name": name, "now": now, "share": share, "last": last})
        row = cursor.fetchone()
    return None if row is None else float(row[0])


def _used_until(name: str) -> float:
    return Allowance.objects.filter(name=name).values_list("used_until", flat=True).first() or 0.0


def _refused(name: str, wait: float) -> TooMany:
    metrics.TOO_MANY.labels(name).inc()
    logger.info("The limit of %s is used up.", name)
    return TooMany(name, wait)


def _now() -> float:
    return timezone.now().timestamp()
