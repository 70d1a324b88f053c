"""Words between people at a table: who hears them, who is muted, and what outlives whom."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import leaving
from accounts.models import Guest, User
from accounts.people import Gone, adopt
from games import live, tasks
from games.models import Entry, Game, Mute, Said
from games.services.people import words
from games.snapshot import Phrase
from tests.at_once import at_once
from tests.moves.together import table_of
from tests.playing import again, person_of

pytestmark = pytest.mark.django_db

Somebody = User | Guest


def says(one: Somebody, code: str, phrase: Phrase = Phrase.HELLO) -> None:
    words.say(place=again(one, code), phrase=phrase)


def hears(one: Somebody, code: str) -> list[tuple[str, str]]:
    """Who said what, the newest first, as that person reads it."""
    return [(word.name, word.phrase.value) for word in words.talk_at(again(one, code)).words]


def mutes(one: Somebody, code: str, *, whom: Somebody | None, on: bool = True) -> None:
    seat = None if whom is None else again(whom, code).seat
    words.mute(place=again(one, code), seat=seat, on=on)


# -- said and heard --------------------------------------------------------------------------------------


def test_all_who_sit_there_hear_it_in_its_order(alice: User, bob: User, charlie: User) -> None:
    code = table_of(alice, bob, charlie)
    says(alice, code, Phrase.GOOD_LUCK)
    says(bob, code, Phrase.THANKS)
    for one in (alice, bob, charlie):
        assert hears(one, code) == [("bob", "thanks"), ("alice", "good_luck")]
    assert [word.is_own for word in words.talk_at(again(bob, code)).words] == [True, False]


def test_it_moves_nothing_of_the_game_and_is_in_no_log(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    before, entries = Game.objects.values().get(), list(Entry.objects.values())
    says(bob, code)
    after = Game.objects.values().get()
    assert after == {**before, "said": before["said"] + 1}
    assert list(Entry.objects.values()) == entries


def test_open_pages_are_told_that_there_is_something(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    before = live.notice_of(Game.objects.get(code=code))
    says(alice, code)
    after = live.notice_of(Game.objects.get(code=code))
    assert (after.mark, after.said) == (before.mark, before.said + 1)
    assert live.Notice.read(after.text) == after


@pytest.mark.parametrize("told", ["", "12", "12 owed", "12 free many 0", "1 2 3 4 5"])
def test_what_another_version_has_told_is_worth_a_look(told: str) -> None:
    assert live.Notice.read(told) is None


def test_the_last_eight_can_be_read_again(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    for one in range(11):
        says(alice, code, list(Phrase)[one % 8])
    shown = words.talk_at(again(bob, code))
    assert [word.number for word in shown.words] == [11, 10, 9, 8, 7, 6, 5, 4]
    assert shown.said == 11


def test_what_was_said_a_while_ago_is_not_fresh(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    says(alice, code)
    Said.objects.update(at=timezone.now() - timedelta(seconds=11))
    says(alice, code)
    assert [word.is_fresh for word in words.talk_at(again(bob, code)).words] == [True, False]


def test_words_of_one_table_are_not_heard_at_another(alice: User, bob: User) -> None:
    one, other = table_of(alice, bob), table_of(alice, bob, key="twoman", level="easy")
    says(alice, one)
    assert hears(bob, other) == []


def test_the_rows_take_nothing_but_set_phrases(alice: User, bob: User) -> None:
    game = Game.objects.get(code=table_of(alice, bob))
    with pytest.raises(IntegrityError), transaction.atomic():
        Said.objects.create(game=game, number=1, seat=0, phrase="you played badly")


@pytest.mark.django_db(transaction=True)
def test_two_speak_at_once(alice: User, bob: User) -> None:
    """Each word has its place, and neither is lost."""
    code = table_of(alice, bob)
    at_once(*(lambda one=one: says(one, code) for one in (alice, bob) for _ in range(3)), lost=())
    assert sorted(Said.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert Game.objects.get().said == 6


# -- muted -----------------------------------------------------------------------------------------------


def test_who_is_muted_is_not_heard_by_that_one_alone(alice: User, bob: User, charlie: User) -> None:
    code = table_of(alice, bob, charlie)
    says(bob, code)
    says(charlie, code)
    mutes(alice, code, whom=bob)
    says(bob, code)
    assert hears(alice, code) == [("charlie", "hello")]
    assert [who for who, _said in hears(charlie, code)] == ["bob", "charlie", "bob"]


def test_all_are_muted_but_oneself(alice: User, bob: User, charlie: User) -> None:
    code = table_of(alice, bob, charlie)
    mutes(alice, code, whom=None)
    for one in (alice, bob, charlie):
        says(one, code)
    assert hears(alice, code) == [("alice", "hello")]


def test_it_holds_at_later_tables_and_until_it_is_taken_back(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    mutes(alice, code, whom=bob)
    later = table_of(bob, alice, key="cardduel")
    says(bob, later)
    assert hears(alice, later) == []
    assert words.talk_at(again(alice, later)).others[0].is_muted
    mutes(alice, later, whom=bob, on=False)
    assert hears(alice, later) == [("bob", "hello")]
    assert not Mute.objects.exists()


def test_muted_twice_is_muted_once(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    for whom in (bob, bob, None, None):
        mutes(alice, code, whom=whom)
    assert Mute.objects.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Mute.objects.create(user=alice)


@pytest.mark.django_db(transaction=True)
def test_muted_twice_at_once_is_muted_once(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    at_once(*(lambda: mutes(alice, code, whom=bob),) * 3, lost=())
    assert Mute.objects.count() == 1


def test_nobody_but_another_person_there_can_be_muted(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    for seat in (0, 1, 3, 4, -1):  # one's own, computer players, none
        with pytest.raises(words.NobodyThere):
            words.mute(place=again(alice, code), seat=seat, on=True)
    assert not Mute.objects.exists()


# -- guests who sign up, people who go ---------------------------------------------------------------------


def test_who_has_muted_a_guest_has_muted_the_account(alice: User) -> None:
    guest = Guest.objects.create(name="Ama")
    mutes(alice, table_of(alice, guest), whom=guest)
    account = User.objects.create_user("ama")
    adopt(guest=guest, user=account)
    later = table_of(alice, account)
    says(account, later)
    assert hears(alice, later) == []


def test_what_both_have_muted_is_muted_once_and_nobody_mutes_themself(alice: User, bob: User) -> None:
    guest = Guest.objects.create(name="Ama")
    code = table_of(alice, guest, bob)
    for one in (alice, guest):
        mutes(one, code, whom=bob)
        mutes(one, code, whom=None)
    mutes(alice, code, whom=guest)
    mutes(bob, code, whom=guest)
    mutes(bob, code, whom=alice)
    adopt(guest=guest, user=alice)
    kept = {(one.user_id, one.muted_user_id) for one in Mute.objects.all()}
    assert kept == {(alice.pk, bob.pk), (alice.pk, None), (bob.pk, alice.pk)}
    assert Mute.objects.count() == 3


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_who_goes_takes_words_and_mutes_along(alice: User, bob: User, is_guest: bool) -> None:
    gone: Somebody = Guest.objects.create(name="Ama") if is_guest else User.objects.create_user("ama")
    code = table_of(alice, gone, bob)
    says(gone, code)
    says(alice, code, Phrase.THANKS)
    mutes(gone, code, whom=alice)
    mutes(gone, code, whom=None)
    mutes(alice, code, whom=gone)
    mutes(bob, code, whom=alice)
    leaving.leave(person=person_of(gone))
    assert hears(bob, code) == []
    assert [(one.seat, one.phrase) for one in Said.objects.all()] == [(0, "thanks")]
    assert [(one.user_id, one.muted_user_id) for one in Mute.objects.all()] == [(bob.pk, alice.pk)]


def test_who_is_gone_says_nothing_more(alice: User, bob: User) -> None:
    """Slipped in between the look at the table and the word."""
    place = again(bob, table_of(alice, bob))
    leaving.leave(person=person_of(bob))
    with pytest.raises(Gone):
        words.say(place=place, phrase=Phrase.HELLO)
    assert not Said.objects.exists()


@pytest.mark.parametrize("is_on", [True, False])
def test_who_is_gone_is_not_muted_any_more_and_nobody_else_is(alice: User, bob: User, is_on: bool) -> None:
    """Slipped in between the look at the table and the row."""
    place = again(alice, table_of(alice, bob))
    leaving.leave(person=person_of(bob))
    with pytest.raises(words.NobodyThere):
        words.mute(place=place, seat=1, on=is_on)
    assert not Mute.objects.exists()


def test_what_was_said_goes_a_week_after_the_game(alice: User, bob: User) -> None:
    on, over, long_over = (table_of(alice, bob) for _ in range(3))
    for code in (on, over, long_over):
        says(alice, code)
    for code, days in ((over, 6), (long_over, 8)):
        ended = timezone.now() - timedelta(days=days)
        Game.objects.filter(code=code).update(status="abandoned", ended_at=ended, bot_due_at=None)
    tasks.night()
    assert {one.game.code for one in Said.objects.select_related("game")} == {on, over}
    assert words.tidy() == 0


def test_what_was_said_at_a_game_that_nobody_ends_goes_four_weeks_after_its_last_move(
    client: Client, alice: User, bob: User
) -> None:
    resting, left = (table_of(alice, bob) for _ in range(2))
    for code, days in ((resting, 27), (left, 29)):
        says(alice, code)
        Game.objects.filter(code=code).update(moved_at=timezone.now() - timedelta(days=days))
    tasks.night()
    assert {one.game.code for one in Said.objects.select_related("game")} == {resting}
    assert words.tidy() == 0
    page = " ".join(client.get("/privacy/").content.decode().split())
    weeks, days = words.KEPT_AT_REST.days // 7, words.KEPT.days
    assert (weeks, days) == (4, 7) and "four weeks after its last move" in page and "a week after the game" in page
