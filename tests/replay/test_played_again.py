"""Practice games: positions and draws equal the original's; undo and reviews; what may be practised, and when."""

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
from games.table import logs, move, opening, play, replay, seeds, tables
from games.table.logs import Source
from games.table.models import DealtBy, Game, Seal, Seat
from games.table.move import Refused, turned_up
from games.table.tables import Place
from tests.boards.walked import first_legal, join_challenge, legal_actions, open_challenge, play_board
from tests.play import deal_hand, open_table, play_out, reload, run_at_once
from tests.replay.past_games import (
    KEYS,
    begin_practice,
    decision_steps,
    entries_of_hand,
    finished_game,
    game_and_practice,
    last_hand,
    middle_decision,
    repeat_choices,
)
from tests.reviews import quick

pytestmark = pytest.mark.django_db


def actions_of_hand(place: Place, number: int) -> list[tuple[int, str]]:
    return [(one.seat, one.action) for one in entries_of_hand(place.game, number)]


# -- the position --
@pytest.mark.parametrize("key", KEYS)
def test_practice_begins_with_the_views_of_the_original_for_every_seat(alice: User, key: str) -> None:
    original = finished_game(alice, key, hands=2)
    number = last_hand(original)
    for step in (
        0,
        decision_steps(original, number)[0],
        middle_decision(original)[1],
        decision_steps(original, number)[-1],
    ):
        place = begin_practice(alice, original, number, step)
        last = entries_of_hand(original.game, number)[step].ordinal
        replayed = logs.new_log(original.game).follow(
            *original.game.entries.filter(ordinal__lte=last).order_by("ordinal")
        )
        then = turned_up(replayed, place.seats, timezone.now())
        now = logs.read(place.game)
        for seat in (None, *range(len(place.seats))):
            assert now.rules.view(now.state, seat) == then.rules.view(then.state, seat)
        assert now.hands == then.hands
        turned = then.version - replayed.version
        assert (now.version, now.state.number) == (place.game.begun_with + turned, number)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_choices_in_practice_end_the_hand_alike(alice: User, key: str) -> None:
    """Later draws are equal, the practice is over after the hand, and its rows agree with its log."""
    original = finished_game(alice, key)
    number, step = middle_decision(original)
    for at in (0, step):
        place = begin_practice(alice, original, number, at)
        assert not verification.differences(game=place.game)
        place = repeat_choices(alice, place, original, number)
        assert actions_of_hand(place, number) == actions_of_hand(original, number)
        now, then = logs.read(place.game), logs.read(original.game)
        assert now.hands[-1].record == then.hands[number - 1].record
        assert place.game.status == Status.FINISHED
        assert not verification.differences(game=place.game)


def test_practice_has_the_seals_of_the_original_hands(alice: User) -> None:
    original, place = game_and_practice(alice)
    number, step = middle_decision(original)
    for seal in place.game.seals.filter(number__lte=number):
        before = original.game.seals.get(number=seal.number)
        assert bytes(seal.server_seed) == bytes(before.server_seed)
        assert (seal.player_seed, seal.dealt_by) == (before.player_seed, DealtBy.POSITION)
    assert place.game.seals.get(number=number + 1).dealt_by == DealtBy.SEAL


def test_practice_of_a_void_hand_is_dealt_once_more_and_then_ends(alice: User) -> None:
    original = finished_game(alice, "bidwhist", all_pass="redeal")
    place = begin_practice(alice, original, 1, 0)
    while place.game.number == 1:
        pass_next(place)
        place = reload(alice, place.code)
        if tables.see(place).needs_deal:
            deal_hand(place)
            place = reload(alice, place.code)
    assert place.game.hands.get(number=1).result == {"passed_out": True}
    play_out(place, Random(8))
    place = reload(alice, place.code)
    assert (place.game.number, place.game.status) == (2, Status.FINISHED)
    assert place.game.seals.filter(number=2).exists()
    assert not verification.differences(game=place.game)


def pass_next(place: Place) -> None:
    """Let the seat whose turn it is pass."""
    (seat,) = logs.read(place.game).rules.waits_for(logs.read(place.game).state)
    source = Source.PERSON if seat == place.seat else Source.COMPUTER
    move.make_move(
        place.game, place.seats, place.game.version, lambda turn: turn.add(seat, Action("pass"), source), seat=None
    )


