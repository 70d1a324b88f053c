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
from tests.moves.together import deal, dealt_to, leaves, play_hand, see, seen, three, whose_turn
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
        (-500, Presence.HERE, 0),  # the clock was put back
    ],
)
def test_who_gives_no_sign_is_away(
    still_clock: None, code: str, alice: User, bob: User, seconds: int, presence: Presence, minutes: int
) -> None:
    seen(bob, code, seconds=seconds)
    people = see(alice, code).company
    assert people is not None
    person = people.of(again(bob, code).seat)
    assert person is not None
    assert (person.presence, person.minutes) == (presence, minutes)


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
        people = see(other, code).company
        assert people is not None
        assert people.missing == ((again(slow, code).seat,) if is_missing else ())
    seen(slow, code, seconds=-3600)
    seen(other, code, seconds=600)
    people = see(slow, code).company
    assert people is not None
    assert people.missing == (), "whose turn it is not may be away"


def test_whoever_lets_the_clock_run_out_is_missing_though_here(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    for passed, is_missing in ((30, False), (91, True)):
        Game.objects.update(clock=90, moved_at=timezone.now() - timedelta(seconds=passed))
        people = see(other, code).company
        assert people is not None
        assert bool(people.missing) is is_missing
        assert people.until is not None


def test_with_a_day_for_a_decision_nobody_has_to_stay(code: str, alice: User, bob: User) -> None:
    """Only the clock tells who is missing, and then all is as with a shorter one."""
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=80_000)
    for passed, is_missing in ((79_000, False), (86_399 - 60, False), (86_401, True)):
        Game.objects.update(clock=rooms.Clock.A_DAY, moved_at=timezone.now() - timedelta(seconds=passed))
        people = see(other, code).company
        assert people is not None and people.until is not None
        assert bool(people.missing) is is_missing
    after = company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    assert after.computer_acts
    back = company.seat_again(place=again(slow, code), seat=again(slow, code).seat).company
    assert back is not None and back.missing == () and back.until is not None
    assert back.until - timezone.now() > timedelta(hours=23), "the clock begins anew for whoever is back"


