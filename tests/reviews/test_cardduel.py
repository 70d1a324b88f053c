"""The evaluator of Card Duel: values of plays and blaze, and the luck of coin, deal and refills."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

from games.cardduel.rules import CardDuel, CardDuelState
from games.engine.actions import Action, deal
from games.engine.cards import PACK, Card, cards
from games.engine.state import DEALER, Refilled, State, replace
from games.evaluation.decisions import LoggedAction, course_of_hand
from games.evaluation.hand import Finished, review_hand
from games.evaluation.interface import SURE
from games.registry import bot, evaluator
from tests.reviews.hands import play_hand

RULES, EVALUATOR = CardDuel(), evaluator("cardduel")


def dealt(pack: Sequence[Card], *, coin: int = 0, hp: tuple[int, int] = (30, 30), **options: Any) -> State:
    """Deal the first five cards of `pack` to the holder of the coin and the next five to the other player."""
    start = RULES.initial(options, {"hp": hp, "coin": coin})
    hands = (pack[:5], pack[5:10]) if coin == 0 else (pack[5:10], pack[:5])
    return RULES.apply(start, DEALER, deal(hands, deck=pack[10:])).state


def shuffled(seed: int) -> list[Card]:
    pack = list(PACK)
    Random(seed).shuffle(pack)
    return pack


def at(mine: str, theirs: str, *, hp: tuple[int, int] = (30, 30), rounds: int = 200) -> State:
    """Return a duel in which seat 0 has the coin; the deck is the rest of the pack in order."""
    held = (cards(mine), cards(theirs))
    rest = [one for one in PACK if one not in held[0] and one not in held[1]]
    return dealt([*held[0], *held[1], *rest], hp=hp, max_rounds=rounds)


def values_of(state: State, seat: int) -> dict[object, float]:
    """Return the mean value of each action, from 0 to 1, by its argument or "blaze"."""
    view = RULES.view(state, seat)
    weighed = EVALUATOR.weigh(view, view.legal[0], 99)  # type: ignore[arg-type]
    assert weighed is not None
    total = sum(weighed.weights)
    return {
        action.argument or action.verb: sum(map(int.__mul__, choice.worth, weighed.weights)) / total / SURE
        for choice in weighed.choices
        for action in choice.actions
    }


def test_plays_of_the_same_wands_in_answer_are_one_choice() -> None:
    """A stack of wands (clubs) alone has no effect, so the order of its cards does not matter."""
    state = RULES.apply(at("KS 2D 3D 4H 5H", "2C 3C 7D 8D 9H"), 0, Action("play", "2D")).state
    weighed = EVALUATOR.weigh(RULES.view(state, 1), Action("play", "7D"), 5)
    assert weighed is not None
    together = [{one.argument for one in choice.actions} for choice in weighed.choices]
    assert {("2C", "3C"), ("3C", "2C")} in together
    assert all(len(some) == 1 for some in together if some != {("2C", "3C"), ("3C", "2C")})


def test_a_lethal_sword_is_valued_as_a_won_duel() -> None:
    """The opponent has ten hit points and a shield of 2 (2D): a sword of 12 (QS) wins, a sword of 11 (JS) does not."""
    state = RULES.apply(at("2D 3S 4H 5H 6H", "QS JS 7D 8D 9H", hp=(10, 30)), 0, Action("play", "2D")).state
    values = values_of(state, 1)
    assert values["QS"] == 1
    assert values["JS"] < 1
    assert values["blaze"] < values["QS"]


def test_the_answer_in_the_last_round_is_valued_exactly() -> None:
    """Higher hit points win, and the second player sees the first play, so each value is 0, 0.5 or 1."""
    state = at("5S 3D 4D 6D 7D", "5H 2H 2S 8D 9D", hp=(30, 28), rounds=1)
    state = RULES.apply(state, 0, Action("play", "5S")).state
    values = values_of(state, 1)
    assert not any(values[card] for card in ("5H", "2H", "2S", "8D", "9D"))  # seat 1 loses
    state = RULES.apply(at("5S 3D 4D 6D 7D", "5H 2H 2S 8D 9D", hp=(28, 28), rounds=1), 0, Action("play", "5S")).state
    values = values_of(state, 1)
    assert [values[card] for card in ("5H", "2H", "8D", "2S")] == [0.5, 0, 0.5, 0]


def test_a_blaze_is_valued_by_its_chance_over_all_possible_hands() -> None:
    """With an empty deck the other hand is known, and so is the result of a blaze."""
    mine, theirs = cards("AS KS QS 2D 3D"), cards("2H 3H 4D 5S 6S")
    state: Any = CardDuelState.of(at("AS KS QS 2D 3D", "2H 3H 4D 5S 6S", hp=(5, 30)))
    rest = tuple(one for one in PACK if one not in (*mine, *theirs))
    known = replace(state, deck=(), discards=rest)
    assert values_of(known, 0)["blaze"] == 1  # swords of 39 against 30 hit points and a defence of 9
    assert values_of(replace(known, hp=(5, 31)), 0)["blaze"] == 0
    assert 0 < values_of(state, 0)["blaze"] < 1


def test_the_reason_for_a_lethal_sword_is_that_it_wins() -> None:
    state = at("2D 3S 4H 5H 6H", "QS JS 7D 8D 9H", hp=(10, 30))
    hand = [LoggedAction(1, 0, Action("play", "2D")), LoggedAction(2, 1, Action("play", "9H"))]
    view = course_of_hand(RULES, state, hand).turns[1].view
    found = EVALUATOR.reasons(view, Action("play", "QS"), hand[1].action, 3)
    assert ("DUEL_WON", 100, 0) in [(one.code, one.best, one.chosen) for one in found]


def test_a_coin_that_is_not_drawn_is_no_luck() -> None:
    pack = shuffled(3)
    swapped = [*pack[5:10], *pack[:5], *pack[10:]]
    luck = [EVALUATOR.luck(dealt(some, first="human"), 1)[0] for some in (pack, swapped)]
    assert luck[0] and abs(sum(luck)) <= 1
    before = [EVALUATOR.before(dealt(pack, coin=coin, first=first)) for coin, first in ((0, "human"), (1, "computer"))]
    assert before[0] == before[1][::-1] != (SURE // 2, SURE // 2)


def test_the_luck_of_a_refill_has_mean_0_over_all_draws() -> None:
    """The mean over every cut of the deck differs from 0 by rounding only."""
    pack = shuffled(4)
    state: Any = CardDuelState.of(dealt(pack))
    play = next(one for one in RULES.legal_actions(state, 0) if isinstance(one, Action))
    answer = [one for one in RULES.legal_actions(RULES.apply(state, 0, play).state, 1) if isinstance(one, Action)][0]
    found = []
    for cut in range(len(state.deck)):
        turned = replace(state, deck=(*state.deck[cut:], *state.deck[:cut]))
        (draw,) = course_of_hand(RULES, turned, [LoggedAction(1, 0, play), LoggedAction(2, 1, answer)]).draws
        found.append(EVALUATOR.drawn(*draw))
    assert all(mine == -theirs for mine, theirs in found)
    assert max(mine for mine, _ in found) > 10_000
    assert abs(sum(mine for mine, _ in found)) <= len(found) / 2


def test_the_luck_of_a_refill_after_a_reshuffle_has_mean_0() -> None:
    """The mean over every order of the discards differs from 0 by rounding only."""
    pack = shuffled(5)
    state: Any = replace(
        CardDuelState.of(dealt(pack)), hands=(tuple(pack[:4]), tuple(pack[5:9])), deck=(), discards=tuple(pack[9:14])
    )
    total = 0
    for order in permutations([one.text for one in state.discards]):
        (draw,) = course_of_hand(RULES, state, [LoggedAction(1, DEALER, Action("reshuffle", order))]).draws
        assert [one.seat for one in draw[1]] == [0, 1]
        total += EVALUATOR.drawn(*draw)[0]
    assert abs(total) <= 60


def test_a_better_card_is_better_luck() -> None:
    state: Any = CardDuelState.of(dealt(shuffled(6)))
    kept = tuple(cards("2D 3D 4D 5D"))
    both = replace(state, hp=(20, 20), hands=((*kept, *cards("AS")), tuple(cards("6D 7D 8D 9D TD"))))
    rest = tuple(one for one in PACK if one not in (*both.hands[0], *both.hands[1]))
    lucky = EVALUATOR.drawn(replace(both, deck=rest), [Refilled(0, tuple(cards("AS")))])
    others = tuple(one for one in rest if one.text != "2C")
    poor = replace(both, hands=((*kept, *cards("2C")), both.hands[1]), deck=(*cards("AS"), *others))
    assert lucky[0] > 0 > EVALUATOR.drawn(poor, [Refilled(0, tuple(cards("2C")))])[0]


def test_the_luck_of_a_duel_is_the_sum_of_deal_coin_and_refills() -> None:
    state, rng, player = dealt(shuffled(7)), Random(7), bot("cardduel", "normal")
    actions = play_hand(RULES, state, rng, lambda now, seat: player.choose(RULES.view(now, seat), rng))
    hand = Finished(state, tuple(actions))
    drawn = [EVALUATOR.drawn(*draw) for draw in course_of_hand(RULES, hand.dealt, hand.actions).draws]
    assert drawn
    expected = EVALUATOR.luck(hand.dealt, 1)[0] + sum(mine for mine, _ in drawn)
    assert [one.luck for one in review_hand(RULES, EVALUATOR, hand, code="abc")] == [expected, -expected]
