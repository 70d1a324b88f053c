"""The evaluator of Spades: bags, nils, blind nils and the exchange."""

from dataclasses import replace as changed
from itertools import permutations
from random import Random
from typing import Any

from games.engine.actions import Action, tuple_of
from games.engine.cards import PACK, cards
from games.engine.options import Options, Value
from games.engine.state import Phase, State, replace
from games.evaluation.decisions import (
    Decision,
    LoggedAction,
    Mark,
    SeatTurn,
    best_advice,
    compared,
    decisions,
    is_clear,
)
from games.evaluation.interface import SURE, WeighedActions
from games.pages.moves import choice_text, reasons_of
from games.registry import GAMES, bot, evaluator
from games.reviews.pages import decided as shown
from games.reviews.practice import Position, judged
from games.snapshot import Snapshot, Status
from games.spades.bots.reviewer import nil_kept_in
from games.spades.rules import Spades
from games.spades.state import SpadesState
from tests.spades.positions import N, S, W, act, bidden, dealt

RULES, EVALUATOR = Spades(), evaluator("spades")
PARTNER: dict[str, Value] = {"variant": "partner"}
LOOK, BLIND = Action("look"), Action("blind_nil")
CUSTOM: dict[str, Value] = {"variant": "custom1"}
TWO: dict[str, Value] = {**CUSTOM, "blind_nil_exchange": 2}
#: South bids a blind nil and holds the ace of spades and low cards. North is strong in every suit.
FEARED = (
    "AS 3S 9H 5H 2H 8D 6D 4D 2D 7C 5C 3C 2C",
    "TS 9S 8S KH JH 8H KD JD 7D QC JC TC 6C",
    "KS QS JS 7S AH QH TH AD QD TD AC KC 9C",
    "6S 5S 4S 2S 7H 6H 4H 3H 9D 5D 3D 8C 4C",
)


def random_deal(seed: int, options: Options, **start: Any) -> SpadesState:
    pack = list(PACK)
    Random(seed).shuffle(pack)
    hands = (" ".join(one.text for one in pack[seat::4]) for seat in range(4))
    return dealt(*hands, options=options, **start)


def weighed(state: State, seat: int, chosen: Action, seed: int = 7) -> WeighedActions:
    found = EVALUATOR.weigh(RULES.view(state, seat), chosen, seed)
    assert found is not None
    return found


def lead_of(found: WeighedActions, one: Action, other: Action) -> tuple[float, bool]:
    """Return by how much `one` is worth more than `other`, in millionths, and whether that is significant."""
    first, second = found.choice_of(one), found.choice_of(other)
    assert first is not None and second is not None
    less, error = compared(first, second, found)
    return less, is_clear(less, error)


def decided(state: State, seat: int, chosen: Action) -> Decision:
    turn = SeatTurn(LoggedAction(1, seat, chosen), RULES.view(state, seat))
    return next(decisions(EVALUATOR, [turn], code="abc"))


def on_the_last_heart(*, bids: tuple[int, ...], tricks: tuple[int, ...]) -> SpadesState:
    """Return a position in which seat 1 plays the king or the 2 to a trick of hearts and loses the last trick."""
    hearts, last = cards("TH 9H 3H"), cards("AS 2D QS")
    out = {*hearts, *last, *cards("KH 2H")}
    fallen = [one for one in PACK if one not in out]
    odd = cards("2S 3S 4S 2C")  # seat 3 has no more spades
    suited = [one for one in fallen if one not in odd]
    plays = [(place % 4, one) for place, one in enumerate([*suited, *odd])]
    plays += zip((2, 3, 0), hearts, strict=True)
    return replace(
        random_deal(1, PARTNER),
        phase=Phase.PLAY,
        bids=bids,
        leader=2,
        trick=hearts,
        hands=((last[0],), cards("KH 2H"), (last[2],), (last[1],)),
        actions=(
            *((seat, Action("bid", bids[seat])) for seat in (1, 2, 3, 0)),
            *((seat, Action("play", one.text)) for seat, one in plays),
        ),
        tricks=tricks,
        broken=True,
    )


def test_the_reason_no_bags_is_given_only_if_the_hand_scores_no_bags() -> None:
    """The trick of a broken nil is a bag (S15)."""
    low, high = Action("play", "2H"), Action("play", "KH")
    for tricks, is_nil_kept in (((4, 4, 3, 0), True), ((4, 3, 3, 1), False)):
        view = RULES.view(on_the_last_heart(bids=(3, 4, 3, 0), tricks=tricks), 1)
        assert ("NO_BAGS" in {one.code for one in EVALUATOR.reasons(view, low, high, 1)}) is is_nil_kept


def test_the_chance_of_a_nil_is_adjusted_to_nils_of_played_games() -> None:
    """Where 91% of the sampled hands kept a nil, hard bots kept 79% of such nils (docs/review.md)."""
    kept = [nil_kept_in(share) for share in range(101)]
    assert kept == sorted(kept) and kept[0] == 0
    assert 75 <= kept[91] <= 85


