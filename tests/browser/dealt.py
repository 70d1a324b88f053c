"""Games with chosen cards, stored for a guest who continues them in a browser.

The public functions run in the site's shell: `Site.shell("from tests.browser.dealt import duels; duels()")`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from accounts.people import Person
from games.bidwhist.legal import pack
from games.cardduel.rules import PLAY
from games.company import ComputerSeat
from games.engine.actions import START, Action, Argument, deal
from games.engine.cards import PACK, Card, cards
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.state import Seat as Number
from games.registry import ruleset
from games.table import logs, seeds, store
from games.table.models import Entry, Game, Seal, Seat
from games.table.opening import seats_of_game, usual_seating
from tests.bidwhist.positions import NAMES, line
from tools.pictures.posing import guest_with_session

#: A fixed secret, so that bots choose alike in every run.
SECRET: Final = bytes(32)
PLAYER, MARTA = 0, 1
#: Options with limits that no single hand of Bid Whist reaches, so that the game goes on.
LONG: Final[Options] = {"win_score": 50, "lose_score": -50}


@dataclass(frozen=True)
class Duel:
    """A position of Card Duel: both hands, top of the deck, hit points, the seat with the coin, and plays so far."""

    mine: str
    hers: str
    deck: str = ""
    hp: tuple[int, int] = (30, 30)
    coin: Number = PLAYER
    played: tuple[tuple[str, ...], ...] = ()


DUELS: Final = {
    "stack": Duel("KS 9C 8H 5D 2C", "2S 3S 4S 5S 3C", deck="4C 5C", hp=(30, 20)),
    "blaze": Duel("2S 3S KH 9D 4C", "9C 8C TD QH 7D", coin=MARTA, played=(("9C", "8C", "TD"),)),
    "outcome": Duel(
        "2C 3C 4C KS 8H",
        "6C QD 5C 7C 2H",
        deck="8C 9C AD 5H 6H 7H",
        played=(("2C", "3C", "4C", "KS"), ("6C", "QD"), ("5C", "7C", "8C", "9C", "2H")),
    ),
}


@dataclass(frozen=True)
class Whist:
    """A position of Bid Whist, dealt by East: South's hand, the kitty, and the actions so far.

    `others` has the hands of West, North and East; by default these get the remaining cards one by one, in pack order.
    """

    south: str
    kitty: str
    others: tuple[str, ...] = ()
    actions: str = ""
    options: Options = field(default_factory=dict)


WHIST: Final = {
    "uptown": Whist("BJ LJ AS KS QS 9S 8S AH KH AC KC 2D", "3D 4D 5D 7H 8H 2C", options=LONG),
    # West reneges in the first trick: it plays a heart on the ace of spades although it has spades.
    "renege": Whist(
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


def duels() -> None:
    """Store the positions of `DUELS` for a new guest; print as JSON the session, and each game's code by position."""
    guest, session = guest_with_session()
    print(json.dumps([session, {name: _duel(guest, position) for name, position in DUELS.items()}]))


def whist() -> None:
    """Store the positions of `WHIST` for a new guest; print as JSON the session, and each game's code by position."""
    guest, session = guest_with_session()
    sitting: list[Person | ComputerSeat] = [guest, *usual_seating(key="bidwhist", level="medium")]
    print(json.dumps([session, {name: _whist(sitting, position) for name, position in WHIST.items()}]))


def _opened(key: str, options: Options, sitting: Sequence[Person | ComputerSeat]) -> tuple[Game, list[Seat]]:
    game = Game(key=key, options=options, rules_version=ruleset(key).version, secret=SECRET)
    game.started_at = game.moved_at = datetime.now(UTC)
    return game, seats_of_game(game=game, sitting=sitting)


def _with_action(log: logs.Log, seat: Number, action: Action) -> logs.Log:
    source = Entry.Source.PERSON if seat == PLAYER else Entry.Source.COMPUTER
    return log.with_action(seat, action, Entry.Source.DEALER if seat == DEALER else source, datetime.now(UTC))


def _stored(game: Game, seats: list[Seat], log: logs.Log) -> str:
    """Store the game and return its code. The first hand gets a dummy seal, because its cards are chosen."""
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Seal.objects.create(game=game, number=1, commitment="0" * 64, algorithm="chosen")
    store.write_whole(game, log)
    seeds.new_seal(game=game, number=2)
    return game.code


def _duel(guest: Person, position: Duel) -> str:
    game, seats = _opened("cardduel", {}, (guest, *usual_seating(key="cardduel", level="easy")))
    log = logs.new_log(game)
    hands, top = [cards(position.mine), cards(position.hers)], cards(position.deck)
    rest = [one for one in reversed(PACK) if one not in (*hands[0], *hands[1], *top)]
    dealt = deal(hands, deck=(*top, *rest))
    for action in (Action(START, {"coin": position.coin, "hp": position.hp}), dealt):
        log = _with_action(log, DEALER, action)
    for names in position.played:
        log = _with_next_action(log, Action(PLAY, names))
    return _stored(game, seats, log)


def _with_next_action(log: logs.Log, action: Action) -> logs.Log:
    return _with_action(log, min(log.rules.waits_for(log.state)), action)


def _whist(sitting: Sequence[Person | ComputerSeat], position: Whist) -> str:
    game, seats = _opened("bidwhist", position.options, sitting)
    log = logs.new_log(game)
    for seat, action in _actions(position):
        log = _with_action(log, seat, action)
    return _stored(game, seats, log)


def _actions(position: Whist) -> list[tuple[Number, Action]]:
    start: dict[str, Argument] = {"dealer": NAMES.index("E"), "score": (0, 0), "wins": (0, 0)}
    kitty = cards(position.kitty)
    hands = [cards(position.south), *_others(position)]
    dealt = [(DEALER, Action(START, start)), (DEALER, deal(hands, kitty=kitty))]
    return [*dealt, *(line(text) for text in position.actions.split(",") if text)]


def _others(position: Whist) -> list[tuple[Card, ...]]:
    if position.others:
        return [cards(hand) for hand in position.others]
    used = {*cards(position.south), *cards(position.kitty)}
    rest = [one for one in pack(2) if one not in used]
    return [tuple(rest[seat::3]) for seat in range(3)]
