"""Medium Marta in Two-Man Spades: what she counts, hears and plays for."""

from random import Random

import pytest

from games.engine.cards import Suit, card, cards
from games.engine.state import Phase
from games.twoman.bots.count import wins
from games.twoman.bots.discard import pile_chance
from games.twoman.bots.evaluation import winning_chance
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.medium import MediumTwoMan
from games.twoman.bots.odds import nil_chance
from games.twoman.score import Parity, Standing
from tests.bots.positions import RULES, before_play, card_of, to_play

MARTA = MediumTwoMan()


def _plays(hand: str, **position: object) -> str:
    return card_of(MARTA.choose(to_play(hand, **position), Random(1)))  # type: ignore[arg-type]


def test_it_knows_a_winner_when_all_higher_cards_are_out() -> None:
    knowledge = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2), played="AS KS QS JS TS 8S"))
    fresh = knowledge_of(to_play("9S 5D 4C", tricks=(5, 2)))
    assert wins(knowledge, card("9S")) == 1.0 and wins(fresh, card("9S")) < 0.7
    assert _plays("9S 7S 4C", bids=(7, 3), tricks=(5, 2), played="AS KS QS JS TS 8S") == "9S"


def test_it_knows_a_void_from_a_card_that_did_not_follow() -> None:
    knowledge = knowledge_of(to_play("AH KH 2S", played="QH 3D", tricks=(4, 3)))
    assert knowledge.voids == {Suit.HEARTS}
    assert not any(one.suit is Suit.HEARTS for one in knowledge.pool)


def test_it_knows_that_a_forced_spade_lead_leaves_only_spades() -> None:
    view = to_play("AH KH 2D 3D 4D 5D 6D 8D 9D", led="5S", tricks=(1, 0), played="QC 4C")
    assert knowledge_of(view).voids == {Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS}


def test_it_keeps_its_own_nil() -> None:
    assert _plays("QH 9H 2H 3C", led="KH", bids=(0, 5), tricks=(0, 6)) == "QH"
    assert _plays("2H AH KD AC", bids=(0, 5), tricks=(0, 6)) == "2H"


def test_it_attacks_the_nil_of_the_other_seat() -> None:
    """Ducks with the highest card that loses, though it could win; leads its lowest."""
    assert _plays("AH 3H 2H KC", led="5H", bids=(3, 0), tricks=(6, 0)) == "3H"
    assert _plays("AH KH 2H KC", bids=(3, 0), tricks=(6, 0)) == "2H"


def test_it_plays_its_own_bid_where_the_others_nil_is_broken() -> None:
    assert _plays("AH 3H 2H KC", led="5H", bids=(6, 0), tricks=(5, 1)) == "AH"


def test_it_sets_the_other_when_that_wins_the_game() -> None:
    """One trick more and the other seat, 10 short of the target, is set instead of winning."""
    position = {"bids": (2, 5), "tricks": (5, 3), "base": (200, 290)}
    assert _plays("AH 3H", led="QH", **position) == "AH"


def test_it_sheds_the_same_trick_when_the_other_has_made_its_bid() -> None:
    position = {"bids": (2, 3), "tricks": (5, 3), "bags": (3, 0)}
    assert _plays("AH 3H", led="QH", **position) == "3H"


def test_a_seventh_bag_is_shed_and_a_fifth_below_zero_is_not_bought_dearly() -> None:
    position = {"bids": (5, 3), "tricks": (5, 3), "bags": (6, 0)}
    assert _plays("AH 3H", led="QH", **position) == "3H"


def test_it_bids_less_after_a_high_bid() -> None:
    hand = "AS KS 9S 4S AH 5H KC 4C 8D 5D"
    bids = [MARTA.choose(before_play(hand, Phase.BID, known=n), Random(1)).number or 0 for n in (2, 7)]
    assert bids[0] > bids[1]


def test_it_bids_no_more_than_the_target_needs() -> None:
    """280 and 3 bags in the ones digit: two tricks reach 300, and a bid of five would risk them."""
    hand = "AS KS QS 9S 4H 5H KC 4C 8D 5D"
    near = before_play(hand, Phase.BID, known=4, base=(280, 100))
    far = before_play(hand, Phase.BID, known=4, base=(100, 100))
    bids = [MARTA.choose(view, Random(1)).number or 0 for view in (near, far)]
    assert bids[0] < bids[1]


def test_it_bids_nil_on_a_hand_that_can_hardly_take_a_trick() -> None:
    hand = "2H 3H 4H 5H 2C 3C 4C 5C 6C 8C"
    assert nil_chance(cards(hand)) > 0.6
    view = before_play(hand, Phase.BID, known=5, discards="2D 3D")
    assert MARTA.choose(view, Random(1)).number == 0


def test_the_pile_is_likelier_won_with_a_card_of_the_fitting_parity() -> None:
    """Seven of thirteen faces are odd, so the odd seat adds an even card."""
    hand = "AS KS QS 9S AH KH QH 9H 4C 5C 8D"
    odd = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.ODD, Parity.EVEN)))
    even = knowledge_of(before_play(hand, Phase.DISCARD, parity=(Parity.EVEN, Parity.ODD)))
    assert pile_chance(odd, card("4C")) != pile_chance(odd, card("5C"))
    assert pile_chance(odd, card("4C")) == pytest.approx(1 - pile_chance(even, card("4C")))


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ((Standing(300), Standing(290)), 1.0),
        ((Standing(300), Standing(310)), 0.0),
        ((Standing(300), Standing(300)), 0.5),
        ((Standing(200), Standing(-100)), 1.0),
    ],
)
def test_a_finished_game_is_worth_what_it_brought(standings: tuple[Standing, Standing], expected: float) -> None:
    assert winning_chance(standings, 0, RULES.initial({}).options) == expected


def test_resting_bags_are_a_burden_and_bags_below_zero_are_none() -> None:
    options = RULES.initial({}).options
    chances = [winning_chance((Standing(100, n), Standing(100)), 0, options) for n in (6, 0, -4)]
    assert chances == sorted(chances)
