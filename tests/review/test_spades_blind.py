"""Spades reviewed before the cards are seen and while they are exchanged: values, and what moves none."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from games.bots.base import Seeded
from games.engine.actions import Action, Pick, tuple_of
from games.engine.cards import PACK, cards
from games.engine.options import Options, Value
from games.engine.state import Phase, SeatView, State
from games.presenters.choices import reasons_of, said
from games.registry import bot, evaluator
from games.review.advising import advised
from games.review.decisions import Decision, LoggedAction, Mark, Turn, compared, decisions, is_clear
from games.review.face import SURE, Weighed
from games.review.hand import Finished, review_hand
from games.spades.bots.encoding import deals, guess
from games.spades.bots.exchanging import exchanged, piles
from games.spades.bots.knowledge import knowledge_of
from games.spades.rules import Spades
from games.spades.state import SpadesState
from tests.engine.spades_positions import N, S, W, act, bidden, dealt
from tests.review.hands import went

RULES, EVALUATOR = Spades(), evaluator("spades")
LOOK, BLIND = Action("look"), Action("blind_nil")
CUSTOM: dict[str, Value] = {"variant": "custom1"}
TWO: dict[str, Value] = {**CUSTOM, "blind_nil_exchange": 2}
#: South bids blind and holds the ace of spades; all other cards are low or well guarded. North is long and strong.
FEARED = (
    "AS 3S 9H 5H 2H 8D 6D 4D 2D 7C 5C 3C 2C",
    "TS 9S 8S KH JH 8H KD JD 7D QC JC TC 6C",
    "KS QS JS 7S AH QH TH AD QD TD AC KC 9C",
    "6S 5S 4S 2S 7H 6H 4H 3H 9D 5D 3D 8C 4C",
)


def drawn(seed: int, options: Options, **start: Any) -> SpadesState:
    pack = list(PACK)
    Random(seed).shuffle(pack)
    hands = (" ".join(one.text for one in pack[seat::4]) for seat in range(4))
    return dealt(*hands, options=options, **start)


def weighed(state: State, seat: int, chosen: Action, seed: int = 7) -> Weighed:
    found = EVALUATOR.weigh(RULES.view(state, seat), chosen, seed)
    assert found is not None
    return found


def ahead(found: Weighed, one: Action, other: Action) -> tuple[float, bool]:
    """By how much the one is better, and whether that counts."""
    first, second = found.choice_of(one), found.choice_of(other)
    assert first is not None and second is not None
    less, error = compared(first, second, found)
    return less, is_clear(less, error)


def decided(state: State, seat: int, chosen: Action) -> Decision:
    turn = Turn(LoggedAction(1, seat, chosen), RULES.view(state, seat))
    return next(decisions(EVALUATOR, [turn], code="abc"))


# -- before the cards are seen --------------------------------------------------------------------------------


def test_a_blind_nil_is_for_those_who_have_little_to_lose() -> None:
    """Far behind a side that is nearly there it is better, well ahead and between equals much worse."""
    last_hope = ahead(weighed(drawn(1, CUSTOM, score=(150, 400)), S, LOOK), BLIND, LOOK)
    assert last_hope[0] > 0
    assert last_hope[1]
    for score in ((0, 0), (450, 150)):
        less, is_sure = ahead(weighed(drawn(1, CUSTOM, score=score), S, LOOK), LOOK, BLIND)
        assert less > SURE / 25
        assert is_sure


def test_a_blind_nil_that_throws_a_won_game_away_is_marked() -> None:
    found = decided(drawn(1, CUSTOM, score=(300, 100)), S, BLIND)
    assert (found.kind, found.best, found.mark) == ("blind", LOOK, Mark.BLUNDER)
    assert found.examples == ()
    assert [one.code for one in found.reasons][0] == "BLIND_FALLS"
    assert 10 < found.reasons[0].chosen < 40
    assert reasons_of(found.reasons)[0].startswith("A blind bid like that is made in")


@pytest.mark.parametrize("count", [1, 2])
def test_with_an_exchange_it_holds_more_often(count: int) -> None:
    """Which the reason tells: a nil alone in about one deal of four."""
    state = drawn(1, {**CUSTOM, "blind_nil_exchange": count})
    held = EVALUATOR.reasons(RULES.view(state, S), BLIND, LOOK, 7)[0]
    alone = EVALUATOR.reasons(RULES.view(drawn(1, CUSTOM), S), BLIND, LOOK, 7)[0]
    assert held.code == alone.code == "BLIND_MADE"
    assert 10 < alone.best < 40
    assert held.best > alone.best + 12


def test_that_a_hand_wins_the_game_is_a_reason_as_well() -> None:
    view = RULES.view(drawn(1, CUSTOM, score=(440, 100)), S)
    found = {one.code: one for one in EVALUATOR.reasons(view, LOOK, BLIND, 7)}
    assert found["GAME_WON"].best > found["GAME_WON"].chosen + 20


@pytest.mark.parametrize("options", [CUSTOM, TWO, {"variant": "solo"}])
def test_nothing_of_the_own_hand_or_of_others_moves_a_blind_decision(options: Options) -> None:
    one, other = (bidden(drawn(seed, options), 3) for seed in (1, 2))
    assert one.hands != other.hands
    views = [RULES.view(state, W) for state in (one, other)]
    assert views[0].hand is None
    assert views[0] == views[1]
    assert weighed(one, W, LOOK) == weighed(other, W, LOOK)
    assert weighed(one, W, LOOK) != weighed(one, W, LOOK, seed=8)
    assert EVALUATOR.reasons(views[0], LOOK, BLIND, 7) == EVALUATOR.reasons(views[1], LOOK, BLIND, 7)


def test_the_bids_that_were_heard_make_their_hands_likely() -> None:
    """Of whoever bid seven the deals have more high cards than of whoever bid one."""
    strong, weak = (knowledge_of(RULES.view(bidden(drawn(1, CUSTOM), bid), W)) for bid in (7, 1))

    def high(knowledge: Any) -> int:
        worlds = deals(knowledge, 100, Seeded(5))
        return sum(one.height > 11 for world in range(100) for one in worlds.hand(world, S))

    assert high(strong) > high(weak) + 150


def test_a_deal_that_is_thought_of_is_a_whole_pack() -> None:
    worlds = deals(knowledge_of(RULES.view(drawn(1, CUSTOM), S)), 50, Seeded(5))
    for world in range(50):
        hands = [worlds.hand(world, seat) for seat in range(4)]
        assert all(len(hand) == 13 for hand in hands)
        assert {one for hand in hands for one in hand} == set(PACK)


def test_whoever_looks_may_claim_a_misdeal() -> None:
    """It leaves the scores as they are, which is worth more than such a hand."""
    plain, dealt_again = (
        weighed(drawn(1, {**CUSTOM, "allow_misdeals": misdeals}), S, LOOK).choices[0].worth
        for misdeals in (False, True)
    )
    assert sum(one != other for one, other in zip(plain, dealt_again, strict=True)) > 2
    assert sum(one == SURE // 2 for one in dealt_again) > 2


# -- the exchange ---------------------------------------------------------------------------------------------


def to_give(options: Options = TWO, hands: tuple[str, ...] = FEARED) -> SpadesState:
    return bidden(dealt(*hands, options=options), "b0", 3, 5, 2)


def give(*texts: str) -> Action:
    return Action("give", texts)


def test_keeping_the_ace_of_spades_is_a_blunder() -> None:
    state = to_give()
    found = decided(state, S, give("9H", "8D"))
    assert (found.kind, found.mark) == ("exchange", Mark.BLUNDER)
    assert "AS" in tuple_of(found.best.argument)
    assert found.reasons[0].code == "NIL_KEPT"
    assert found.reasons[0].best > found.reasons[0].chosen + 50
    assert dict(found.values)[give()] < dict(found.values)[found.best] - SURE / 10


def test_giving_it_away_costs_nothing() -> None:
    found = decided(to_give(), S, give("AS", "9H"))
    assert found.mark is None


def test_returning_it_is_a_blunder() -> None:
    state = act(to_give(), S, give("AS", "9H"))
    found = decided(state, N, Action("return", ("AS", "KS")))
    assert found.mark is Mark.BLUNDER
    assert "AS" not in tuple_of(found.best.argument)
    assert found.reasons[0] == ("NIL_KEPT", found.reasons[0].best, 0)


def test_the_same_cards_in_another_order_are_the_same_choice() -> None:
    state = to_give()
    found = [weighed(state, S, give(*order)) for order in permutations(("AS", "8D"))]
    assert [choice.worth for choice in found[0].choices] == [choice.worth for choice in found[1].choices]
    for one in found:
        assert all(one.choice_of(give(*order)) is one.choices[0] for order in permutations(("AS", "8D")))
        named = [frozenset(tuple_of(choice.actions[0].argument)) for choice in one.choices]
        assert len(set(named)) == len(named)


@pytest.mark.parametrize("count", [1, 2])
def test_few_cards_are_tried_and_the_policys_first(count: int) -> None:
    """With as many as may be given, with fewer, and one exchanged; all of them held."""
    view = RULES.view(to_give({**CUSTOM, "blind_nil_exchange": count}), S)
    found = piles(knowledge_of(view))
    assert found[0] == tuple(cards("AS 9H"))[:count]
    assert {len(pile) for pile in found} == set(range(count + 1))
    assert 4 < len(found) < 20
    assert all(set(pile) <= set(view.hand or ()) for pile in found)


def test_no_exchange_of_the_evaluators_changes_how_many_cards_there_are() -> None:
    """Where the partner returns it has more cards than the others; afterwards everybody has thirteen."""
    state = act(to_give(), S, give("AS", "9H"))
    worlds = guess(knowledge_of(RULES.view(state, N)), 50, Seeded(5))
    for world in range(50):
        hands = [worlds.hand(world, seat) for seat in range(4)]
        assert [len(hand) for hand in hands] == [11, 13, 15, 13]
        assert {one for hand in hands for one in hand} == set(PACK)
    before = guess(knowledge_of(RULES.view(to_give(), S)), 50, Seeded(5))
    after = exchanged(before, [("b0", 3, 5, 2)] * 50)
    assert (after.hands != before.hands).any(axis=0).tolist() == [True, False, True, False]
    assert all(len(after.hand(world, seat)) == 13 for world in range(50) for seat in range(4))
    assert all(cards("AS")[0] in after.hand(world, N) for world in range(50))


def test_the_second_of_two_exchanges_knows_nothing_of_the_first() -> None:
    """South and West bid blind; what South and North have exchanged West never sees."""
    state = bidden(dealt(*FEARED, options=TWO), "b0", "b0", 5, 4)
    told = []
    for gone, back in ((("AS", "9H"), ("9C", "TD")), (("3S", "7C"), ("KS", "AH"))):
        now = act(act(state, S, give(*gone)), N, Action("return", back))
        assert now.turn == W
        told.append(weighed(now, W, give("KH", "KD")))
    assert told[0] == told[1]


# -- hints ----------------------------------------------------------------------------------------------------


def test_a_hint_to_look_and_one_to_give_have_their_reasons() -> None:
    look = advised(EVALUATOR, RULES.view(drawn(1, CUSTOM), S), LOOK, 7)
    assert (look.action, look.other, look.reasons[0].code) == (LOOK, BLIND, "BLIND_FALLS")
    view = RULES.view(to_give(), S)
    hint = advised(EVALUATOR, view, bot("spades", "expert").choose(view, Random(1)), 7)
    assert "AS" in tuple_of(hint.action.argument)
    worse = advised(EVALUATOR, view, give("3S", "2H"), 7)
    assert "AS" in tuple_of(worse.action.argument)


def test_giving_no_cards_has_a_name() -> None:
    assert said("spades", give()) == "no cards"
    assert said("spades", give("AS", "9H")) == "[AS] [9H]"


# -- whole hands ----------------------------------------------------------------------------------------------


def chosen_by_chance(view: SeatView, rng: Random) -> Action:
    """Blind nils now and then, low bids, and any cards in an exchange."""
    if view.phase is Phase.BLIND:
        return BLIND if rng.random() < 0.4 else LOOK
    offer = rng.choice(view.legal)
    if isinstance(offer, Pick):
        return offer.with_free(rng.sample(offer.free, offer.count))
    bids = [one for one in view.legal if one.first.number in (2, 3, 4)]
    return rng.choice(bids).first if bids else offer


def hand_of(seed: int, options: Options) -> Finished:
    dealt_so, rng = drawn(seed, options), Random(seed)
    actions = went(RULES, dealt_so, rng, lambda state, seat: chosen_by_chance(RULES.view(state, seat), rng))
    return Finished(dealt_so, tuple(actions))


@pytest.mark.parametrize(
    "options", [TWO, {**TWO, "blind_nil_exchange": 1, "allow_misdeals": True}, {"variant": "solo"}]
)
def test_hands_with_blind_nils_and_exchanges_add_up(options: Options) -> None:
    kinds = list[str]()
    for seed in range(2):
        hand = hand_of(seed, options)
        reviews = review_hand(RULES, EVALUATOR, hand, code="abc")
        assert reviews == review_hand(RULES, EVALUATOR, hand, code="abc")
        for review in reviews:
            kinds += [one.kind for one in review.decisions]
            assert all(0 <= worth <= SURE for one in review.decisions for _, worth in one.values)
            assert all(one.chosen in dict(one.values) for one in review.decisions)
    asked = {"blind", "bid", "play"} | ({"exchange"} if options["variant"] != "solo" else set())
    assert set(kinds) == asked
    assert kinds.count("blind") == 8
