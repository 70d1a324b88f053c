"""A hand whose rest one of the two may claim."""

from accounts.models import User
from games.services.table.tables import Place
from tests.playing import again, dealt, place_for, say

#: After a diamond and a trump I hold eight spades, of which only the two may lose; she has one spade between.
TOPS = "AS KS QS JS TS 9S 8S 3S 2S 3D 2C"
HERS = "5S AH KH QH 5C 4C 7D 6D 5D 4D 6C"
#: Two trumps are mine, and she may hold higher ones.
UNSURE = "AS KS QS 7S 6S 3S 2S 4H 3H 3D 2C"


def to_lead(alice: User) -> Place:
    place = place_for(alice)
    dealt(place)
    say(place, (0, "discard", "2C"), (1, "discard", "6C"), (0, "bid", 8), (1, "bid", 1))
    say(place, (0, "play", "3D"), (1, "play", "4D"), (1, "play", "4C"), (0, "play", "3S"))
    return again(alice, place.code)
