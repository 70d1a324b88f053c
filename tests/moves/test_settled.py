"""What a page is shown of a hand that settled itself: the action that did it, and the end. Nobody acts between."""

from random import Random

import pytest

from accounts.models import Guest, Preferences, User
from games.models import Entry
from games.presenters import table
from games.services.log import logs
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Snapshot
from games.viewmodel.seats import plays_itself
from tests.playing import again, place_at, play_on

pytestmark = pytest.mark.django_db


def before_the_end(place: Place) -> int:
    """The version before the action that settled the first such hand."""
    first = Entry.objects.filter(game=place.game, source=Entry.Source.TABLE).order_by("ordinal")[0]
    return first.ordinal - 2


@pytest.fixture(params=["twoman", "spades", "bidwhist"])
def passed(request: pytest.FixtureRequest, alice: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Snapshot, Snapshot]:
    """The step at which the table took over, and the one that a page is shown after it."""
    monkeypatch.setattr(tables, "MOST_STEPS", 10_000)
    place = place_at(alice, request.param)
    play_on(place, Random(3), hands=6)
    first, second, *_ = tables.steps(again(alice, place.code), before_the_end(place))
    return first, second


def test_nobody_is_to_act_while_the_table_plays_the_rest(passed: tuple[Snapshot, Snapshot]) -> None:
    """The table says so, and offers nothing."""
    at, after = passed
    assert plays_itself(at.view) and not at.view.legal and not at.computer_acts
    assert not plays_itself(after.view)
    assert len(after.hands) == len(at.hands) + 1
    shown = table(at, preferences=Preferences(), notice="")
    assert shown.say.endswith("The rest plays itself.")
    assert (shown.my_turn, shown.waiting, shown.claim) == (False, False, "")


@pytest.mark.parametrize("kind", ["twoman", "bidwhist"])
@pytest.mark.parametrize("by", ["user", "guest"])
def test_whoever_plays_every_hand_out_is_left_every_card(
    alice: User, monkeypatch: pytest.MonkeyPatch, kind: str, by: str
) -> None:
    """And no page learns that the hand was settled: neither the table nor a step of it says so."""
    monkeypatch.setattr(tables, "MOST_STEPS", 10_000)
    who = alice if by == "user" else Guest.objects.create()
    Preferences.objects.create(**{by: who}, plays_out=True)
    place = place_at(who, kind)
    play_on(place, Random(3), hands=2)
    assert not Entry.objects.filter(source=Entry.Source.TABLE).exists()
    log = logs.opened(place.game)
    was_settled = False
    for entry in place.game.entries.order_by("ordinal"):
        log = log.follow(entry)
        was_settled = was_settled or log.rules.settled(log.state)
    assert was_settled
    assert not any(plays_itself(step.view) for step in tables.steps(again(who, place.code), 0))


def test_the_preference_of_somebody_else_changes_nothing(alice: User, bob: User) -> None:
    Preferences.objects.create(user=bob, plays_out=True)
    Preferences.objects.create(user=alice, plays_out=False)
    place = place_at(alice, "twoman")
    play_on(place, Random(3), hands=3)
    assert Entry.objects.filter(source=Entry.Source.TABLE).exists()
