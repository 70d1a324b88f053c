"""Duels at a table that last as long as they may."""

from random import Random
from typing import ClassVar

import pytest

from accounts.models import User
from accounts.people import Person
from games.cardduel.score import SWORDS
from games.engine.actions import Action
from games.engine.cards import find
from games.engine.state import SeatView
from games.services.moves import play
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from tests.players import let_play
from tests.playing import again

ROUNDS = 40


class Peaceful:
    """Never blazes, and attacks only when nothing else is left, so that a duel lasts as long as it may."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        plays = [one for one in view.legal if isinstance(one, Action) and one.verb == "play"]
        return rng.choice([one for one in plays if top_of(one) != SWORDS] or plays)


def top_of(one: Action) -> object:
    """The suit of the card on top."""
    top = find(one.argument[-1] if isinstance(one.argument, tuple) else one.argument)
    return None if top is None else top.suit


def opened(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A duel of forty rounds between alice at seat 0, who begins, and a computer player."""
    let_play(monkeypatch, "cardduel", {"easy": Peaceful()})
    chosen = {"first": "human", "max_rounds": ROUNDS}
    return again(alice, lobby.open_game(person=Person(user=alice), key="cardduel", chosen=chosen))


def played(alice: User, place: Place, *, rounds: int = 99) -> Place:
    """Both play peacefully until the duel is over or so many rounds are scored."""
    rng, me = Random(1), Peaceful()
    play.deal(place=place, seed="a seed", version=0)
    while True:
        place = again(alice, place.code)
        snapshot = tables.see(place)
        table = snapshot.view.table.as_json()
        if snapshot.result is not None or table["round"] == rounds + 1:
            return place
        if snapshot.computer_acts:
            assert play.reply(code=place.code, version=snapshot.version)
        else:
            play.submit(place=place, action=me.choose(snapshot.view, rng), version=snapshot.version)
