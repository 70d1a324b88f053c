"""A board played by choices of the test's, its computer players answering at once."""

from collections.abc import Callable
from datetime import date
from random import Random

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.actions import Action
from games.engine.state import Phase
from games.models import Attempt
from games.services.boards import days, field
from games.services.boards.field import BoardResult
from games.services.counting import tallies
from games.services.log import logs
from games.services.moves import play
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Status
from tests.playing import again, person_of
from tests.trial.ledger import aligned

Choose = Callable[[Place, Random], Action]


def legal(place: Place) -> list[Action]:
    """What the person may do, a pick as its first choice."""
    return [one.first for one in tables.see(place).view.legal]


def first_legal(place: Place, rng: Random) -> Action:
    return legal(place)[0]


def last_legal(place: Place, rng: Random) -> Action:
    return legal(place)[-1]


def walked(place: Place, choose: Choose, *, computers_first: bool = False) -> Place:
    """To the end of its game. Where both owe a secret choice the person makes theirs first, or the computer player."""
    rng = Random(1)
    while True:
        place = tables.place_of(person=place.person, code=place.code)
        snapshot = tables.see(place)
        if snapshot.status != Status.PLAYING:
            return place
        if snapshot.view.phase == Phase.DEAL:  # the hand before was void
            play.deal(place=place, seed="", version=snapshot.version)
        elif snapshot.computer_acts and (computers_first or not snapshot.is_mine):
            assert play.reply(code=place.code, version=snapshot.version)
        else:
            play.submit(place=place, action=choose(place, rng), version=snapshot.version)


def said(place: Place) -> list[tuple[int, str]]:
    """Every action, one after the other."""
    entries = place.game.entries.order_by("ordinal")
    return aligned([(one.seat, one.action) for one in entries if one.source not in logs.ASIDES])


def begun(who: User | Guest, key: str = "twoman", day: date | None = None) -> Place:
    return again(who, days.begin(person=person_of(who), key=key, day=day or tallies.today()))


def result_of(user: User, attempt: Attempt) -> BoardResult:
    found = field.result_of(person=Person(user=user), attempt=attempt.pk)
    assert found is not None
    return found
