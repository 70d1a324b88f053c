"""The pages of a review: after a hand, beside its replay, and what they answer where there is none."""

import re
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import enqueue, tasks
from games.models import Review
from games.services.tables import Place
from tests.playing import again, place_for, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A table whose first hand is over, and not yet reviewed."""
    monkeypatch.setattr(enqueue, "review_soon", lambda code: None)
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    return again(alice, place.code)


def page(client: Client, place: Place, what: str, **more: Any) -> str:
    response = client.get(f"/games/{place.code}/hands/1/{what}", **more)
    assert response.status_code == 200
    return response.content.decode()


def whole(millionths: int) -> int:
    """Hundredths, as somebody rounds them on paper."""
    return int((Decimal(millionths) / 10_000).quantize(Decimal(1), ROUND_HALF_UP))


def numbers(html: str) -> list[int]:
    """The account as it stands on the page, from the chance before to the chance after."""
    account = html[html.index('class="meter account"') :]
    cells = re.findall(r'<td class="r">([+−]?\d+)</td>', account[: account.index("</table>")])
    return [int(cell.replace("−", "-")) for cell in cells]


def test_a_review_on_its_way_fills_itself_in(as_alice: Client, played: Place) -> None:
    waiting = page(as_alice, played, "review/", headers={"HX-Request": "true"})
    assert "being reviewed" in waiting
    assert f'hx-get="/games/{played.code}/hands/1/review/"' in waiting
    tasks.review(played.code)
    there = page(as_alice, played, "review/", headers={"HX-Request": "true"})
    assert "being reviewed" not in there
    assert "hx-get" not in there


def test_the_account_on_the_page_adds_up_and_is_the_row_s(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    before, *parts, after = numbers(page(as_alice, played, "review/"))
    assert before + sum(parts) == after
    assert (before, after) == (whole(row.before), whole(row.after))
    assert parts[:3] == [whole(row.luck), -whole(row.errors), whole(row.rivals)]


def test_the_sentence_tells_the_cost_and_the_luck(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    html = page(as_alice, played, "review/")
    stored = html[html.index("reviewed__said") : html.index("</h2>", html.index("reviewed__said"))]
    assert (f"cost you {whole(row.errors)} hundredths" in stored) is (whole(row.errors) > 0)
    assert ("against you" in stored) is (whole(row.luck) < 0)


def test_a_replay_marks_what_the_rows_mark(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    rows = list(Review.objects.order_by("seat"))
    plays = [one for row in rows for one in row.decisions if one["mark"] and one["kind"] == "play"]
    replayed = page(as_alice, played, "replay/")
    tricks = replayed[replayed.index('id="tricks"') :]
    assert tricks.count('class="mark ') + tricks.count('class="mark"') == len(plays)


def test_each_decision_stands_before_its_step(as_alice: Client, played: Place) -> None:
    """Its values are those of the row, the chosen and the best stored apart in words."""
    tasks.review(played.code)
    first = played.game.entries.get(source="dealer", action__startswith='["deal"').ordinal
    for one in Review.objects.get(seat=played.seat).decisions:
        html = page(as_alice, played, f"replay/?step={one['ordinal'] - first - 1}")
        panel = html[html.index('id="weighed"') : html.index("</section>", html.index('id="weighed"'))]
        assert panel.count("<small>chosen</small>") == panel.count("<small>best</small>") == 1
        assert panel.count('<th scope="row">') == len(one["values"])
        assert (one["mark"] or "") in panel.lower()
        best = {str(action): worth for action, worth in one["values"]}[str(one["best"])]
        assert f'<td class="r">{whole(best)}</td>' in panel


def test_nobody_else_is_shown_it(as_charlie: Client, as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    assert as_charlie.get(f"/games/{played.code}/hands/1/review/").status_code == 404
    assert as_alice.get(f"/games/{played.code}/hands/2/review/").status_code == 404
    assert as_alice.get("/games/nowhere/hands/1/review/").status_code == 404


def test_a_game_without_an_evaluator_has_no_such_page(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    place.game.key = "cardduel"
    place.game.save(update_fields=["key"])
    assert as_alice.get(f"/games/{place.code}/hands/1/review/").status_code == 404


def test_a_hand_of_before_is_reviewed_when_somebody_asks(
    as_alice: Client, played: Place, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(enqueue, "review_soon", asked.append)
    type(played.game).objects.filter(pk=played.game.pk).update(reviews_due_at=None)
    assert "Review it" in page(as_alice, played, "review/")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert as_alice.post(f"/games/{played.code}/hands/1/review/").status_code == 302
    assert asked == [played.code]
    assert "being reviewed" in page(as_alice, played, "review/")


def test_the_summary_asks_for_it_by_itself(as_alice: Client, played: Place) -> None:
    assert f'hx-get="/games/{played.code}/hands/1/review/"' in page(as_alice, played, "")
    assert "being reviewed" in page(as_alice, played, "review/")
