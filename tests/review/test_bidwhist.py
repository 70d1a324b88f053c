"""Bid Whist reviewed: values for all calls, names, discards and cards, luck that goes round the table."""

from random import Random
from typing import Any

import pytest

from games.bidwhist.auction import pack
from games.bidwhist.rules import BidWhist
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action, Pick, deal, tuple_of
from games.engine.cards import Card
from games.engine.options import Value, whole
from games.engine.state import DEALER, State
from games.registry import evaluator
from games.review.decisions import ENDS_BETTER, LoggedAction, Turn, decisions
from games.review.face import SURE, TRICK_TAKEN
from games.review.hand import Finished, SeatReview, review_hand
from tests.bots.bidwhist_positions import deal_with, to_discard, to_play
from tests.engine.bidwhist_positions import called
from tests.review.hands import went

RULES, EVALUATOR = BidWhist(), evaluator("bidwhist")
CODES = {
    "WON_AND_MADE",
    "NO_FALL",
    "OTHER_STOPPED",
    "OTHER_SET",
    "BID_HELD",
    "GAME_WON",
    "GAME_SAVED",
    "MAKES_VOID",
}
OPTIONS: tuple[dict[str, Value], ...] = (
    {},
    {"jokers": 0, "name_after_kitty": True},
    {"jokers": 1, "nt_joker": "exchange", "down_over_up": True},
    {"renege": "table", "nt_joker": "free", "all_pass": "redeal", "kitty_shown": True},
)


def of_cards(
    hands: list[list[Card]], kitty: list[Card], options: dict[str, Value], score: tuple[int, int] = (0, 0)
) -> BidWhistState:
    start = RULES.initial(options, {"dealer": 0, "score": score})
    return BidWhistState.of(RULES.apply(start, DEALER, deal(hands, kitty=kitty)).state)


def dealt(seed: int, options: dict[str, Value], score: tuple[int, int] = (0, 0)) -> BidWhistState:
    cards = list(pack(whole(RULES.initial(options).options, "jokers")))
    Random(seed).shuffle(cards)
    return of_cards([cards[12 * seat : 12 * seat + 12] for seat in range(4)], cards[48:], options, score)


def chosen_by_chance(state: State, seat: int, rng: Random) -> Action:
    """A first bid of four or five at most, no call of a renege, and any discard and card."""
    offers = RULES.legal_actions(state, seat)
    picks = [one for one in offers if isinstance(one, Pick)]
    if picks:
        pick = picks[0]
        return pick.with_free(rng.sample(pick.free, pick.count - len(pick.must)))
    actions = [one for one in offers if isinstance(one, Action) and one.verb != "call"]
    calls = [one for one in actions if one.verb == "bid" and str(one.argument)[0] in "45"]
    return rng.choice(calls or [one for one in actions if one.verb == "pass"] or actions)


def played(state: State, seed: int) -> list[LoggedAction]:
    rng = Random(seed)
    return went(RULES, state, rng, lambda state, seat: chosen_by_chance(state, seat, rng))


def reviewed(seed: int, options: dict[str, Value]) -> tuple[SeatReview, ...]:
    state = dealt(seed, options)
    return review_hand(RULES, EVALUATOR, Finished(state, tuple(played(state, seed))), code="abc")


