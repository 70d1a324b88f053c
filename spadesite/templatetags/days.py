"""Filters for dates and times in the language of the page."""

from datetime import UTC, date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()


@register.filter(expects_localtime=True)
def day(when: date) -> str:
    return date_format(when, gettext("F j, Y"))


@register.filter(expects_localtime=True)
def short_day(when: date) -> str:
    return date_format(when, gettext("M j"))


@register.filter(expects_localtime=True)
def year_after_day(when: date) -> str:
    """Format the year with the separator, to follow `short_day`."""
    return date_format(when, gettext(", Y"))


@register.filter
def moment(when: datetime) -> SafeString:
    """Return a `<time>` with a date and time in UTC, which `site.js` converts to the reader's time zone."""
    return _local(when, "moment", moment_text(when))


@register.filter
def moment_text(when: datetime) -> str:
    words = date_format(when.astimezone(UTC), gettext("F j, Y, g:i A"))
    return f"{words} UTC"


@register.filter
def local_day(when: datetime) -> SafeString:
    """Return a `<time>` with a date in UTC, which `site.js` converts to the reader's time zone."""
    return _local(when, "day", day(when))


@register.filter
def clock(when: datetime) -> SafeString:
    """Return a `<time>` with “midnight UTC”, which `site.js` replaces by the time of day in the reader's zone."""
    return _local(when, "clock", gettext("midnight UTC"))


def _local(when: datetime, kind: str, words: str) -> SafeString:
    return format_html(
        '<time datetime="{}" data-as="{}">{}</time>', f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", kind, words
    )
