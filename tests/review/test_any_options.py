"""Whatever options a game is played by, short, endless or odd: each hand has a review, and its numbers are chances."""

import pytest

from games.arena.match import Match
from games.engine.options import Options
from games.registry import GAMES, RANDOM, evaluator, ruleset
from games.review.face import SURE
from games.review.hand import Finished, finished, review_hand
from tests.review.hands import logged

#: Options drawn for each game.
DRAWS = 4


def first_hand(key: str, options: Options, seed: int) -> Finished:
    """Played by chance, and no further than to its end: some games would never have one."""
    return next(finished(ruleset(key), ruleset(key).initial(options), logged(key, RANDOM, options, seed)))


@pytest.mark.parametrize("seed", range(DRAWS))
@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_hand_under_any_options_is_reviewed(key: str, seed: int) -> None:
    options = Match(key, (RANDOM,), DRAWS, seed=7, random_options=True).options_of(seed)
    rules, hand = ruleset(key), first_hand(key, options, seed)
    reviews = review_hand(rules, evaluator(key), hand, code="abc")
    sides = {rules.side(options, review.seat): review for review in reviews}
    for told in ([one.before for one in sides.values()], [one.after for one in sides.values()]):
        assert all(0 <= chance <= SURE for chance in told)
        assert sum(told) == pytest.approx(SURE, abs=len(told))
    for review in reviews:
        same = sides[rules.side(options, review.seat)]
        assert (review.before, review.after, review.luck) == (same.before, same.after, same.luck)
        assert all(0 <= worth <= SURE for one in review.decisions for _, worth in one.values)
        assert all(one.chosen in dict(one.values) and one.loss >= 0 for one in review.decisions)
    assert any(review.decisions for review in reviews)