@pytest.mark.parametrize("options", OPTIONS)
def test_every_kind_of_decision_has_its_values_and_the_account_adds_up(options: dict[str, Value]) -> None:
    reviews = reviewed(1, options)
    made = [one for review in reviews for one in review.decisions]
    assert {one.kind for one in made} == {"bid", "name", "discard", "play"}
    for one in made:
        assert one.chosen in dict(one.values)
        assert all(0 <= worth <= SURE for _, worth in one.values)
    losses = [review.errors for review in reviews]
    for seat, review in enumerate(reviews):
        assert review.partners == losses[(seat + 2) % 4]
        assert review.rivals == losses[(seat + 1) % 4] + losses[(seat + 3) % 4]
    assert [review.before for review in reviews] == [SURE // 2] * 4
    assert reviews[0].after + reviews[1].after == SURE
    assert reviews[0].luck == -reviews[1].luck == reviews[2].luck


def test_every_call_and_name_is_valued_and_each_card_stands_for_its_equals() -> None:
    state: State = dealt(3, {})
    actions = played(state, 3)
    by_ordinal = {
        one.ordinal: one
        for review in review_hand(RULES, EVALUATOR, Finished(state, tuple(actions)), code="abc")
        for one in review.decisions
    }
    for one in actions:
        offers = RULES.legal_actions(state, one.seat)
        decision = by_ordinal.get(one.ordinal)
        valued = set() if decision is None else {action for action, _ in decision.values}
        match decision and decision.kind:
            case "bid" | "name":
                assert valued == set(offers)
            case "play":
                assert valued <= set(offers)
            case "discard":
                assert len(valued) >= 4
                assert all(RULES.refusal(state, one.seat, action) is None for action in valued)
        state = RULES.apply(state, one.seat, one.action).state


@pytest.mark.parametrize("options", OPTIONS)
def test_luck_goes_round_the_table_and_comes_to_nothing(options: dict[str, Value]) -> None:
    found = list[int]()
    for seed in range(4):
        state = dealt(seed, options)
        hands, kitty = [list(hand) for hand in state.hands], list(state.kitty)
        turned = [EVALUATOR.luck(of_cards([*hands[turn:], *hands[:turn]], kitty, options), 1) for turn in range(4)]
        for seat in range(4):
            assert abs(sum(luck[seat] for luck in turned)) <= 4  # what was rounded
        found += [luck for seats in turned for luck in seats]
    assert any(found)


def test_a_loss_says_why() -> None:
    costly = [one for seed in range(3) for review in reviewed(seed, {}) for one in review.decisions if one.mark]
    reasons = [reason for one in costly for reason in one.reasons]
    assert {one.kind for one in costly} >= {"bid", "discard", "play"}
    assert all(len(one.reasons) <= 3 for one in costly)
    assert {"BID_HELD", "OTHER_SET"} <= {reason.code for reason in reasons} <= CODES | {TRICK_TAKEN, ENDS_BETTER}
    assert all(0 <= share <= 100 for reason in reasons for share in (reason.best, reason.chosen))
    assert all(reason.best > reason.chosen for reason in reasons)


# -- what is one choice, and what is none ------------------------------------------------------------------


def test_equal_cards_are_one_choice_and_a_card_in_the_trick_parts_them() -> None:
    some = {0: "AS KS QS 8H", 1: "7H 9H TH"}
    for plays, together in (("", {"AS", "KS", "QS"}), ("8H", {"9H", "TH"})):
        state = to_play("4U", "D", some, gone="2C 3C 4C 5C 6C 7C", plays=plays)
        seat = min(RULES.waits_for(state))
        legal = [one for one in RULES.legal_actions(state, seat) if isinstance(one, Action)]
        weighed = EVALUATOR.weigh(RULES.view(state, seat), legal[0], 7)
        assert weighed is not None
        groups = [{str(one.argument) for one in choice.actions} for choice in weighed.choices]
        assert sum(map(len, groups)) == len(legal)
        assert together in groups


def test_jokers_that_win_nothing_are_one_choice() -> None:
    state = to_play("4N", "up", {0: "BJ LJ AS KS 2H 4H"}, gone="2C 3C 4C 5C 6C 7C")
    weighed = EVALUATOR.weigh(RULES.view(state, 0), Action("play", "LJ"), 7)
    assert weighed is not None
    assert {"BJ", "LJ"} in [{str(one.argument) for one in choice.actions} for choice in weighed.choices]


def test_piles_of_equal_cards_are_alike() -> None:
    state = to_discard("4U", "S", "BJ LJ AS KS QS JS TS AH KH QH 2D 3D", "4D 5C 7C 9C TC JC")
    view = RULES.view(state, 0)
    one, same, other = (
        Action("discard", tuple(pile.split()))
        for pile in ("2D 5C 7C 9C TC JC", "5C 7C 9C TC JC 4D", "2D 3D 7C 9C TC JC")
    )
    assert EVALUATOR.alike(view, one, same) and not EVALUATOR.alike(view, one, other)


def test_an_equal_card_aside_is_the_same_discard() -> None:
    """Threes and twos of a suit all of which is one's own come to the same."""
    state = to_discard("4U", "S", "BJ LJ AS KS QS JS TS AH KH QH 2D 3D", "4D 5C 7C 9C TC JC")
    view = RULES.view(state, 0)
    chosen = Action("discard", ("2D", "5C", "7C", "9C", "TC", "JC"))
    other = Action("discard", ("4D", "5C", "7C", "9C", "TC", "JC"))
    for one in (chosen, other):
        weighed = EVALUATOR.weigh(view, one, 7)
        assert weighed is not None
        asides = [frozenset(tuple_of(action.argument)) for choice in weighed.choices for action in choice.actions]
        assert frozenset(tuple_of(one.argument)) in asides
        assert len({frozenset(tuple_of(two.argument)) for two in (chosen, other)} & set(asides)) == 1


def test_a_renege_and_its_call_are_no_decision() -> None:
    state: Any = to_play("4U", "S", {1: "2D 3D 4D AH KH 9H"}, gone="2C 3C 4C 5C 6C 7C", options={"renege": "table"})
    state = RULES.apply(state, 0, Action("play", next(one.text for one in state.hands[0] if one.text[1] == "D"))).state
    view = RULES.view(state, 1)
    assert Action("play", "AH") in view.legal
    assert EVALUATOR.weigh(view, Action("play", "AH"), 7) is None
    assert EVALUATOR.weigh(view, Action("play", "2D"), 7) is not None
    assert EVALUATOR.weigh(view, Action("call"), 7) is None


# -- what anybody can see --------------------------------------------------------------------------------------

RICH = "BJ LJ AS KS QS JS TS AH KH QH 2D 3D"


def blamed(state: BidWhistState, action: Action) -> Any:
    """The decision with what it cost."""
    seat = min(RULES.waits_for(state))
    turn = Turn(LoggedAction(1, seat, action), RULES.view(state, seat))
    return next(decisions(EVALUATOR, [turn], code="abc"))


def test_a_pass_with_a_hand_full_of_winners_is_blamed() -> None:
    made = blamed(deal_with({0: RICH}), Action("pass"))
    assert made.mark is not None
    assert made.best.verb == "bid"


def test_a_bid_without_winners_is_blamed() -> None:
    made = blamed(deal_with({0: "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C"}), Action("bid", "7N"))
    assert (str(made.mark), made.best) == ("blunder", Action("pass"))


def test_the_wrong_suit_named_is_a_blunder() -> None:
    state = called(deal_with({0: RICH}), "4U", "pass", "pass", "pass")
    made = blamed(state, Action("trump", "C"))
    assert (str(made.mark), made.best) == ("blunder", Action("trump", "S"))


def test_trumps_put_aside_are_a_blunder() -> None:
    state = to_discard("6U", "S", RICH, "4D 5C 7C 9C TC JC")
    made = blamed(state, Action("discard", ("BJ", "LJ", "AS", "KS", "QS", "JS")))
    assert str(made.mark) == "blunder"
    assert set(tuple_of(made.best.argument)) <= {"2D", "3D", "4D", "5C", "7C", "9C", "TC", "JC"}
    assert made.reasons[0].code in {"BID_HELD", "MAKES_VOID"}
