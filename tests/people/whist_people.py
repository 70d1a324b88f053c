"""A table of Bid Whist at which reneges are called, with people at chosen seats and fixed cards.

East deals. In `TO_THE_PLAY` South bids 4U, names spades and discards. As declarer, South leads the first trick.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from accounts.models import User
from accounts.people import Person
from games.bidwhist.rules import BidWhist
from games.bidwhist.state import BidWhistState
from games.engine.actions import START, Action, deal
from games.engine.cards import DrawNumber, cards
from games.engine.options import Options
from games.engine.state import Phase, State
from games.people import joining, rooms
from games.snapshot import Snapshot
from games.table import company, logs, move, play, tables
from games.table.models import Entry, Game
from games.table.tables import Place
from tests.bidwhist.positions import DEAL, KITTY, NAMES, RULES, line
from tests.people.together import set_last_seen
from tests.play import open_room, reload

TO_THE_PLAY: Final = ("S bid 4U", "W pass", "N pass", "E pass", "S trump S", "S discard 2H 2C 7D 6D 5D 2D")
#: West holds spades and plays a heart; North and East follow suit.
RENEGED: Final = ("S play AS", "W play QH", "N play 7S", "E play 4S")
#: West plays a spade, which proves the renege.
SHOWN: Final = ("S play KS", "W play 8S", "N play 6S", "E play 3S")
LONG: Final[Options] = {"renege": "table", "win_score": 50, "lose_score": -50}


class WhistTable:
    """A table with people at the seats in `people`, which must include South, and bots at the other seats.

    All people are present for the next hour.
    """

    def __init__(self, people: Mapping[str, User], monkeypatch: pytest.MonkeyPatch, **chosen: object) -> None:
        def chance(self: BidWhist, state: State, draw: DrawNumber) -> Action:
            if state.phase is Phase.START:
                return Action(START, {"dealer": NAMES.index("E"), "score": (0, 0), "wins": (0, 0)})
            return deal([cards(hand) for hand in DEAL], kitty=cards(KITTY))

        monkeypatch.setattr(BidWhist, "chance", chance)
        self.people = people
        self.code = self._opened({**LONG, **chosen})
        for letter, user in people.items():
            play.deal(place=self.place(letter), seed="a seed", version=self.version)
            set_last_seen(user, self.code, seconds=-3600)

    def _opened(self, chosen: dict[str, object]) -> str:
        opener = Person(user=self.people["S"])
        code = open_room(person=opener, key="bidwhist", chosen=chosen, level="easy")
        token = rooms.room_of(person=opener, code=code).token
        joining.let_look_on(person=opener, code=code, allowed=True)
        for letter in (one for one in "NWE" if one in self.people):  # joining fills the seat across first
            person, number = Person(user=self.people[letter]), NAMES.index(letter)
            own = joining.join(person=person, token=token).own
            if own is None or own.number != number:
                joining.swap(person=person, code=code, number=number)
        return joining.start(person=opener, code=code)

    @property
    def game(self) -> Game:
        return Game.objects.get(code=self.code)

    @property
    def version(self) -> int:
        return self.game.version

    @property
    def state(self) -> BidWhistState:
        return BidWhistState.of(logs.read(self.game).state)

    def place(self, letter: str) -> Place:
        return reload(self.people[letter], self.code)

    def see(self, letter: str) -> Snapshot:
        return tables.see(self.place(letter))

    def say(self, *said: str) -> "WhistTable":
        """Append actions of any seat to the log; "the rest" plays the first legal card until the hand is over."""
        for text in said:
            if text == "the rest":
                self._play_out()
            else:
                self._add(*line(text))
        return self

    def does(self, text: str, *, version: int | None = None) -> Snapshot:
        """Submit the action as the player of its seat, at `version`, by default the current one."""
        seat, action = line(text)
        at = self.version if version is None else version
        return play.submit(place=self.place(NAMES[seat]), action=action, version=at)

    def replace_by_stand_in(self, letter: str, *, sender: str = "W") -> None:
        """Let the player at `letter` be away, and the player at `sender` send for a stand-in."""
        set_last_seen(self.people[letter], self.code, seconds=60)
        company.stand_in(place=self.place(sender), seat=NAMES.index(letter))

    def _play_out(self) -> None:
        while (state := self.state).phase is Phase.PLAY:
            seat = min(RULES.waits_for(state))
            first: Any = RULES.legal_actions(state, seat)[0]
            self._add(seat, first)

    def _add(self, seat: int, action: Action) -> None:
        source = Entry.Source.PERSON if NAMES[seat] in self.people else Entry.Source.COMPUTER
        seats = tables.seats_at(self.code)
        move.make_move(seats[0].game, seats, self.version, lambda ongoing: ongoing.add(seat, action, source), seat=None)
