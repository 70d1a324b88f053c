"""The boards of a day: the same cards and answers for everybody, one attempt that counts, and whose it is."""

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games import dealing
from games.engine.actions import LOOK, Action
from games.engine.notation import action_text
from games.models import Attempt, Board, Chain, DecisionLine, Game, PersonLine, Practice, Tally
from games.registry import GAMES
from games.services.boards import days, field
from games.services.boards.days import NoSuchBoard, Stand
from games.services.counting import tallies
from games.services.log import logs
from games.services.moves import play
from games.services.past import reviews
from games.services.people import lobby
from games.services.table import tables
from games.services.table.seating import usual_seating
from games.services.table.tables import Place
from games.snapshot import Status
from tests.boards.walked import begun, first_legal, last_legal, legal, result_of, said, walked
from tests.playing import again
from tests.review import quick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


def own_line(user: User, key: str = "twoman", day: date | None = None) -> days.BoardLine:
    """A board of that day, or of today, as that person has it."""
    found = days.of_day(person=Person(user=user), day=day or tallies.today())
    return next(line for line in found if line.key == key)


def days_ago(passed: int) -> date:
    """A day so long ago, on which there were boards that nobody played."""
    days.board_of(key="twoman", day=tallies.today())
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=5))
    return tallies.today() - timedelta(days=passed)


# -- the same for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_same_play_meets_the_same_answers(alice: User, bob: User, key: str) -> None:
    """Card by card, to the end; whoever of two secret choices was first."""
    one = walked(begun(alice, key), first_legal)
    other = walked(begun(bob, key), first_legal, computers_first=True)
    assert said(one) == said(other)
    assert one.game.status == other.game.status == Status.FINISHED
    own, others = Attempt.objects.order_by("pk")
    assert own.margin is not None and own.margin == others.margin
    assert (own.bid, own.aside, own.lead) == (others.bid, others.aside, others.lead)


@pytest.mark.parametrize("key", GAMES)
def test_with_one_other_choice_they_part_there_and_nowhere_before(alice: User, bob: User, key: str) -> None:
    """Up to that choice every action is the same, also those of computer players."""
    have_parted = 0
    for at in (1, 4, 7):
        one = walked(begun(alice, key), first_legal)
        others: list[int] = []

        def differs(place: Place, rng: Random, others: list[int] = others, at: int = at) -> Action:
            others.append(1)
            actions = legal(place)
            return actions[-1] if len(others) == at else actions[0]

        other = walked(begun(bob, key), differs)
        first, second = said(one), said(other)
        mine = [n for n, (seat, action) in enumerate(second) if seat == 0 and action != action_text(LOOK)]
        parted = next((n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
        assert parted is None or parted == mine[at - 1]
        have_parted += parted is not None
        Attempt.objects.update(is_counted=False)
        Game.objects.update(is_counted=False)
    assert have_parted


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_are_those_of_the_days_link(alice: User, key: str) -> None:
    """Computed here from the chain alone."""
    place = begun(alice, key)
    chain = Chain.objects.get()
    passed = (tallies.today() - chain.begins_on).days
    link = bytes(chain.root)
    for _ in range(chain.days - 1 - passed):
        link = dealing.link_of_day_before(link)
    seal = place.game.seals.get(number=1)
    assert bytes(seal.server_seed) == dealing.secret_of_board(link, key)
    assert (seal.player_seed, seal.dealt_by) == ("", "board")
    for _ in range(passed + 1):
        link = dealing.link_of_day_before(link)
    assert link.hex() == chain.tip


def test_each_game_and_each_day_has_cards_of_its_own(alice: User) -> None:
    seeds = {bytes(days.board_of(key=key, day=tallies.today()).server_seed) for key in GAMES}
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=9))
    seeds |= {bytes(days.board_of(key=key, day=tallies.today() - timedelta(days=1)).server_seed) for key in GAMES}
    assert len(seeds) == 8


def test_a_posted_seed_changes_nothing(alice: User, bob: User) -> None:
    one = begun(alice)
    board = days.board_of(key="twoman", day=tallies.today())
    sitting: Any = (Person(user=bob), *usual_seating(key="twoman", level="easy"))
    game = lobby.new_game(key="twoman", chosen={}, sitting=sitting, carried=board.start, board=board)
    play.deal(place=again(bob, game.code), seed="mine", version=0)
    first, second = (list(any_game.entries.values_list("action", flat=True)[:2]) for any_game in (one.game, game))
    assert first == second


# -- one attempt -------------------------------------------------------------------------------------------


def test_a_second_attempt_does_not_count(alice: User) -> None:
    first = walked(begun(alice), first_legal)
    second = walked(begun(alice), first_legal)
    assert first.code != second.code
    assert [one.is_counted for one in Attempt.objects.order_by("pk")] == [True, False]
    assert not again(alice, second.code).game.is_counted
    assert own_line(alice).code == first.code


