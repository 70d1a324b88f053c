"""Properties of all evaluators: the parts of a review add up, unseen cards have no effect, and hints are sound."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from games.arena.match import Match
from games.engine.actions import Action, Pick, action_text, read_action
from games.engine.options import Options
from games.engine.ruleset import LAST, Start
from games.engine.state import DEALER, Phase, SeatView, State
from games.evaluation.decisions import (
    Decision,
    LoggedAction,
    advice_action,
    advice_of,
    best_advice,
    best_of,
    compared,
    course_of_hand,
    decisions,
    is_clear,
)
from games.evaluation.hand import Finished, SeatReview, finished, review_hand
from games.evaluation.interface import SURE, TELLS
from games.registry import GAMES, RANDOM, bot, evaluator, levels, ruleset
from tests.bots import bidwhist_positions
from tests.bots.positions import to_play as twoman_view
from tests.bots.spades_positions import LOSING
from tests.bots.walked import positions
from tests.engine.walks import with_other_cards
from tests.reviews.hands import play_game
from tests.reviews.planted import LEAST_MARKED, MOST_BLAMED, count_marks
from tests.spades import positions as spades

EXCHANGE: dict[str, Any] = {"variant": "custom1", "blind_nil_exchange": 2}
BEHIND: Start = {"parity": ("odd", "even"), "base": (0, 150), "bags": (0, 0)}
#: Options and starts of each game that take different paths through its evaluator.
TABLES: dict[str, tuple[tuple[dict[str, Any], Start | None], ...]] = {
    "twoman": (({}, None), ({}, BEHIND)),
    "spades": (
        ({"variant": "partner"}, None),
        ({"variant": "solo"}, None),
        ({"variant": "suicide"}, None),
        (EXCHANGE, LOSING),
        ({"variant": "custom1", "blind_nil_exchange": 1, "allow_misdeals": True}, LOSING),
    ),
    "bidwhist": (
        ({}, None),
        ({"jokers": 0, "name_after_kitty": True}, None),
        ({"jokers": 1, "nt_joker": "exchange", "down_over_up": True}, None),
        ({"renege": "table", "nt_joker": "free", "all_pass": "redeal", "kitty_shown": True}, None),
    ),
    "cardduel": (({}, None), ({"first": "computer"}, None), ({"max_rounds": 3}, None), ({"max_rounds": 0}, None)),
}
KINDS = {
    "twoman": {"blind", "discard", "bid", "play"},
    "spades": {"blind", "bid", "exchange", "play"},
    "bidwhist": {"bid", "name", "discard", "play"},
    "cardduel": {"play"},
}
#: Kinds of decisions for which every legal action is valued.
VALUED_WHOLE = {"twoman": {"discard", "bid"}, "spades": set(), "bidwhist": {"bid", "name"}, "cardduel": set()}
OF_BIDS = {"BID_HELD", "OTHER_SET", "ENDS_BETTER", "TRICK_TAKEN"}
OF_NILS = {"NIL_KEPT", "NIL_BROKEN", "NO_BAGS", "MORE_MADE"}
CODES = {
    "twoman": OF_BIDS | OF_NILS | {"MAKES_VOID", "BAG_CARD_IN_PILE"},
    "spades": OF_BIDS | OF_NILS | {"GAME_WON", "GAME_SAVED", "BLIND_MADE", "BLIND_FALLS"},
    "bidwhist": OF_BIDS | {"WON_AND_MADE", "NO_FALL", "OTHER_STOPPED", "GAME_WON", "GAME_SAVED", "MAKES_VOID"},
    "cardduel": {"DUEL_WON", "STILL_STANDS", "OTHER_HURT", "UNHURT", "KEEPS_MORE", "ENDS_BETTER"},
}


def first_hand(key: str, options: Options, seed: int, start: Start | None = None) -> Finished:
    """Play at random; return the first hand with a result. Under some options a whole game might never end."""
    rules = ruleset(key)
    return next(finished(rules, rules.initial(options, start), play_game(key, RANDOM, options, seed, start)))


def review_hand_of(key: str, hand: Finished) -> tuple[SeatReview, ...]:
    return review_hand(ruleset(key), evaluator(key), hand, code="abc")


@pytest.mark.parametrize("key", GAMES)
def test_reviews_add_up_under_any_options_and_give_reasons(key: str) -> None:
    drawn = Match(key, (RANDOM,), 2, seed=7, random_options=True)
    made = []
    for seed, (options, start) in enumerate((*TABLES[key], (drawn.options_of(0), None))):
        hands = (first_hand(key, options, seed + 10 * more, start) for more in range(20))
        hand = next(
            one for one in hands if start is not LOSING or any(move.action.verb == "give" for move in one.actions)
        )
        reviews = review_hand_of(key, hand)
        check_accounts(key, hand, reviews)
        views = {
            turn.logged.ordinal: turn.view for turn in course_of_hand(ruleset(key), hand.dealt, hand.actions).turns
        }
        made += [one for review in reviews for one in review.decisions]
        for one in (one for review in reviews for one in review.decisions):
            check_values(key, one, views[one.ordinal])
    for one in made:
        worths = dict(one.values)
        assert all(0 <= worth <= SURE for worth in worths.values())
        assert one.chosen in worths and one.loss >= 0
        assert (one.best == one.chosen) == (one.loss == 0)
        assert len(one.reasons) <= 3
        assert all(0 <= share <= 100 for reason in one.reasons for share in (reason.best, reason.chosen))
        assert all(reason.best != reason.chosen for reason in one.reasons)
    codes = {reason.code for one in made if one.mark for reason in one.reasons}
    assert len(codes) > 2 and codes <= CODES[key]
    assert {one.kind for one in made} == KINDS[key]


def check_values(key: str, decision: Decision, view: SeatView) -> None:
    """Check that some action of every legal verb except `call` is valued.

    Unless several cards are to be picked, only legal actions are valued, and for kinds in `VALUED_WHOLE` all of them.
    """
    valued = set(dict(decision.values))
    assert {one.verb for one in valued} == {one.verb for one in view.legal} - {"call"}
    if not any(isinstance(one, Pick) for one in view.legal):
        assert valued <= set(view.legal)
        assert decision.kind not in VALUED_WHOLE[key] or valued == set(view.legal)


def check_accounts(key: str, hand: Finished, reviews: tuple[SeatReview, ...]) -> None:
    seats = [ruleset(key).side(hand.dealt.options, review.seat) for review in reviews]
    sides = dict(zip(seats, reviews, strict=True))
    for chances in ([one.before for one in sides.values()], [one.after for one in sides.values()]):
        assert all(0 <= chance <= SURE for chance in chances)
        assert sum(chances) == pytest.approx(SURE, abs=len(sides))
    assert sum(one.luck for one in sides.values()) == pytest.approx(0, abs=len(sides))
    lost = [sum(one.loss for one in review.decisions) for review in reviews]
    for seat, review in enumerate(reviews):
        own = sides[seats[seat]]
        assert (review.before, review.after, review.luck) == (own.before, own.after, own.luck)
        assert review.partners == sum(lost[at] for at, side in enumerate(seats) if side == seats[seat]) - lost[seat]
        theirs = sum(lost[at] for at, side in enumerate(seats) if side != seats[seat])
        assert review.rivals == pytest.approx(theirs / (len(sides) - 1), abs=0.5)
        parts = review.luck - lost[seat] + review.rivals - review.partners + review.rest
        assert review.after - review.before == parts
    if len(sides) > 2:  # the others gain what one side loses
        assert sum(review.rivals for review in reviews) == pytest.approx(sum(lost), abs=4)
        assert sum(review.rest for review in reviews) == pytest.approx(0, abs=20)


@pytest.mark.parametrize("key", GAMES)
def test_a_review_is_reproducible_and_depends_on_the_code(key: str) -> None:
    hand = first_hand(key, {}, 5)
    turns = course_of_hand(ruleset(key), hand.dealt, hand.actions).turns[:6]
    once, twice, other = (list(decisions(evaluator(key), turns, code=code)) for code in ("abc", "abc", "abd"))
    assert once == twice != other


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_hand_that_ends_the_game_early_is_valued_by_its_scores(key: str) -> None:
    """The review equals that of the same hand in a longer game: the side that is ahead does not count as the winner."""
    rules, (start, *log) = ruleset(key), play_game(key, "easy", {}, 4)
    assert isinstance(start.action.argument, Mapping)
    last = replace(start, action=replace(start.action, argument={**start.action.argument, LAST: 1}))
    hands = [next(finished(rules, rules.initial({}), [one, *log])) for one in (start, last)]
    found = [review_hand_of(key, hand) for hand in hands]
    assert found[0] == found[1]
    assert all(0 < review.after < SURE for review in found[1])


def whist_view(bid: str, name: str, hands: dict[int, str], plays: str = "") -> SeatView:
    state = bidwhist_positions.to_play(bid, name, hands, kitty="2C 3C 4C 5C 6C 7C", plays=plays)
    return ruleset("bidwhist").view(state, state.turn)


def spades_view() -> SeatView:
    state = spades.playing("2H", "8H TH JH", trick="9H")
    return spades.RULES.view(state, state.turn)


SUITS = {0: "AS KS QS 8H", 1: "7H 9H TH"}
#: By name: a game, a view, and cards that count as one choice in it.
EQUAL: dict[str, tuple[str, SeatView, str]] = {
    "twoman, neighbours": ("twoman", twoman_view("AS KS 4H 3H 7C 6C 5C", bids=(3, 3)), "AS KS"),
    "twoman, low neighbours": ("twoman", twoman_view("AS KS 4H 3H 7C 6C 5C", bids=(3, 3)), "4H 3H"),
    "twoman, all but the card led": ("twoman", twoman_view("8D 7D 6D KH JH", led="QH", bids=(3, 3)), "KH"),
    "twoman, beside a bag card": ("twoman", twoman_view("8D 7D 6D AS KS", bids=(3, 3)), "8D 6D"),
    "spades, without the card led": ("spades", spades_view(), "TH JH"),
    "bidwhist, neighbours": ("bidwhist", whist_view("4U", "D", SUITS), "AS KS QS"),
    "bidwhist, without the card led": ("bidwhist", whist_view("4U", "D", SUITS, plays="8H"), "9H TH"),
    "bidwhist, jokers": ("bidwhist", whist_view("4N", "up", {0: "BJ LJ AS KS 2H 4H"}), "BJ LJ"),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_cards_are_one_choice(name: str) -> None:
    key, view, together = EQUAL[name]
    weighed = evaluator(key).weigh(view, view.legal[0].first, 7)
    assert weighed is not None
    groups = [{str(one.argument) for one in choice.actions} for choice in weighed.choices]
    assert set(together.split()) in groups
    assert sum(map(len, groups)) == len(view.legal)


@pytest.mark.parametrize("key", ["twoman", "bidwhist"])
def test_luck_has_mean_0(key: str) -> None:
    rules, rng, luck = ruleset(key), Random(8), []
    for _ in range(200):
        state: State = rules.initial({})
        while rules.waits_for(state) == {DEALER}:
            state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
        luck.append(evaluator(key).luck(state, rng.getrandbits(60) | 1)[0])
    error = stdev(luck) / sqrt(len(luck))
    assert error > 0
    assert abs(mean(luck)) < 3.5 * error


ODD, EVEN = ("odd", "even"), ("even", "odd")
NOUGHT: dict[str, Any] = {"base": (0, 0), "bags": (0, 0)}
#: A game, its options, and its starts. A game of two seats has one start for each seat that may begin.
DEALT: list[tuple[str, dict[str, Any], list[dict[str, Any]]]] = [
    ("twoman", {}, [{"parity": ODD, **NOUGHT}, {"parity": EVEN, **NOUGHT}]),
    ("cardduel", {}, [{"hp": (30, 30), "coin": coin} for coin in (0, 1)]),
    *(("spades", options, [{"dealer": 0}]) for options, _start in TABLES["spades"][:3]),
    *(("bidwhist", options, [{"dealer": 0, "score": (0, 0)}]) for options, _start in TABLES["bidwhist"]),
]


@pytest.mark.parametrize(("key", "options", "starts"), DEALT)
def test_luck_of_a_deal_given_to_each_seat_in_turn_adds_up_to_0(
    key: str, options: Options, starts: list[dict[str, Any]]
) -> None:
    """Over all starts and rotations of a deal, the luck of a seat adds up to 0 except for rounding."""
    rules, found = ruleset(key), list[int]()
    begun = [rules.initial(options, start) for start in starts]
    for seed in range(2):
        dealt = rules.chance(begun[0], Random(seed).randrange)
        assert isinstance(dealt.argument, Mapping)
        hands: Any = dealt.argument["hands"]
        deals: Any = [{**dealt.argument, "hands": [*hands[turn:], *hands[:turn]]} for turn in range(len(hands))]
        states = [rules.apply(one, DEALER, replace(dealt, argument=cards)).state for one in begun for cards in deals]
        lucks = [evaluator(key).luck(state, 1) for state in states]
        assert all(abs(sum(by_seat)) <= len(lucks) for by_seat in zip(*lucks, strict=True))
        assert all(sum(luck) == pytest.approx(0, abs=4) for luck in lucks)
        found += [one for luck in lucks for one in luck]
    assert any(found)


#: By name: a game, its options, its start, and the phases of decisions in its first hand.
DECIDED_PHASES: dict[str, tuple[str, Options, Start | None, set[Phase]]] = {
    "twoman": ("twoman", {}, None, {Phase.DISCARD, Phase.BID, Phase.PLAY}),
    "spades": ("spades", {"variant": "partner"}, None, {Phase.BLIND, Phase.BID, Phase.PLAY}),
    "far behind in spades": ("spades", EXCHANGE, LOSING, {Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY}),
    "bidwhist": ("bidwhist", {}, None, {Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY}),
    "cardduel": ("cardduel", {}, None, {Phase.PLAY}),
}


@pytest.mark.parametrize("name", DECIDED_PHASES)
def test_decisions_do_not_depend_on_unseen_cards(name: str) -> None:
    """Compare one decision for each phase and number of cards in the trick; in Card Duel also with a covered card."""
    key, options, start, phases = DECIDED_PHASES[name]
    rules, weigher, player = ruleset(key), evaluator(key), bot(key, RANDOM)
    looked = Counter[tuple[Phase, int, bool]]()
    for state, seat in positions(rules, (player,), options, Random(3), start=start, hands=1):
        kind = (state.phase, len(getattr(state, "trick", ())), getattr(state, "covered", False))
        other = with_other_cards(state, seat, Random(7))
        if looked[kind] or other.hands == state.hands:
            continue
        chosen = player.choose(rules.view(state, seat), Random(1))
        turns = [course_of_hand(rules, one, [LoggedAction(1, seat, chosen)]).turns for one in (state, other)]
        assert [len(some) for some in turns] in ([0, 0], [1, 1])
        if not turns[0]:
            continue
        made, again = (list(decisions(weigher, some, code="abc")) for some in turns)
        assert made == again
        if made:
            last: Action = made[0].values[-1][0]
            first, second = (weigher.reasons(turn.view, last, chosen, 77) for (turn,) in turns)
            assert first == second
            looked[kind] += 1
    assert {phase for phase, _, _ in looked} == phases
    assert any(covered if key == "cardduel" else trick for _, trick, covered in looked)


#: Number of planted blunders and best cards by game; docs/review.md has results of larger runs.
FEW = {"twoman": (20, 50), "spades": (10, 25), "bidwhist": (10, 15), "cardduel": (20, 20)}


def test_planted_blunders_are_marked_and_best_cards_are_not() -> None:
    """The promised share of marked blunders holds over all games together; one game has too few blunders for it."""
    found = {key: count_marks(key, 5, blunders=blunders, best=best) for key, (blunders, best) in FEW.items()}
    assert sum(one.marked for one in found.values()) >= LEAST_MARKED * sum(blunders for blunders, _ in FEW.values()), (
        found
    )
    assert all(one.marked >= 0.9 * one.blunders for one in found.values()), found
    assert all(one.blamed <= MOST_BLAMED * one.best for one in found.values()), found


#: Number of positions tested of each game.
POSITIONS = 20
SEED = 977


def choices(key: str, seed: int) -> Iterator[tuple[SeatView, Action]]:
    """Yield views with a choice from games of the weakest bot, each with the strongest bot’s choice."""
    rules, strongest, rng = ruleset(key), bot(key, levels(key)[-1]), Random(seed)
    while True:
        for state, seat in positions(rules, [bot(key, levels(key)[0])], {}, rng, hands=2):
            view = rules.view(state, seat)
            is_choice = len(view.legal) > 1 or any(isinstance(one, Pick) for one in view.legal)
            if is_choice and (view.phase is not Phase.PLAY or rng.random() < 0.2):
                yield view, strongest.choose(view, Random(seed))


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_is_never_worse_than_the_choice_it_is_compared_with(key: str) -> None:
    """Hints are also reproducible and survive serialisation. Over other sampled hands their mean loss is small."""
    hint_evaluator, kinds, lost = evaluator(key), set[str](), list[float]()
    for place, (view, chosen) in enumerate(islice(choices(key, 5), POSITIONS)):
        advice = best_advice(hint_evaluator, view, chosen, SEED + place)
        weighed, again = (hint_evaluator.weigh(view, chosen, seed) for seed in (SEED + place, SEED - place - 1))
        assert (weighed is None) is (again is None)
        if weighed is not None and again is not None:
            shown, other = (weighed.choice_of(one) for one in (advice.action, advice.other or advice.action))
            assert shown is not None and other is not None
            assert not is_clear(*compared(best_of(weighed.full, weighed.weights), shown, weighed))
            assert is_clear(*compared(shown, other, weighed)) is bool(advice.reasons)
            there = again.choice_of(advice.action)
            assert there is not None
            lost.append(compared(best_of(again.full, again.weights), there, again)[0])
        assert all(one.best - one.chosen >= TELLS for one in advice.reasons)
        if place < 3:
            assert best_advice(hint_evaluator, view, chosen, SEED + place) == advice
            assert advice_of(read_action(action_text(advice_action(advice)))) == advice
        kinds.add("why" if advice.reasons else "alike" if advice.other else "alone")
    assert {"why", "alike"} <= kinds
    assert sum(lost) / len(lost) < SURE / 100
