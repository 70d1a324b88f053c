"""Whatever options a game is played by, short, endless or odd: each hand has a review, and its numbers are chances.
Of every game: a review made twice is the same, and what a seat never saw changes nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from games.arena.match import Match
from games.engine.flow import LAST
from games.engine.options import Options
from games.engine.ruleset import Start
from games.engine.state import DEALER, Phase, State
from games.registry import GAMES, RANDOM, bot, evaluator, ruleset
from games.review.decisions import LoggedAction, course, decisions
from games.review.face import SURE
from games.review.hand import Finished, finished, review_hand
from tests.bots.spades_positions import LOSING
from tests.bots.walked import positions
from tests.engine.walks import with_other_cards
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
        parts = review.luck - review.errors + review.rivals - review.partners + review.rest
        assert review.after - review.before == parts
        assert (review.before, review.after, review.luck) == (same.before, same.after, same.luck)
        assert all(0 <= worth <= SURE for one in review.decisions for _, worth in one.values)
        assert all(one.chosen in dict(one.values) and one.loss >= 0 for one in review.decisions)
        assert all((one.best == one.chosen) == (one.loss == 0) for one in review.decisions)
    assert any(review.decisions for review in reviews)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_review_made_twice_is_the_same_and_other_chance_is_other(key: str) -> None:
    hand = first_hand(key, {}, 5)
    once, twice, other = (review_hand(ruleset(key), evaluator(key), hand, code=code) for code in ("abc", "abc", "abd"))
    assert once == twice
    assert [review.decisions for review in once] != [review.decisions for review in other]


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_hand_that_a_game_is_to_stop_with_is_worth_what_its_scores_are_worth(key: str) -> None:
    """As the same hand is in a game that goes on, and not as if whoever is ahead had won."""
    rules, (start, *log) = ruleset(key), logged(key, "easy", {}, 4)
    assert isinstance(start.action.argument, Mapping)
    last = replace(start, action=replace(start.action, argument={**start.action.argument, LAST: 1}))
    hands = [next(finished(rules, rules.initial({}), [one, *log])) for one in (start, last)]
    found = [review_hand(rules, evaluator(key), hand, code="abc") for hand in hands]
    assert found[0] == found[1]
    assert all(0 < review.after < SURE for review in found[1])


def test_what_one_of_four_sides_loses_the_others_gain_together() -> None:
    """So that nothing of it is left over for the hidden cards."""
    hand = first_hand("spades", {"variant": "solo"}, 5)
    reviews = review_hand(ruleset("spades"), evaluator("spades"), hand, code="abc")
    errors = sum(review.errors for review in reviews)
    assert errors > SURE // 20
    assert sum(review.rivals for review in reviews) == pytest.approx(errors, abs=4)
    assert sum(review.rest for review in reviews) == pytest.approx(0, abs=20)
    for review in reviews:
        lost = sum(one.loss for other in reviews if other is not review for one in other.decisions)
        assert review.rivals == pytest.approx(lost / 3, abs=1)


@pytest.mark.parametrize("key", ["twoman", "bidwhist"])
def test_luck_has_no_mean(key: str) -> None:
    rules, rng, luck = ruleset(key), Random(8), []
    for _ in range(300):
        state: State = rules.initial({})
        while rules.waits_for(state) == {DEALER}:
            state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
        luck.append(evaluator(key).luck(state, rng.getrandbits(60) | 1)[0])
    error = stdev(luck) / sqrt(len(luck))
    assert error > 0
    assert abs(mean(luck)) < 3.5 * error


#: By name: a game, its options, its start, and when somebody decides in the first hand that is played by chance.
UNSEEN: dict[str, tuple[str, Options, Start | None, set[Phase]]] = {
    "twoman": ("twoman", {}, None, {Phase.DISCARD, Phase.BID, Phase.PLAY}),
    "spades": ("spades", {"variant": "partner"}, None, {Phase.BLIND, Phase.BID, Phase.PLAY}),
    "far behind in spades": (
        "spades",
        {"variant": "custom1", "blind_nil_exchange": 2},
        LOSING,
        {Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY},
    ),
    "bidwhist": ("bidwhist", {}, None, {Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY}),
    "cardduel": ("cardduel", {}, None, {Phase.PLAY}),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_a_seat_never_saw_changes_nothing(name: str) -> None:
    """A decision or two of each phase, each place in a trick, and in answer to a covered card: weighed alike."""
    key, options, start, phases = UNSEEN[name]
    rules, weigher, player = ruleset(key), evaluator(key), bot(key, RANDOM)
    looked = Counter[tuple[Phase, int, bool]]()
    for state, seat in positions(rules, (player,), options, Random(3), start=start, hands=1):
        kind = (state.phase, len(getattr(state, "trick", ())), getattr(state, "covered", False))
        other = with_other_cards(state, seat, Random(7))
        if looked[kind] == 2 or other.hands == state.hands:
            continue
        chosen = player.choose(rules.view(state, seat), Random(1))
        turns = [course(rules, one, [LoggedAction(1, seat, chosen)]).turns for one in (state, other)]
        assert [len(some) for some in turns] in ([0, 0], [1, 1])
        if not turns[0]:
            continue
        assert list(decisions(weigher, turns[0], code="abc")) == list(decisions(weigher, turns[1], code="abc"))
        views = [turn.view for (turn,) in turns]
        weighed = [weigher.weigh(view, chosen, 77) for view in views]
        assert weighed[0] == weighed[1]
        if weighed[0] is not None:
            best = weighed[0].choices[-1].actions[0]
            assert weigher.reasons(views[0], best, chosen, 77) == weigher.reasons(views[1], best, chosen, 77)
            looked[kind] += 1
    assert {phase for phase, _, _ in looked} == phases
    assert any(covered if key == "cardduel" else trick for _, trick, covered in looked)