def test_nothing_is_shown_or_taken_back_at_a_board_that_counts(alice: User) -> None:
    place = begun(alice)
    snapshot = tables.see(place)
    play.submit(place=place, action=legal(place)[0], version=snapshot.version)
    place = again(alice, place.code)
    after = tables.see(place)
    assert (snapshot.may_ask, after.may_take_back) == (False, False)
    for helps in (play.take_back, play.hint):
        with pytest.raises(play.Refused):
            helps(place=place, version=after.version)


def test_an_uncounted_one_is_practice_in_every_way(alice: User) -> None:
    walked(begun(alice), first_legal)
    place = begun(alice)
    assert tables.see(place).may_ask
    lines = PersonLine.objects.count()
    walked(place, first_legal)
    assert PersonLine.objects.count() == lines


def test_a_counted_one_is_told_as_a_hand_and_never_ranked(alice: User) -> None:
    walked(begun(alice), first_legal)
    line = PersonLine.objects.get()
    assert (line.number, line.is_ranked) == (1, False)


def test_what_is_counted_of_everybody_leaves_boards_out(alice: User) -> None:
    """One deal many times over is no sample; and others play its cards still."""
    walked(begun(alice), first_legal)
    quick.review_all()
    PersonLine.objects.update(day=tallies.today() - timedelta(days=1))
    tallies.catch_up()
    assert Tally.objects.filter(user=alice).exists()
    assert not Tally.objects.filter(user=None, guest=None).exists()


def test_one_that_is_given_up_has_no_result_and_was_the_attempt(alice: User) -> None:
    lobby.abandon(place=begun(alice))
    assert own_line(alice).stand is Stand.GIVEN_UP
    assert not begun(alice).game.is_counted


def test_a_board_begun_before_midnight_is_finished_after_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    day = tallies.today()
    place = begun(alice)
    monkeypatch.setattr(tallies, "today", lambda: day + timedelta(days=1))
    assert begun(alice, day=day).code == place.code
    walked(place, first_legal)
    assert Attempt.objects.get().is_counted
    assert not begun(alice, day=day).game.is_counted


@pytest.mark.parametrize("passed", [1, 400])
def test_a_board_of_tomorrow_is_not_there(alice: User, passed: int) -> None:
    with pytest.raises(NoSuchBoard):
        begun(alice, day=tallies.today() + timedelta(days=passed))
    assert not Board.objects.exists()


def test_a_day_that_nobody_played_can_be_played_later(alice: User) -> None:
    day = days_ago(3)
    place = begun(alice, key="spades", day=day)
    assert not place.game.is_counted
    walked(place, first_legal)
    line = own_line(alice, "spades", day)
    assert (line.stand, line.code, line.is_counted) == (Stand.PLAYED, place.code, False)
    found = result_of(alice, Attempt.objects.get(pk=line.attempt))
    assert found.margin is not None and not found.is_counted and found.field.people == 0


def test_how_far_a_board_is_counts_no_card_that_was_taken_back(alice: User) -> None:
    """Of a day gone by, where one may go back."""
    day, back = days_ago(3), 0
    place = begun(alice, day=day)
    while back < 3:
        place = again(alice, place.code)
        snapshot = tables.see(place)
        if snapshot.computer_acts and not snapshot.is_mine:
            play.reply(code=place.code, version=snapshot.version)
        elif snapshot.may_take_back and logs.read(place.game).said[-1][1].verb == "play":
            play.take_back(place=place, version=snapshot.version)
            back += 1
        else:
            play.submit(place=place, action=legal(place)[0], version=snapshot.version)
    stands = [action for _seat, action in logs.read(again(alice, place.code).game).said if action.verb == "play"]
    assert (own_line(alice, day=day).done or 0) == len(stands) // 2 < 3


# -- guests ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_guest_first", [True, False])
def test_of_a_guests_attempt_and_the_own_the_first_counts(alice: User, is_guest_first: bool) -> None:
    guest = Guest.objects.create(token="t2")
    order: list[User | Guest] = [guest, alice] if is_guest_first else [alice, guest]
    first, second = (walked(begun(who), first_legal) for who in order)
    for place in (first, second):
        reviews.review(code=place.code)
    assert set(DecisionLine.objects.values_list("review__game", flat=True)) == {first.game.pk, second.game.pk}
    lobby.adopt_guest(guest=guest, user=alice)
    days.adopt(guest=guest, user=alice)
    counted = Attempt.objects.get(is_counted=True)
    assert counted.game == first.game
    assert list(Game.objects.filter(is_counted=True)) == [first.game]
    assert list(PersonLine.objects.values_list("game", "user")) == [(first.game.pk, alice.pk)], "in statistics once"
    assert set(DecisionLine.objects.values_list("review__game", "user")) == {(first.game.pk, alice.pk)}
    assert not Practice.objects.filter(seat__game=second.game).exists()
    assert set(Attempt.objects.values_list("user", flat=True)) == {alice.pk}


