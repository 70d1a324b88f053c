"""What a page is shown of a hand that settled itself: the action that did it, and the end. Nobody acts between."""

from random import Random

import pytest

from accounts.models import Preferences, User
from accounts.people import Person
from games.models import Entry
from games.presenters import table
from games.services import lobby, tables
from games.services.seen import Seen
from games.services.tables import Place
from tests.playing import again, play_on

pytestmark = pytest.mark.django_db


def before_the_end(place: Place) -> int:
    """The version before the action that settled the first such hand."""
    first = Entry.objects.filter(game=place.game, source=Entry.Source.TABLE).order_by("ordinal")[0]
    return first.ordinal - 2


@pytest.fixture(params=["twoman", "spades", "bidwhist"])
def passed(request: pytest.FixtureRequest, alice: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Seen, Seen]:
    """The step at which the table took over, and the one that a page is shown after it."""
    monkeypatch.setattr(tables, "MOST_STEPS", 10_000)
    kind = request.param
    code = lobby.open_game(person=Person(user=alice), key=kind, level=lobby.levels(kind)[0])
    place = again(alice, code)
    play_on(place, Random(3), hands=6)
    steps = tables.steps(again(alice, code), before_the_end(place))
    return steps[0], steps[1]


def test_nobody_is_to_act_while_the_table_plays_the_rest(passed: tuple[Seen, Seen]) -> None:
    """The table says so, and offers nothing."""
    at, after = passed
    assert at.plays_itself and not at.view.legal and not at.computer_acts
    assert not after.plays_itself
    assert len(after.hands) == len(at.hands) + 1
    shown = table(at, preferences=Preferences(), notice="")
    assert shown.say.endswith("The rest plays itself.")
    assert (shown.my_turn, shown.waiting, shown.claim) == (False, False, "")
