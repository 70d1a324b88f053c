"""Presence at a table: present, away and missing players, the clock, deserted tables, and games that hardly began."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import enqueue
from games.company import Presence
from games.engine.actions import Action
from games.records import verification
from games.registry import ruleset
from games.table import company, opening, play, presence, tables
from games.table.logs import Log
from games.table.models import Entry, Game, Seat
from tests.asking import read
from tests.people import together
from tests.people.together import (
    act,
    come_back,
    company_at,
    deal_first_hand,
    leave_game,
    replace_by_stand_in,
    see,
    send_stand_in,
    set_last_seen,
    whose_turn,
)
from tests.play import reload

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("seconds", "presence", "minutes"),
    [(19, Presence.HERE, 0), (21, Presence.AWAY, 0), (61, Presence.AWAY, 1), (3599, Presence.AWAY, 59)],
)
def test_a_player_who_gives_no_sign_for_20_seconds_is_away(
    still_clock: None, code: str, alice: User, bob: User, seconds: int, presence: Presence, minutes: int
) -> None:
    set_last_seen(bob, code, seconds=seconds)
    person = company_at(alice, code).person_at(reload(bob, code).seat)
    assert person is not None and (person.presence, person.minutes) == (presence, minutes)


def test_signs_of_life_are_written_once_in_some_seconds_and_never_with_bots_alone(code: str, alice: User) -> None:
    set_last_seen(alice, code, seconds=60)
    now = timezone.now()
    for passed in range(3):
        with time_machine.travel(now + timedelta(seconds=passed), tick=False):
            place = reload(alice, code)
            presence.mark_seen(game=place.game, seats=place.seats, seat=place.seat)
    assert reload(alice, code).seats[place.seat].seen_at == now
    alone = reload(alice, opening.open_game(person=Person(user=alice)))
    presence.mark_seen(game=alone.game, seats=alone.seats, seat=alone.seat)
    assert not alone.game.seats.exclude(seen_at=None).exists()
    assert tables.see(alone).company is None


def test_a_player_to_act_is_missing_after_30_seconds_away(still_clock: None, code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    for seconds, is_missing in ((29, False), (31, True)):
        set_last_seen(slow, code, seconds=seconds)
        assert company_at(other, code).missing == ((reload(slow, code).seat,) if is_missing else ())
    set_last_seen(slow, code, seconds=-3600)
    set_last_seen(other, code, seconds=600)
    assert company_at(slow, code).missing == (), "a player who is not to act is missing"


def test_leaving_and_coming_back_does_not_reset_the_clock(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    Game.objects.update(clock=30)
    began, seat = Game.objects.get().moved_at, reload(slow, code).seat
    for passed in (15, 29):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leave_game(slow, code)
            now = come_back(slow, code).company
            assert now is not None and now.clock_ends_at == began + timedelta(seconds=30)
    with time_machine.travel(began + timedelta(seconds=31), tick=False):
        assert company_at(other, code).missing == (seat,)


def test_the_clock_restarts_after_a_stand_in_only_if_it_had_run_out(alice: User, bob: User, charlie: User) -> None:
    code, slow, (other, _) = together.deal_to_three(alice, bob, charlie)
    Game.objects.update(clock=90)
    began = Game.objects.get().moved_at
    for passed, until in ((31, 90), (100, 190)):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leave_game(slow, code)
            set_last_seen(other, code, seconds=0)
            send_stand_in(slow, code, sender=other)
            now = come_back(slow, code).company
            assert now is not None and now.clock_ends_at == began + timedelta(seconds=until)


@pytest.mark.parametrize(
    ("clock", "away", "moments"),
    [(90, -3600, [(30, False), (91, True)]), (86_400, 80_000, [(79_000, False), (86_339, False), (86_401, True)])],
)
def test_with_a_clock_a_player_is_missing_only_when_it_has_run_out(
    code: str, alice: User, bob: User, clock: int, away: int, moments: list[tuple[int, bool]]
) -> None:
    slow, other = whose_turn(code, alice, bob)
    set_last_seen(slow, code, seconds=away)
    for passed, is_missing in moments:
        Game.objects.update(clock=clock, moved_at=timezone.now() - timedelta(seconds=passed))
        people = company_at(other, code)
        assert bool(people.missing) is is_missing and people.clock_ends_at is not None
    send_stand_in(slow, code, sender=other)
    now = come_back(slow, code).company
    assert now is not None and now.missing == () and now.clock_ends_at is not None
    assert now.clock_ends_at - timezone.now() > timedelta(seconds=clock * 0.9)  # the whole time again


def question_of(page: str) -> str:
    return page.split('class="question')[1].split("</section>")[0]


def test_the_page_tells_that_the_clock_has_run_out(
    clients: dict[str, Client], alice: User, bob: User, code: str
) -> None:
    actor, other = whose_turn(code, alice, bob)
    long_ago = timezone.now() - timedelta(minutes=5)
    Game.objects.update(clock=90, moved_at=long_ago)
    Seat.objects.update(seen_at=long_ago)
    question = question_of(read(clients[other.username], f"/games/{code}/"))
    assert f"Waiting for {actor.username}, who is away" in question and ">Time is up</time>" in question
    Seat.objects.update(seen_at=timezone.now())
    question = question_of(read(clients[other.username], f"/games/{code}/"))
    assert f"{actor.username} ran out of time" in question and "Time is up" not in question
    assert ">Time is up</time>" in read(clients[actor.username], f"/games/{code}/")


def test_the_clock_is_shown_at_every_moment(
    still_clock: None, clients: dict[str, Client], alice: User, bob: User
) -> None:
    code = deal_first_hand(alice, bob, key="cardduel")
    Game.objects.update(clock=90)
    Seat.objects.update(is_first=False)  # a tip would add a line with a second clock
    for number in range(3):
        if number == 2:
            for page in (read(client, f"/games/{code}/") for client in clients.values()):
                assert "The last round" in page and page.count('data-left="90"') == 1
        actor, other = whose_turn(code, alice, bob)
        act(reload(actor, code))
    company.ask_to_take_back(place=reload(actor, code), version=see(actor, code).version)
    for client in clients.values():
        assert 'data-left="90"' in question_of(read(client, f"/games/{code}/"))
    leave_game(actor, code)
    assert 'data-left="90"' in question_of(read(clients[other.username], f"/games/{code}/"))


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return a list to which each queued reply of a bot appends (code, version)."""
    notices: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notices.append((code, version)))
    return notices