def test_a_field_that_was_counted_with_both_is_counted_anew(alice: User, bob: User) -> None:
    """Or one would stand among the others oneself; of everybody else too, who had one more beside them."""
    guest = Guest.objects.create(token="t4")
    for who, choose in ((alice, first_legal), (guest, last_legal), (bob, first_legal)):
        walked(begun(who), choose)
    board = Board.objects.get()
    Board.objects.update(day=board.day and board.day - timedelta(days=1), opens_at=timezone.now())
    field.count_days(today=tallies.today())
    days.adopt(guest=guest, user=alice)
    for _when in ("at once", "after the next count"):
        found = result_of(alice, Attempt.objects.get(user=alice, is_counted=True))
        assert (found.field.people, found.standing.others, found.standing.level) == (2, 1, 1)
        assert sum(count for _margin, count in found.field.margins) == 2
        field.count_days(today=tallies.today())
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_a_field_of_today_has_one_person_once_they_are_one(
    alice: User, bob: User, django_capture_on_commit_callbacks: Any
) -> None:
    """Though somebody has looked at it within the minute for which a count stands."""
    guest = Guest.objects.create(token="t5")
    for who, choose in ((alice, first_legal), (guest, last_legal), (bob, first_legal)):
        walked(begun(who), choose)
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 3
    with django_capture_on_commit_callbacks(execute=True):
        days.adopt(guest=guest, user=alice)
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 2


def test_games_are_held_before_what_is_counted_by_whoever_comes_and_whoever_goes(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two who held them in another order each would wait for the other. One game of the guest’s goes on, and at two
    boards the account’s attempt counts no more.
    """
    guest = Guest.objects.create(token="t3")
    going = begun(guest, key="bidwhist").game.pk
    tried = [walked(begun(who, key), first_legal).game.pk for key in ("twoman", "spades") for who in (guest, alice)]
    PersonLine.objects.update(day=tallies.today() - timedelta(days=1))
    held: list[tuple[str, set[int]]] = []
    lock, give_up = QuerySet.select_for_update, lobby.abandon

    def noted(rows: QuerySet[Any], **named: Any) -> QuerySet[Any]:
        held.append((rows.model.__name__, {row.pk for row in rows}))
        return lock(rows, **named)

    def given_up(*, place: Place) -> bool:
        held.append(("Game", {place.game.pk}))
        return give_up(place=place)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    adopt(guest=guest, user=alice)
    kinds = [kind for kind, _rows in held]
    assert "CountingProgress" in kinds and "Game" not in kinds[kinds.index("CountingProgress") :]
    assert held[kinds.index("Game")][1] == {going, *tried}
    held.clear()
    monkeypatch.setattr(lobby, "abandon", given_up)
    leave(person=Person(user=alice))
    kinds = [kind for kind, _rows in held if kind in ("Game", "CountingProgress")]
    assert kinds == ["Game", "CountingProgress"]


# -- the seeds ---------------------------------------------------------------------------------------------


def test_links_are_told_of_days_that_are_over() -> None:
    days.board_of(key="twoman", day=tallies.today())
    chain = Chain.objects.get()
    assert days.opened_links(chain) == []
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=2))
    chain.refresh_from_db()
    links = days.opened_links(chain)
    assert [(link.day, link.number) for link in links] == [
        (tallies.today() - timedelta(days=1), 2),
        (tallies.today() - timedelta(days=2), 1),
    ]
    last, first = (bytes.fromhex(link.text) for link in links)
    assert dealing.link_of_day_before(last) == first
    assert dealing.link_of_day_before(first).hex() == chain.tip
    board = days.board_of(key="twoman", day=links[0].day)
    assert bytes(board.server_seed) == dealing.secret_of_board(last, "twoman")
    assert board.opens_at == datetime.combine(tallies.today(), datetime.min.time(), UTC)


def test_whoever_has_just_played_stands_in_the_field_at_once(alice: User, bob: User) -> None:
    """Though somebody has looked at it within the minute for which a count stands."""
    for many, who in enumerate((alice, bob), start=1):
        walked(begun(who), first_legal)
        found = result_of(who, Attempt.objects.get(user=who)).field
        assert found.people == sum(count for _margin, count in found.margins) == many


def test_whoever_has_lost_a_duel_has_nothing_left(alice: User) -> None:
    """Also by a blaze that failed, which leaves the hit points that are shown as they were."""
    place = walked(begun(alice, "cardduel"), lambda place, rng: blaze_or_first(legal(place)))
    own, other = place.game.scores
    assert Attempt.objects.get().margin == (own if place.game.winner == 0 else -other)


def blaze_or_first(offered: list[Action]) -> Action:
    return next((one for one in offered if one.verb == "blaze"), offered[0])
