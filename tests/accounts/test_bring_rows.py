"""A guest's rows go to the account all together or none: seats, setups, lines, tallies, leaderboards, preferences."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import Model, Q

from accounts import profile
from accounts.leaving import leave
from accounts.models import Guest, Preferences, User
from accounts.people import Person, adopt
from accounts.signals import guest_adopted
from games.models import LeaderboardRow, PersonLine, Seat, Setup, Tally
from games.services.counting import tallies
from games.services.people import setups
from games.services.table import tables
from games.services.table.seating import usual_seating
from tests.at_once import at_once, let_one_wait
from tests.playing import place_for
from tests.statistics.played import DAYS, NEXT, history, on

pytestmark = pytest.mark.django_db

#: What a person has, and what of it is a guest's too: leaderboards are for accounts' alone.
KEPT: tuple[type[Model], ...] = (Seat, Setup, PersonLine, Tally, Preferences)
Counts = dict[str, int]


@pytest.fixture
def guest(db: None) -> Guest:
    """Somebody with two counted games, one that goes on, a way of setting up, and a theme."""
    guest = Guest.objects.create()
    history(guest, DAYS[-2:])
    with on(NEXT):
        tallies.catch_up()
        place_for(guest)
    setups.keep(person=Person(guest=guest), key="twoman", chosen={}, seating=usual_seating(key="twoman", level="easy"))
    Preferences.objects.create(guest=guest, theme="dark")
    return guest


def counts(**owner: User | Guest) -> Counts:
    return {kind.__name__: kind._default_manager.filter(Q(**owner)).count() for kind in KEPT}


def breaks(*args: Any, **kwargs: Any) -> None:
    raise RuntimeError("no rows move today")


def before_setups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setups, "adopt", breaks)


def before_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "pass_on", breaks)


def amid_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are the account's already, and are to be counted."""
    monkeypatch.setattr(tallies, "_count", breaks)


def after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else is told of it, last of all, fails."""
    told = guest_adopted.send

    def send(**named: Any) -> None:
        told(**named)
        breaks()

    monkeypatch.setattr(guest_adopted, "send", send)


@pytest.mark.parametrize("breaking", [before_setups, before_tallies, amid_tallies, after_all])
def test_no_row_moves_where_anything_fails(
    guest: Guest, alice: User, monkeypatch: pytest.MonkeyPatch, breaking: Callable[[pytest.MonkeyPatch], None]
) -> None:
    own, hers = counts(guest=guest), counts(user=alice)
    breaking(monkeypatch)
    with pytest.raises(RuntimeError), on(NEXT):
        adopt(guest=guest, user=alice)
    guest.refresh_from_db()
    assert guest.adopted_at is None
    assert min(own.values()) > 0
    assert not any(hers.values())
    assert (counts(guest=guest), counts(user=alice)) == (own, hers)
    assert not LeaderboardRow.objects.exists()


def test_every_row_moves(guest: Guest, alice: User) -> None:
    """The tallies are counted anew for the account, so they are as many and say the same; none of it is ranked."""
    own, told = counts(guest=guest), measured(guest=guest)
    with on(NEXT):
        assert adopt(guest=guest, user=alice)
    assert counts(user=alice) == own
    assert not any(counts(guest=guest).values())
    assert measured(user=alice) == told
    assert not LeaderboardRow.objects.exists()
    assert len(tables.open_games(Person(user=alice))) == 1


def measured(**owner: User | Guest) -> list[Any]:
    names = ("key", "span", "day", "level")
    rows = Tally.objects.filter(Q(**owner)).order_by(*names).values_list(*names, "measures")
    return [(*place, _without_ranks(told)) for *place, told in rows]


def _without_ranks(told: dict[str, Any]) -> dict[str, Any]:
    games = told["games"]
    marks, streaks = (
        {name: one for name, one in games[kind].items() if "ranked" not in name} for kind in ("marks", "streaks")
    )
    return {**told, "games": {**games, "marks": marks, "streaks": streaks}}


def test_rows_of_the_account_stand_beside_them(guest: Guest, alice: User) -> None:
    """Its own are kept where both have one, and seats and lines are added."""
    history(alice, DAYS[-1:])
    with on(NEXT):
        tallies.rebuild_day(day=DAYS[-1])
    before, brought = counts(user=alice), counts(guest=guest)
    with on(NEXT):
        adopt(guest=guest, user=alice)
    after = counts(user=alice)
    for name in ("Seat", "PersonLine"):
        assert after[name] == before[name] + brought[name]
    assert LeaderboardRow.objects.get(user=alice).games == 1


def brings(user: User) -> None:
    other = Guest.objects.create()
    Preferences.objects.create(guest=other)
    assert adopt(guest=other, user=user)


def saves(user: User) -> None:
    profile.save(person=Person(user=user), name="", theme="light")


def leaves(user: User) -> None:
    leave(person=Person(user=User.objects.get(pk=user.pk)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("meanwhile", [brings, saves, leaves])
def test_what_the_account_does_at_once_comes_before_or_after(
    guest: Guest, alice: User, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[User], None]
) -> None:
    """Somebody else waits at the end of it, when all is passed on."""
    told, begun = guest_adopted.send, Event()

    def send(**named: Any) -> None:
        told(**named)
        if named["guest"] == guest:
            begun.set()
            let_one_wait()

    def second() -> None:
        begun.wait(60)
        meanwhile(alice)

    monkeypatch.setattr(guest_adopted, "send", send)
    assert at_once(lambda: adopt(guest=guest, user=alice), second, lost=(IntegrityError, ValueError)) == [True, None]
    assert Guest.objects.filter(adopted_at=None).count() == 0
    assert Seat.objects.exclude(user=None).exists() is User.objects.exists()
