"""Practice of a player's own marked decisions: judging, due dates, and filters."""

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
from games.engine.actions import action_of, action_text
from games.engine.cards import PACK
from games.reviews import counting, practice
from games.reviews.models import Practice, Review
from games.table.models import Seat
from games.table.tables import Place
from tests.asking import between
from tests.reviews import quick
from tests.reviews.marked import past_game, reviewed_mistake, skip_all, store_review, views_of
from tests.statistics.played import build_once, play_demo_game

pytestmark = pytest.mark.django_db
Clock: TypeAlias = Callable[[datetime], None]


@pytest.fixture
def played(alice: User) -> Place:
    return past_game(alice, is_reviewed=False)


@pytest.fixture
def set_now(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return lambda moment: monkeypatch.setattr(practice, "timezone", SimpleNamespace(now=lambda: moment))


def post(client: Client, row: Practice, action: list[Any], answers: int | None = None, **more: Any) -> Any:
    version = row.answers if answers is None else answers
    return client.post(f"/practice/{row.pk}/", {"action": json.dumps(action), "version": version}, **more)


def test_a_marked_decision_is_practised_with_the_view_of_its_seat(as_alice: Client, played: Place) -> None:
    one = reviewed_mistake(played)
    store_review(played, one)
    row = Practice.objects.get()
    assert as_alice.get("/practice/").headers["Location"] == f"/practice/{row.pk}/"
    html = as_alice.get(f"/practice/{row.pk}/").content.decode()
    view = dict(views_of(played))[one["ordinal"]]
    assert f'action="/practice/{row.pk}/"' in html and "What do you play?" in html
    assert all(f'id="card-{card.text}"' in html for card in view.hand)
    shown = {card.text for card in view.hand} | {said.argument for _, said in view.actions if said.verb == "play"}
    others = {f'id="card-{text}"' for text in {one.text for one in PACK} - shown}
    assert not any(text in html for text in others)
    assert "Right" not in html and "Not quite" not in html


@pytest.mark.parametrize(("loss", "is_right"), [(34_999, True), (35_000, True), (35_001, False)])
def test_an_answer_within_35_thousandths_of_the_best_is_right(
    as_alice: Client, played: Place, alice: User, loss: int, is_right: bool
) -> None:
    one = reviewed_mistake(played)
    other = one["values"][1]
    other[1] = 500_000 - loss
    store_review(played, one)
    assert practice.judged(position_of(alice), action_of(other[0])).is_right is is_right
    html = post(as_alice, Practice.objects.get(), other[0]).content.decode()
    assert f'<h2 id="practised-h">{"Right" if is_right else "Not quite"}</h2>' in html
    assert f"/games/{played.code}/hands/1/replay/?step=" in html
    assert html.count('<th scope="row">') == 3


def test_the_original_mistake_is_never_right(as_alice: Client, played: Place) -> None:
    one = reviewed_mistake(played, loss=27_000)
    store_review(played, one)
    html = post(as_alice, Practice.objects.get(), one["chosen"]).content.decode()
    assert "Not quite" in html
    assert "2.7% of a win worse than the best choice, and no better than the choice in the game." in html
    assert Practice.objects.get().steps == 0
    html = post(as_alice, Practice.objects.get(), one["values"][1][0]).content.decode()
    assert '<h2 id="practised-h">Right</h2>' in html


def test_the_costliest_decision_of_a_hand_is_practised_first(as_alice: Client, played: Place) -> None:
    small, great = reviewed_mistake(played, loss=30_000), reviewed_mistake(played, loss=60_000, skip=1)
    assert small["ordinal"] < great["ordinal"]
    store_review(played, small, great)
    first = as_alice.get("/practice/").headers["Location"]
    assert first == f"/practice/{Practice.objects.get(ordinal=great['ordinal']).pk}/"


def right_and_wrong(played: Place) -> tuple[Any, Any]:
    one = reviewed_mistake(played)
    store_review(played, one)
    return one["values"][0][0], one["values"][2][0]


def position_of(user: User) -> practice.Position:
    return practice.own(person=Person(user=user), pk=Practice.objects.get().pk)


def test_a_position_is_due_after_1_3_7_21_and_60_days_and_after_1_on_a_mistake(
    as_alice: Client, played: Place, set_now: Clock
) -> None:
    right, wrong = right_and_wrong(played)
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    for action, days in (*((right, days) for days in (1, 3, 7, 21, 60, 60)), (wrong, 1), (right, 1)):
        set_now(now)
        assert post(as_alice, Practice.objects.get(), action).status_code == 200
        assert Practice.objects.get().due_at == now + timedelta(days=days)
        assert "Nothing is due" in as_alice.get("/practice/").content.decode()
        now += timedelta(days=days)


def test_an_answer_before_the_due_date_is_judged_but_not_stored(
    as_alice: Client, played: Place, set_now: Clock
) -> None:
    right, wrong = right_and_wrong(played)
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    set_now(now)
    post(as_alice, Practice.objects.get(), right)
    kept = Practice.objects.values().get()
    for later in (timedelta(seconds=1), timedelta(hours=23)):
        set_now(now + later)
        for action, verdict in ((right, "Right"), (wrong, "Not quite")):
            html = post(as_alice, Practice.objects.get(), action).content.decode()
            assert f'<h2 id="practised-h">{verdict}</h2>' in html
            assert "It comes back on <time " in html and ">January 2, 2030</time>." in html
            assert Practice.objects.values().get() == kept
    set_now(now + timedelta(days=1))
    post(as_alice, Practice.objects.get(), right)
    assert (Practice.objects.get().steps, Practice.objects.get().answers) == (2, 2)


def test_skipping_stores_nothing(as_alice: Client, played: Place) -> None:
    store_review(played, reviewed_mistake(played))
    before = Practice.objects.values().get()
    html = as_alice.get(f"/practice/?after={before['id']}").content.decode()
    assert "last one for now" in html and "1 position you skipped" in html
    assert Practice.objects.values().get() == before


@pytest.mark.postgresql
def test_an_answer_from_a_second_window_is_stale(as_alice: Client, played: Place, alice: User) -> None:
    right, wrong = right_and_wrong(played)
    row, position = Practice.objects.get(), position_of(alice)
    assert post(as_alice, row, right).status_code == 200
    kept = Practice.objects.values().get()
    second = post(as_alice, row, wrong)
    assert second.status_code == 409 and "another window" in second.content.decode()
    with pytest.raises(practice.AlreadyAnswered):
        practice.answer(position, action=action_of(wrong), answers=0)
    assert Practice.objects.values().get() == kept


def test_a_position_of_another_person_is_404(as_charlie: Client, client: Client, played: Place) -> None:
    one = reviewed_mistake(played)
    store_review(played, one)
    row = Practice.objects.get()
    for stranger in (as_charlie, client):
        assert stranger.get(f"/practice/{row.pk}/").status_code == 404
        assert post(stranger, row, one["best"]).status_code == 404
        assert stranger.get("/practice/").status_code == 200
    assert Practice.objects.get().answers == 0


def test_a_bad_post_changes_nothing(as_alice: Client, played: Place) -> None:
    store_review(played, reviewed_mistake(played))
    row = Practice.objects.values().get()
    bad: list[Any] = [("", 0, 400), ("nonsense", 0, 400), ('["play","AS"]', "x", 400), ('["bid",3]', 0, 422)]
    for action, version, status in bad:
        response = as_alice.post(f"/practice/{row['id']}/", {"action": action, "version": version})
        assert response.status_code == status
        assert f'action="/practice/{row["id"]}/"' in response.content.decode()
    assert Practice.objects.values().get() == row


def test_the_newest_review_judges_and_unmarked_positions_are_deleted(as_alice: Client, played: Place) -> None:
    one = reviewed_mistake(played)
    store_review(played, one)
    turned = {**one, "values": [[one["values"][2][0], 600_000], [one["values"][0][0], 500_000]], "best": one["chosen"]}
    store_review(played, turned, evaluator=2)
    row = Practice.objects.get()
    assert "Right</h2>" in post(as_alice, row, one["chosen"]).content.decode()
    store_review(played, {**one, "mark": None, "loss": 0}, evaluator=3)
    assert as_alice.get(f"/practice/{row.pk}/").status_code == 404
    assert not Practice.objects.exists()


def test_equal_cards_are_one_answer(played: Place, alice: User) -> None:
    one = reviewed_mistake(played)
    equal = one["values"].pop(1)[0]
    one["alike"] = [[one["best"], equal]]
    store_review(played, one)
    assert practice.judged(position_of(alice), action_of(equal)).loss == 0


@pytest.mark.postgresql
def test_only_marked_decisions_of_people_are_practised_once_each(played: Place) -> None:
    one = reviewed_mistake(played)
    unmarked = store_review(played, {**one, "mark": None})
    counting.collect_practice(game=played.game, reviews=[Review(seat=1 - played.seat, number=1, decisions=[one])])
    assert not Practice.objects.exists()
    unmarked.delete()
    row = store_review(played, one)
    counting.collect_practice(game=played.game, reviews=[row])
    assert Practice.objects.count() == 1


def test_an_account_adopts_a_guests_positions(played: Place, bob: User, alice: User) -> None:
    guest = Guest.objects.create()
    Seat.objects.filter(game=played.game, user=alice).update(user=None, guest=guest)
    store_review(played, reviewed_mistake(played))
    assert practice.due(person=Person(guest=guest)) is not None
    adopt(guest=guest, user=bob)
    assert practice.due(person=Person(user=bob)) == Practice.objects.get().pk
    assert practice.due(person=Person(guest=guest)) is None


def test_a_removed_account_has_no_positions(played: Place, alice: User) -> None:
    store_review(played, reviewed_mistake(played))
    leave(person=Person(user=alice))
    assert not Practice.objects.exists()
    store_review(played, reviewed_mistake(played), evaluator=2)
    assert Review.objects.count() == 2 and not Practice.objects.exists()


@pytest.fixture
def kinds_of_positions(alice: User) -> dict[int, tuple[str, str]]:
    """Review two different games; return the game and kind of each of alice's positions by primary key."""

    def play() -> None:
        for key in ("twoman", "spades"):
            play_demo_game(alice, key, seed=5, hands=1)
        quick.review_all()

    build_once("positions of two games", alice, play)
    return {row.pk: (row.seat.game.key, kind_by_log(row)) for row in Practice.objects.select_related("seat__game")}


def kind_by_log(row: Practice) -> str:
    """Return a decision's kind from log entries alone: lead, follow or void for a card, else the kind of its verb."""
    lines = list(row.seat.game.entries.filter(hand=row.number).order_by("ordinal").values_list("ordinal", "action"))
    verb, *said = json.loads(next(action for ordinal, action in lines if ordinal == row.ordinal))
    if verb != "play":
        return {"look": "blind", "blind": "blind", "blind_nil": "blind", "give": "exchange"}.get(verb, verb)
    plays = [json.loads(action)[1] for ordinal, action in lines if ordinal < row.ordinal and '"play"' in action]
    before = plays[len(plays) - len(plays) % row.seat.game.seats.count() :]
    return "lead" if not before else "follow" if before[0][1] == said[0][1] else "void"


@pytest.mark.postgresql
def test_positions_are_filtered_by_game_and_kind(
    as_alice: Client, kinds_of_positions: dict[int, tuple[str, str]]
) -> None:
    assert len(set(kinds_of_positions.values())) >= 5
    for key, kind in {*kinds_of_positions.values(), ("", "bid"), ("spades", ""), ("", "")}:
        wanted = {pk for pk, (game, made) in kinds_of_positions.items() if key in ("", game) and kind in ("", made)}
        asked = skip_all(as_alice, f"/practice/?game={key}&decision={kind}")
        assert sorted(int(address.split("/")[2]) for address in asked) == sorted(wanted)


def test_the_filter_is_kept_after_an_answer(as_alice: Client, kinds_of_positions: dict[int, tuple[str, str]]) -> None:
    asked = as_alice.get("/practice/?game=twoman&decision=lead").headers["Location"]
    pk = int(asked.split("/")[2])
    row = Practice.objects.get(pk=pk)
    best = practice.own(person=Person(user=row.seat.user), pk=pk).decision.best
    html = as_alice.post(asked, {"action": action_text(best), "version": 0}).content.decode()
    assert 'href="/practice/?game=twoman&amp;decision=lead"' in html
    assert f'action="{asked.replace("&", "&amp;")}"' in as_alice.get(asked).content.decode()


def test_the_filter_offers_games_and_kinds_with_positions(
    as_alice: Client, kinds_of_positions: dict[int, tuple[str, str]]
) -> None:
    """The page ignores an unknown filter, and says when no position fits a filter."""
    html = as_alice.get(as_alice.get("/practice/?game=spades").headers["Location"]).content.decode()
    offered = {"twoman", "spades", *(kind for key, kind in kinds_of_positions.values() if key == "spades")}
    assert set(re.findall(r'value="(\w+)"', between(html, 'class="filters"', "</form>"))) == offered
    for query in ("game=chess", "decision=luck", "game=&decision=", "game[]=1"):
        assert as_alice.get(f"/practice/?{query}").headers["Location"] in {
            f"/practice/{pk}/" for pk in kinds_of_positions
        }
    html = as_alice.get("/practice/?game=cardduel").content.decode()
    assert "You have no such decisions to practice." in html and "Any decision" in html


def test_the_number_of_queries_does_not_grow_with_the_positions(
    as_alice: Client, kinds_of_positions: dict[int, tuple[str, str]]
) -> None:
    pk = min(kinds_of_positions)
    as_alice.get(f"/practice/{pk}/")
    with CaptureQueriesContext(connection) as all_of_them:
        as_alice.get(f"/practice/{pk}/?game=twoman&decision=lead")
    Practice.objects.exclude(pk=pk).delete()
    with CaptureQueriesContext(connection) as one:
        as_alice.get(f"/practice/{pk}/?game=twoman&decision=lead")
    assert len(all_of_them) == len(one) <= 11


def test_a_practised_position_shows_names_but_no_presence(as_alice: Client, played: Place, bob: User) -> None:
    Seat.objects.filter(game=played.game, number=1 - played.seat).update(user=bob, level="", name="")
    store_review(played, reviewed_mistake(played))
    page = as_alice.get(f"/practice/{Practice.objects.get().pk}/").content.decode()
    assert "bob" in page and "here--" not in page
