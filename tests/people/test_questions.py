"""Questions between players: to end the game, and to take an action back."""

import json
import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.company import Asking, Question
from games.pages.company import company_shown
from games.records import export, verification
from games.records.referee import check
from games.snapshot import ANNULLED, Status
from games.statistics import pages, reading
from games.statistics.models import PersonLine
from games.statistics.pages import figure_rows as file_of
from games.statistics.reading import Stretch
from games.table import company, opening, play
from games.table.models import Game
from games.table.move import Refused
from tests.asking import HTMX
from tests.lobby.setting_up import text_of
from tests.people import together
from tests.people.together import (
    act,
    answer_question,
    ask_to_end,
    company_at,
    deal_to_three,
    leave_game,
    see,
    set_last_seen,
    whose_turn,
)
from tests.play import reload
from tools.reading import read as form_on

pytestmark = pytest.mark.django_db


def question_to(user: User, code: str) -> Question:
    question = company_at(user, code).question
    assert question is not None
    return question


def test_the_only_present_player_ends_the_game_at_once(alice: User, bob: User) -> None:
    code = together.deal_first_hand(alice, bob)
    together.play_hand(code, alice, bob)
    for user in (alice, bob):
        together.deal(user, code, "")
    together.play_to_a_turn(code, alice, bob)
    slow, other = whose_turn(code, alice, bob)
    set_last_seen(slow, code, seconds=40)
    assert ask_to_end(other, code).status is Status.ABANDONED
    game = Game.objects.get()
    assert (game.gave_up, game.why) == (reload(slow, code).seat, "")
    ends = {line.user: line.marks.split()[0] for line in PersonLine.objects.filter(number=0)}
    assert ends == {slow: "abandoned", other: "left"}


def test_a_game_hardly_begun_does_not_count(alice: User, bob: User, as_alice: Client) -> None:
    code = together.deal_first_hand(alice, bob)
    set_last_seen(bob, code, seconds=40)
    opening.abandon(place=reload(bob, code))
    assert company_at(alice, code).annuls
    ask_to_end(alice, code)
    assert Game.objects.get().why == ANNULLED
    lines = {(line.user, line.number, line.marks.split()[0]) for line in PersonLine.objects.all()}
    assert lines == {(user, 0, "annulled") for user in (alice, bob)}
    assert verification.differences(game=Game.objects.get()) == ()
    assert "ended, doesn’t count" in as_alice.get("/games/").content.decode()
    record = export.game_line(code=code)
    assert json.loads(record)["ended"] == {"why": ANNULLED, "seat": reload(bob, code).seat}
    assert check(record).wrong is None
    figures = reading.personal(person=Person(user=alice), stretch=Stretch("twoman", level="people"))
    rows = list(file_of(pages.PersonalPage("twoman", figures, {})))
    counted = {row[1]: row[2] for row in rows if row[0] == "Given up" and row[2] != "0"}
    assert counted == {"games that don’t count": "1"}
    page = text_of(as_alice.get("/statistics/games/?game=twoman&level=people&mark=annulled"))
    assert page.count("Doesn’t count") == 1 and "There’s no such level" not in page


