"""The bids: the pile shown once, every bid with its stakes."""

from games.viewmodel.offers import Offer
from tests.presenters.seeing import Table, drawn


def bidding(mine: str = "2C", hers: str = "3C", **start: object) -> Table:
    return Table(**start).deal().say(f"0 discard {mine}", f"1 discard {hers}")  # type: ignore[arg-type]


def offer(table: Table, bid: int) -> Offer:
    return table.more().offers[bid]


def test_it_tells_the_pile_and_who_bids_first() -> None:
    say = bidding().shown().say
    assert say == "2 of clubs and 3 of clubs: 5, odd. The pile is yours, 20 points. You lead, so you bid first."


def test_it_tells_a_pile_that_is_martas() -> None:
    say = bidding("AS", "3C").shown().say
    assert say.startswith("Ace of spades and 3 of clubs: 4, even. The pile is Marta’s, 10 points.")


def test_the_sum_of_the_pile_stands_there_until_the_bids_are_made() -> None:
    assert bidding().more().others[0].tag == "[3C] + your [2C] = 5: odd, yours, +20"
    table = bidding("AS", "3C")
    assert table.more().others[0].tag == "[3C] + your [AS] = 4: even, Marta’s, +10"
    assert "+ your" in drawn(table.shown()) and "+ your" in drawn(table.say("0 bid 4").shown())
    assert "+ your" not in drawn(table.say("1 bid 4").shown())


def test_the_strip_names_the_aim_and_no_bags_before_there_are_any() -> None:
    html = drawn(bidding(bags=(3, 0)).shown())
    assert "first to 300" in html
    assert tuple(side.more for side in bidding(bags=(3, 0)).more().sides) == (
        "3 bags · odd",
        "even piles",
    )


def test_it_offers_nil_to_ten() -> None:
    offers = bidding().more().offers
    assert [one.action for one in offers] == [f'["bid",{bid}]' for bid in range(11)]
    assert [one.button for one in offers][:3] == ["Bid nil", "Bid 1", "Bid 2"]


def test_no_bid_is_picked_at_first() -> None:
    blind = Table(base=(0, 150)).deal()
    for table in (bidding(), blind):
        assert " checked" not in drawn(table.shown())
        assert "Choose a bid" in drawn(table.shown())


def test_a_bid_has_its_stakes() -> None:
    four = offer(bidding(bags=(3, 0)), 4)
    assert (four.made, four.made_points, four.missed, four.missed_points) == ("4 or more", "+40", "Under 4", "−40")
    assert four.made_note == "Each extra trick is a bag. You have 3 bags; 7 cost 100."
    assert four.missed_note == "Marta has not bid yet."


def test_nil_follows_the_option() -> None:
    assert offer(bidding(), 0).swing == "±200"
    nil = offer(bidding(nil_points=100, base=(20, 20)), 0)
    assert (nil.swing, nil.made_note) == ("±100", "Base 20 becomes 120.")


def test_what_is_spare_counts_her_bid() -> None:
    table = bidding(odd=1).say("1 bid 5")
    notes = [offer(table, bid).missed_note for bid in (3, 4, 5, 6)]
    assert notes == [
        "Marta bid 5: 2 tricks are left over.",
        "Marta bid 5: one trick is left over.",
        "Marta bid 5: every trick has been bid.",
        "Marta bid 5: at least one of you falls short.",
    ]


def test_her_nil_is_named() -> None:
    table = bidding(odd=1).say("1 bid 0")
    assert table.shown().say.endswith("Marta bid nil. Your bid?")
    assert table.more().others[0].bid == "nil"


def test_while_marta_bids_nothing_is_offered() -> None:
    table = bidding(odd=1)
    assert table.shown().say.endswith("Marta is bidding.")
    assert not table.more().offers
    assert table.more().others[0].note == "leads the first trick"
