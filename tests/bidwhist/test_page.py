"""The table page of Bid Whist: auction, naming, kitty, order of cards, play and refusals."""

import re
from typing import Any

import pytest
from django.utils import translation

from games.bidwhist.state import BidWhistView
from games.engine.actions import Action
from games.engine.state import DEALER
from tests.bidwhist.positions import (
    ASIDE,
    DEAL,
    JOKERS_OUT,
    KITTY_OUT,
    RULES,
    WhistTable,
    all_played,
    contract,
    in_play,
)

# Auction and naming


def test_the_first_bidder_may_bid_or_pass() -> None:
    table = WhistTable().deal()
    more = table.page()
    assert [one["value"] for one in more.offers][:4] == ["4U", "4D", "4N", "5U"]
    assert (more.can_pass, more.say) == ('["pass"]', "You bid first. Each player gets one bid.")
    assert "checked" not in table.html()
    with translation.override("de"):
        assert table.page().say == "Du bietest zuerst. Alle bieten nur einmal."


def test_no_card_can_be_played_in_the_auction() -> None:
    """The bid five downtown has the same notation as the five of diamonds: 5D."""
    table = WhistTable().deal()
    offered = {str(one.argument) for one in RULES.legal_actions(table.log.state, 0) if isinstance(one, Action)}
    assert "5D" in offered
    assert {one.action for row in table.page().own.rows for one in row} == {""}


@pytest.mark.parametrize(
    ("bid", "promise", "words", "options"),
    [
        ("4U", "10 books", "High cards win. Made +4 or more, set −4.", {}),
        ("5D", "11 books", "Low cards win. Made +5 or more, set −5.", {}),
        ("6N", "12 books", "You name up or down. Made +12 or more, set −12.", {}),
        ("6N", "12 books", "You name up or down. Made +6 or more, set −6.", {"nt_double": False}),
        ("7U", "13 books", "A Boston. High cards win. Made +7, set −7.", {}),
        ("1D", "7 books", "Low cards win. Made +1 or more, set −1.", {"min_bid": 1}),
    ],
)
def test_a_bid_states_its_promise_and_what_it_wins_and_loses(
    bid: str, promise: str, words: str, options: dict[str, Any]
) -> None:
    offer = next(one for one in WhistTable(**options).deal().page().offers if one["value"] == bid)
    assert (offer["promise"], offer["words"]) == (promise, words)


def test_bids_of_one_denomination_share_a_column() -> None:
    offers = WhistTable(dealer=0, min_bid=3).deal().say("W bid 4U", "N pass", "E pass").page().offers
    columns = [(one["value"], one["column"]) for one in offers]
    assert columns[:7] == [("4N", 6), ("5U", 1), ("5D", 2), ("5N", 3), ("6U", 4), ("6D", 5), ("6N", 6)]


def test_the_message_states_the_last_call_and_the_choice_left() -> None:
    table = WhistTable(dealer=0).deal().say("W bid 4U", "N bid 4N", "E bid 6D")
    assert table.page().say == "Odile bid 6 downtown. Bid or pass."
    table = WhistTable(dealer=0).deal().say("W pass", "N bid 7N", "E pass")
    assert table.page().offers == () and "No bid beats the last one." in table.html()
    assert table.page().say == "Odile passed. You can only pass."
    table = WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass")
    assert table.page().can_pass == "" and " checked" not in table.html()
    assert table.page().say == "Everyone passed: as the dealer, you must bid."


def test_the_winner_of_the_auction_names_trump_or_direction_and_others_wait() -> None:
    for bid, labels, waits in (
        ("4U", ["Clubs", "Diamonds", "Hearts", "Spades"], "4 uptown and is naming trump."),
        ("4N", ["Up", "Down"], "4 no trump and is choosing high or low."),
    ):
        table = WhistTable().deal().say(f"S bid {bid}", "W pass", "N pass", "E pass")
        assert [one["label"] for one in table.page().namings] == labels
        table = WhistTable().deal().say("S pass", f"W bid {bid}", "N pass", "E pass")
        assert table.page().namings == ()
        assert table.page().say == f"Bruno won the auction with {waits}"


