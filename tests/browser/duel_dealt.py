"""Duels whose cards are chosen, for browsers that play them on.

Run inside the site under test: `Site.shell("from tests.browser.duel_dealt import duels; duels()")`.
"""

import json
from dataclasses import dataclass
from random import Random

from accounts.people import Person
from games.cardduel.state import PLAY, CardDuelState, own
from games.engine.actions import START, Action, deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER, Seat
from games.services.log import logs
from games.services.table.seating import usual_seating
from tests.browser.stored import PERSON, opened, stored_as_chosen, told
from tests.moves.duels import Peaceful
from tests.shots.posing import guest_with_session

MARTA = 1


@dataclass(frozen=True)
class Position:
    """Both hands, the top of the deck, the HP, who has the coin, and what has been played; or `deck_left`.

    With `deck_left` both have played peacefully until no more cards than that are in the deck.
    """

    mine: str
    hers: str
    deck: str = ""
    hp: tuple[int, int] = (30, 30)
    coin: Seat = PERSON
    said: tuple[tuple[str, ...], ...] = ()
    deck_left: int | None = None


POSITIONS = {
    "stack": Position("KS 9C 8H 5D 2C", "2S 3S 4S 5S 3C", deck="4C 5C", hp=(30, 20)),
    "blaze": Position("2S 3S KH 9D 4C", "9C 8C TD QH 7D", coin=MARTA, said=(("9C", "8C", "TD"),)),
    "covered": Position("2S 3S KH 9D 4C", "9C 8C TD QH 7D", coin=MARTA, said=(("9C", "8C", "TD"),)),
    "outcome": Position(
        "2C 3C 4C KS 8H",
        "6C QD 5C 7C 2H",
        deck="8C 9C AD 5H 6H 7H",
        said=(("2C", "3C", "4C", "KS"), ("6C", "QD"), ("5C", "7C", "8C", "9C", "2H")),
    ),
    "reshuffle": Position("KS 9C 8H 5D 2C", "2S 3H 4H 6D 3C", hp=(200, 200), deck_left=3),
}


def duels() -> None:
    """Prints the session of a new guest and the codes of a duel of theirs for each position, by its name."""
    person, session = guest_with_session()
    print(json.dumps([session, {name: _opened(person, position) for name, position in POSITIONS.items()}]))


def _opened(person: Person, position: Position) -> str:
    game, seats = opened("cardduel", {}, (person, *usual_seating(key="cardduel", level="easy")))
    return stored_as_chosen(game, seats, _played(logs.opened(game), position))


def _played(log: logs.Log, position: Position) -> logs.Log:
    for action in (Action(START, {"coin": position.coin, "hp": position.hp}), _deal(position)):
        log = told(log, DEALER, action)
    for said in position.said:
        log = _told(log, Action(PLAY, said))
    return log if position.deck_left is None else _down_to(log, position.deck_left)


def _down_to(dealt: logs.Log, deck_left: int) -> logs.Log:
    """On, with one chance after another, until it is the person's turn to open a round with hardly a deck."""
    for seed in range(200):
        log, rng = dealt, Random(seed)
        while DEALER not in log.rules.waits_for(log.state):
            if _is_near(own(log.state), deck_left):
                return log
            seat = min(log.rules.waits_for(log.state))
            log = _told(log, Peaceful().choose(log.rules.view(log.state, seat), rng))
    raise RuntimeError("every duel came to its reshuffle before the person's turn")


def _deal(position: Position) -> Action:
    """What `deck` does not name lies below it in the pack's order, turned round."""
    hands, first = [cards(position.mine), cards(position.hers)], cards(position.deck)
    rest = [one for one in reversed(PACK) if one not in (*hands[0], *hands[1], *first)]
    return deal(hands, deck=(*first, *rest))


def _told(log: logs.Log, action: Action) -> logs.Log:
    return told(log, min(log.rules.waits_for(log.state)), action)


def _is_near(state: CardDuelState, deck_left: int) -> bool:
    return state.turn == state.coin == PERSON and len(state.deck) <= deck_left
