"""Duels of one action: a test chooses who wins, and when."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Guest, User
from games.cardduel.rules import CardDuel
from games.engine.actions import START, Action, deal
from games.engine.cards import PACK, Draw, cards
from games.engine.state import Phase, State
from games.services.moves import play
from games.services.people import lobby
from games.services.table.tables import Place
from tests.playing import act, again, person_of

#: Whoever holds the swords and speaks first wins at once by a blaze; whoever holds the wands loses by it.
SWORDS, WANDS = "AS KS QS JS TS", "2C 3C 4C 5C 6C"


class Table:
    """Duels in which a test chooses who wins, and the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, clock: Any) -> None:
        self.clock, self.hands = clock, (SWORDS, WANDS)
        table = self

        def chance(self: CardDuel, state: State, draw: Draw) -> Action:
            if state.phase is Phase.START:
                return Action(START, {"coin": 0})
            hands = [cards(one) for one in table.hands]
            return deal(hands, deck=[one for one in PACK if one not in hands[0] + hands[1]])

        monkeypatch.setattr(CardDuel, "chance", chance)

    def deals(self, *, wins: bool, swords: str = SWORDS) -> None:
        """From now on, to whoever sits in seat 0."""
        self.hands = (swords, WANDS) if wins else (WANDS, swords)

    def sit(
        self, person: User | Guest, *, wins: bool, level: str = "easy", swords: str = SWORDS, **chosen: Any
    ) -> Place:
        """A duel that is dealt and waits for the person."""
        self.deals(wins=wins, swords=swords)
        who = person_of(person)
        code = lobby.open_game(person=who, key="cardduel", level=level, chosen=chosen)
        place = again(person, code)
        play.deal(place=place, seed="seed", version=0)
        return again(person, code)

    def play(self, person: User | Guest, *, wins: bool, **asked: Any) -> Place:
        place = self.sit(person, wins=wins, **asked)
        act(place, "blaze")
        return again(person, place.code)

    def wait(self, how_long: timedelta) -> None:
        self.clock.shift(how_long)