def test_leaving_and_coming_back_leaves_the_clock_running(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    Game.objects.update(clock=30)
    began, seat = Game.objects.get().moved_at, again(slow, code).seat
    for passed in (15, 29):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leaves(slow, code)
            back = company.seat_again(place=again(slow, code), seat=seat).company
            assert back is not None
            assert back.until == began + timedelta(seconds=30)
    with time_machine.travel(began + timedelta(seconds=31), tick=False):
        people = see(other, code).company
        assert people is not None
        assert people.missing == (seat,)


def test_the_clock_begins_anew_for_whoever_let_it_run_out_and_was_stood_in_for(
    alice: User, bob: User, charlie: User
) -> None:
    """And for nobody else: whoever leaves and is stood in for at once has what was left of it."""
    code, slow, (other, _) = three(alice, bob, charlie)
    Game.objects.update(clock=90)
    began, seat = Game.objects.get().moved_at, again(slow, code).seat
    for passed, until in ((31, 90), (100, 190)):
        with time_machine.travel(began + timedelta(seconds=passed), tick=False):
            leaves(slow, code)
            seen(other, code, seconds=0)
            company.stand_in(place=again(other, code), seat=seat)
            back = company.seat_again(place=again(slow, code), seat=seat).company
            assert back is not None
            assert back.until == began + timedelta(seconds=until)


# -- stand-ins -------------------------------------------------------------------------------------------


def test_a_stand_in_acts_for_whoever_is_away_and_leaves_when_they_are_back(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    after = company.stand_in(place=again(other, code), seat=seat)
    assert after.computer_acts
    assert Game.objects.get().bot_due_at is not None
    assert play.reply(code=code, version=after.version)
    last = Entry.objects.filter(seat=seat).latest("ordinal")
    assert last.source == Entry.Source.COMPUTER
    mine = see(slow, code)
    assert not mine.is_mine
    assert mine.view.legal == ()
    back = company.seat_again(place=again(slow, code), seat=seat)
    assert back.company is not None
    assert not back.company.is_stood_in(seat)
    said = [(entry.seat, entry.action) for entry in Entry.objects.filter(source=Entry.Source.SEATING)]
    assert said == [(seat, '["stands_in","medium"]'), (seat, '["is_back"]')]


def test_a_stand_in_sees_what_the_seat_sees_and_plays_the_hand_to_its_end(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    play_hand(code, other)
    assert see(other, code).needs_deal
    assert [line.user for line in PersonLine.objects.filter(number=1).order_by("seat")] == [alice, bob]
    assert verification.differences(game=Game.objects.get()) == ()


def test_nobody_stands_in_for_who_is_here(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    seen(slow, code, seconds=40)
    with pytest.raises(play.Refused, match="OWN_TURN"):
        company.stand_in(place=again(slow, code), seat=again(slow, code).seat)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        company.stand_in(place=again(other, code), seat=again(other, code).seat)
    with pytest.raises(play.Refused, match="NOT_MISSING"):
        company.stand_in(place=again(other, code), seat=7)
    assert not Entry.objects.filter(source=Entry.Source.SEATING).exists()


def test_two_who_let_somebody_stand_in_at_once_have_one_who_does(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = three(alice, bob, charlie)
    places, seat = [again(one, code) for one in (first, second)], again(slow, code).seat
    versions = {company.stand_in(place=place, seat=seat).version for place in places}
    assert versions == {Game.objects.get().version}
    assert Entry.objects.filter(source=Entry.Source.SEATING).count() == 1


def test_the_others_may_send_a_stand_in_away(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    company.stand_in(place=again(other, code), seat=seat)
    after = company.seat_again(place=again(other, code), seat=seat)
    assert not after.computer_acts
    assert Game.objects.get().bot_due_at is None
    assert see(slow, code).is_mine
    version = after.version
    assert company.seat_again(place=again(other, code), seat=seat).version == version, "twice changes nothing"


def test_a_stand_in_who_thinks_when_its_person_comes_back_changes_nothing(
    code: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    version = company.stand_in(place=again(other, code), seat=seat).version

    def comes_back(*told: Any) -> Action:
        company.seat_again(place=again(slow, code), seat=seat)
        return choose(*told)

    choose = thinking.chosen
    monkeypatch.setattr(thinking, "chosen", comes_back)
    assert play.reply(code=code, version=version) is False
    assert see(slow, code).is_mine
    assert Entry.objects.latest("ordinal").action == '["is_back"]'


def test_who_leaves_and_acts_at_once_has_acted_or_is_stood_in_for(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    before, late = see(slow, code), again(slow, code)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=late.seat)
    offered = before.view.legal[0]
    with pytest.raises(play.Stale) as stale:
        play.submit(place=late, action=offered.first, version=before.version)
    assert stale.value.snapshot is not None
    assert stale.value.snapshot.company is not None
    assert stale.value.snapshot.company.is_stood_in(late.seat)


def test_computer_players_do_not_play_among_themselves(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob, key="spades")
    for user in (alice, bob):
        seen(user, code, seconds=40)
    game = Game.objects.get()
    log = logs.read(game)
    seats = again(alice, code).seats
    both = log
    for seat in seats:
        if seat.user_id is not None:
            both = both.seated(seat.number, Action(Seating.STANDS_IN, "normal"), timezone.now())
    assert tables.owing(seats, both) == []


def test_the_deal_does_not_wait_for_who_is_stood_in_for(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    play_hand(code, other)
    assert not deal(other, code, "another").needs_deal


def test_what_a_stand_in_chose_is_nobodys_decision(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    own = Entry.objects.filter(seat=seat, source=Entry.Source.PERSON).count()
    company.stand_in(place=again(other, code), seat=seat)
    play_hand(code, other)
    reviews.review(code=code)
    found = Review.objects.get(number=1, seat=seat)
    assert found.count <= own
    theirs = Review.objects.get(number=1, seat=again(other, code).seat)
    assert theirs.count > found.count