@pytest.fixture
def abandoned_table(code: str, alice: User, bob: User, notices: list[tuple[str, int]]) -> str:
    """Return the code of a table whose players are away and whose stand-in should have acted five minutes ago."""
    replace_by_stand_in(code, alice, bob)
    long_ago = timezone.now() - timedelta(minutes=5)
    Game.objects.update(bot_due_at=long_ago, moved_at=long_ago)
    Entry.objects.filter(pk=Entry.objects.latest("ordinal").pk).update(at=long_ago)
    for user in (alice, bob):
        set_last_seen(user, code, seconds=40)
    notices.clear()
    return code


@pytest.mark.parametrize("is_rescue", [False, True], ids=["task", "rescue"])
def test_at_a_resting_table_no_bot_acts_and_no_reply_is_due(
    abandoned_table: str, notices: list[tuple[str, int]], is_rescue: bool
) -> None:
    entries, version = Entry.objects.count(), Game.objects.get().version
    assert not (play.rescue(code=abandoned_table) if is_rescue else play.reply(code=abandoned_table, version=version))
    game = Game.objects.get()
    assert (Entry.objects.count(), game.bot_due_at) == (entries, None)
    assert (play.nudge(), notices) == (0, [])
    assert not verification.differences(game=game)


def test_play_goes_on_when_a_player_comes_back(
    abandoned_table: str,
    notices: list[tuple[str, int]],
    client: Client,
    alice: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    play.rescue(code=abandoned_table)
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.get(f"/games/{abandoned_table}/").status_code == 200
    game = Game.objects.get()
    assert notices == [(abandoned_table, game.version)] and game.bot_due_at is not None
    assert play.reply(code=abandoned_table, version=game.version)


@pytest.mark.parametrize("is_first", [True, False], ids=["before", "after"])
def test_a_player_who_returns_while_the_table_is_paused_keeps_it_running(
    still_clock: None, abandoned_table: str, alice: User, is_first: bool
) -> None:
    """The process that pauses the table has read the seats before the player's heartbeat was stored."""
    before = reload(alice, abandoned_table)
    set_last_seen(alice, abandoned_table, seconds=19)
    signing = reload(alice, abandoned_table)
    if is_first:
        play.give_sign(place=signing)
    assert play.pause_if_deserted(seats=before.seats)
    if not is_first:
        play.give_sign(place=signing)
    assert Game.objects.get().bot_due_at is not None
    assert play.reply(code=abandoned_table, version=before.game.version)


@pytest.mark.parametrize("has_acted", [True, False])
def test_a_bot_acts_with_one_player_present_or_just_after_an_action(
    abandoned_table: str, bob: User, has_acted: bool
) -> None:
    if has_acted:
        Game.objects.update(moved_at=timezone.now())
    else:
        set_last_seen(bob, abandoned_table, seconds=0)
    assert play.rescue(code=abandoned_table)


TWO_MAN = ruleset("twoman")


@pytest.mark.parametrize("acted", [(), (0, 1), (0, 0, 1), (0, 0, 0), (0, 0, 1, 1)])
def test_a_game_of_people_counts_once_every_seat_has_acted_twice(acted: Sequence[int]) -> None:
    """A game with bots at all other seats counts at once."""
    log = Log(TWO_MAN, TWO_MAN.initial({}), actions=tuple((seat, Action("look")) for seat in acted))
    assert presence.is_annulled((Seat(number=0), Seat(number=1)), log) is (acted != (0, 0, 1, 1))
    assert not presence.is_annulled((Seat(number=0), Seat(number=1, level="easy")), log)
