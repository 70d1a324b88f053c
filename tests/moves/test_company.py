"""Several people at one table: who is here, who is away, and who is stood in for."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.company import Presence, Seating
from games.engine.actions import Action
from games.models import Entry, Game, PersonLine, Review, Seat
from games.services.log import logs
from games.services.moves import play, thinking
from games.services.past import reviews, verification
from games.services.people import company, lobby, rooms
from games.services.table import presence, tables
from tests.moves.together import (
    back,
    company_at,
    deal,
    dealt_to,
    leaves,
    play_hand,
    see,
    seen,
    stands_in,
    stood_in,
    three,
    whose_turn,
)
from tests.playing import again

pytestmark = pytest.mark.django_db


# -- here and away -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "presence", "minutes"),
    [
        (0, Presence.HERE, 0),
        (19, Presence.HERE, 0),
        (21, Presence.AWAY, 0),
        (61, Presence.AWAY, 1),
        (3599, Presence.AWAY, 59),
    ],
)
def test_who_gives_no_sign_is_away(
    still_clock: None, code: str, alice: User, bob: User, seconds: int, presence: Presence, minutes: int
) -> None:
    seen(bob, code, seconds=seconds)
    person = company_at(alice, code).of(again(bob, code).seat)
    assert person is not None and (person.presence, person.minutes) == (presence, minutes)


def test_a_sign_is_written_once_in_some_seconds(code: str, alice: User) -> None:
    seen(alice, code, seconds=60)
    now = timezone.now()
    for passed in range(3):
        with time_machine.travel(now + timedelta(seconds=passed), tick=False):
            place = again(alice, code)
            presence.give_sign(game=place.game, seats=place.seats, seat=place.seat)
    assert again(alice, code).seats[place.seat].seen_at == now


def test_no_sign_is_written_where_one_sits_alone(alice: User) -> None:
    place = again(alice, lobby.open_game(person=Person(user=alice)))
    presence.give_sign(game=place.game, seats=place.seats, seat=place.seat)
    assert not Seat.objects.exclude(seen_at=None).exists()
    assert tables.see(place).company is None


def test_whoever_is_to_act_and_away_is_missing_after_half_a_minute(
    still_clock: None, code: str, alice: User, bob: User
) -> None:
    slow, other = whose_turn(code, alice, bob)
    for seconds, is_missing in ((29, False), (31, True)):
        seen(slow, code, seconds=seconds)
        assert company_at(other, code).missing == ((again(slow, code).seat,) if is_missing else ())
    seen(slow, code, seconds=-3600)
    seen(other, code, seconds=600)
    assert company_at(slow, code).missing == (), "whose turn it is not may be away"


def test_whoever_lets_the_clock_run_out_is_missing_though_here(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    for passed, is_missing in ((30, False), (91, True)):
        Game.objects.update(clock=90, moved_at=timezone.now() - timedelta(seconds=passed))
        people = company_at(other, code)
        assert bool(people.missing) is is_missing and people.until is not None


def test_with_a_day_for_a_decision_nobody_has_to_stay(code: str, alice: User, bob: User) -> None:
    """Only the clock tells who is missing, and then all is as with a shorter one."""
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=80_000)
    for passed, is_missing in ((79_000, False), (86_399 - 60, False), (86_401, True)):
        Game.objects.update(clock=rooms.Clock.A_DAY, moved_at=timezone.now() - timedelta(seconds=passed))
        people = company_at(other, code)
        assert bool(people.missing) is is_missing and people.until is not None
    assert stands_in(slow, code, by=other).computer_acts
    now = back(slow, code).company
    assert now is not None and now.missing == () and now.until is not None
    assert now.until - timezone.now() > timedelta(hours=23), "the clock begins anew for whoever is back"


def test_leaving_and_coming_back_leaves_the_clock_running(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    Game.objects.update(clock=30)
    began, seat = Game.objects.get().moved_at, again(slow, code).seat
    for passed in (15, 29):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leaves(slow, code)
            now = back(slow, code).company
            assert now is not None and now.until == began + timedelta(seconds=30)
    with time_machine.travel(began + timedelta(seconds=31), tick=False):
        assert company_at(other, code).missing == (seat,)


def test_the_clock_begins_anew_for_whoever_let_it_run_out_and_was_stood_in_for(
    alice: User, bob: User, charlie: User
) -> None:
    """And for nobody else: whoever leaves and is stood in for at once has what was left of it."""
    code, slow, (other, _) = three(alice, bob, charlie)
    Game.objects.update(clock=90)
    began = Game.objects.get().moved_at
    for passed, until in ((31, 90), (100, 190)):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leaves(slow, code)
            seen(other, code, seconds=0)
            stands_in(slow, code, by=other)
            now = back(slow, code).company
            assert now is not None and now.until == began + timedelta(seconds=until)


# -- stand-ins -------------------------------------------------------------------------------------------


def test_a_stand_in_acts_for_whoever_is_away_and_leaves_when_they_are_back(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    after = stands_in(slow, code, by=other)
    assert after.computer_acts and Game.objects.get().bot_due_at is not None
    assert play.reply(code=code, version=after.version)
    assert Entry.objects.filter(seat=seat).latest("ordinal").source == Entry.Source.COMPUTER
    mine = see(slow, code)
    assert not mine.is_mine and mine.view.legal == ()
    now = back(slow, code).company
    assert now is not None and not now.is_stood_in(seat)
    said = [(entry.seat, entry.action) for entry in Entry.objects.filter(source=Entry.Source.SEATING)]
    assert said == [(seat, '["stands_in","medium"]'), (seat, '["is_back"]')]


def test_a_stand_in_sees_what_the_seat_sees_plays_the_hand_to_its_end_and_keeps_no_deal_waiting(
    code: str, alice: User, bob: User
) -> None:
    _, other = stood_in(code, alice, bob)
    play_hand(code, other)
    assert see(other, code).needs_deal
    assert [line.user for line in PersonLine.objects.filter(number=1).order_by("seat")] == [alice, bob]
    assert not deal(other, code, "another").needs_deal
    assert verification.differences(game=Game.objects.get()) == ()


def test_nobody_stands_in_for_who_is_here(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        stands_in(slow, code, by=other)
    seen(slow, code, seconds=40)
    with pytest.raises(play.Refused, match="OWN_TURN"):
        stands_in(slow, code, by=slow)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        stands_in(other, code, by=other)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        company.stand_in(place=again(other, code), seat=7)
    assert not Entry.objects.filter(source=Entry.Source.SEATING).exists()


def test_two_who_let_somebody_stand_in_at_once_have_one_who_does(alice: User, bob: User, charlie: User) -> None:
    code, slow, others = three(alice, bob, charlie)
    assert {stands_in(slow, code, by=one).version for one in others} == {Game.objects.get().version}
    assert Entry.objects.filter(source=Entry.Source.SEATING).count() == 1


def test_the_others_may_send_a_stand_in_away(code: str, alice: User, bob: User) -> None:
    slow, other = stood_in(code, alice, bob)
    seat = again(slow, code).seat
    after = company.seat_again(place=again(other, code), seat=seat)
    assert not after.computer_acts
    assert Game.objects.get().bot_due_at is None
    assert see(slow, code).is_mine
    version = after.version
    assert company.seat_again(place=again(other, code), seat=seat).version == version, "twice changes nothing"


def test_a_stand_in_who_thinks_when_its_person_comes_back_changes_nothing(
    code: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, _ = stood_in(code, alice, bob)
    choose = thinking.chosen

    def comes_back(*told: Any) -> Action:
        back(slow, code)
        return choose(*told)

    monkeypatch.setattr(thinking, "chosen", comes_back)
    assert play.reply(code=code, version=Game.objects.get().version) is False
    assert see(slow, code).is_mine
    assert Entry.objects.latest("ordinal").action == '["is_back"]'


def test_who_leaves_and_acts_at_once_has_acted_or_is_stood_in_for(code: str, alice: User, bob: User) -> None:
    slow, _ = whose_turn(code, alice, bob)
    before, late = see(slow, code), again(slow, code)
    stood_in(code, alice, bob)
    with pytest.raises(play.Stale) as stale:
        play.submit(place=late, action=before.view.legal[0].first, version=before.version)
    now = stale.value.snapshot
    assert now is not None and now.company is not None and now.company.is_stood_in(late.seat)


def test_computer_players_do_not_play_among_themselves(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob, key="spades")
    both, seats = logs.read(Game.objects.get()), again(alice, code).seats
    for user in (alice, bob):
        seen(user, code, seconds=40)
        both = both.seated(again(user, code).seat, Action(Seating.STANDS_IN, "normal"), timezone.now())
    assert tables.owing(seats, both) == []


def test_what_a_stand_in_chose_is_nobodys_decision(code: str, alice: User, bob: User) -> None:
    slow, other = stood_in(code, alice, bob)
    mine, theirs = again(slow, code).seat, again(other, code).seat
    own = Entry.objects.filter(seat=mine, source=Entry.Source.PERSON).count()
    play_hand(code, other)
    reviews.review(code=code)
    counts = dict(Review.objects.filter(number=1).values_list("seat", "count"))
    assert counts[mine] <= own and counts[theirs] > counts[mine]
