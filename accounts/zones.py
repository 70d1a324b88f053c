"""Time zones: their names, and the beginning of a day.

Days are computed by zoneinfo, not by the database, so that PostgreSQL and SQLite agree.
"""

from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone

#: First parts of the zone names from which users choose. Other names are abbreviations, offsets and old spellings.
_REGIONS: Final = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
#: The westernmost zone: a day that has ended there has ended everywhere.
LAST_ZONE: Final = ZoneInfo("Etc/GMT+12")


@cache
def names() -> frozenset[str]:
    """Return all zone names of zoneinfo, including old spellings."""
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
