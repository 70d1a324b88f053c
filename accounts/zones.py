"""Time zones: their names, and the beginning of a day.

Zones come from zoneinfo, so a day has 23 or 25 hours at a clock change, and both databases agree.
"""

from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone

#: First parts of the zone names that stand for a place; other names are abbreviations and old spellings.
_REGIONS: Final = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
#: The westernmost zone: when its day has ended, it has ended everywhere.
LAST_ZONE: Final = ZoneInfo("Etc/GMT+12")


@cache
def names() -> frozenset[str]:
    """Return all zone names that zoneinfo knows, including old spellings."""
    return frozenset(available_timezones())


@cache
def places() -> tuple[str, ...]:
    """Return the zones to choose from, in order."""
    return ("UTC", *sorted(name for name in names() if name.partition("/")[0] in _REGIONS))


@cache
def zone_named(name: str) -> tzinfo:
    """Return the zone; UTC for an empty or unknown name."""
    return ZoneInfo(name) if name in names() else UTC


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return the beginning of a day in the zone; in UTC in the first and last year, to stay in datetime's range."""
    return datetime.combine(day, time.min, tzinfo=zone if date.min.year < day.year < date.max.year else UTC)


def utc_today() -> date:
    """Return today's date in UTC, the date of boards, which is the same for all players."""
    return timezone.now().date()
