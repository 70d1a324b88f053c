"""Numbers as the reader's language writes them: `{{ 0.25|percent }}`, `{{ 0.7|decimal }}`."""

from django import template

from games.pages.words import decimal, percent

register = template.Library()
register.filter("percent", percent)
register.filter("decimal", decimal)
