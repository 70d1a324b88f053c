"""The table under the graph of a game: each hand, under it the decisions that cost something, each with its moment."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import tasks
from games.models import Review
from games.services.table.tables import Place
from tests.moves.practised import over
from tests.playing import again
from tests.review.marked import whole

pytestmark = pytest.mark.django_db
LOSSES = (0, 4_999, 5_000, 60_000, 0, 15_000)


@pytest.fixture(params=["twoman", "spades", "bidwhist"])
def weighed(request: pytest.FixtureRequest, alice: User) -> Place:
    """A game of two hands whose decisions cost these losses in turn."""
    key = request.param
    place = over(alice, key, hands=2, seed=2)
    tasks.review(place.code)
    for row in Review.objects.filter(game__code=place.code, seat=place.seat):
        row.decisions = [
            {
                **one,
                "loss": (loss := LOSSES[number % len(LOSSES)]),
                "mark": "mistake" if loss >= 50_000 else None,
                "best": one["chosen"],
                "values": [[one["chosen"], 700_000 - 10_000 * number]],
            }
            for number, one in enumerate(row.decisions)
        ]
        row.save()
    return again(alice, place.code)


def rows_of(html: str) -> tuple[str, list[tuple[str, int, int]]]:
    """The caption, and by row where it leads (or the number of its hand), and the chances before and after."""
    found = html[html.index(">As a table<") :]
    found = found[: found.index("</table>")]
    caption = re.findall(r"<caption[^>]*>(.*?)</caption>", found, re.DOTALL)
    rows = []
    for line in found[found.index("<tbody>") :].split("<tr>")[1:]:
        link, name = re.findall(r'href="([^"]+)"', line), re.findall(r'<th scope="row">([^<]*)<', line)
        before, after = (int(cell) for cell in re.findall(r'<td class="r">(\d+)</td>', line))
        rows.append(((link or name)[0].strip(), before, after))
    return " ".join(caption), rows


def expected(row: Review) -> list[tuple[Any, int, int]]:
    """The hand, and by ordinal each decision that cost half a percent or more, or is marked.

    Before a decision stands the chance with its best choice.
    """
    told: list[tuple[Any, int, int]] = [(str(row.number), whole(row.before), whole(row.after))]
    for number, one in enumerate(row.decisions):
        if one["loss"] >= 5_000 or one["mark"] is not None:
            after = 700_000 - 10_000 * number
            told.append((one["ordinal"], whole(after + one["loss"]), whole(after)))
    return told


def test_under_each_hand_stand_the_decisions_that_cost_something(as_alice: Client, weighed: Place) -> None:
    caption, rows = rows_of(as_alice.get(f"/games/{weighed.code}/decisions/").content.decode())
    assert "less than half a percent of a win are left out" in caption and "with the best choice before it" in caption
    reviews = Review.objects.filter(game=weighed.game, seat=weighed.seat).order_by("number")
    told = [row for review in reviews for row in expected(review)]
    assert [row[1:] for row in rows] == [row[1:] for row in told] and len(rows) > len(reviews)
    marked = {one["ordinal"] for review in reviews for one in review.decisions if one["mark"]}
    for (place, *_chances), (link, _before, after) in zip(told, rows, strict=True):
        if isinstance(place, str):
            assert link == place
            continue
        chosen = weighed.game.entries.get(ordinal=place)
        assert f"/hands/{chosen.hand}/replay/?step=" in link
        moment = as_alice.get(link).content.decode()
        panel = moment[moment.index('id="weighed"') : moment.index("</section>", moment.index('id="weighed"'))]
        assert ("Mistake" in panel) is (place in marked)
        assert f'<td class="r">{after}</td>' in panel, "no other decision of the hand is worth as much"
