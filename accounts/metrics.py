"""What is counted of people for those who run the site. No name, address or mark of anybody is in it."""

from prometheus_client import Counter

GUESTS = Counter("spadesite_guests", "Guests who sat down.")
TOO_MANY = Counter("spadesite_too_many", "What was refused because its limit was used up.", ["limit"])
