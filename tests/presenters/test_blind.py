"""The blind decision: offered before a card is shown, with its stakes; waiting while it is Marta's."""

from games.engine.cards import PACK
from games.viewmodel.words import card_name
from tests.presenters.seeing import Table, drawn


def behind() -> Table:
    return Table(base=(0, 150)).deal()


def ahead() -> Table:
    return Table(base=(150, 0)).deal()


def test_it_offers_looking_five_to_ten_and_blind_nil() -> None:
    more = behind().more()
    assert more.look == '["look"]'
    assert [offer.action for offer in more.offers] == [f'["blind",{bid}]' for bid in range(5, 11)]
    assert more.blind_nil == '["blind_nil"]'


def test_it_says_why_it_is_offered_and_how_far_behind() -> None:
    table = behind().shown()
    assert table.say == "You are 100 or more behind, so you may bid before you see your cards."
    assert table.my_turn
    assert behind().more().near.note == "150 behind"


def test_a_blind_bid_brings_and_costs_double() -> None:
    five = behind().more().offers[0]
    assert (five.button, five.swing, five.made_points, five.missed_points) == ("Bid blind 5", "±100", "+100", "−100")


def test_no_card_is_named_before_the_decision() -> None:
    page = drawn(behind().shown())
    assert not [one for one in PACK if card_name(one) in page]
    assert page.count('class="paper back"') == 11


def test_blind_nil_asks_once_more() -> None:
    page = drawn(behind().shown())
    asked = page[page.index('id="bnil" popover') :]
    assert page.count("[&#34;blind_nil&#34;]") == asked.count("[&#34;blind_nil&#34;]") == 1


def test_while_marta_decides_the_own_cards_are_shown_and_none_may_be_played() -> None:
    table = ahead()
    assert table.shown().say == "Marta is far behind and may bid before looking."
    assert not table.more().offers
    assert not table.shown().my_turn
    assert [one.action for row in table.more().rows for one in row] == [""] * 11


def test_her_blind_bid_is_heard_before_the_discard() -> None:
    table = ahead().say("1 blind 6")
    assert table.shown().say.startswith("Marta bid 6 blind. Put a card aside.")
    assert table.more().others[0].bid == "6 blind"
    nil = ahead().say("1 blind_nil").shown()
    assert nil.say.startswith("Marta bid blind nil: one trick on that side and you win the game.")
