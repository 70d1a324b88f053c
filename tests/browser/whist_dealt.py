"""Games of Bid Whist whose cards are chosen, for browsers that play them on.

Run inside the site under test: `Site.shell("from tests.browser.whist_dealt import whist; whist()")`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from accounts.models import Guest, User
from accounts.people import Person
from games.bidwhist.auction import pack
from games.engine.actions import START, Action, Argument, deal
from games.engine.cards import Card, cards
from games.engine.options import Options
from games.engine.state import DEALER, Seat
from games.services.log import logs
from games.services.table.seating import ComputerSeat, usual_seating
from tests.browser.stored import opened, stored_as_chosen, told
from tests.engine.bidwhist_positions import NAMES, line
from tests.shots.posing import guest_with_session

#: No single hand ends such a game.
LONG: Options = {"win_score": 50, "lose_score": -50}


@dataclass(frozen=True)
class Position:
    """South's cards and the kitty; what is left goes round from West, unless `others` say who has what.

    East dealt, so South speaks first. `said` are actions that were told already: "S bid 4U, W pass".
    """

    south: str
    kitty: str
    others: tuple[str, ...] = ()
    said: str = ""
    score: tuple[int, int] = (0, 0)
    options: Options = field(default_factory=dict)


POSITIONS = {
    "uptown": Position("BJ LJ AS KS QS 9S 8S AH KH AC KC 2D", "3D 4D 5D 7H 8H 2C", options=LONG),
    "downtown": Position("BJ AS 2S 3S 5S 6S AH 2H 3H AC 2C KD", "QD JD KH QH KC LJ", options=LONG),
    "no_trump": Position("BJ LJ 7S 6S 5S 4S 3S 7H 6H 5H 4H 3H", "2S 2H 8S 8H 2C 2D"),
    "seven": Position("BJ LJ AS KS QS JS TS 9S AH KH AC AD", "2H 3H 2C 3C 2D 3D", score=(3, -2)),
    # West holds spades and throws a heart on the ace of spades.
    "renege": Position(
        "AS KS QS 9S AH 4H 3H AC KC 7C 5D 2D",
        "2H 2C 7D 6D BJ LJ",
        (
            "JS TS 8S KH QH 9H QC JC 6C KD QD 3D",
            "7S 6S 5S JH TH 8H TC 9C 5C AD JD 4D",
            "4S 3S 2S 7H 6H 5H 8C 4C 3C TD 9D 8D",
        ),
        "S bid 4U, W pass, N pass, E pass, S trump S, S discard 2H 2C 7D 6D 5D 2D,"
        "S play AS, W play QH, N play 7S, E play 4S",
        options={"renege": "table"},
    ),
}


def whist() -> None:
    """Prints the session of a new guest and the codes of a game of theirs for each position, by its name."""
    person, session = guest_with_session()
    sitting: list[Person | ComputerSeat] = [person, *usual_seating(key="bidwhist", level="medium")]
    print(json.dumps([session, {name: _opened(sitting, position) for name, position in POSITIONS.items()}]))


def against_each_other(south: str, west: str) -> None:
    """Prints the code of a game of this user and that guest: South has led, and West holds spades and other suits."""
    people = (Person(user=User.objects.get(username=south)), Person(guest=Guest.objects.get(name=west)))
    renege = POSITIONS["renege"]
    led = replace(renege, said=renege.said.partition(", W play")[0], options={**LONG, **renege.options})
    print(_opened((*people, *usual_seating(key="bidwhist", level="medium")[1:]), led))


def _opened(sitting: Sequence[Person | ComputerSeat], position: Position) -> str:
    game, seats = opened("bidwhist", position.options, sitting)
    log = logs.opened(game)
    for seat, action in _told(position):
        log = told(log, seat, action)
    return stored_as_chosen(game, seats, log)


def _told(position: Position) -> list[tuple[Seat, Action]]:
    start: dict[str, Argument] = {"dealer": NAMES.index("E"), "score": position.score, "wins": (0, 0)}
    kitty = cards(position.kitty)
    hands = [cards(position.south), *_others(position)]
    dealt = [(DEALER, Action(START, start)), (DEALER, deal(hands, kitty=kitty))]
    return [*dealt, *(line(text) for text in position.said.split(",") if text)]


def _others(position: Position) -> list[tuple[Card, ...]]:
    if position.others:
        return [cards(hand) for hand in position.others]
    gone = {*cards(position.south), *cards(position.kitty)}
    left = [one for one in pack(2) if one not in gone]
    return [tuple(left[seat::3]) for seat in range(3)]
