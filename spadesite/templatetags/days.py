"""Days and moments, written as in the language of the page."""

from datetime import UTC, date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()


@register.filter(expects_localtime=True)
def day(when: date) -> str:
    return date_format(when, gettext("j F Y"))


@register.filter(expects_localtime=True)
def short_day(when: date) -> str:
    """Without its year."""
    return date_format(when, gettext("j M"))


@register.filter
def moment(when: datetime) -> SafeString:
    """A date and time: UTC, until the script shows it in the reader's zone."""
    return _local(when, "moment", moment_text(when))


@register.filter
def moment_text(when: datetime) -> str:
    """The same as plain text, for letters."""
    words = date_format(when.astimezone(UTC), gettext("j F Y, H:i"))
    return f"{words} UTC"


@register.filter
def local_day(when: datetime) -> SafeString:
    """The date of a moment: that of UTC, until the script shows it in the reader's zone."""
    return _local(when, "day", day(when))


@register.filter
def clock(when: datetime) -> SafeString:
    """Midnight of UTC, which the script shows as the time that it is in the reader's zone."""
    return _local(when, "clock", gettext("midnight UTC"))


def _local(when: datetime, kind: str, words: str) -> SafeString:
    return format_html(
        '<time datetime="{}" data-as="{}">{}</time>', f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", kind, words
    )