# The kitty


def test_the_declarer_takes_the_kitty_and_discards_as_many_cards() -> None:
    table = contract()
    passing = table.page().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("discard", 6, 6)
    assert table.html().count('type="checkbox"') == 18
    assert table.page().say == "4 uptown in spades. The kitty is yours: discard 6 cards, your first book."


@pytest.mark.parametrize(("rule", "is_announced"), [("exchange", True), ("throw_off", False)])
def test_jokers_that_must_be_discarded_are_announced_and_preselected(rule: str, is_announced: bool) -> None:
    """A discard without the jokers would be refused, and the player would have to choose all cards again."""
    table = contract("4N", "S direction up", nt_joker=rule)
    assert table.page().say.endswith("Jokers must go.") == is_announced
    chosen = re.findall(r'value="(\w\w)"[^>]* checked>', table.html())
    assert chosen == (["BJ", "LJ"] if is_announced else [])


def test_the_discard_is_named_to_the_declarer_alone() -> None:
    own = [text for text, _number in in_play().page().log]
    assert "You discarded [2H] [2C] [7D] [6D] [5D] [2D]." in own
    table = contract("4D", "W trump S").say("W discard 2H 2C 7D 6D KD QD")
    theirs = [text for text, _number in table.page().log]
    assert "Bruno discarded 6 cards, the first book." in theirs
    assert not any("[KD]" in line for line in theirs)
    assert "king of diamonds" not in table.html()


def test_a_kitty_turned_up_is_shown_to_all_seats() -> None:
    table = contract("4D", "W trump S", kitty_shown=True)
    assert table.page().kitty == ("2H", "2C", "7D", "6D", "BJ", "LJ")
    assert not [one for row in table.page().own.rows for one in row if one.note]


@pytest.mark.parametrize("is_named_after", [False, True])
def test_cards_of_the_kitty_are_marked_until_the_discard(is_named_after: bool) -> None:
    """The mark is a word and a sign. Only the declarer sees it."""
    table = WhistTable(name_after_kitty=is_named_after).deal().say("S bid 4U", "W pass", "N pass", "E pass")
    for phase in ("name", "discard"):
        if phase == "discard":
            table.say("S trump S")
        noted = [one.face.text for row in table.page().own.rows for one in row if one.note == "from the kitty"]
        assert sorted(noted) == (
            sorted(["2H", "2C", "7D", "6D", "BJ", "LJ"]) if is_named_after or phase == "discard" else []
        )
        assert table.html().count("card--noted") == table.html().count(", from the kitty") == len(noted)
    assert "Kitty (marked + in your hand):" in table.html()
    assert table.page().kitty == ("2H", "2C", "7D", "6D", "BJ", "LJ")
    others = [RULES.view(table.log.state, seat) for seat in (1, 2, 3, None)]
    assert all(isinstance(view, BidWhistView) and view.kitty == () for view in others)
    table.say(ASIDE)
    assert "card--noted" not in table.html() and table.page().kitty == ()


def test_the_summary_shows_the_first_book() -> None:
    summary = in_play().play_out().summary
    assert summary.first_book == "Book 1 (your discards): [2H] [2C] [7D] [6D] [5D] [2D]"
    table = contract("4N", "S direction up", hands=JOKERS_OUT, kitty=KITTY_OUT, nt_joker="exchange")
    table.say("S discard 2H 2C 7D 6D 4D 3D")
    while DEALER in RULES.waits_for(table.log.state):
        table.with_action(DEALER, RULES.chance(table.log.state, lambda n: 0))
    summary = table.play_out().summary
    assert set(summary.first_book.split()[-6:]) >= {"[BJ]", "[LJ]"}
    assert "Book 1" in table.html()


