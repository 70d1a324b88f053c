"""Days and moments in the order in which the reader's language writes them."""

from datetime import date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext

register = template.Library()


@register.filter(expects_localtime=True)
def day(when: date) -> str:
    return date_format(when, gettext("j F Y"))


@register.filter(expects_localtime=True)
def short_day(when: date) -> str:
    """Without its year."""
    return date_format(when, gettext("j M"))


@register.filter(expects_localtime=True)
def moment(when: datetime) -> str:
    """Every time of the house is UTC, and says so."""
    words = date_format(when, gettext("j F Y, H:i"))
    return f"{words} UTC"
