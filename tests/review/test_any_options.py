"""Whatever options a game is played by, short, endless or odd: each hand has a review, and its numbers are chances."""

from collections.abc import Iterator
from random import Random

import pytest

from games.arena.match import Match
from games.engine.options import Options
from games.engine.state import DEALER
from games.registry import GAMES, RANDOM, bot, evaluator, ruleset
from games.review.decisions import By, LoggedAction
from games.review.face import SURE
from games.review.hand import Finished, finished, review_hand

#: Options drawn for each game.
DRAWS = 4


def first_hand(key: str, options: Options, seed: int) -> Finished:
    """Played by chance, and no further than to its end: some games would never have one."""
    return next(finished(ruleset(key), ruleset(key).initial(options), by_chance(key, options, seed)))


def by_chance(key: str, options: Options, seed: int) -> Iterator[LoggedAction]:
    rules, player, rng, ordinal = ruleset(key), bot(key, RANDOM), Random(seed), 0
    state = rules.initial(options)
    while waiting := sorted(rules.waits_for(state)):
        seat, ordinal = waiting[0], ordinal + 1
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else player.choose(rules.view(state, seat), rng)
        yield LoggedAction(ordinal, seat, action, By.OTHER if by_dealer else By.SELF)
        state = rules.apply(state, seat, action).state


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