def test_all_present_players_are_asked_and_one_no_closes_the_question(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = deal_to_three(alice, bob, charlie)
    ask_to_end(first, code)
    assert question_to(second, code).asked == (reload(second, code).seat,)
    with pytest.raises(Refused, match="NOT_ASKED"):
        answer_question(slow, code, agrees=False)
    assert answer_question(second, code, agrees=False).status is Status.PLAYING
    assert question_to(first, code).refused == reload(second, code).seat
    with pytest.raises(Refused, match="NOT_ASKED"):
        answer_question(second, code, agrees=True)
    with pytest.raises(Refused, match="JUST_REFUSED"):
        ask_to_end(first, code)
    together.expire_question()
    ask_to_end(second, code)
    assert answer_question(first, code, agrees=True).status is Status.ABANDONED
    assert Game.objects.get().gave_up == reload(slow, code).seat


def test_a_question_is_closed_when_all_asked_players_are_away(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = deal_to_three(alice, bob, charlie)
    ask_to_end(first, code)
    set_last_seen(second, code, seconds=25)
    now = company_shown(see(first, code))
    assert now.heading == f"Waiting for {slow.username}, who is away" and now.ends
    assert ask_to_end(first, code).status is Status.ABANDONED


def test_asking_twice_is_idempotent_and_no_answer_in_time_means_no(alice: User, bob: User, charlie: User) -> None:
    code, slow, (first, second) = deal_to_three(alice, bob, charlie)
    ask_to_end(first, code)
    question = Game.objects.get().question
    ask_to_end(first, code)
    assert question_to(first, code).asked == (reload(second, code).seat,)
    assert Game.objects.get().question == question, "asking twice has changed the question"
    together.expire_question()
    with pytest.raises(Refused, match="NOT_ASKED"):
        answer_question(second, code, agrees=True)
    ask_to_end(first, code)
    set_last_seen(slow, code, seconds=-3600)
    act(reload(slow, code))
    assert company_at(second, code).question is None  # the missing player has acted
    assert Game.objects.get().status == Status.PLAYING


def test_a_player_whose_own_time_is_up_cannot_end_the_game_or_send_for_a_stand_in(alice: User, bob: User) -> None:
    code = together.deal_first_hand(alice, bob)
    Game.objects.update(clock=30, moved_at=timezone.now() - timedelta(seconds=31))
    for user, other in ((alice, bob), (bob, alice)):
        assert see(user, code).is_mine  # both are to discard a card
        with pytest.raises(Refused, match="OWN_TURN"):
            ask_to_end(user, code)
        with pytest.raises(Refused, match="OWN_TURN"):
            together.send_stand_in(other, code, sender=user)
    act(reload(alice, code))
    Game.objects.update(moved_at=timezone.now() - timedelta(seconds=31))
    ask_to_end(alice, code)
    assert Game.objects.get().status == Status.ABANDONED  # there is no third player to ask


@pytest.mark.parametrize("is_annulled", [False, True])
def test_both_players_read_how_the_game_ended(alice: User, bob: User, client: Client, is_annulled: bool) -> None:
    code, slow, other = together.deal_first_hand(alice, bob), alice, bob
    if not is_annulled:
        together.play_to_a_turn(code, alice, bob)
        slow, other = whose_turn(code, alice, bob)
    opening.end_without(place=reload(other, code), seat=reload(slow, code).seat)
    told = [("You gave up this game", f"{slow.username} has left the game"), ("The game has ended",) * 2][is_annulled]
    for user, words in zip((slow, other), told, strict=True):
        client.force_login(user)
        assert words in client.get(f"/games/{code}/").content.decode()
    looks_back = text_of(client.get(f"/games/{code}/review/"))
    assert ("A game that doesn’t count" in looks_back, "given up" in looks_back) == (is_annulled, not is_annulled)


def test_an_action_is_taken_back_when_the_opponent_agrees_on_being_asked_again(
    code: str, alice: User, bob: User
) -> None:
    actor, other = whose_turn(code, alice, bob)
    before = see(actor, code)
    act(reload(actor, code))
    after = see(actor, code)
    assert after.may_take_back
    asks = partial(company.ask_to_take_back, version=after.version)
    asks(place=reload(actor, code))
    assert question_to(other, code).what is Asking.TAKE_BACK
    assert company_shown(see(actor, code)).heading == "You’ve asked to take it back"
    together.expire_question()
    assert company_shown(see(actor, code)).heading.startswith("No answer from ")
    assert not company_shown(see(other, code)).heading, "the player who did not answer reads about it"
    with pytest.raises(Refused, match="NOT_ASKED"):
        answer_question(other, code, agrees=True)
    asks(place=reload(actor, code))
    answer_question(other, code, agrees=True)
    assert see(actor, code).view == before.view
    assert Game.objects.get().question is None
    act(reload(actor, code))
    company.ask_to_take_back(place=reload(actor, code), version=see(actor, code).version)
    together.expire_question()
    together.expire_question()
    assert not company_shown(see(actor, code)).heading


def test_nothing_is_taken_back_without_consent_or_after_the_next_action(code: str, alice: User, bob: User) -> None:
    actor, other = whose_turn(code, alice, bob)
    act(reload(actor, code))
    after = see(actor, code)
    with pytest.raises(Refused, match="NOTHING_DONE"):
        play.take_back(place=reload(actor, code), version=after.version)
    company.ask_to_take_back(place=reload(actor, code), version=after.version)
    act(reload(other, code))
    assert not see(actor, code).may_take_back or see(actor, code).is_mine
    with pytest.raises(Refused, match="NOT_ASKED"):
        answer_question(other, code, agrees=True)
    with pytest.raises(Refused, match="ACTED_SINCE"):
        company.ask_to_take_back(place=reload(actor, code), version=see(actor, code).version)


def test_a_table_with_bots_alone_has_no_questions_and_no_stand_ins(charlie: User, as_charlie: Client) -> None:
    own = opening.open_game(person=Person(user=charlie))
    play.deal(place=reload(charlie, own), seed="", version=0)
    for path in ("seats/1/stand-in/", "answer/", "end/"):
        refused = as_charlie.post(f"/games/{own}/{path}", {"say": "yes", "seat": "1"}, headers=HTMX)
        assert refused.status_code == 422, path
    assert as_charlie.get(f"/games/{own}/end/").status_code == 302


def test_an_answer_is_yes_or_no_to_a_named_question(code: str, alice: User, bob: User, client: Client) -> None:
    actor, other = whose_turn(code, alice, bob)
    act(reload(actor, code))
    company.ask_to_take_back(place=reload(actor, code), version=see(actor, code).version)
    client.force_login(other)
    for said in ("", "maybe"):
        assert client.post(f"/games/{code}/answer/", {"say": said}, headers=HTMX).status_code == 400
    question = company_at(other, code).question
    assert question is not None and question.refused is None
    assert client.post(f"/games/{code}/answer/", {"say": "no"}, headers=HTMX).status_code == 422
    fields = {"say": "no", "asked": question.name}
    refused = client.post(f"/games/{code}/answer/", fields, headers=HTMX)
    assert "You didn’t agree" in refused.content.decode()
    client.force_login(actor)
    assert f"{other.username} didn’t agree" in client.get(f"/games/{code}/").content.decode()


def test_an_answer_to_a_replaced_question_is_refused(alice: User, bob: User, charlie: User, client: Client) -> None:
    code, slow, (first, second) = deal_to_three(alice, bob, charlie)
    ask_to_end(first, code)
    client.force_login(second)
    fields = {**form_on(client.get(f"/games/{code}/").content.decode()).fields, "say": "yes"}
    together.expire_question()
    set_last_seen(slow, code, seconds=-3600)
    leave_game(first, code)
    ask_to_end(slow, code)
    refused = client.post(f"/games/{code}/answer/", fields, headers=HTMX)
    assert refused.status_code == 422
    assert "That question is no longer open." in refused.content.decode()
    game = Game.objects.get()
    assert game.status == Status.PLAYING
    assert game.question is not None and game.question["agreed"] == [reload(slow, code).seat]
    fields = {**form_on(client.get(f"/games/{code}/").content.decode()).fields, "say": "yes"}
    assert client.post(f"/games/{code}/answer/", fields, headers=HTMX).status_code == 200
    assert Game.objects.get().status == Status.ABANDONED


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_question_is_outside_the_forms_of_the_table(alice: User, bob: User, client: Client, key: str) -> None:
    """A player may ask for an undo while another player bids, and both forms must work."""
    code = together.deal_first_hand(alice, bob, key=key)
    for _ in range(30):
        owed = [user for user in (alice, bob) if see(user, code).is_mine]
        if owed and see(owed[0], code).view.phase == "bid":
            break
        if owed:
            act(reload(owed[0], code))
        else:
            assert play.reply(code=code, version=see(alice, code).version)
    bidder = owed[0]
    asker = reload(bob if bidder == alice else alice, code)
    asked = {"what": "take_back", "by": asker.seat, "about": asker.seat, "agreed": [asker.seat], "refused": None}
    now = {"version": asker.game.version, "at": timezone.now().timestamp()}
    Game.objects.update(question={**asked, **now})
    client.force_login(bidder)
    page = client.get(f"/games/{code}/").content.decode()
    assert "wants to take back the last move" in page
    forms = re.findall(r"<form\b|</form>", page)
    assert forms == ["<form", "</form>"] * (len(forms) // 2)
    question = page.partition('class="question')[2].partition("</section>")[0]
    assert question.count('form="asks"') == 2
    assert 'id="asks"' in page


def test_the_confirmation_page_tells_what_ending_the_game_costs(
    code: str, alice: User, bob: User, client: Client
) -> None:
    slow, other = whose_turn(code, alice, bob)
    client.force_login(other)
    assert client.get(f"/games/{code}/end/").status_code == 302
    set_last_seen(slow, code, seconds=40)
    page = client.get(f"/games/{code}/end/").content.decode()
    assert f"End the game without {slow.username}?" in page
    assert f"It counts as given up for {slow.username}; no one gets a win." in page
    assert "The game ends now." in page and "20 seconds" not in page
    assert client.post(f"/games/{code}/end/").status_code == 400
    assert client.post(f"/games/{code}/end/", form_on(page).fields).status_code == 302
    assert Game.objects.get().status == Status.ABANDONED


def test_the_game_ends_only_without_the_missing_player_named_on_the_page(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    code, slow, (first, second) = deal_to_three(alice, bob, charlie)
    client.force_login(first)
    page = client.get(f"/games/{code}/end/").content.decode()
    assert "The other players here have 20 seconds to agree" in page
    fields = form_on(page).fields
    set_last_seen(slow, code, seconds=-3600)
    leave_game(second, code)
    refused = client.post(f"/games/{code}/end/", fields)
    assert refused.status_code == 422
    assert "No one is missing there anymore" in refused.content.decode()
    assert Game.objects.get().question is None
    fields = form_on(client.get(f"/games/{code}/end/").content.decode()).fields
    assert client.post(f"/games/{code}/end/", fields).status_code == 302
    question = Game.objects.get().question
    assert question is not None and question["about"] == reload(second, code).seat
