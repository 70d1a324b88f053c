"""What is a decision and what it costs, said with an evaluator whose values the test chooses."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt

import pytest

from games.engine.actions import Action
from games.engine.state import SeatView, State
from games.review.decisions import By, Decision, LoggedAction, course, decisions, mark_of
from games.review.face import BEYOND, OTHERS, TRICK_TAKEN, Choice, Fitted, Reason, Weighed, seed_of
from games.review.hand import Finished, review_hand
from tests.review.hands import RULES, dealt, played

HELD = Reason("BID_HELD", 71, 40)


@dataclass(frozen=True)
class Stepped(Fitted):
    """Values each action by its place among those offered: the first is the best, each next one `step` less."""

    step: int = 10_000
    noise: int = 0
    is_whole: bool = False
    usual: int | None = None
    version: int = 7
    factors: Mapping[str, float] = field(default_factory=dict)
    why: tuple[Reason, ...] = (HELD,)

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> Weighed | None:
        offers = [one for one in view.legal if isinstance(one, Action)]
        worth = [500_000 - place * self.step for place in range(len(offers))]
        choices = (
            Choice((one,), (worth[place] - place * self.noise, worth[place] + place * self.noise))
            for place, one in enumerate(offers)
        )
        usual = None if self.usual is None else offers[min(self.usual, len(offers) - 1)]
        return Weighed(tuple(choices), (1, 1), is_whole=self.is_whole, usual=usual)

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return self.why

    def before(self, state: State) -> tuple[int, ...]:
        return 480_000, 520_000

    def after(self, state: State) -> tuple[int, ...]:
        return 610_001, 389_999

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return 12_345, -12_345


def actions(seed: int = 1) -> list[LoggedAction]:
    return played(dealt(seed), seed)


def made(evaluator: Stepped, hand: list[LoggedAction], seed: int = 1) -> list[Decision]:
    choices = course(RULES, dealt(seed), hand).turns
    return list(decisions(evaluator, choices, code="abc"))


def test_a_single_legal_action_is_no_decision() -> None:
    hand, forced = actions(), set[int]()
    state: State = dealt(1)
    for one in hand:
        if len(RULES.legal_actions(state, one.seat)) == 1:
            forced.add(one.ordinal)
        state = RULES.apply(state, one.seat, one.action).state
    assert forced
    assert {one.ordinal for one in made(Stepped(), hand)} == {one.ordinal for one in hand} - forced


@pytest.mark.parametrize("by", [By.TABLE, By.OTHER])
def test_what_a_seat_did_not_choose_is_no_decision(by: By) -> None:
    hand = actions()
    kept = {one.ordinal for one in made(Stepped(), hand)}
    asked = 5
    hand[asked - 1] = replace(hand[asked - 1], by=by)
    assert asked in kept
    found = {one.ordinal for one in made(Stepped(), hand)}
    assert asked not in found
    assert len(found) in (len(kept) - 1, len(kept) - 2)  # the card before it may now look like the lead of a claim


def test_the_lead_of_a_claim_is_none_and_a_card_before_a_settled_rest_is_one() -> None:
    """After two discards and two bids the leads have odd ordinals from 5 on."""
    hand = actions()
    kept = {one.ordinal for one in made(Stepped(), hand)}
    lead = next(one.ordinal for one in hand if one.ordinal >= 7 and one.ordinal % 2 and one.ordinal in kept)
    for first in (lead, lead + 1):
        rest = [replace(one, by=By.TABLE) if one.ordinal > first else one for one in hand]
        found = {one.ordinal for one in made(Stepped(), rest)}
        claimed = {lead} if first == lead else set()
        assert found == {one for one in kept if one <= first} - claimed


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0, None),
        (19_999, None),
        (20_000, "inaccuracy"),
        (49_999, "inaccuracy"),
        (50_000, "mistake"),
        (100_000, "blunder"),
    ],
)
def test_marks(loss: int, mark: str | None) -> None:
    assert mark_of(loss) == mark


def test_a_loss_is_measured_against_the_best_and_values_agree_with_it() -> None:
    for one in made(Stepped(), actions()):
        values = dict(one.values)
        assert values[one.best] - values[one.chosen] == one.loss
        assert one.values[0][1] == max(values.values())
        assert bool(one.reasons) == bool(one.loss)
        assert one.best == one.chosen or one.loss > 0


def test_what_is_within_two_standard_errors_costs_nothing() -> None:
    """Two hands that differ by 2 d have a standard error of d / sqrt(2) of the mean."""
    for noise, counts in ((4_000, True), (20_000, False)):
        found = made(Stepped(noise=noise), actions())
        assert any(one.loss for one in found) is counts
        assert all(one.best == one.chosen for one in found) is not counts


@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_each_value_has_its_standard_error(factor: float) -> None:
    """The first action is worth the same in both hands, the one at place p differs by 2 p d, of which half counts."""
    hand, noise = actions(), 4_000
    views = {turn.logged.ordinal: turn.view for turn in course(RULES, dealt(1), hand).turns}
    found = made(Stepped(noise=noise, factors={"play": factor, "bid": factor}), hand)
    for one in found:
        offers = [action for action in views[one.ordinal].legal if isinstance(action, Action)]
        scale = factor if one.kind in ("play", "bid") else 1.0
        told = {action: round(scale * offers.index(action) * noise / sqrt(2)) for action, _ in one.values}
        assert dict(zip(dict(one.values), one.errors, strict=True)) == told
    assert {one.kind for one in found} >= {"play", "bid"}


def test_where_all_hands_that_may_be_are_weighed_no_difference_is_chance() -> None:
    found = made(Stepped(noise=20_000, is_whole=True), actions())
    assert found == made(Stepped(noise=0), actions())
    assert not any(any(one.errors) for one in found)
    assert any(one.loss for one in found)


def test_without_a_reason_of_its_game_a_loss_says_how_often_the_hand_ends_better_and_worse() -> None:
    for evaluator, told in ((Stepped(), "BID_HELD"), (Stepped(why=(), noise=4_000), "ENDS_BETTER")):
        found = [reason for one in made(evaluator, actions()) for reason in one.reasons]
        assert {reason.code for reason in found} == {told}
    assert {(reason.best, reason.chosen) for reason in found} == {(100, 0)}


def test_that_a_trick_is_won_is_not_all_that_a_loss_says() -> None:
    won = Reason(TRICK_TAKEN, 80, 10)
    for why, told in (((won,), [TRICK_TAKEN, "ENDS_BETTER"]), ((HELD, won), ["BID_HELD", TRICK_TAKEN])):
        losses = [one for one in made(Stepped(why=why), actions()) if one.loss]
        assert losses
        assert all([reason.code for reason in one.reasons] == told for one in losses)


def test_losses_are_calibrated_by_kind() -> None:
    plain, halved = (made(Stepped(factors=factors), actions()) for factors in ({}, {"play": 0.5}))
    for one, other in zip(plain, halved, strict=True):
        assert other.loss == (one.loss // 2 if one.kind == "play" else one.loss)


@pytest.mark.parametrize("usual", (0, 1, 3))
def test_what_the_usual_action_does_not_lose_is_calibrated_apart(usual: int) -> None:
    """Steps of 10,000 each count half up to the usual action, and nine tenths from there on."""
    factors = {"bid": 0.5, "play": 0.5, BEYOND: 0.9}
    found = made(Stepped(usual=usual, factors=factors), actions())
    assert {one.beyond > 0 for one in found} == {True, False}
    for one in [one for one in found if one.kind in factors]:
        losses = [one.values[0][1] - worth for _, worth in one.values]
        at = min(usual, len(losses) - 1)
        assert losses == [5_000 * min(place, at) + 9_000 * max(0, place - at) for place in range(len(losses))]
        place = [action for action, _ in one.values].index(one.chosen)
        assert (one.loss, one.beyond) == (losses[place], 9_000 * max(0, place - at))


def test_what_lies_beyond_the_usual_action_counts_apart_only_beyond_doubt() -> None:
    """Two hands of which each next action is worth 10,000 less, and twice its noise further apart: 10,000 are 3.5
    standard errors with 4,000, and 2.9 with 4,900.
    """
    for noise, is_apart in ((4_000, True), (4_900, False)):
        found = made(Stepped(noise=noise, usual=1, factors={"play": 0.5, BEYOND: 0.9}), actions())
        assert any(one.loss for one in found)
        assert any(one.beyond for one in found) is is_apart


def test_a_kind_of_which_no_game_told_is_calibrated_as_all_together() -> None:
    plain, others = (made(Stepped(factors=by), actions()) for by in ({"play": 0.5}, {"play": 0.5, OTHERS: 0.25}))
    assert {one.kind for one in plain} > {"play"}
    for one, other in zip(plain, others, strict=True):
        assert other.loss == (one.loss if one.kind == "play" else one.loss // 4)


def test_without_a_usual_action_all_losses_are_calibrated_by_their_kind() -> None:
    factors = {"bid": 0.5, "play": 0.5}
    found, apart = (made(Stepped(noise=4_000, factors=by), actions()) for by in (factors, {**factors, BEYOND: 0.9}))
    assert found == apart
    assert not any(one.beyond for one in found)


def test_errors_are_those_of_what_is_shown() -> None:
    """Two hands, 4,000 times its place on either side: half of that up to the usual action, all of it from there on."""
    factors = {"bid": 0.5, "play": 0.5, BEYOND: 1.0}
    found = [one for one in made(Stepped(noise=4_000, usual=1, factors=factors), actions()) if one.kind in factors]
    assert {one.kind for one in found} == {"bid", "play"}
    for one in found:
        wide = [2_000 * min(place, 1) + 4_000 * max(0, place - 1) for place in range(len(one.values))]
        assert one.errors == tuple(round(some / sqrt(2)) for some in wide)


def test_no_factor_makes_a_loss_greater_than_the_chance_there_was() -> None:
    for one in made(Stepped(factors={"bid": 90.0, "play": 90.0}), actions()):
        assert min(worth for _, worth in one.values) >= 0
        assert dict(one.values)[one.best] - dict(one.values)[one.chosen] == one.loss <= 500_000


def test_the_account_adds_up_for_every_seat() -> None:
    reviews = review_hand(RULES, Stepped(), Finished(dealt(1), tuple(actions())), code="abc")
    for one, other in (reviews, reviews[::-1]):
        assert one.after - one.before == one.luck - one.errors + one.rivals - one.partners + one.rest
        assert (one.rivals, one.partners) == (other.errors, 0)
        assert {decision.seat for decision in one.decisions} == {one.seat}


def test_chance_follows_from_the_game_the_place_and_the_version() -> None:
    assert seed_of("abc", 14, 1) == seed_of("abc", 14, 1)
    assert len({seed_of("abc", 14, 1), seed_of("abd", 14, 1), seed_of("abc", 15, 1), seed_of("abc", 14, 2)}) == 4
    assert 0 < seed_of("abc", 14, 1) < 1 << 62
