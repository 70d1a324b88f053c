"""What several people at one table ask of each other: to end the game, and to take an action back."""

from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.company import Asking, Question
from games.models import Game, PersonLine
from games.presenters.company import shown
from games.services.moves import play
from games.services.people import company, lobby
from games.snapshot import ANNULLED, Status
from tests.moves.together import (
    RANDOM,
    act,
    answers,
    asked_before,
    asks_to_end,
    company_at,
    deal,
    dealt_to,
    play_hand,
    played_to_a_turn,
    see,
    seen,
    stands_in,
    three,
    whose_turn,
)
from tests.playing import again
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


def question_to(user: User, code: str) -> Question:
    question = company_at(user, code).question
    assert question is not None
    return question


# -- the end by choice -------------------------------------------------------------------------------------


def test_the_only_one_who_is_here_ends_it_at_once(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    play_hand(code, alice, bob)
    for user in (alice, bob):
        deal(user, code, "")
    played_to_a_turn(code, alice, bob)
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    assert asks_to_end(other, code).status is Status.ABANDONED
    game = Game.objects.get()
    assert (game.gave_up, game.why) == (again(slow, code).seat, "")
    ends = {line.user: line.marks.split()[0] for line in PersonLine.objects.filter(number=0)}
    assert ends == {slow: "abandoned", other: "left"}


def test_a_game_that_has_hardly_begun_counts_for_nobody(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    assert company_at(other, code).annuls
    asks_to_end(other, code)
    assert Game.objects.get().why == ANNULLED
    lines = {(line.user, line.number, line.marks.split()[0]) for line in PersonLine.objects.all()}
    assert lines == {(user, 0, "annulled") for user in (alice, bob)}


def test_all_who_are_here_are_asked_and_one_no_ends_the_question(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    assert question_to(second, code).asked == (again(second, code).seat,)
    assert answers(second, code, agrees=False).status is Status.PLAYING
    assert question_to(first, code).refused == again(second, code).seat
    with pytest.raises(play.Refused, match="NOT_ASKED"):
        answers(second, code, agrees=True)
    with pytest.raises(play.Refused, match="JUST_REFUSED"):
        asks_to_end(first, code)
    asked_before()
    asks_to_end(second, code)
    assert answers(first, code, agrees=True).status is Status.ABANDONED
    assert Game.objects.get().gave_up == again(slow, code).seat


def test_silence_means_no(alice: User, bob: User, charlie: User) -> None:
    code, _, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    asked_before()
    with pytest.raises(play.Refused, match="NOT_ASKED"):
        answers(second, code, agrees=True)
    assert Game.objects.get().status == Status.PLAYING


def test_a_question_that_nobody_is_left_to_answer_is_over(alice: User, bob: User, charlie: User) -> None:
    """Whoever was asked has closed the page: those who are still here decide without waiting for them."""
    code, slow, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    seen(second, code, seconds=25)
    now = shown(see(first, code))
    assert now.heading == f"{slow.username} is away and has to act" and now.ends
    assert asks_to_end(first, code).status is Status.ABANDONED


def test_asked_twice_is_asked_once(alice: User, bob: User, charlie: User) -> None:
    code, _, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    question = Game.objects.get().question
    asks_to_end(first, code)
    assert question_to(first, code).asked == (again(second, code).seat,)
    assert Game.objects.get().question == question, "nor is it waited for any longer"


def test_the_question_goes_when_the_one_who_was_missing_acts(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    seen(slow, code, seconds=-3600)
    act(again(slow, code), RANDOM)
    assert company_at(second, code).question is None


def test_whoever_is_missing_is_not_asked(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, _) = three(alice, bob, charlie)
    asks_to_end(first, code)
    with pytest.raises(play.Refused, match="NOT_ASKED"):
        answers(slow, code, agrees=False)


def test_whoever_is_late_as_well_neither_ends_it_nor_sends_for_a_stand_in(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    Game.objects.update(clock=30, moved_at=timezone.now() - timedelta(seconds=31))
    for user, other in ((alice, bob), (bob, alice)):
        assert see(user, code).is_mine, "both are to put a card aside"
        with pytest.raises(play.Refused, match="OWN_TURN"):
            asks_to_end(user, code)
        with pytest.raises(play.Refused, match="OWN_TURN"):
            stands_in(other, code, by=user)
    act(again(alice, code), RANDOM)
    Game.objects.update(moved_at=timezone.now() - timedelta(seconds=31))
    asks_to_end(alice, code)
    assert Game.objects.get().status == Status.ABANDONED, "nobody else is there to be asked"


def test_whoever_has_let_the_clock_run_out_and_is_here_may_be_asked_about_another(
    alice: User, bob: User, charlie: User
) -> None:
    code, slow, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    assert Game.objects.get().status == Status.PLAYING
    assert answers(second, code, agrees=True).status is Status.ABANDONED
    assert Game.objects.get().gave_up == again(slow, code).seat


@pytest.mark.parametrize("is_annulled", [False, True])
def test_everybody_reads_who_has_left(alice: User, bob: User, client: Client, is_annulled: bool) -> None:
    code, slow, other = dealt_to(alice, bob), alice, bob
    if not is_annulled:
        played_to_a_turn(code, alice, bob)
        slow, other = whose_turn(code, alice, bob)
    lobby.end_without(place=again(other, code), seat=again(slow, code).seat)
    told = [("You gave this game up", f"{slow.username} has left the game"), ("The game has ended",) * 2][is_annulled]
    for user, words in zip((slow, other), told, strict=True):
        client.force_login(user)
        assert words in client.get(f"/games/{code}/").content.decode()
    looks_back = text_of(client.get(f"/games/{code}/review/"))
    assert ("A game that counts for nobody" in looks_back, "given up" in looks_back) == (is_annulled, not is_annulled)


# -- taking back -----------------------------------------------------------------------------------------


def test_an_action_is_taken_back_if_the_other_agrees(code: str, alice: User, bob: User) -> None:
    actor, other = whose_turn(code, alice, bob)
    before = see(actor, code)
    act(again(actor, code), RANDOM)
    after = see(actor, code)
    assert after.may_take_back
    company.ask_to_take_back(place=again(actor, code), version=after.version)
    assert question_to(other, code).what is Asking.TAKE_BACK
    answers(other, code, agrees=True)
    assert see(actor, code).view == before.view
    assert Game.objects.get().question is None


def test_that_nobody_answered_is_told_and_may_be_asked_again(code: str, alice: User, bob: User) -> None:
    actor, other = whose_turn(code, alice, bob)
    act(again(actor, code), RANDOM)
    asks = partial(company.ask_to_take_back, version=see(actor, code).version)
    asks(place=again(actor, code))
    assert shown(see(actor, code)).heading == "You ask to take it back"
    asked_before()
    assert shown(see(actor, code)).heading.startswith("No answer from ")
    assert not shown(see(other, code)).heading, "whoever did not answer reads what is to be done"
    with pytest.raises(play.Refused, match="NOT_ASKED"):
        answers(other, code, agrees=True)
    asks(place=again(actor, code))
    answers(other, code, agrees=True)
    assert Game.objects.get().question is None
    act(again(actor, code), RANDOM)
    company.ask_to_take_back(place=again(actor, code), version=see(actor, code).version)
    asked_before()
    asked_before()
    assert not shown(see(actor, code)).heading


def test_nothing_is_taken_back_once_somebody_has_acted_or_without_consent(code: str, alice: User, bob: User) -> None:
    actor, other = whose_turn(code, alice, bob)
    act(again(actor, code), RANDOM)
    after = see(actor, code)
    with pytest.raises(play.Refused, match="NOTHING_DONE"):
        play.take_back(place=again(actor, code), version=after.version)
    company.ask_to_take_back(place=again(actor, code), version=after.version)
    act(again(other, code), RANDOM)
    assert not see(actor, code).may_take_back or see(actor, code).is_mine
    with pytest.raises(play.Refused, match="NOT_ASKED"):
        answers(other, code, agrees=True)
    with pytest.raises(play.Refused, match="ACTED_SINCE"):
        company.ask_to_take_back(place=again(actor, code), version=see(actor, code).version)