# Ranks and play


def test_the_hand_is_sorted_by_rank_best_first() -> None:
    for bid, name, first in [
        ("4U", "S trump S", ["BJ", "LJ", "AS", "KS", "QS", "9S"]),
        ("4D", "S trump S", ["BJ", "LJ", "AS", "9S", "QS", "KS"]),
        ("4U", "S trump H", ["BJ", "LJ", "AH", "4H", "3H"]),
        ("4D", "S trump H", ["BJ", "LJ", "AH", "3H", "4H"]),
    ]:
        rows = in_play(bid, name).page().own.rows
        assert [one.face.text for row in rows for one in row][: len(first)] == first


def test_books_count_the_kitty_as_the_first() -> None:
    table = in_play()
    assert [one.more for one in table.page().sides] == ["1 of 10 books", "0 of 4 to set"]
    assert table.page().sides[0].spoken == "You and Marta: 0 points, 1 book, 1 of 10 books."
    assert table.page().say == "You play 4 uptown in spades. You need 10 books; the kitty is the first. Your lead."
    table.play("AS TS 7S 4S")
    assert [one.more for one in table.page().sides] == ["2 of 10 books", "0 of 4 to set"]
    assert [one.note for one in table.page().seats] == ["declarer · 1 trick", "0 tricks", "0 tricks", "0 tricks"]
    assert table.page().say == "You won trick 1 with the ace of spades. Your lead."


def test_a_joker_is_a_trump() -> None:
    table = contract("4U", "W trump S").say("W discard 2H 2C 7D 6D KD QD").play("BJ 7S 4S")
    cards_shown = {one.face.text: one for row in table.page().own.rows for one in row}
    assert cards_shown["AH"].why == "You hold a spade, so you must play one."
    assert cards_shown["9S"].why == ""
    assert cards_shown["9S"].action == '["play","9S"]'


#: South holds no hearts, and one joker in the first deal, two in the second.
NO_HEARTS = ("AS KS QS 9S LJ QC 3D AC KC 7C 5D 2D", "JS TS 8S KH QH 9H 4H 3H JC 6C KD QD", *DEAL[2:])
TWO_JOKERS = (NO_HEARTS[0].replace("QC", "BJ"), NO_HEARTS[1].replace("4H", "QC"), *DEAL[2:])


def test_the_message_names_a_joker_that_must_be_played() -> None:
    for bid, name, hands, kitty, said in [
        ("4U", "W trump H", NO_HEARTS, "2H 2C 7D 6D BJ AH", "Play the little joker: it’s a trump."),
        ("4U", "W trump H", TWO_JOKERS, "2H 2C 7D 6D 4H AH", "Play a joker: both are trumps."),
        ("4N", "W direction up", NO_HEARTS, "2H 2C 7D 6D BJ AH", "You hold no hearts: a joker must go."),
    ]:
        table = contract(bid, name, hands=hands, kitty=kitty).say("W discard 2H 2C 7D 6D KD QD").play("KH TH 7H")
        assert table.page().say.endswith(said)
        if bid == "4U":
            assert {one.why for row in table.page().own.rows for one in row} == {"", said}


def test_the_last_trick_is_shown_until_your_side_plays_again() -> None:
    table = in_play().play("AS TS 7S 4S")
    assert table.page().last_words == "Trick 1. You led and won with the ace of spades."
    assert table.play("KS").page().last_trick == ()
    assert table.page().last_words == "You’ve played again, so trick 1 can’t be viewed."
    assert "No tricks played yet." not in table.html()


def test_the_last_trick_is_closed_by_the_partner_too() -> None:
    """Bruno (West) wins trick 1. South's partner Marta (North) plays to trick 2 before South does."""
    table = contract("4U", "W trump S").say("W discard 2H 2C 7D 6D BJ LJ")
    assert "No tricks played yet." in table.html()
    assert table.play("KH TH 7H 4H QH").page().last_trick
    assert table.play("8H").page().last_trick == ()
    assert table.page().last_words == "Marta has played again, so trick 1 can’t be viewed."
    assert "Marta has played again, so trick 1" in table.html()
    assert "No tricks played yet." not in table.html()


