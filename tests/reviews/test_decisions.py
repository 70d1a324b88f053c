"""Which actions are decisions, their losses under an evaluator with set values, and the kinds of plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

import pytest

from games.bidwhist.bots import reviewer as of_whist
from games.bidwhist.bots.knowledge import knowledge_of as whist_of
from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.state import Phase, Seat, SeatView, State, TrickWon
from games.engine.tricks import TrickState
from games.evaluation.decisions import DecidedBy, Decision, LoggedAction, course_of_hand, decisions, mark_of
from games.evaluation.evaluators import OpenTrick
from games.evaluation.hand import FOLLOW, LEAD, VOID, kind_of
from games.evaluation.interface import BEYOND, OTHERS, TRICK_TAKEN, Choice, Evaluator, Reason, WeighedActions
from games.registry import bot, levels, ruleset
from games.spades.bots import reviewer as of_spades
from games.spades.bots.knowledge import knowledge_of as spades_of
from games.twoman.bots import reviewer as of_twoman
from games.twoman.bots.knowledge import knowledge_of as twoman_of
from tests.bidwhist import positions as whist
from tests.bots.walked import positions
from tests.reviews.hands import RULES, deal_first_hand, play_random_hand
from tests.spades import positions as spades
from tests.twoman import positions as twoman

HELD = Reason("BID_HELD", 71, 40)


@dataclass(frozen=True)
class SteppedEvaluator(Evaluator):
    """An evaluator that values the first offered action best, and each next action `step` less.

    It samples two hands. In one, the action at index p is worth p times `noise` less, in the other as much more.
    """

    step: int = 10_000
    noise: int = 0
    is_whole: bool = False
    usual: int | None = None
    version: int = 7
    factors: Mapping[str, float] = field(default_factory=dict)
    why: tuple[Reason, ...] = (HELD,)

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        offers = [one for one in view.legal if isinstance(one, Action)]
        worth = [500_000 - place * self.step for place in range(len(offers))]
        choices = (
            Choice((one,), (worth[place] - place * self.noise, worth[place] + place * self.noise))
            for place, one in enumerate(offers)
        )
        usual = None if self.usual is None else offers[min(self.usual, len(offers) - 1)]
        return WeighedActions(tuple(choices), (1, 1), is_whole=self.is_whole, usual=usual)

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return self.why

    def before(self, state: State) -> tuple[int, ...]:
        return 480_000, 520_000

    def after(self, state: State) -> tuple[int, ...]:
        return 610_001, 389_999

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return 12_345, -12_345


def actions(seed: int = 1) -> list[LoggedAction]:
    return play_random_hand(deal_first_hand(seed), seed)


def decisions_of(evaluator: SteppedEvaluator, hand: list[LoggedAction], seed: int = 1) -> list[Decision]:
    choices = course_of_hand(RULES, deal_first_hand(seed), hand).turns
    return list(decisions(evaluator, choices, code="abc"))


def test_forced_actions_and_actions_by_others_are_no_decisions() -> None:
    hand, forced = actions(), set[int]()
    state: State = deal_first_hand(1)
    for one in hand:
        if len(RULES.legal_actions(state, one.seat)) == 1:
            forced.add(one.ordinal)
        state = RULES.apply(state, one.seat, one.action).state
    assert forced
    kept = {one.ordinal for one in decisions_of(SteppedEvaluator(), hand)}
    assert kept == {one.ordinal for one in hand} - forced
    for by in (DecidedBy.TABLE, DecidedBy.OTHER):
        others = [replace(one, decided_by=by) if one.ordinal == 5 else one for one in hand]
        found = {one.ordinal for one in decisions_of(SteppedEvaluator(), others)}
        assert 5 in kept - found
        assert len(found) in (len(kept) - 1, len(kept) - 2)  # the action before it may count as the start of a claim


def test_the_lead_of_a_claim_is_no_decision_and_cards_played_before_a_claim_may_be() -> None:
    """The first lead has ordinal 5, after two discards and two bids, so leads have odd ordinals."""
    hand = actions()
    kept = {one.ordinal for one in decisions_of(SteppedEvaluator(), hand)}
    lead = next(one.ordinal for one in hand if one.ordinal >= 7 and one.ordinal % 2 and one.ordinal in kept)
    for first in (lead, lead + 1):
        rest = [replace(one, decided_by=DecidedBy.TABLE) if one.ordinal > first else one for one in hand]
        found = {one.ordinal for one in decisions_of(SteppedEvaluator(), rest)}
        claimed = {lead} if first == lead else set()
        assert found == {one for one in kept if one <= first} - claimed


def test_losses_have_marks_by_size() -> None:
    marks = {0: None, 19_999: None, 20_000: "inaccuracy", 49_999: "inaccuracy", 50_000: "mistake", 100_000: "blunder"}
    assert {loss: mark_of(loss) for loss in marks} == marks


def test_a_loss_is_the_difference_of_values_to_the_best() -> None:
    for one in decisions_of(SteppedEvaluator(), actions()):
        values = dict(one.values)
        assert values[one.best] - values[one.chosen] == one.loss
        assert one.values[0][1] == max(values.values())
        assert bool(one.reasons) == bool(one.loss)
        assert one.best == one.chosen or one.loss > 0


def test_a_difference_within_two_standard_errors_is_no_loss() -> None:
    """The mean of two values that differ by 2 d has a standard error of d / sqrt(2)."""
    for noise, counts in ((4_000, True), (20_000, False)):
        found = decisions_of(SteppedEvaluator(noise=noise), actions())
        assert any(one.loss for one in found) is counts
        assert all(one.best == one.chosen for one in found) is not counts


@pytest.mark.parametrize(("factor", "usual"), [(1.0, None), (0.5, None), (0.5, 1)])
def test_each_value_has_its_standard_error(factor: float, usual: int | None) -> None:
    """The error at index p is p * noise / sqrt(2); the factor scales the part of p up to the usual action."""
    hand, noise = actions(), 4_000
    views = {turn.logged.ordinal: turn.view for turn in course_of_hand(RULES, deal_first_hand(1), hand).turns}
    found = decisions_of(
        SteppedEvaluator(noise=noise, usual=usual, factors={"play": factor, "bid": factor, BEYOND: 1.0}), hand
    )
    for one in found:
        offers = [action for action in views[one.ordinal].legal if isinstance(action, Action)]
        scale = factor if one.kind in ("play", "bid") else 1.0
        last = len(offers) if usual is None else usual
        scaled = [scale * min(place, last) + max(0, place - last) for place in range(len(offers))]
        expected = {action: round(scaled[offers.index(action)] * noise / sqrt(2)) for action, _ in one.values}
        assert dict(zip(dict(one.values), one.errors, strict=True)) == expected
    assert {one.kind for one in found} >= {"play", "bid"}


def test_values_over_all_possible_hands_have_no_standard_error() -> None:
    found = decisions_of(SteppedEvaluator(noise=20_000, is_whole=True), actions())
    assert found == decisions_of(SteppedEvaluator(noise=0), actions())
    assert not any(any(one.errors) for one in found)
    assert any(one.loss for one in found)


def test_a_loss_without_a_reason_other_than_a_won_trick_gets_the_reason_ends_better() -> None:
    won = Reason(TRICK_TAKEN, 80, 10)
    for why, codes in (
        ((HELD,), ["BID_HELD"]),
        ((), ["ENDS_BETTER"]),
        ((won,), [TRICK_TAKEN, "ENDS_BETTER"]),
        ((HELD, won), ["BID_HELD", TRICK_TAKEN]),
    ):
        losses = [
            one for one in decisions_of(SteppedEvaluator(why=why, noise=0 if why else 4_000), actions()) if one.loss
        ]
        assert losses
        assert all([reason.code for reason in one.reasons] == codes for one in losses)
    assert {(reason.best, reason.chosen) for one in losses for reason in one.reasons[:1]} == {(71, 40)}


def test_losses_are_calibrated_by_kind_and_other_kinds_by_one_factor() -> None:
    """Without a usual action the factor for losses beyond it has no effect."""
    by_kinds: list[dict[str, float]] = [{}, {"play": 0.5}, {"play": 0.5, BEYOND: 0.9}, {"play": 0.5, OTHERS: 0.25}]
    all_of_them = (decisions_of(SteppedEvaluator(noise=4_000, factors=by), actions()) for by in by_kinds)
    for one, halved, apart, other in zip(*all_of_them, strict=True):
        assert halved.loss == (one.loss // 2 if one.kind == "play" else one.loss)
        assert other.loss == (halved.loss if one.kind == "play" else one.loss // 4)
        assert halved == apart and not apart.beyond


@pytest.mark.parametrize("usual", (0, 1, 3))
def test_a_loss_beyond_the_usual_action_has_a_factor_of_its_own(usual: int) -> None:
    """A step of 10,000 counts 0.5 times up to the usual action, and 0.9 times beyond it."""
    factors = {"bid": 0.5, "play": 0.5, BEYOND: 0.9}
    found = decisions_of(SteppedEvaluator(usual=usual, factors=factors), actions())
    assert {one.beyond > 0 for one in found} == {True, False}
    for one in [one for one in found if one.kind in factors]:
        losses = [one.values[0][1] - worth for _, worth in one.values]
        at = min(usual, len(losses) - 1)
        assert losses == [5_000 * min(place, at) + 9_000 * max(0, place - at) for place in range(len(losses))]
        place = [action for action, _ in one.values].index(one.chosen)
        assert (one.loss, one.beyond) == (losses[place], 9_000 * max(0, place - at))


def test_a_loss_beyond_the_usual_action_counts_apart_only_if_significant() -> None:
    """The limit is 3 standard errors. A step of 10,000 is 3.5 of them with a noise of 4,000, 2.9 with one of 4,900."""
    for noise, is_apart in ((4_000, True), (4_900, False)):
        found = decisions_of(SteppedEvaluator(noise=noise, usual=1, factors={"play": 0.5, BEYOND: 0.9}), actions())
        assert any(one.loss for one in found)
        assert any(one.beyond for one in found) is is_apart


def test_a_calibrated_loss_is_at_most_the_value_of_the_best() -> None:
    for one in decisions_of(SteppedEvaluator(factors={"bid": 90.0, "play": 90.0}), actions()):
        assert min(worth for _, worth in one.values) >= 0
        assert dict(one.values)[one.best] - dict(one.values)[one.chosen] == one.loss <= 500_000


#: An option with which a card that does not follow suit may be played.
LOOSE = {"renege": "table"}
LOW_CLUBS = {"first_trick_low_clubs": True}


@pytest.mark.parametrize(
    ("rules", "state", "kind"),
    [
        (twoman.RULES, twoman.playing("7C 9C", "AS 3D", trick="7D"), FOLLOW),
        (twoman.RULES, twoman.playing("7C 9C", "AS 3H", trick="7D"), VOID),
        (twoman.RULES, twoman.playing("7C 9C", "AS 3H"), LEAD),
        (spades.RULES, spades.playing("2H", "3H 4H", trick="9H"), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H AS", trick="9H", options={"must_beat_highest": True}), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H 4H 2S", trick="9H", done=0, options=LOW_CLUBS), VOID),
        (spades.RULES, spades.playing("2H", "3H 4C 5C", trick="9H", done=0, options=LOW_CLUBS), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H 4C 5C", trick="9H", options=LOW_CLUBS), FOLLOW),
        (spades.RULES, spades.playing("3H 4H 2S", "", done=0, options=LOW_CLUBS), LEAD),
        (whist.RULES, whist.playing("2H", "BJ LJ", trick="9H"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5H LJ", trick="BJ"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5C LJ", trick="9D"), VOID),
        (whist.RULES, whist.playing("2H", "5C LJ", trick="9D", bid="4N", name="up"), VOID),
        (whist.RULES, whist.playing("2H", "5D LJ", trick="9D", bid="4N", name="up"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5D 6D", trick="BJ", bid="4N", name="up"), VOID),
        (whist.RULES, whist.playing("2H", "5C 9D", trick="8D", options=LOOSE), FOLLOW),
    ],
)
def test_a_play_is_a_lead_or_follows_suit_or_is_void(rules: Ruleset, state: TrickState, kind: str) -> None:
    assert kind_of(state, rules.view(state, state.turn)) == kind


#: Number of positions tested for each entry of `KINDS`.
MOMENTS = 60
KINDS: list[tuple[str, Mapping[str, Any], Callable[[Any, Seat], OpenTrick]]] = [
    ("twoman", {}, lambda view, seat: of_twoman.open_trick(twoman_of(view))),
    ("spades", {}, lambda view, seat: of_spades.open_trick(spades_of(view))),
    ("spades", {"variant": "solo"}, lambda view, seat: of_spades.open_trick(spades_of(view))),
    ("spades", {"variant": "suicide"}, lambda view, seat: of_spades.open_trick(spades_of(view))),
    ("bidwhist", {}, lambda view, seat: of_whist.open_trick(whist_of(view))),
]


def moments(key: str, options: Mapping[str, Any]) -> Iterator[tuple[State, Seat]]:
    rules, rng = ruleset(key), Random(7)
    while True:
        for state, seat in positions(rules, [bot(key, levels(key)[0])], options, rng, hands=2):
            if state.phase is Phase.PLAY and len(rules.legal_actions(state, seat)) > 1 and rng.random() < 0.3:
                yield state, seat


def winners(rules: Ruleset, state: State, seat: Seat, action: Action, fixed_seats: Sequence[Seat]) -> set[Seat]:
    """Return the possible winners of the trick after an action. Seats in `fixed_seats` play their first legal card."""
    step = rules.apply(state, seat, action)
    won = {event.winner for event in step.events if isinstance(event, TrickWon) and event.winner is not None}
    if won:
        return won
    then = min(rules.waits_for(step.state))
    cards = [one for one in rules.legal_actions(step.state, then) if isinstance(one, Action) and one.card is not None]
    tried = cards[:1] if then in fixed_seats else cards
    return set[Seat]().union(*(winners(rules, step.state, then, one, fixed_seats) for one in tried))


@pytest.mark.parametrize(("key", "options", "open_trick"), KINDS, ids=[one[1].get("variant", one[0]) for one in KINDS])
def test_a_trick_is_taken_if_no_card_of_the_others_can_win_it(
    key: str, options: Mapping[str, Any], open_trick: Callable[[Any, Seat], OpenTrick]
) -> None:
    """Hands are open. While a partner has yet to play, a trick that only this side can win need not count as taken."""
    rules, found = ruleset(key), set[tuple[bool, int]]()
    for state, seat in islice(moments(key, options), MOMENTS):
        trick = open_trick(rules.view(state, seat), seat)
        own = [one for one in range(trick.seats) if trick.is_own(one)]
        pack = [one for hand in state.hands for one in hand]
        hands = {who: [sum(1 << pack.index(one) for one in hand)] for who, hand in enumerate(state.hands)}
        for action in rules.legal_actions(state, seat):
            assert isinstance(action, Action)
            if action.card is None:
                continue
            (taken,) = trick.taken(action.card, pack, hands)
            won = winners(rules, state, seat, action, [one for one in own if one != seat])
            assert not taken or won <= {*own}
            comes = any((seat + step) % trick.seats in own for step in range(1, trick.seats - len(trick.on_table)))
            if not comes:
                assert taken is (won <= {*own})
            found.add((taken, len(trick.on_table)))
    assert found == {(taken, lying) for taken in (True, False) for lying in range(trick.seats)}
