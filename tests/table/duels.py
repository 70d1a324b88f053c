"""Games of Card Duel in which both players avoid attacks, so that they last many rounds."""

from random import Random
from typing import ClassVar

import pytest

from accounts.models import User
from accounts.people import Person
from games.cardduel.score import SWORDS
from games.engine.actions import Action
from games.engine.cards import find
from games.engine.state import SeatView
from games.table import opening, play, tables
from games.table.tables import Place
from tests.play import reload, set_players

ROUNDS = 40


class Peaceful:
    """A bot that never invokes a blaze of glory, and attacks only if every legal play is an attack."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        plays = [one for one in view.legal if isinstance(one, Action) and one.verb == "play"]
        return rng.choice([one for one in plays if suit_on_top(one) != SWORDS] or plays)


def suit_on_top(action: Action) -> object:
    top = find(action.argument[-1] if isinstance(action.argument, tuple) else action.argument)
    return None if top is None else top.suit


def open_duel(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Open a duel of at most `ROUNDS` rounds between alice at seat 0, who plays first, and a `Peaceful` bot."""
    set_players(monkeypatch, "cardduel", {"easy": Peaceful()})
    chosen = {"first": "human", "max_rounds": ROUNDS}
    return reload(alice, opening.open_game(person=Person(user=alice), key="cardduel", chosen=chosen))


def play_duel(alice: User, place: Place, *, rounds: int = 99) -> Place:
    """Deal and play both seats until the duel is over or `rounds` rounds are scored."""
    rng, player = Random(1), Peaceful()
    play.deal(place=place, seed="a seed", version=0)
    while True:
        place = reload(alice, place.code)
        snapshot = tables.see(place)
        table = snapshot.view.table.as_json()
        if snapshot.result is not None or table["round"] == rounds + 1:
            return place
        if snapshot.computer_acts:
            assert play.reply(code=place.code, version=snapshot.version)
        else:
            play.submit(place=place, action=player.choose(snapshot.view, rng), version=snapshot.version)