def test_the_log_hides_the_cards_of_a_closed_trick() -> None:
    table = in_play().play("AS TS 7S 4S")
    assert table.page().log[-1][0] == "You [AS!], Bruno [TS], Marta [7S], Odile [4S]"
    lines = table.play("KS").page().log
    assert [text for text, _number in lines[-2:]] == ["You won it.", "You [KS]"]
    with translation.override("de"):
        assert table.page().log[-2][0] == "Du hast ihn gewonnen."
    assert "[AS" not in " ".join(text for text, _number in lines)


# Refusals

#: South holds both jokers and no diamond.
NO_DIAMONDS = ("AS KS QS 9S AH 4H 3H AC KC 7C BJ LJ", *DEAL[1:])
# fmt: off
REFUSED: list[tuple[WhistTable, Action, str]] = [
    (WhistTable(dealer=0).deal(), Action("pass"), "It’s Bruno’s turn."),
    (WhistTable().deal(), Action("bid", "3U"), "The lowest bid here is 4."),
    (WhistTable().deal(), Action("bid", "8U"), "Seven is the highest bid."),
    (WhistTable(dealer=0).deal().say("W bid 6N", "N pass", "E pass"), Action("bid", "6D"),
        "Your bid must beat the last one. You can bid 7 uptown, 7 downtown, 7 no trump."),
    (WhistTable(dealer=0).deal().say("W bid 7N", "N pass", "E pass"), Action("bid", "7D"),
        "No bid beats the last one, so you can only pass."),
    (WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass"), Action("pass"),
        "The others have passed, so the dealer must bid."),
    (WhistTable().deal().say("S bid 4U", "W pass", "N pass", "E pass"), Action("trump", "X"),
        "Name one of the four suits, or up or down."),
    (contract(), Action("discard", ("2H",)), "Discard exactly 6 cards."),
    (contract(), Action("discard", ("2H", "2H", "7D", "6D", "5D", "2D")), "You chose the same card twice."),
    (contract(), Action("discard", ("KH", "2H", "7D", "6D", "5D", "2D")), "That card isn’t in your hand."),
    (contract("4N", "S direction up", nt_joker="exchange"), Action("discard", ("2H", "2C", "7D", "6D", "5D", "2D")),
        "In no trump, every joker must be discarded: choose it, too."),
    (contract("4N", "W direction up", hands=NO_DIAMONDS, kitty="2H 2C 7D 6D 5D 2D")
        .say("W discard 2H 2C 7D 6D 5D 2D").play("KD AD TD"), Action("play", "AS"),
        "You can’t follow suit, so you must play a joker."),
    (in_play(), Action("call"), "Reneges are refused right away here, so there’s nothing to call."),
    (in_play(renege="table"), Action("call"), "A renege can be called once a trick is complete."),
    (in_play(renege="table").play("AS QH 7S 4S").say("S call"), Action("book", 7),
        "Name a trick from 1 to 1, or give up."),
    (in_play(renege="table").play("AS QH 7S 4S").say("S call", "S book 1", "S call"), Action("book", 1),
        "That trick has been called already. Name another, or give up."),
    (all_played().say("S confirm"), Action("confirm"), "Your side has already confirmed the hand."),
    (in_play(renege="table", win_score=50, lose_score=-50).play_out(), Action("call"),
        "The hand is scored, so it’s too late to call a renege."),
    (in_play(renege="table", win_score=1, lose_score=-1).play_out(), Action("call"), "The game is over."),
    (in_play(), Action("confirm"), "You can’t do that at this point in the hand."),
]
# fmt: on


def test_each_refusal_is_worded() -> None:
    for table, action, why in REFUSED:
        assert table.why(action).startswith(why)
