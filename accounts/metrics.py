"""Metrics of accounts for operators. They contain no name, address or id of a person."""

from prometheus_client import Counter

GUESTS = Counter("spadesite_guests", "Guests who sat down.")
TOO_MANY = Counter("spadesite_too_many", "What was refused because its limit was used up.", ["limit"])
