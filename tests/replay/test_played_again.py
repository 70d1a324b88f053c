"""Hands played again: position and later draws are the original's, and only its player may do it."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from accounts.zones import utc_today
from games.boards import days
from games.boards.models import Attempt, Board
from games.engine.actions import Action
from games.records import export, proofs, verification
from games.registry import levels
from games.replay import played_again, shares
from games.replay.played_again import NotPlayedAgain
from games.reviews.models import Review
from games.snapshot import Status
from games.table import logs, opening, play, replay, seeds, tables
from games.table.logs import Source
from games.table.models import DealtBy, Game, Seal, Seat
from games.table.move import turned_up
from games.table.tables import Place
from tests.boards.walked import first_legal, joined, legal, opened, walked
from tests.play import deal_hand, open_table, play_out, reload, run_at_once
from tests.replay.past_games import KEYS, begun, copied, decisions, last_hand, middle, over, played_on, standing
from tests.reviews import quick

pytestmark = pytest.mark.django_db


def said(place: Place, number: int) -> list[tuple[int, str]]:
    return [(one.seat, one.action) for one in standing(place.game, number)]


# -- the position --
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
    """Card by card, with what the dealer drew later; then the game is over. Nothing differs from its log."""
    original = over(alice, key)
    number, step = middle(original)
    for at in (0, step):
        place = begun(alice, original, number, at)
        assert not verification.differences(game=place.game)
        place = played_on(alice, place, original, number)
        assert said(place, number) == said(original, number)
        now, then = logs.read(place.game), logs.read(original.game)
        assert now.hands[-1].record == then.hands[number - 1].record
        assert place.game.status == Status.FINISHED
        assert not verification.differences(game=place.game)


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
    play_out(place, Random(8))
    place = reload(alice, place.code)
    assert place.game.status == Status.FINISHED
    assert place.game.seals.filter(number=place.game.number).exists()
    assert not verification.differences(game=place.game)


def test_what_a_hint_said_and_what_was_taken_back_is_left_out(alice: User) -> None:
    place = open_table(alice)
    deal_hand(place)
    place = reload(alice, place.code)
    play.hint(place=place, version=tables.see(place).version)
    play_out(place, Random(2), hands=1)
    opening.abandon(place=reload(alice, place.code))
    original = reload(alice, place.code)
    copy = begun(alice, original, *middle(original))
    assert set(copy.game.entries.values_list("source", flat=True)) <= {"dealer", "person", "computer", "table"}
    assert not verification.differences(game=copy.game)


# -- at its table --
@pytest.mark.parametrize("key", KEYS)
def test_it_may_be_taken_back_but_not_behind_where_it_began(alice: User, key: str) -> None:
    """In a duel a choice after which a card was drawn stands, so several are tried."""
    original = over(alice, key)
    for number, step, action in later_choices(alice, original):
        place = begun(alice, original, number, step)
        assert tables.see(place).may_ask and not tables.see(place).may_take_back
        with pytest.raises(play.Refused):
            play.take_back(place=place, version=tables.see(place).version)
        before = tables.see(place).view
        play.submit(place=place, action=action, version=tables.see(place).version)
        place = reload(alice, place.code)
        if tables.see(place).may_take_back:
            break
    play.take_back(place=place, version=tables.see(place).version)
    place = reload(alice, place.code)
    assert tables.see(place).view == before
    assert not tables.see(place).may_take_back


def later_choices(alice: User, original: Place) -> Iterator[tuple[int, int, Action]]:
    """Return hand, step and action of choices before which the person has decided something that could be undone."""
    number = last_hand(original)
    steps = standing(original.game, number)
    verbs = {"play", "discard", "bid", "pass"}
    found = [one for one in decisions(original, number) if any(f'"{verb}"' in steps[one + 1].action for verb in verbs)]
    for step in found[1:]:
        for action in legal(begun(alice, original, number, step)):
            yield number, step, action


def test_one_given_up_before_a_move_is_begun_again_too(alice: User) -> None:
    original, place = copied(alice)
    number, step = middle(original)
    opening.abandon(place=place)
    second = reload(alice, played_again.once_more(place=reload(alice, place.code)))
    assert second.code != place.code
    assert second.game.begun_with == place.game.begun_with
    assert said(place, number) == said(second, number)


def test_what_was_decided_before_is_neither_asked_again_here_nor_weighed(alice: User) -> None:
    """The computer player of the original is not asked; a review weighs what was decided in the practice alone.

    What came of it, a decision that the original never saw, is played again from itself.
    """
    original, place = copied(alice)
    number, step = middle(original)
    play_out(place, Random(4))
    place = reload(alice, place.code)
    assert min(replay.by_computer(place, number=number), default=step + 1) > step
    with pytest.raises(proofs.NotByComputer):
        proofs.ask_again(place, number=number, step=1)
    quick.review_all()
    rows = Review.objects.filter(game__in=(original.game, place.game), seat=place.seat).order_by("game")
    first, then = ({one["ordinal"] for one in row.decisions} for row in rows.filter(number=number))
    assert min(first) <= place.game.begun_with < min(then)
    later = decisions(place, number)[-1]
    assert later > step and begun(alice, place, number, later).game.origin == place.game


# -- who may --
def test_practice_that_goes_on_is_not_played_again(alice: User) -> None:
    """Its earlier hands are its origin’s, and are played again from there."""
    original = over(alice, "twoman", hands=2)
    practice = begun(alice, original, 2, 0)
    assert not tables.may_play_again(practice.game, Person(user=alice))
    with pytest.raises(NotPlayedAgain):
        played_again.begin(place=practice, number=1, step=0)


def test_a_board_that_goes_on_is_not_played_again(alice: User, noon: None, easy_boards: None) -> None:
    code = days.begin(person=Person(user=alice), key="spades", day=utc_today())
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert not tables.may_play_again(reload(alice, code).game, Person(user=alice))


@pytest.mark.parametrize("key", KEYS)
def test_a_decision_of_another_player_is_no_place_to_begin(alice: User, key: str) -> None:
    original = over(alice, key)
    number = last_hand(original)
    steps = standing(original.game, number)
    for step in set(range(1, len(steps))) - set(decisions(original, number)):
        with pytest.raises(NotPlayedAgain):
            played_again.begin(place=original, number=number, step=step)


def test_a_board_is_played_again_by_a_player_who_has_played_it(alice: User, noon: None, easy_boards: None) -> None:
    """Even before its day is over. Until then no link, record or seal of the practice tells the cards to others."""
    code = days.begin(person=Person(user=alice), key="twoman", day=utc_today())
    original = walked(reload(alice, code), first_legal)
    place = begun(alice, original, *middle(original))
    assert place.game.board == original.game.board and place.game.is_practice
    assert Attempt.objects.filter(level="").count() == 1
    seal = seeds.revealed(place.game, 1)
    assert seal is not None and seal.server_seed is None
    opening.abandon(place=place)
    with pytest.raises(shares.StillPlayed):
        shares.share(place=reload(alice, place.code), hand=None, hides_names=False)
    assert "server_seed" not in export.game_line(code=place.code)
    for model in (Seal, Board):
        model._default_manager.update(opens_at=timezone.now() - timedelta(seconds=1))
    seal = seeds.revealed(place.game, 1)
    assert seal is not None and seal.server_seed and seal.is_played_again
    assert shares.share(place=reload(alice, place.code), hand=None, hides_names=False)


def test_a_board_still_played_is_not_open_without_an_attempt(alice: User, noon: None, easy_boards: None) -> None:
    """A player of such a game without an attempt of their own waits until its cards may be told."""
    code = days.begin(person=Person(user=alice), key="twoman", day=utc_today())
    original = walked(reload(alice, code), first_legal)
    Board.objects.get().attempts.all().delete()
    original = reload(alice, original.code)
    assert not tables.may_play_again(original.game, Person(user=alice))
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert tables.may_play_again(reload(alice, original.code).game, Person(user=alice))


def test_where_people_sat_the_strongest_sit(alice: User, bob: User) -> None:
    """All players keep their seats."""
    original = over(alice, "spades")
    weakest, strongest = levels("spades")[0], levels("spades")[-1]
    Seat.objects.filter(game=original.game, number=0).update(user=None, level=weakest, name="Bruno")
    Seat.objects.filter(game=original.game, number=1).update(user=bob, level="", name="")
    Seat.objects.filter(game=original.game, number=3).update(user=alice, level="", name="")
    place = begun(alice, reload(alice, original.code), last_hand(original), 0)
    assert place.seat == 3
    assert [seat.level for seat in place.seats] == [weakest, strongest, weakest, ""]
    assert len({seat.name for seat in place.seats if seat.level}) == 3


def test_pressed_twice_it_is_one_game(alice: User) -> None:
    original = over(alice, "twoman")
    number, step = middle(original)
    first = begun(alice, original, number, step)
    assert begun(alice, original, number, step).code == first.code
    play.submit(place=first, action=first_legal(first, Random()), version=tables.see(first).version)
    assert begun(alice, original, number, step).code != first.code


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_pressed_twice_at_once_it_is_one_game(alice: User, no_replies: None) -> None:
    original = over(alice, "twoman")
    number, step = middle(original)
    presses = [lambda: played_again.begin(place=reload(alice, original.code), number=number, step=step)] * 2
    codes = run_at_once(*presses)
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


# -- challenges --
def test_of_a_deal_with_exchanged_seats_nothing_is_played_again_before_both(alice: User) -> None:
    """Playing one seat again with all cards open would reveal the other seat's hand."""
    token = opened(alice, is_pair=True)
    first = done_one(alice, token)
    assert not tables.may_play_again(first.game, Person(user=alice))
    second = done_one(alice, token)
    for place in (first, second):
        fresh = reload(alice, place.code)
        assert tables.may_play_again(fresh.game, Person(user=alice))
    opening.abandon(place=begun(alice, reload(alice, second.code), 1, 0))


def done_one(who: User, token: str) -> Place:
    """The next board of that challenge, given up: it was the attempt."""
    place = joined(who, token)
    opening.abandon(place=place)
    return reload(who, place.code)
