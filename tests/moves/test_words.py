"""Words between people at a table: who reads them, and what outlives whom."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import leaving
from accounts.models import Guest, Preferences, User
from accounts.people import Gone
from games import live, tasks
from games.models import Entry, Game, Said
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


# -- who reads none, and who goes --------------------------------------------------------------------------


def test_who_prefers_so_reads_only_their_own(alice: User, bob: User, charlie: User) -> None:
    code = table_of(alice, bob, charlie)
    Preferences.objects.create(user=alice, shows_phrases=False)
    for one in (alice, bob, charlie):
        says(one, code)
    assert hears(alice, code) == [("alice", "hello")]
    assert [who for who, _said in hears(bob, code)] == ["charlie", "bob", "alice"]


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_who_goes_takes_words_along(alice: User, bob: User, is_guest: bool) -> None:
    gone: Somebody = Guest.objects.create(name="Ama") if is_guest else User.objects.create_user("ama")
    code = table_of(alice, gone, bob)
    says(gone, code)
    says(alice, code, Phrase.THANKS)
    leaving.leave(person=person_of(gone))
    assert hears(bob, code) == [("alice", "thanks")]
    assert [(one.seat, one.phrase) for one in Said.objects.all()] == [(0, "thanks")]


def test_who_is_gone_says_nothing_more(alice: User, bob: User) -> None:
    """Slipped in between the look at the table and the word."""
    place = again(bob, table_of(alice, bob))
    leaving.leave(person=person_of(bob))
    with pytest.raises(Gone):
        words.say(place=place, phrase=Phrase.HELLO)
    assert not Said.objects.exists()


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
