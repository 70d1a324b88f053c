"""Hands played again: the position is the original’s, what is drawn later as well, and nobody else may."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games.models import Attempt, Board, DealtBy, Game, PersonLine, Review, Seal, Seat
from games.registry import levels
from games.services.boards import days
from games.services.counting import tallies
from games.services.log import logs, seals
from games.services.log.logs import Source
from games.services.moves import play
from games.services.moves.move import turned_up
from games.services.past import played_again, proofs, verification
from games.services.past.played_again import NotPlayedAgain
from games.services.people import lobby
from games.services.table import origins, tables
from games.services.table.tables import Place
from games.snapshot import Status
from tests.at_once import at_once
from tests.boards.challenged import begun as entered
from tests.boards.challenged import opened
from tests.boards.walked import first_legal, walked
from tests.moves.practised import KEYS, begun, copied, decisions, last_hand, middle, over, played_on, standing
from tests.playing import again, dealt, place_for, play_on
from tests.review import quick

pytestmark = pytest.mark.django_db


def said(place: Place, number: int) -> list[tuple[int, str]]:
    return [(one.seat, one.action) for one in standing(place.game, number)]


# -- the position ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_it_begins_as_the_original_stood_seat_by_seat(alice: User, key: str) -> None:
    original = over(alice, key, hands=2)
    number = last_hand(original)
    for step in (0, decisions(original, number)[0], middle(original)[1], decisions(original, number)[-1]):
        place = begun(alice, original, number, step)
        last = standing(original.game, number)[step].ordinal
        replayed = logs.replayed(original.game, original.game.entries.filter(ordinal__lte=last).order_by("ordinal"))
        then = turned_up(replayed, place.seats, timezone.now())
        now = logs.read(place.game)
        for seat in (None, *range(len(place.seats))):
            assert now.rules.view(now.state, seat) == then.rules.view(then.state, seat)
        assert now.hands == then.hands
        turned = then.version - replayed.version
        assert (now.version, now.state.number) == (place.game.begun_with + turned, number)


@pytest.mark.parametrize("key", KEYS)
def test_played_on_as_it_was_it_comes_to_the_same_end(alice: User, key: str) -> None:
    """Card by card, with whatever the dealer drew later; then the game is over."""
    original = over(alice, key)
    number, step = middle(original)
    for at in (0, step):
        place = played_on(alice, begun(alice, original, number, at), original, number)
        assert said(place, number) == said(original, number)
        now, then = logs.read(place.game), logs.read(original.game)
        assert now.hands[-1].record == then.hands[number - 1].record
        assert place.game.status == Status.FINISHED


@pytest.mark.parametrize("key", KEYS)
def test_nothing_differs_from_its_log_and_its_seals(alice: User, key: str) -> None:
    """At its beginning and at its end, played otherwise."""
    original, place = copied(alice, key)
    assert not verification.differences(game=place.game)
    play_on(place, Random(1))
    ended = Game.objects.get(pk=place.game.pk)
    assert ended.status == Status.FINISHED
    assert not verification.differences(game=ended)


def test_the_seals_are_those_of_the_hands_played_before(alice: User) -> None:
    original, place = copied(alice)
    number, step = middle(original)
    for seal in place.game.seals.filter(number__lte=number):
        before = original.game.seals.get(number=seal.number)
        assert bytes(seal.server_seed) == bytes(before.server_seed)
        assert (seal.player_seed, seal.dealt_by) == (before.player_seed, DealtBy.POSITION)
    assert place.game.seals.get(number=number + 1).dealt_by == DealtBy.SEAL


def test_a_misdealt_hand_is_dealt_once_more_and_then_it_ends(alice: User) -> None:
    """The table has a seal for the hand after a void one."""
    original = over(alice, "bidwhist")
    number = last_hand(original)
    place = begun(alice, original, number, 0)
    play_on(place, Random(8))
    place = again(alice, place.code)
    assert place.game.status == Status.FINISHED
    assert place.game.seals.filter(number=place.game.number).exists()


def test_what_a_hint_said_and_what_was_taken_back_is_left_out(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    place = again(alice, place.code)
    play.hint(place=place, version=tables.see(place).version)
    play_on(place, Random(2), hands=1)
    lobby.abandon(place=again(alice, place.code))
    original = again(alice, place.code)
    copy = begun(alice, original, *middle(original))
    assert set(copy.game.entries.values_list("source", flat=True)) <= {"dealer", "person", "computer", "table"}
    assert not verification.differences(game=copy.game)


# -- at its table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_it_may_be_taken_back_but_not_behind_where_it_began(alice: User, key: str) -> None:
    original = over(alice, key)
    place = begun(alice, original, *first_choice(original))
    assert not tables.see(place).may_take_back
    with pytest.raises(play.Refused):
        play.take_back(place=place, version=tables.see(place).version)
    before = tables.see(place).view
    action = first_legal(place, Random(1))
    play.submit(place=place, action=action, version=tables.see(place).version)
    place = again(alice, place.code)
    assert tables.see(place).may_take_back
    play.take_back(place=place, version=tables.see(place).version)
    place = again(alice, place.code)
    assert tables.see(place).view == before
    assert not tables.see(place).may_take_back


def first_choice(place: Place) -> tuple[int, int]:
    """A decision before which the person has decided something that could be taken back."""
    number = last_hand(place)
    steps = standing(place.game, number)
    verbs = {"play", "discard", "bid", "pass"}
    found = [one for one in decisions(place, number) if any(f'"{verb}"' in steps[one + 1].action for verb in verbs)]
    return number, found[1]


def test_hints_are_given(alice: User) -> None:
    assert tables.see(copied(alice)[1]).may_ask


@pytest.mark.parametrize("key", KEYS)
def test_all_hands_lie_open_if_asked(alice: User, key: str) -> None:
    original, place = copied(alice, key)
    shown = tables.see(place).played_again
    assert shown is not None and not shown.hands
    opened = played_again.lay_open(place=place, is_open=True).played_again
    assert opened is not None and opened.hands == logs.read(place.game).state.hands
    closed = played_again.lay_open(place=place, is_open=False).played_again
    assert closed is not None and not closed.hands


def test_no_other_table_is_laid_open(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    with pytest.raises(NotPlayedAgain):
        played_again.lay_open(place=again(alice, place.code), is_open=True)
    Game.objects.filter(pk=place.game.pk).update(lies_open=True)
    snapshot = tables.see(again(alice, place.code))
    assert snapshot.played_again is None and not snapshot.view.hands


def test_one_given_up_before_a_move_is_begun_again_too(alice: User) -> None:
    original, place = copied(alice)
    number, step = middle(original)
    lobby.abandon(place=place)
    second = again(alice, played_again.once_more(place=again(alice, place.code)))
    assert second.code != place.code
    assert second.game.begun_with == place.game.begun_with
    assert said(place, number) == said(second, number)


def test_what_came_of_it_is_played_again_from_itself(alice: User) -> None:
    """A decision that the original never saw."""
    original, place = copied(alice)
    number, step = middle(original)
    play_on(place, Random(4))
    place = again(alice, place.code)
    later = decisions(place, number)[-1]
    assert later > step
    assert begun(alice, place, number, later).game.origin == place.game


def test_what_was_decided_before_is_neither_asked_again_here_nor_weighed(alice: User) -> None:
    """The computer player of the original is not asked; a review weighs what was decided in the practice alone."""
    original, place = copied(alice)
    number, step = middle(original)
    play_on(place, Random(4))
    place = again(alice, place.code)
    assert min(proofs.by_computer(place, number=number), default=step + 1) > step
    with pytest.raises(proofs.NotByComputer):
        proofs.ask_again(place, number=number, step=1)
    quick.review_all()
    rows = Review.objects.filter(game__in=(original.game, place.game), seat=place.seat).order_by("game")
    first, then = ({one["ordinal"] for one in row.decisions} for row in rows.filter(number=number))
    assert min(first) <= place.game.begun_with < min(then)


# -- who may -----------------------------------------------------------------------------------------------


def test_practice_that_goes_on_is_not_played_again(alice: User) -> None:
    """Its earlier hands are its origin’s, and are played again from there."""
    original = over(alice, "twoman", hands=2)
    practice = begun(alice, original, 2, 0)
    assert not origins.may_play_again(practice.game, Person(user=alice))
    with pytest.raises(NotPlayedAgain):
        played_again.begin(place=practice, number=1, step=0)


def test_a_board_that_goes_on_is_not_played_again(alice: User, noon: None, easy_boards: None) -> None:
    code = days.begin(person=Person(user=alice), key="spades", day=tallies.today())
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert not origins.may_play_again(again(alice, code).game, Person(user=alice))


def test_what_is_not_there_is_not_played_again(alice: User) -> None:
    original = over(alice, "twoman")
    for number, step in ((0, 0), (9, 0), (1, 999), (1, -1)):
        with pytest.raises(NotPlayedAgain):
            played_again.begin(place=original, number=number, step=step)


@pytest.mark.parametrize("key", KEYS)
def test_a_decision_of_somebody_else_is_no_place_to_begin(alice: User, key: str) -> None:
    original = over(alice, key)
    number = last_hand(original)
    steps = standing(original.game, number)
    for step in set(range(1, len(steps))) - set(decisions(original, number)):
        with pytest.raises(NotPlayedAgain):
            played_again.begin(place=original, number=number, step=step)


def test_a_board_is_played_again_by_whoever_has_played_it(alice: User, noon: None, easy_boards: None) -> None:
    """Also before its day is over; what it was dealt from is told no sooner for that."""
    code = days.begin(person=Person(user=alice), key="twoman", day=tallies.today())
    original = walked(again(alice, code), first_legal)
    place = begun(alice, original, *middle(original))
    assert place.game.board == original.game.board and place.game.is_practice
    assert Attempt.objects.filter(level="").count() == 1
    seal = seals.revealed(place.game, 1)
    assert seal is not None and seal.server_seed is None
    lobby.abandon(place=place)
    Seal.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    seal = seals.revealed(place.game, 1)
    assert seal is not None and seal.server_seed and seal.is_played_again


def test_a_board_that_others_play_still_is_for_nobody_who_has_not_played_it(
    alice: User, noon: None, easy_boards: None
) -> None:
    """Whoever came by such a game without an attempt of their own waits until its cards may be told."""
    code = days.begin(person=Person(user=alice), key="twoman", day=tallies.today())
    original = walked(again(alice, code), first_legal)
    Board.objects.get().attempts.all().delete()
    original = again(alice, original.code)
    assert not origins.may_play_again(original.game, Person(user=alice))
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert origins.may_play_again(again(alice, original.code).game, Person(user=alice))


def test_where_people_sat_the_strongest_sit(alice: User, bob: User) -> None:
    """And everybody keeps their seat."""
    original = over(alice, "spades")
    weakest, strongest = levels("spades")[0], levels("spades")[-1]
    Seat.objects.filter(game=original.game, number=0).update(user=None, level=weakest, name="Bruno")
    Seat.objects.filter(game=original.game, number=1).update(user=bob, level="", name="")
    Seat.objects.filter(game=original.game, number=3).update(user=alice, level="", name="")
    place = begun(alice, again(alice, original.code), last_hand(original), 0)
    assert place.seat == 3
    assert [seat.level for seat in place.seats] == [weakest, strongest, weakest, ""]
    assert len({seat.name for seat in place.seats if seat.level}) == 3


def test_a_guest_takes_it_along(alice: User) -> None:
    guest = Guest.objects.create(token="t1")
    original = over(guest, "twoman")
    place = begun(guest, original, *middle(original))
    lobby.adopt_guest(guest=guest, user=alice)
    place = again(alice, place.code)
    play_on(place, Random(1))
    assert not PersonLine.objects.filter(game=place.game).exists()


def test_pressed_twice_it_is_one_game(alice: User) -> None:
    original = over(alice, "twoman")
    number, step = middle(original)
    first = begun(alice, original, number, step)
    assert begun(alice, original, number, step).code == first.code
    play.submit(place=first, action=first_legal(first, Random()), version=tables.see(first).version)
    assert begun(alice, original, number, step).code != first.code


@pytest.mark.django_db(transaction=True)
def test_pressed_twice_at_once_it_is_one_game(alice: User, no_replies: None) -> None:
    original = over(alice, "twoman")
    number, step = middle(original)
    presses = [lambda: played_again.begin(place=again(alice, original.code), number=number, step=step)] * 2
    codes = at_once(*presses)
    assert codes[0] == codes[1]
    assert Game.objects.filter(is_counted=False).count() == 1


def test_a_computer_player_that_is_to_act_first_is_notified(alice: User) -> None:
    original = next(one for seed in range(9) if computer_first(one := over(alice, "spades", seed=seed)))
    place = begun(alice, original, last_hand(original), 0)
    assert place.game.bot_due_at is not None
    assert play.reply(code=place.code, version=place.game.version)
    assert place.game.entries.latest("ordinal").source == Source.COMPUTER


def computer_first(place: Place) -> bool:
    _dealt, *done = standing(place.game, last_hand(place))
    return next(one.seat for one in done if one.source != Source.FACE_UP) != place.seat


# -- challenges --------------------------------------------------------------------------------------------


def test_of_a_deal_with_exchanged_seats_nothing_is_played_again_before_both(alice: User) -> None:
    """Whoever tries one seat again with all cards open would know the other’s hand."""
    token = opened(alice, is_pair=True)
    first = done_one(alice, token)
    assert not origins.may_play_again(first.game, Person(user=alice))
    second = done_one(alice, token)
    for place in (first, second):
        fresh = again(alice, place.code)
        assert origins.may_play_again(fresh.game, Person(user=alice))
    lobby.abandon(place=begun(alice, again(alice, second.code), 1, 0))


def done_one(who: User, token: str) -> Place:
    """The next board of that challenge, given up: it was the attempt."""
    place = entered(who, token)
    lobby.abandon(place=place)
    return again(who, place.code)