def test_a_blind_nil_is_better_only_far_behind() -> None:
    """At 150 to 400 the blind nil is better than a look; when ahead or level it is much worse."""
    more, is_sure = lead_of(weighed(random_deal(1, CUSTOM, score=(150, 400)), S, LOOK), BLIND, LOOK)
    assert more > 0 and is_sure
    for score in ((0, 0), (450, 150)):
        less, is_sure = lead_of(weighed(random_deal(1, CUSTOM, score=score), S, LOOK), LOOK, BLIND)
        assert less > SURE / 25 and is_sure


def test_a_blind_nil_that_throws_a_won_game_away_is_marked() -> None:
    found = decided(random_deal(1, CUSTOM, score=(300, 100)), S, BLIND)
    assert (found.kind, found.best, found.mark) == ("blind", LOOK, Mark.BLUNDER)
    assert found.examples == ()
    assert [one.code for one in found.reasons][0] == "BLIND_FALLS"
    assert 10 < found.reasons[0].chosen < 40
    assert reasons_of(found.reasons)[0].startswith("A blind bid like that succeeds")


def test_with_an_exchange_a_blind_nil_succeeds_more_often() -> None:
    held = EVALUATOR.reasons(RULES.view(random_deal(1, TWO), S), BLIND, LOOK, 7)[0]
    alone = EVALUATOR.reasons(RULES.view(random_deal(1, CUSTOM), S), BLIND, LOOK, 7)[0]
    assert held.code == alone.code == "BLIND_MADE"
    assert 10 < alone.best < 40
    assert held.best > alone.best + 12


def test_winning_the_game_is_a_reason() -> None:
    view = RULES.view(random_deal(1, CUSTOM, score=(440, 100)), S)
    found = {one.code: one for one in EVALUATOR.reasons(view, LOOK, BLIND, 7)}
    assert found["GAME_WON"].best > found["GAME_WON"].chosen + 20


def test_looking_first_keeps_the_chance_of_a_misdeal() -> None:
    """After a misdeal the scores are unchanged, so in a game at 0 to 0 the chance to win is one half."""
    options = ({**CUSTOM, "allow_misdeals": is_allowed} for is_allowed in (False, True))
    plain, dealt_again = (weighed(random_deal(1, some), S, LOOK).choices[0].worth for some in options)
    assert sum(one != other for one, other in zip(plain, dealt_again, strict=True)) > 2
    assert sum(one == SURE // 2 for one in dealt_again) > 2


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
    assert decided(state, S, give("AS", "9H")).mark is None


def test_returning_the_ace_of_spades_is_a_blunder() -> None:
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


def test_the_second_exchange_does_not_depend_on_the_cards_of_the_first() -> None:
    state = bidden(dealt(*FEARED, options=TWO), "b0", "b0", 5, 4)
    found = []
    for gone, back in ((("AS", "9H"), ("9C", "TD")), (("3S", "7C"), ("KS", "AH"))):
        now = act(act(state, S, give(*gone)), N, Action("return", back))
        assert now.turn == W
        found.append(weighed(now, W, give("KH", "KD")))
    assert found[0] == found[1]


def test_hints_to_look_and_to_give_have_reasons() -> None:
    look = best_advice(EVALUATOR, RULES.view(random_deal(1, CUSTOM), S), LOOK, 7)
    assert (look.action, look.other, look.reasons[0].code) == (LOOK, BLIND, "BLIND_FALLS")
    view = RULES.view(to_give(), S)
    hint = best_advice(EVALUATOR, view, bot("spades", "expert").choose(view, Random(1)), 7)
    assert "AS" in tuple_of(hint.action.argument)
    worse = best_advice(EVALUATOR, view, give("3S", "2H"), 7)
    assert "AS" in tuple_of(worse.action.argument)


def moment(state: SpadesState) -> Snapshot:
    return Snapshot("house", "spades", 0, Status.PLAYING, S, (), RULES.view(state, S), hands=())


def test_a_review_has_words_for_blind_nil_and_for_giving_no_cards() -> None:
    words = [choice_text(GAMES["spades"], one) for one in (BLIND, give(), give("AS", "9H"))]
    assert words == ["blind nil", "no cards", "[AS] [9H]"]
    state = to_give()
    found = decided(state, S, give("9H", "8D"))
    assert shown(moment(state), changed(found, examples=())).chosen == ("9H", "8D")
    assert reasons_of(found.reasons)[0].startswith("The nil is made ")


def test_a_practised_exchange_is_right_in_any_order_of_its_cards() -> None:
    state = to_give()
    found = decided(state, S, give("9H", "8D"))
    for order in permutations(tuple_of(found.best.argument)):
        assert judged(Position(moment(state), state, found), give(*map(str, order))).is_right
    assert not judged(Position(moment(state), state, found), give("8D", "9H")).is_right