def test_hints_and_actions_taken_back_are_not_copied_to_practice(alice: User) -> None:
    place = open_table(alice)
    deal_hand(place)
    place = reload(alice, place.code)
    play.hint(place=place, version=tables.see(place).version)
    play_out(place, Random(2), hands=1)
    opening.abandon(place=reload(alice, place.code))
    original = reload(alice, place.code)
    copy = begin_practice(alice, original, *middle_decision(original))
    assert set(copy.game.entries.values_list("source", flat=True)) <= {"dealer", "person", "computer", "table"}
    assert not verification.differences(game=copy.game)


# -- the table of practice --
@pytest.mark.parametrize("key", KEYS)
def test_practice_actions_can_be_taken_back_but_not_beyond_the_beginning(alice: User, key: str) -> None:
    """In a duel a play cannot be undone after the players have drawn cards, so the test tries several choices."""
    original = finished_game(alice, key)
    for number, step, action in later_choices(alice, original):
        place = begin_practice(alice, original, number, step)
        assert tables.see(place).may_ask and not tables.see(place).may_take_back
        with pytest.raises(Refused):
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
    """Yield (hand, step, action) for each legal action at the player's second and later bids, discards and plays."""
    number = last_hand(original)
    steps = entries_of_hand(original.game, number)
    verbs = {"play", "discard", "bid", "pass"}
    found = [
        one for one in decision_steps(original, number) if any(f'"{verb}"' in steps[one + 1].action for verb in verbs)
    ]
    for step in found[1:]:
        for action in legal_actions(begin_practice(alice, original, number, step)):
            yield number, step, action


def test_practice_given_up_without_an_action_can_be_begun_again(alice: User) -> None:
    original, place = game_and_practice(alice)
    number, step = middle_decision(original)
    opening.abandon(place=place)
    second = reload(alice, played_again.once_more(place=reload(alice, place.code)))
    assert second.code != place.code
    assert second.game.begun_with == place.game.begun_with
    assert actions_of_hand(place, number) == actions_of_hand(second, number)


def test_decisions_before_the_practice_are_not_reviewed_in_it(alice: User) -> None:
    """Copied choices of bots have no proof in the practice, and copied decisions are not in its review.

    Practice that begins at a decision made in practice has that practice as its origin.
    """
    original, place = game_and_practice(alice)
    number, step = middle_decision(original)
    play_out(place, Random(4))
    place = reload(alice, place.code)
    assert all(one.may_choose_again is None for one in replay.hand_of(place, number=number, step=None).steps[:step])
    with pytest.raises(proofs.NotByComputer):
        proofs.ask_again(place, number=number, step=1)
    quick.review_all()
    rows = Review.objects.filter(game__in=(original.game, place.game), seat=place.seat).order_by("game")
    first, then = ({one["ordinal"] for one in row.decisions} for row in rows.filter(number=number))
    assert min(first) <= place.game.begun_with < min(then)
    later = decision_steps(place, number)[-1]
    assert later > step and begin_practice(alice, place, number, later).game.origin == place.game


# -- what may be practised, and by whom --
def test_practice_in_play_cannot_be_practised(alice: User) -> None:
    """While a practice game is in play, none of its hands can be practised, not even those copied from the original."""
    original = finished_game(alice, "twoman", hands=2)
    practice = begin_practice(alice, original, 2, 0)
    assert not tables.may_play_again(practice.game, Person(user=alice))
    with pytest.raises(NotPlayedAgain):
        played_again.begin(place=practice, number=1, step=0)


def test_a_board_in_play_cannot_be_practised(alice: User, noon: None, easy_boards: None) -> None:
    code = days.begin(person=Person(user=alice), key="spades", day=utc_today())
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert not tables.may_play_again(reload(alice, code).game, Person(user=alice))


@pytest.mark.parametrize("key", KEYS)
def test_practice_begins_only_at_a_decision_of_the_player(alice: User, key: str) -> None:
    original = finished_game(alice, key)
    number = last_hand(original)
    steps = entries_of_hand(original.game, number)
    for step in set(range(1, len(steps))) - set(decision_steps(original, number)):
        with pytest.raises(NotPlayedAgain):
            played_again.begin(place=original, number=number, step=step)


