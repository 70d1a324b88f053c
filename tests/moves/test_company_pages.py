"""A table with several people over HTTP: what is asked of whom, and what it says of itself."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.models import Game, PersonLine
from games.presenters.statistics import pages
from games.presenters.statistics.files import figures as file_of
from games.records.referee import check
from games.services.moves import play
from games.services.past import records, verification
from games.services.people import company, lobby
from games.services.statistics import reading
from games.services.statistics.reading import Stretch
from games.snapshot import ANNULLED, Status
from tests.moves.together import (
    RANDOM,
    act,
    asked_before,
    asks_to_end,
    company_at,
    dealt_to,
    leaves,
    see,
    seen,
    three,
    whose_turn,
)
from tests.playing import again
from tests.reading import read
from tests.views.asking import HTMX
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


# -- over HTTP -------------------------------------------------------------------------------------------


def test_the_question_stands_on_the_table_of_the_others_alone(
    code: str, alice: User, bob: User, client: Client
) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    client.force_login(other)
    page = client.get(f"/games/{code}/").content.decode()
    seat = again(slow, code).seat
    assert f"{slow.username} is away and has to act" in page
    assert f"/games/{code}/seats/{seat}/stand-in/" in page
    answer = client.post(f"/games/{code}/seats/{seat}/stand-in/", headers=HTMX)
    assert answer.status_code == 200
    client.force_login(slow)
    mine = client.get(f"/games/{code}/").content.decode()
    assert "A computer player plays for you" in mine
    assert client.post(f"/games/{code}/seats/{seat}/back/").status_code == 302
    assert "A computer player plays for you" not in client.get(f"/games/{code}/").content.decode()


def test_to_a_stranger_and_where_one_sits_alone_there_is_nothing_to_decide(
    code: str, charlie: User, client: Client
) -> None:
    client.force_login(charlie)
    for path in ("seats/0/stand-in/", "seats/0/back/", "answer/", "end/"):
        assert client.post(f"/games/{code}/{path}").status_code == 404
    own = lobby.open_game(person=Person(user=charlie))
    play.deal(place=again(charlie, own), seed="", version=0)
    for path in ("seats/1/stand-in/", "answer/", "end/"):
        refused = client.post(f"/games/{own}/{path}", {"say": "yes", "seat": "1"}, headers=HTMX)
        assert refused.status_code == 422, path
    assert client.get(f"/games/{own}/end/").status_code == 302


def test_an_answer_that_says_nothing_is_no_answer(code: str, alice: User, bob: User, client: Client) -> None:
    actor, other = whose_turn(code, alice, bob)
    act(again(actor, code), RANDOM)
    company.ask_to_take_back(place=again(actor, code), version=see(actor, code).version)
    client.force_login(other)
    for said in ("", "maybe"):
        assert client.post(f"/games/{code}/answer/", {"say": said}, headers=HTMX).status_code == 400
    question = company_at(other, code).question
    assert question is not None and question.refused is None
    assert client.post(f"/games/{code}/answer/", {"say": "no"}, headers=HTMX).status_code == 422, "to no question"
    fields = {"say": "no", "asked": question.name}
    refused = client.post(f"/games/{code}/answer/", fields, headers=HTMX)
    assert "You did not agree" in refused.content.decode()
    client.force_login(actor)
    assert f"{other.username} does not agree" in client.get(f"/games/{code}/").content.decode()


def test_an_answer_is_to_the_question_that_the_page_showed(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    """A page that has lost its line shows what was asked before: whoever agrees to that has agreed to nothing else."""
    code, slow, (first, second) = three(alice, bob, charlie)
    asks_to_end(first, code)
    client.force_login(second)
    fields = {**read(client.get(f"/games/{code}/").content.decode()).fields, "say": "yes"}
    asked_before()
    seen(slow, code, seconds=-3600)
    leaves(first, code)
    asks_to_end(slow, code)
    refused = client.post(f"/games/{code}/answer/", fields, headers=HTMX)
    assert refused.status_code == 422
    assert "That question is no longer open." in refused.content.decode()
    game = Game.objects.get()
    assert game.status == Status.PLAYING
    assert game.question is not None and game.question["agreed"] == [again(slow, code).seat]
    fields = {**read(client.get(f"/games/{code}/").content.decode()).fields, "say": "yes"}
    assert client.post(f"/games/{code}/answer/", fields, headers=HTMX).status_code == 200
    assert Game.objects.get().status == Status.ABANDONED


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_question_stands_in_no_form_of_the_table(alice: User, bob: User, client: Client, key: str) -> None:
    """While one bids another may ask: both forms work."""
    code = dealt_to(alice, bob, key=key)
    for _ in range(30):
        owed = [user for user in (alice, bob) if see(user, code).is_mine]
        if owed and see(owed[0], code).view.phase == "bid":
            break
        if owed:
            act(again(owed[0], code), RANDOM)
        else:
            assert play.reply(code=code, version=see(alice, code).version)
    bidder = owed[0]
    asker = again(bob if bidder == alice else alice, code)
    asked = {"what": "take_back", "by": asker.seat, "about": asker.seat, "agreed": [asker.seat], "refused": None}
    now = {"version": asker.game.version, "at": timezone.now().timestamp()}
    Game.objects.update(question={**asked, **now})
    client.force_login(bidder)
    page = client.get(f"/games/{code}/").content.decode()
    assert "wants to take the last action back" in page
    forms = re.findall(r"<form\b|</form>", page)
    assert forms == ["<form", "</form>"] * (len(forms) // 2)
    question = page.partition('class="question')[2].partition("</section>")[0]
    assert question.count('form="asks"') == 2
    assert 'id="asks"' in page


def test_ending_says_first_what_it_costs(code: str, alice: User, bob: User, client: Client) -> None:
    slow, other = whose_turn(code, alice, bob)
    client.force_login(other)
    assert client.get(f"/games/{code}/end/").status_code == 302, "nobody is missing"
    seen(slow, code, seconds=40)
    page = client.get(f"/games/{code}/end/").content.decode()
    assert f"End the game without {slow.username}?" in page
    assert f"It counts as given up by {slow.username}, and as a win for nobody." in page
    assert "It ends at once." in page and "Whoever else" not in page, "there is nobody else"
    assert client.post(f"/games/{code}/end/").status_code == 400, "without nobody"
    assert client.post(f"/games/{code}/end/", read(page).fields).status_code == 302
    assert Game.objects.get().status == Status.ABANDONED


def test_it_ends_without_nobody_but_whom_the_page_named(alice: User, bob: User, charlie: User, client: Client) -> None:
    """Whoever reads it for a while finds another missing: of that one they were asked nothing."""
    code, slow, (first, second) = three(alice, bob, charlie)
    client.force_login(first)
    page = client.get(f"/games/{code}/end/").content.decode()
    assert "Whoever else is here is asked" in page
    fields = read(page).fields
    seen(slow, code, seconds=-3600)
    leaves(second, code)
    refused = client.post(f"/games/{code}/end/", fields)
    assert refused.status_code == 422
    assert "Nobody is missing there any more" in refused.content.decode()
    assert Game.objects.get().question is None
    fields = read(client.get(f"/games/{code}/end/").content.decode()).fields
    assert client.post(f"/games/{code}/end/", fields).status_code == 302
    question = Game.objects.get().question
    assert question is not None and question["about"] == again(second, code).seat


def test_a_game_that_counts_for_nobody_says_so_in_list_and_record(alice: User, bob: User, client: Client) -> None:
    code = dealt_to(alice, bob)
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    asks_to_end(other, code)
    assert verification.differences(game=Game.objects.get()) == ()
    client.force_login(other)
    assert "ended, counts for nobody" in client.get("/games/").content.decode()
    record = records.game_line(code=code)
    assert json.loads(record)["ended"] == {"why": ANNULLED, "seat": again(slow, code).seat}
    assert check(record).wrong is None
    assert {line.marks.split()[0] for line in PersonLine.objects.all()} == {"annulled"}


def test_statistics_tell_of_a_game_that_counts_for_nobody_and_count_it_as_nothing_else(
    alice: User, bob: User, as_alice: Client
) -> None:
    code = dealt_to(alice, bob)
    lobby.abandon(place=again(bob, code))
    asks_to_end(alice, code)
    figures = reading.personal(person=Person(user=alice), stretch=Stretch("twoman", level="people"))
    rows = list(file_of(pages.personal("twoman", figures, {})))
    told = {row[1]: row[2] for row in rows if row[0] == "Given up" and row[2] != "0"}
    assert told == {"games that count for nobody": "1"}
    page = as_alice.get("/statistics/games/?game=twoman&level=people&mark=annulled")
    assert text_of(page).count("Counts for nobody") == 1
    assert "There is no such level" not in text_of(page)
