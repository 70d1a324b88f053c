"""Whoever was to act and has left is told as such at every moment of a hand, in every game and language: to those who
stay, to whoever left and to whoever looks on. Whoever comes back to a seat that is not theirs to play finds a table.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from games import presenters
from games.registry import GAMES
from games.services.log.logs import Log, read
from games.services.moves import play
from games.services.people import onlooking
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Snapshot, Status
from games.viewmodel.seats import SeatShown
from games.viewmodel.table import TableContext
from tests.moves.together import RANDOM, act, dealt_to
from tests.playing import again
from tests.presenters.seeing import Taste, drawn

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

#: What is said of somebody who is at it.
AT_IT = (
    "is bidding",
    "is choosing",
    "’s turn",
    " leads.",
    "plays first",
    "answers.",
    "chooses cards",
    "puts",
    "names the",
)
SAID = {
    "en": ("{} was to act and has left: let a computer player stand in", "You have left this table."),
    "de": ("{} war am Zug und ist gegangen: Lass einen", "Du hast diesen Tisch verlassen."),
}


def moments(key: str, *people: User) -> Iterator[tuple[tuple[Place, ...], Log]]:
    """A hand, or so much of a duel, at each moment in which people are to act."""
    code = dealt_to(*people, key=key)
    for _ in range(70):
        places = tuple(again(user, code) for user in people)
        log = read(places[0].game)
        waits = log.rules.waits_for(log.state)
        if log.hands or log.rules.result(log.state) is not None:
            return
        owed = [place for place in places if place.seat in waits]
        if owed:
            yield places, log
            act(owed[0], RANDOM)
        else:
            assert play.reply(code=code, version=log.version)


def said(snapshot: Snapshot) -> tuple[str, str]:
    """What is told, and the page around it."""
    table = presenters.table(snapshot, preferences=Taste())
    return table.say, drawn(table)


@pytest.mark.parametrize("key", GAMES)
def test_who_was_to_act_and_has_left(key: str, alice: User, bob: User) -> None:
    seen = set()
    for places, log in moments(key, alice, bob):
        turn = next(place for place in places if place.seat in log.rules.waits_for(log.state))
        left = replace(log, left=frozenset({turn.seat}))
        for language in SAID:
            with translation.override(language):
                is_told(places, turn, left, *SAID[language])
        at_its_seat(places, turn, left)
        if log.rules.waits_for(log.state) == {turn.seat}:
            seen.add(str(log.state.phase))
    assert "play" in seen and len(seen) > (key != "cardduel")


def is_told(places: tuple[Place, ...], turn: Place, log: Log, asks: str, gone: str) -> None:
    """To those who stay, to who left, to who comes back to a seat that is another's to play, and to who looks on."""
    name, waits = turn.person.name, log.rules.waits_for(log.state)
    for other in (place for place in places if place != turn):
        words, html = said(tables.snapshot(other, log))
        if other.seat in waits:
            assert asks.format(name) not in html, "both choose: here is the own choice"
            continue
        assert asks.format(name) in words
        assert not any(f"{name}{one}" in html or f"{name} {one}" in html for one in AT_IT)
    words, html = said(tables.snapshot(turn, log))
    assert gone in words or waits - {turn.seat}
    assert said(tables.snapshot(turn, replace(log, left=frozenset(), stand_ins={turn.seat: "easy"})))
    watched = presenters.onlooking(onlooking.seen(places[0].seats, log), preferences=Taste(), token="link")
    if waits == {turn.seat}:
        assert name in watched.say and not any(one in watched.say for one in AT_IT)


def seats_of(table: TableContext) -> dict[int, SeatShown]:
    more: Any = table.more
    shown: tuple[SeatShown, ...] = (more.near, more.far) if table.key == "cardduel" else more.seats
    return {seat.seat: seat for seat in shown}


def at_its_seat(places: tuple[Place, ...], turn: Place, log: Log) -> None:
    """That its person has left, and not what they do."""
    other = next(place for place in places if place != turn)
    own = seats_of(presenters.table(tables.snapshot(other, log), preferences=Taste()))[turn.seat]
    assert (own.presence, own.here) == ("left", "has left")
    assert own.note not in ("is bidding", "is choosing a card")
    watched = seats_of(presenters.onlooking(onlooking.seen(other.seats, log), preferences=Taste(), token="link"))
    assert {seat for seat, shown in watched.items() if shown.here == "has left"} == {turn.seat}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_that_was_ended_without_them_is_shown_to_whoever_left(key: str, alice: User, bob: User) -> None:
    for places, log in moments(key, alice, bob):
        turn = next(place for place in places if place.seat in log.rules.waits_for(log.state))
        for gone in (replace(log, left=frozenset({turn.seat})), replace(log, stand_ins={turn.seat: "easy"})):
            for place in places:
                ended = tables.snapshot(place, gone, status=Status.ABANDONED)
                assert presenters.table(ended, preferences=Taste()).phase == "over"
