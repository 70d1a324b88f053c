"""Practice: a person's own marked decisions come back in 1, 3, 7, 21 and 60 days, and can be filtered."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from games.engine.cards import PACK
from games.engine.notation import action_of, action_text
from games.reviews import practice
from games.reviews.models import Practice, Review
from games.table.models import Seat
from games.table.tables import Place
from tests.asking import between
from tests.reviews import quick
from tests.reviews.marked import a_decision, past_game, reviewed, skipped_through, views_of
from tests.statistics.played import demo_game, once

pytestmark = pytest.mark.django_db
Clock: TypeAlias = Callable[[datetime], None]


@pytest.fixture
def played(alice: User) -> Place:
    return past_game(alice, is_reviewed=False)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return lambda moment: monkeypatch.setattr(practice, "timezone", SimpleNamespace(now=lambda: moment))


def post(client: Client, row: Practice, action: list[Any], answers: int | None = None, **more: Any) -> Any:
    version = row.answers if answers is None else answers
    return client.post(f"/practice/{row.pk}/", {"action": json.dumps(action), "version": version}, **more)


def test_a_marked_decision_comes_back_as_the_seat_saw_it(as_alice: Client, played: Place) -> None:
    one = a_decision(played)
    reviewed(played, one)
    row = Practice.objects.get()
    assert as_alice.get("/practice/").headers["Location"] == f"/practice/{row.pk}/"
    html = as_alice.get(f"/practice/{row.pk}/").content.decode()
    view = dict(views_of(played))[one["ordinal"]]
    assert f'action="/practice/{row.pk}/"' in html and "What do you play?" in html
    assert all(f'id="card-{card.text}"' in html for card in view.hand)
    shown = {card.text for card in view.hand} | {said.argument for _, said in view.actions if said.verb == "play"}
    others = {f'id="card-{text}"' for text in {one.text for one in PACK} - shown}
    assert not any(text in html for text in others)
    assert "Right" not in html and "Not this one" not in html


@pytest.mark.parametrize(("loss", "is_right"), [(34_999, True), (35_000, True), (35_001, False)])
def test_what_is_within_three_and_a_half_hundredths_is_right(
    as_alice: Client, played: Place, alice: User, loss: int, is_right: bool
) -> None:
    one = a_decision(played)
    other = one["values"][1]
    other[1] = 500_000 - loss
    reviewed(played, one)
    assert practice.judged(asked_of(alice), action_of(other[0])).is_right is is_right
    html = post(as_alice, Practice.objects.get(), other[0]).content.decode()
    assert f'<h2 id="practised-h">{"Right" if is_right else "Not this one"}</h2>' in html
    assert f"/games/{played.code}/hands/1/replay/?step=" in html
    assert html.count('<th scope="row">') == 3


def test_the_mistake_itself_is_not_right_however_small_it_was(as_alice: Client, played: Place) -> None:
    one = a_decision(played, far=27_000)
    reviewed(played, one)
    html = post(as_alice, Practice.objects.get(), one["chosen"]).content.decode()
    assert "Not this one" in html
    assert "2.7% of a win below the best, and no better than the choice in the game." in html
    assert Practice.objects.get().steps == 0
    html = post(as_alice, Practice.objects.get(), one["values"][1][0]).content.decode()
    assert '<h2 id="practised-h">Right</h2>' in html


def test_of_one_hand_the_costliest_decision_is_asked_for_first(as_alice: Client, played: Place) -> None:
    small, great = a_decision(played, far=30_000), a_decision(played, far=60_000, skip=1)
    assert small["ordinal"] < great["ordinal"]
    reviewed(played, small, great)
    first = as_alice.get("/practice/").headers["Location"]
    assert first == f"/practice/{Practice.objects.get(ordinal=great['ordinal']).pk}/"


def right_and_wrong(played: Place) -> tuple[Any, Any]:
    one = a_decision(played)
    reviewed(played, one)
    return one["values"][0][0], one["values"][2][0]


def asked_of(user: User) -> practice.Position:
    return practice.own(person=Person(user=user), pk=Practice.objects.get().pk)


def test_it_comes_back_in_1_3_7_21_60_days_and_in_1_after_a_mistake(as_alice: Client, played: Place, at: Clock) -> None:
    right, wrong = right_and_wrong(played)
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    for action, days in (*((right, days) for days in (1, 3, 7, 21, 60, 60)), (wrong, 1), (right, 1)):
        at(now)
        assert post(as_alice, Practice.objects.get(), action).status_code == 200
        assert Practice.objects.get().due_at == now + timedelta(days=days)
        assert "Nothing is due" in as_alice.get("/practice/").content.decode()
        now += timedelta(days=days)


def test_before_it_is_due_an_answer_is_judged_and_not_kept(as_alice: Client, played: Place, at: Clock) -> None:
    right, wrong = right_and_wrong(played)
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    at(now)
    post(as_alice, Practice.objects.get(), right)
    kept = Practice.objects.values().get()
    for later in (timedelta(seconds=1), timedelta(hours=23)):
        at(now + later)
        for action, verdict in ((right, "Right"), (wrong, "Not this one")):
            html = post(as_alice, Practice.objects.get(), action).content.decode()
            assert f'<h2 id="practised-h">{verdict}</h2>' in html
            assert "It comes back on <time " in html and ">2 January 2030</time>." in html
            assert Practice.objects.values().get() == kept
    at(now + timedelta(days=1))
    post(as_alice, Practice.objects.get(), right)
    assert (Practice.objects.get().steps, Practice.objects.get().answers) == (2, 2)


def test_skipping_counts_as_nothing(as_alice: Client, played: Place) -> None:
    reviewed(played, a_decision(played))
    before = Practice.objects.values().get()
    html = as_alice.get(f"/practice/?after={before['id']}").content.decode()
    assert "last one for now" in html and "1 position that you skipped" in html
    assert Practice.objects.values().get() == before


@pytest.mark.postgresql
def test_a_second_windows_answer_counts_for_nothing(as_alice: Client, played: Place, alice: User) -> None:
    right, wrong = right_and_wrong(played)
    row, position = Practice.objects.get(), asked_of(alice)
    assert post(as_alice, row, right).status_code == 200
    kept = Practice.objects.values().get()
    second = post(as_alice, row, wrong)
    assert second.status_code == 409 and "another window" in second.content.decode()
    with pytest.raises(practice.Answered):
        practice.answer(position, action=action_of(wrong), answers=0)
    assert Practice.objects.values().get() == kept


def test_another_persons_position_is_not_there(as_charlie: Client, client: Client, played: Place) -> None:
    one = a_decision(played)
    reviewed(played, one)
    row = Practice.objects.get()
    for stranger in (as_charlie, client):
        assert stranger.get(f"/practice/{row.pk}/").status_code == 404
        assert post(stranger, row, one["best"]).status_code == 404
        assert stranger.get("/practice/").status_code == 200
    assert Practice.objects.get().answers == 0


def test_a_bad_post_changes_nothing(as_alice: Client, played: Place) -> None:
    reviewed(played, a_decision(played))
    row = Practice.objects.values().get()
    bad: list[Any] = [("", 0, 400), ("nonsense", 0, 400), ('["play","AS"]', "x", 400), ('["bid",3]', 0, 422)]
    for action, version, status in bad:
        response = as_alice.post(f"/practice/{row['id']}/", {"action": action, "version": version})
        assert response.status_code == status
        assert f'action="/practice/{row["id"]}/"' in response.content.decode()
    assert Practice.objects.values().get() == row


def test_the_newest_review_judges_and_what_it_marks_no_more_is_let_go(as_alice: Client, played: Place) -> None:
    one = a_decision(played)
    reviewed(played, one)
    turned = {**one, "values": [[one["values"][2][0], 600_000], [one["values"][0][0], 500_000]], "best": one["chosen"]}
    reviewed(played, turned, evaluator=2)
    row = Practice.objects.get()
    assert "Right</h2>" in post(as_alice, row, one["chosen"]).content.decode()
    reviewed(played, {**one, "mark": None, "loss": 0}, evaluator=3)
    assert as_alice.get(f"/practice/{row.pk}/").status_code == 404
    assert not Practice.objects.exists()


def test_equal_cards_are_one_answer(played: Place, alice: User) -> None:
    one = a_decision(played)
    equal = one["values"].pop(1)[0]
    one["alike"] = [[one["best"], equal]]
    reviewed(played, one)
    assert practice.judged(asked_of(alice), action_of(equal)).loss == 0


@pytest.mark.postgresql
def test_only_a_persons_marked_decisions_are_practised_and_once(played: Place) -> None:
    one = a_decision(played)
    unmarked = reviewed(played, {**one, "mark": None})
    practice.collect(game=played.game, reviews=[Review(seat=1 - played.seat, number=1, decisions=[one])])
    assert not Practice.objects.exists()
    unmarked.delete()
    row = reviewed(played, one)
    practice.collect(game=played.game, reviews=[row])
    assert Practice.objects.count() == 1


def test_a_guests_positions_pass_to_the_account(played: Place, bob: User, alice: User) -> None:
    guest = Guest.objects.create()
    Seat.objects.filter(game=played.game, user=alice).update(user=None, guest=guest)
    reviewed(played, a_decision(played))
    assert practice.due(person=Person(guest=guest)) is not None
    adopt(guest=guest, user=bob)
    assert practice.due(person=Person(user=bob)) == Practice.objects.get().pk
    assert practice.due(person=Person(guest=guest)) is None


def test_a_player_who_leaves_takes_them_along(played: Place, alice: User) -> None:
    reviewed(played, a_decision(played))
    leave(person=Person(user=alice))
    assert not Practice.objects.exists()
    reviewed(played, a_decision(played), evaluator=2)
    assert Review.objects.count() == 2 and not Practice.objects.exists(), "nor does a later review ask anything"


@pytest.fixture
def sorted_out(alice: User) -> dict[int, tuple[str, str]]:
    """Games of two kinds, reviewed: every position of one’s own by its game and the kind that the log tells."""

    def play() -> None:
        for key in ("twoman", "spades"):
            demo_game(alice, key, seed=5, hands=1)
        quick.review_all()

    once("positions of two games", alice, play)
    return {row.pk: (row.seat.game.key, kind_by_log(row)) for row in Practice.objects.select_related("seat__game")}


def kind_by_log(row: Practice) -> str:
    """From the log’s lines alone: what was done, and whether the card followed the one that was led."""
    lines = list(row.seat.game.entries.filter(hand=row.number).order_by("ordinal").values_list("ordinal", "action"))
    verb, *said = json.loads(next(action for ordinal, action in lines if ordinal == row.ordinal))
    if verb != "play":
        return {"look": "blind", "blind": "blind", "blind_nil": "blind", "give": "exchange"}.get(verb, verb)
    plays = [json.loads(action)[1] for ordinal, action in lines if ordinal < row.ordinal and '"play"' in action]
    before = plays[len(plays) - len(plays) % row.seat.game.seats.count() :]
    return "lead" if not before else "follow" if before[0][1] == said[0][1] else "void"


@pytest.mark.postgresql
def test_a_game_and_a_kind_are_asked_for(as_alice: Client, sorted_out: dict[int, tuple[str, str]]) -> None:
    assert len(set(sorted_out.values())) >= 5
    for key, kind in {*sorted_out.values(), ("", "bid"), ("spades", ""), ("", "")}:
        wanted = {pk for pk, (of, called) in sorted_out.items() if key in ("", of) and kind in ("", called)}
        asked = skipped_through(as_alice, f"/practice/?game={key}&decision={kind}")
        assert sorted(int(address.split("/")[2]) for address in asked) == sorted(wanted)


def test_an_answer_leads_on_to_such_a_one(as_alice: Client, sorted_out: dict[int, tuple[str, str]]) -> None:
    asked = as_alice.get("/practice/?game=twoman&decision=lead").headers["Location"]
    pk = int(asked.split("/")[2])
    row = Practice.objects.get(pk=pk)
    best = practice.own(person=Person(user=row.seat.user), pk=pk).decision.best
    html = as_alice.post(asked, {"action": action_text(best), "version": 0}).content.decode()
    assert 'href="/practice/?game=twoman&amp;decision=lead"' in html
    assert f'action="{asked.replace("&", "&amp;")}"' in as_alice.get(asked).content.decode()


def test_the_filter_offers_what_there_is(as_alice: Client, sorted_out: dict[int, tuple[str, str]]) -> None:
    """An unknown filter asks for anything, and one without positions says so."""
    html = as_alice.get(as_alice.get("/practice/?game=spades").headers["Location"]).content.decode()
    offered = {"twoman", "spades", *(kind for key, kind in sorted_out.values() if key == "spades")}
    assert set(re.findall(r'value="(\w+)"', between(html, 'class="filters"', "</form>"))) == offered
    for query in ("game=chess", "decision=luck", "game=&decision=", "game[]=1"):
        assert as_alice.get(f"/practice/?{query}").headers["Location"] in {f"/practice/{pk}/" for pk in sorted_out}
    html = as_alice.get("/practice/?game=cardduel").content.decode()
    assert "No such decision of yours waits here." in html and "Any decision" in html


def test_many_positions_ask_for_no_more(as_alice: Client, sorted_out: dict[int, tuple[str, str]]) -> None:
    pk = min(sorted_out)
    as_alice.get(f"/practice/{pk}/")
    with CaptureQueriesContext(connection) as all_of_them:
        as_alice.get(f"/practice/{pk}/?game=twoman&decision=lead")
    Practice.objects.exclude(pk=pk).delete()
    with CaptureQueriesContext(connection) as one:
        as_alice.get(f"/practice/{pk}/?game=twoman&decision=lead")
    assert len(all_of_them) == len(one) <= 11


def test_of_those_at_the_table_nothing_is_told_but_their_names(as_alice: Client, played: Place, bob: User) -> None:
    """Its game may go on: who is here or away now has nothing to do with the moment that is practised."""
    Seat.objects.filter(game=played.game, number=1 - played.seat).update(user=bob, level="", name="")
    reviewed(played, a_decision(played))
    page = as_alice.get(f"/practice/{Practice.objects.get().pk}/").content.decode()
    assert "bob" in page and "here--" not in page
