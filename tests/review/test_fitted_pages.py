"""What the pages of a review say of a game unlike those that its evaluator was fitted to, in every game and variant."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import tasks
from games.models import Review
from games.registry import GAMES, fitted_variant, ruleset
from tests.moves.practised import over
from tests.review.marked import moment

USUAL = "What a score is worth is taken from games by the usual ones."
PARTNER = "What a score is worth is taken from games of Partner Spades."
#: What is played, by which options, and what is said of it.
PLAYED: list[tuple[str, dict[str, Any], str]] = [
    ("twoman", {}, ""),
    ("twoman", {"target": 200}, f"Played by other rules than usual (Play to: 200). {USUAL}"),
    ("bidwhist", {}, ""),
    ("bidwhist", {"min_bid": 3}, f"Played by other rules than usual (Lowest bid: 3). {USUAL}"),
    ("cardduel", {}, ""),
    ("cardduel", {"max_rounds": 90}, f"Played by other rules than usual (Most rounds: 90). {USUAL}"),
    ("spades", {}, ""),
    ("spades", {"ten_for_200": True}, f"Played by other rules than usual (Ten for 200: on). {USUAL}"),
    ("spades", {"variant": "solo"}, f"Played as Solo Spades. {PARTNER}"),
    ("spades", {"variant": "suicide"}, f"Played as Suicide Spades. {PARTNER}"),
    ("spades", {"variant": "mirrors"}, f"Played as Mirrors. {PARTNER}"),
    ("spades", {"variant": "custom1"}, f"Played as Custom Spades 1. {PARTNER}"),
    ("spades", {"variant": "custom2"}, f"Played as Custom Spades 2. {PARTNER}"),
    (
        "spades",
        {"variant": "custom1", "winning_score": 200},
        f"Played as Custom Spades 1, and by other rules than usual (Winning score: 200). {PARTNER}",
    ),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "chosen", "said"), PLAYED)
def test_every_page_says_where_the_worth_of_a_score_comes_from(
    as_alice: Client, alice: User, key: str, chosen: dict[str, Any], said: str
) -> None:
    place = over(alice, key, **chosen)
    code = place.code
    tasks.review(code)
    step = moment(place, Review.objects.filter(number=1, count__gt=0)[0].decisions[0])
    rests_on = "strongest computer player’s reckoning"
    for page, has in (
        ("hands/1/review/", rests_on),
        ("decisions/", rests_on),
        ("hands/1/replay/", 'class="review-here"'),
        (f"hands/1/replay/?step={step}", rests_on),
    ):
        html = as_alice.get(f"/games/{code}/{page}").content.decode()
        assert has in html
        assert html.count("What a score is worth is taken") == bool(said) and said in html


def test_an_evaluator_names_a_variant_where_its_game_has_some() -> None:
    for key in GAMES:
        option = next((one for one in ruleset(key).options if one.key == "variant"), None)
        assert fitted_variant(key) in ((None,) if option is None else option.choices), key