def test_a_board_can_be_practised_by_a_player_who_has_played_it(alice: User, noon: None, easy_boards: None) -> None:
    """Until the board's cards are public, its practice cannot be shared, and record and seal do not reveal the seed."""
    code = days.begin(person=Person(user=alice), key="twoman", day=utc_today())
    original = play_board(reload(alice, code), first_legal)
    place = begin_practice(alice, original, *middle_decision(original))
    assert place.game.board == original.game.board and place.game.is_practice
    assert Attempt.objects.filter(level="").count() == 1
    seal = seeds.revealed(place.game, 1)
    assert seal is not None and seal.server_seed is None
    opening.abandon(place=place)
    with pytest.raises(shares.CardsStillInPlay):
        shares.share(place=reload(alice, place.code), hand=None, hides_names=False)
    assert "server_seed" not in export.game_line(code=place.code)
    for model in (Seal, Board):
        model._default_manager.update(opens_at=timezone.now() - timedelta(seconds=1))
    seal = seeds.revealed(place.game, 1)
    assert seal is not None and seal.server_seed and seal.is_played_again
    assert shares.share(place=reload(alice, place.code), hand=None, hides_names=False)


def test_a_board_of_today_cannot_be_practised_without_an_attempt(alice: User, noon: None, easy_boards: None) -> None:
    """A player without an attempt may practise the board once its cards are public."""
    code = days.begin(person=Person(user=alice), key="twoman", day=utc_today())
    original = play_board(reload(alice, code), first_legal)
    Board.objects.get().attempts.all().delete()
    original = reload(alice, original.code)
    assert not tables.may_play_again(original.game, Person(user=alice))
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert tables.may_play_again(reload(alice, original.code).game, Person(user=alice))


def test_the_strongest_bots_take_the_seats_of_other_people(alice: User, bob: User) -> None:
    """The player and the original bots keep their seats."""
    original = finished_game(alice, "spades")
    weakest, strongest = levels("spades")[0], levels("spades")[-1]
    Seat.objects.filter(game=original.game, number=0).update(user=None, level=weakest, name="Bruno")
    Seat.objects.filter(game=original.game, number=1).update(user=bob, level="", name="")
    Seat.objects.filter(game=original.game, number=3).update(user=alice, level="", name="")
    place = begin_practice(alice, reload(alice, original.code), last_hand(original), 0)
    assert place.seat == 3
    assert [seat.level for seat in place.seats] == [weakest, strongest, weakest, ""]
    assert len({seat.name for seat in place.seats if seat.level}) == 3


def test_a_double_submit_opens_one_practice(alice: User) -> None:
    original = finished_game(alice, "twoman")
    number, step = middle_decision(original)
    first = begin_practice(alice, original, number, step)
    assert begin_practice(alice, original, number, step).code == first.code
    play.submit(place=first, action=first_legal(first, Random()), version=tables.see(first).version)
    assert begin_practice(alice, original, number, step).code != first.code


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_concurrent_submits_open_one_practice(alice: User, no_replies: None) -> None:
    original = finished_game(alice, "twoman")
    number, step = middle_decision(original)
    submits = [lambda: played_again.begin(place=reload(alice, original.code), number=number, step=step)] * 2
    codes = run_at_once(*submits)
    assert codes[0] == codes[1]
    assert Game.objects.filter(is_counted=False).count() == 1


def test_a_bot_that_acts_first_in_practice_is_notified(alice: User) -> None:
    original = next(one for seed in range(9) if bot_acts_first(one := finished_game(alice, "spades", seed=seed)))
    place = begin_practice(alice, original, last_hand(original), 0)
    assert place.game.bot_due_at is not None
    assert play.reply(code=place.code, version=place.game.version)
    assert place.game.entries.latest("ordinal").source == Source.COMPUTER


def bot_acts_first(place: Place) -> bool:
    _dealt, *done = entries_of_hand(place.game, last_hand(place))
    return next(one.seat for one in done if one.source != Source.FACE_UP) != place.seat


def test_a_pair_of_boards_cannot_be_practised_before_both_are_done(alice: User) -> None:
    """Both boards have the same cards, with the seats swapped, and practice of the first board can show all cards."""
    token = open_challenge(alice, is_pair=True)
    first = give_up_next_board(alice, token)
    assert not tables.may_play_again(first.game, Person(user=alice))
    second = give_up_next_board(alice, token)
    for place in (first, second):
        fresh = reload(alice, place.code)
        assert tables.may_play_again(fresh.game, Person(user=alice))
    opening.abandon(place=begin_practice(alice, reload(alice, second.code), 1, 0))


def give_up_next_board(player: User, token: str) -> Place:
    """Begin the next board of the challenge and give it up."""
    place = join_challenge(player, token)
    opening.abandon(place=place)
    return reload(player, place.code)
