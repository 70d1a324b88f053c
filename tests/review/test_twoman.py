"""Two-Man Spades reviewed: values for all actions, luck that turns with the cards."""

from random import Random

from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.state import Phase, State, TrickWon
from games.registry import bot, evaluator
from games.review.decisions import ENDS_BETTER
from games.review.face import MORE_MADE, SURE, TRICK_TAKEN
from games.review.hand import Finished, SeatReview, review_hand
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless.reviewer import groups_of
from tests.bots.positions import to_play
from tests.review.hands import RULES, dealt, of_cards, played

EVALUATOR = evaluator("twoman")
CODES = {"MAKES_VOID", "BAG_CARD_IN_PILE", "BID_HELD", "NIL_KEPT", "OTHER_SET", "NIL_BROKEN", "NO_BAGS", MORE_MADE}


def reviewed(seed: int, *, base: tuple[int, int] = (0, 0)) -> tuple[SeatReview, ...]:
    state = dealt(seed, base=base)
    return review_hand(RULES, EVALUATOR, Finished(state, tuple(played(state, seed))), code="abc")


def test_every_action_has_a_value_and_every_choice_is_there() -> None:
    state: State = dealt(3)
    actions = played(state, 3)
    by_ordinal = {
        one.ordinal: one
        for review in review_hand(RULES, EVALUATOR, Finished(state, tuple(actions)), code="abc")
        for one in review.decisions
    }
    for one in actions:
        offers = RULES.legal_actions(state, one.seat)
        decision = by_ordinal.get(one.ordinal)
        if decision is not None:
            valued = {action for action, _ in decision.values}
            assert one.action in valued and valued <= set(offers)
            assert decision.kind != "bid" or len(valued) == 11
            assert decision.kind != "discard" or len(valued) == 11
            assert all(0 <= worth <= SURE for _, worth in decision.values)
        state = RULES.apply(state, one.seat, one.action).state
    assert {one.kind for one in by_ordinal.values()} == {"discard", "bid", "play"}


def test_a_blind_decision_is_valued() -> None:
    state = dealt(4, base=(0, 150))
    reviews = review_hand(RULES, EVALUATOR, Finished(state, tuple(played(state, 4))), code="abc")
    first = reviews[0].decisions[0]
    assert (first.kind, len(first.values), first.examples) == ("blind", 8, ())


def test_a_higher_bid_has_as_its_reason_how_often_it_is_made() -> None:
    """As often as is told where it is the one that was chosen; a lower one is made in more hands."""
    state: State = dealt(7)
    while state.phase is not Phase.BID:
        seat = min(RULES.waits_for(state))
        state = RULES.apply(state, seat, RULES.legal_actions(state, seat)[0].first).state
    view = RULES.view(state, min(RULES.waits_for(state)))
    low, high = Action("bid", 1), Action("bid", 4)
    (more,) = EVALUATOR.reasons(view, high, low, 77)
    (held,) = EVALUATOR.reasons(view, low, high, 77)
    assert (more.code, held.code) == (MORE_MADE, "BID_HELD")
    assert more.best == held.chosen < held.best
    assert more.chosen == 0


def test_a_blind_bid_falls_as_often_as_when_it_is_played_out() -> None:
    """Counted by the rules, with hands that the medium players play; a higher one falls more often."""
    state = dealt(4, base=(0, 150))
    view = RULES.view(state, 0)
    told = {bid: EVALUATOR.reasons(view, Action("look"), Action("blind", bid), 5)[0] for bid in (5, 7, 9)}
    assert {one.code for one in told.values()} == {"BLIND_FALLS"}
    assert told[5].chosen > told[7].chosen > told[9].chosen
    (made,) = EVALUATOR.reasons(view, Action("blind", 5), Action("look"), 5)
    assert (made.code, made.best) == ("BLIND_MADE", told[5].chosen)
    often = [_made_blind(seed, 5) for seed in range(200)]
    assert abs(100 * sum(often) / len(often) - told[5].chosen) < 15


def _made_blind(seed: int, bid: int) -> bool:
    player, rng = bot("twoman", "medium"), Random(seed)
    state: State = dealt(seed, base=(0, 150))
    state = RULES.apply(state, 0, Action("blind", bid)).state
    tricks = 0
    while state.number == 1 and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(RULES.waits_for(state))
        step = RULES.apply(state, seat, player.choose(RULES.view(state, seat), rng))
        tricks += sum(isinstance(event, TrickWon) and event.winner == 0 for event in step.events)
        state = step.state
    return tricks >= bid


def test_equal_cards_are_one_choice() -> None:
    view = to_play("AS KS 4H 3H 7C 6C 5C", bids=(3, 3))
    groups = {tuple(one.text for one in group) for group in groups_of(knowledge_of(view))}
    assert ("KS", "AS") in groups
    assert all(len({one[1] for one in group}) == 1 for group in groups)


def test_bag_cards_are_like_no_other_and_the_card_led_parts_its_neighbours() -> None:
    groups = groups_of(knowledge_of(to_play("8D 7D 6D KH JH", led="QH", bids=(3, 3))))
    assert [tuple(one.text for one in group) for group in groups] == [("JH",), ("KH",)]
    view = to_play("8D 7D 6D AS KS", bids=(3, 3))
    assert (cards("7D")) in [tuple(group) for group in groups_of(knowledge_of(view))]
    assert tuple(cards("6D 8D")) in [tuple(group) for group in groups_of(knowledge_of(view))]


def test_a_loss_says_why() -> None:
    """Cards played by chance lose games, and what is lost is said in codes with their hands of a hundred."""
    costly = [one for seed in range(4) for review in reviewed(seed) for one in review.decisions if one.mark]
    reasons = [reason for one in costly for reason in one.reasons]
    assert reasons
    assert all(len(one.reasons) <= 3 for one in costly)
    assert {reason.code for reason in reasons} <= CODES | {TRICK_TAKEN, ENDS_BETTER}
    assert all(0 <= share <= 100 for reason in reasons for share in (reason.best, reason.chosen))
    assert all(reason.best != reason.chosen for reason in reasons)


def test_luck_changes_its_sign_with_the_hands_and_with_who_leads() -> None:
    """Over both ways to deal the same cards and both to draw the lead nothing is left but what was rounded."""
    for seed in range(5):
        one, other = dealt(seed).hands
        deals = [of_cards(*hands, first=first) for hands in ((one, other), (other, one)) for first in (0, 1)]
        luck = [EVALUATOR.luck(state, 99) for state in deals]
        assert all(mine == -theirs for mine, theirs in luck)
        assert any(mine for mine, _ in luck)
        assert abs(sum(mine for mine, _ in luck)) <= 2


def test_the_account_adds_up_and_the_seats_mirror_each_other() -> None:
    for seed in range(3):
        one, other = reviewed(seed, base=(40, 10))
        assert one.before + other.before == one.after + other.after == SURE
        assert (one.luck, one.rest) == (-other.luck, -other.rest)


def test_a_hand_begins_where_the_one_before_it_ended() -> None:
    state: State = dealt(6)
    for one in played(state, 6):
        state = RULES.apply(state, one.seat, one.action).state
    after = EVALUATOR.after(state)
    assert state.phase is Phase.DEAL
    again = RULES.apply(state, -1, RULES.chance(state, Random(1).randrange)).state
    assert EVALUATOR.before(again) == after
