"""The table of Bid Whist: auction, naming, kitty, ranks, play, reneges."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.bidwhist.moves import TIPS
from games.bidwhist.state import BidWhistView
from games.bidwhist.table import PRESENTER
from games.engine.actions import Action
from games.engine.state import DEALER
from games.viewmodel.lessons import lesson
from games.viewmodel.table import Call
from tests.engine.bidwhist_positions import DEAL, JOKERS_OUT, KITTY_OUT
from tests.presenters.seeing import Taste
from tests.presenters.seeing_whist import ASIDE, RULES, WhistTable, all_played, contract, in_play

# -- auction and naming -----------------------------------------------------------------------------------


def test_the_first_speaker_may_bid_anything_or_pass() -> None:
    more = WhistTable().deal().more()
    assert [one.value for one in more.offers][:4] == ["4U", "4D", "4N", "5U"]
    assert more.can_pass == '["pass"]'
    assert WhistTable().deal().shown().say == "You call first. Everybody bids or passes once."
    assert "checked" not in WhistTable().deal().html()
    with translation.override("de"):
        assert WhistTable().deal().shown().say == "Du bietest zuerst. Alle bieten oder passen einmal."


def test_no_card_can_be_pressed_in_the_auction() -> None:
    """A bid of five without trumps downwards is written as the five of diamonds is."""
    table = WhistTable().deal()
    offered = {str(one.argument) for one in RULES.legal_actions(table.log.state, 0) if isinstance(one, Action)}
    assert "5D" in offered
    assert {one.action for row in table.more().rows for one in row} == {""}


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
def test_a_bid_says_what_it_promises_and_is_worth(bid: str, promise: str, words: str, options: dict[str, Any]) -> None:
    offer = next(one for one in WhistTable(**options).deal().more().offers if one.value == bid)
    assert (offer.promise, offer.words) == (promise, words)


def test_bids_of_a_kind_stand_below_each_other() -> None:
    offers = WhistTable(dealer=0, min_bid=3).deal().say("W bid 4U", "N pass", "E pass").more().offers
    columns = [(one.value, one.column) for one in offers]
    assert columns[:7] == [("4N", 6), ("5U", 1), ("5D", 2), ("5N", 3), ("6U", 4), ("6D", 5), ("6N", 6)]


def test_only_what_outranks_is_offered() -> None:
    table = WhistTable(dealer=0).deal().say("W bid 4U", "N bid 4N", "E bid 6D")
    assert [one.value for one in table.more().offers] == ["6N", "7U", "7D", "7N"]
    assert table.shown().say == "Odile bid 6 downtown. Bid or pass."


def test_after_the_highest_bid_there_is_only_a_pass() -> None:
    table = WhistTable(dealer=0).deal().say("W pass", "N bid 7N", "E pass")
    assert table.more().offers == ()
    assert "No bid outranks the last one." in table.html()
    assert table.shown().say == "Odile passed. You can only pass."


def test_the_dealer_must_bid_when_the_others_passed() -> None:
    table = WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass")
    assert table.more().can_pass == ""
    assert table.shown().say == "All passed: as the dealer you must bid."
    assert " checked" not in table.html()


@pytest.mark.parametrize(
    ("bid", "labels"),
    [
        ("4U", ["Clubs", "Diamonds", "Hearts", "Spades"]),
        ("4N", ["Up", "Down"]),
    ],
)
def test_the_winner_names_trump_or_direction(bid: str, labels: list[str]) -> None:
    table = WhistTable().deal().say(f"S bid {bid}", "W pass", "N pass", "E pass")
    assert [one.label for one in table.more().namings] == labels


def test_others_wait_while_it_is_named() -> None:
    table = WhistTable().deal().say("S pass", "W bid 4D", "N pass", "E pass")
    assert table.more().namings == ()
    assert table.shown().say == "Bruno won the auction with 4 downtown and names the trump suit."
    table = WhistTable().deal().say("S pass", "W bid 4N", "N pass", "E pass")
    assert table.shown().say == "Bruno won the auction with 4 no trump and says which way the cards rank."


# -- the kitty --------------------------------------------------------------------------------------------


def test_the_kitty_is_taken_and_as_many_cards_go() -> None:
    table = contract()
    passing = table.more().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("discard", 6, 6)
    assert table.html().count('type="checkbox"') == 18
    assert table.shown().say == "4 uptown in spades. The kitty is yours: put 6 cards aside, your first book."


@pytest.mark.parametrize(("rule", "is_said"), [("exchange", True), ("throw_off", False)])
def test_jokers_that_must_go_are_told_beforehand(rule: str, is_said: bool) -> None:
    """And they are chosen already: to be refused would put all chosen cards back."""
    table = contract("4N", "S direction up", nt_joker=rule)
    assert table.shown().say.endswith("Jokers must go.") == is_said
    chosen = re.findall(r'value="(\w\w)"[^>]* checked>', table.html())
    assert chosen == (["BJ", "LJ"] if is_said else [])


def test_the_discard_is_named_only_to_who_made_it() -> None:
    own = [line.text for line in in_play().more().log]
    assert "You put aside [2H] [2C] [7D] [6D] [5D] [2D]." in own
    table = contract("4D", "W trump S").say("W discard 2H 2C 7D 6D KD QD")
    theirs = [line.text for line in table.more().log]
    assert "Bruno put 6 cards aside, the first book." in theirs
    assert not any("[KD]" in line for line in theirs)
    assert "king of diamonds" not in table.html()


def test_a_kitty_turned_up_is_seen_by_all() -> None:
    table = contract("4D", "W trump S", kitty_shown=True)
    assert table.more().kitty == ("2H", "2C", "7D", "6D", "BJ", "LJ")
    assert not [one for row in table.more().rows for one in row if one.note]


@pytest.mark.parametrize("is_named_after", [False, True])
def test_cards_of_the_kitty_are_marked_until_six_are_put_aside(is_named_after: bool) -> None:
    """By a word beside the name of each and by a sign on it; to nobody else, and only while one chooses."""
    table = WhistTable(name_after_kitty=is_named_after).deal().say("S bid 4U", "W pass", "N pass", "E pass")
    for phase in ("name", "discard"):
        if phase == "discard":
            table.say("S trump S")
        noted = [one.face.text for row in table.more().rows for one in row if one.note == "from the kitty"]
        assert sorted(noted) == (
            sorted(["2H", "2C", "7D", "6D", "BJ", "LJ"]) if is_named_after or phase == "discard" else []
        )
        assert table.html().count("card--noted") == table.html().count(", from the kitty") == len(noted)
    assert "The kitty, + in your hand:" in table.html()
    assert table.more().kitty == ("2H", "2C", "7D", "6D", "BJ", "LJ")
    others = [RULES.view(table.log.state, seat) for seat in (1, 2, 3, None)]
    assert all(isinstance(view, BidWhistView) and view.kitty == () for view in others)
    table.say(ASIDE)
    assert "card--noted" not in table.html() and table.more().kitty == ()


def test_book_one_stands_in_the_summary() -> None:
    summary = in_play().play_out().summary
    assert summary.first_book == "Book 1, which you put aside: [2H] [2C] [7D] [6D] [5D] [2D]"
    table = contract("4N", "S direction up", hands=JOKERS_OUT, kitty=KITTY_OUT, nt_joker="exchange")
    table.say("S discard 2H 2C 7D 6D 4D 3D")
    while DEALER in RULES.waits_for(table.log.state):
        table.with_action(DEALER, RULES.chance(table.log.state, lambda n: 0))
    summary = table.play_out().summary
    assert set(summary.first_book.split()[-6:]) >= {"[BJ]", "[LJ]"}
    assert "Book 1" in table.html()


def test_a_hand_that_nobody_bid_has_no_first_book() -> None:
    table = WhistTable(all_pass="redeal", dealer=0).deal().say("W pass", "N pass", "E pass", "S pass")
    assert table.summary.first_book == ""


# -- ranks and play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "name", "first"),
    [
        ("4U", "S trump S", ["BJ", "LJ", "AS", "KS", "QS", "9S"]),
        ("4D", "S trump S", ["BJ", "LJ", "AS", "9S", "QS", "KS"]),
        ("4U", "S trump H", ["BJ", "LJ", "AH", "4H", "3H"]),
        ("4D", "S trump H", ["BJ", "LJ", "AH", "3H", "4H"]),
    ],
)
def test_cards_stand_as_they_rank_best_first(bid: str, name: str, first: list[str]) -> None:
    rows = in_play(bid, name).more().rows
    assert [one.face.text for row in rows for one in row][: len(first)] == first


def test_books_count_the_kitty_as_the_first() -> None:
    table = in_play()
    assert [one.more for one in table.more().sides] == ["1 of 10, 9 to go", "0 of 4 to set"]
    assert table.more().sides[0].spoken == "You and Marta: 0 points, 1 book, 1 of 10, 9 to go."
    assert table.shown().say == "You play 4 uptown in spades. You need 10 books; the kitty is the first. Your lead."
    table.play("AS TS 7S 4S")
    assert [one.more for one in table.more().sides] == ["2 of 10, 8 to go", "0 of 4 to set"]
    assert [one.note for one in table.more().seats] == ["declarer · 1 trick", "0 tricks", "0 tricks", "0 tricks"]
    assert table.shown().say == "You won trick 1 with the ace of spades. Your lead."


def test_a_joker_is_a_trump() -> None:
    table = contract("4U", "W trump S").say("W discard 2H 2C 7D 6D KD QD").play("BJ 7S 4S")
    cards_shown = {one.face.text: one for row in table.more().rows for one in row}
    assert cards_shown["AH"].why == "You hold a spade, so you must play one."
    assert cards_shown["9S"].why == ""
    assert cards_shown["9S"].action == '["play","9S"]'


#: South holds no heart, but one joker, or both.
NO_HEARTS = ("AS KS QS 9S LJ QC 3D AC KC 7C 5D 2D", "JS TS 8S KH QH 9H 4H 3H JC 6C KD QD", *DEAL[2:])
TWO_JOKERS = (NO_HEARTS[0].replace("QC", "BJ"), NO_HEARTS[1].replace("4H", "QC"), *DEAL[2:])


@pytest.mark.parametrize(
    ("hands", "kitty", "said"),
    [
        (NO_HEARTS, "2H 2C 7D 6D BJ AH", "Play the little joker: it is a trump."),
        (TWO_JOKERS, "2H 2C 7D 6D 4H AH", "Play a joker: both are trumps."),
    ],
)
def test_a_joker_that_alone_can_follow_is_named(hands: tuple[str, ...], kitty: str, said: str) -> None:
    table = contract("4U", "W trump H", hands=hands, kitty=kitty)
    table.say("W discard 2H 2C 7D 6D KD QD").play("KH TH 7H")
    assert table.shown().say.endswith(said)
    assert {one.why for row in table.more().rows for one in row} == {"", said}


def test_the_last_trick_is_there_until_ones_side_has_played() -> None:
    table = in_play().play("AS TS 7S 4S")
    assert table.more().last_words == "Trick 1. You led, you won with the ace of spades."
    assert table.play("KS").more().last == ()
    assert table.more().last_words == "Trick 1 is closed because you have played to the next one."
    assert "No trick has been played yet." not in table.html()


def test_the_last_trick_is_closed_by_the_partner_too() -> None:
    """Bruno wins trick 1, and Marta plays to the second one before it is one's own turn."""
    table = contract("4U", "W trump S").say("W discard 2H 2C 7D 6D BJ LJ")
    assert "No trick has been played yet." in table.html()
    assert table.play("KH TH 7H 4H QH").more().last
    assert table.play("8H").more().last == ()
    assert table.more().last_words == "Trick 1 is closed because Marta has played to the next one."
    assert "Trick 1 is closed because Marta" in table.html()
    assert "No trick has been played yet." not in table.html()


def test_the_log_tells_the_cards_of_no_trick_that_may_not_be_looked_at() -> None:
    table = in_play().play("AS TS 7S 4S")
    assert table.more().log[-1].text == "You [AS!], Bruno [TS], Marta [7S], Odile [4S]"
    lines = table.play("KS").more().log
    assert [line.text for line in lines[-2:]] == ["You won it.", "You [KS]"]
    assert "[AS" not in " ".join(line.text for line in lines)


# -- reneges ----------------------------------------------------------------------------------------------


def call_of(table: WhistTable) -> Call:
    call = table.more().call
    assert call is not None
    return call


def test_where_reneges_are_called_every_card_may_be_played() -> None:
    table = in_play(renege="table").play("AS TS 7S 4S")
    assert call_of(table).action == '["call"]'
    assert in_play().play("AS TS 7S 4S").more().call is None


def test_a_call_opens_all_tricks_to_everybody() -> None:
    table = in_play(renege="table").play("AS QH 7S 4S").say("S call")
    more = table.more()
    assert [(row.number, row.action, row.button) for row in more.review] == [(1, '["book",1]', "Call trick 1")]
    assert more.give_up == '["book",null]'
    assert [(one.who, one.text, one.is_led, one.wins) for one in more.review[0].cards] == [
        ("You", "AS", True, True),
        ("Bruno", "QH", False, False),
        ("Marta", "7S", False, False),
        ("Odile", "4S", False, False),
    ]
    theirs = in_play(renege="table").play("AS QH 7S 4S").say("W call")
    assert [(row.number, row.action) for row in theirs.more().review] == [(1, "")]
    assert theirs.shown().say == "Bruno calls a renege and looks through the tricks."


@pytest.mark.parametrize(
    ("said", "penalty", "told"),
    [
        ("S book 1", 3, "You called trick 1, rightly. 3 books go to your side at the end."),
        ("W book 1", 3, "Bruno called trick 1, wrongly. 3 books go to your side at the end."),
        ("S book", 3, "You called and gave up. 3 books go to Bruno and Odile at the end."),
        ("S book 1", 1, "You called trick 1, rightly. 1 book goes to your side at the end."),
        ("S book 1", 0, "You called trick 1, rightly."),
    ],
)
def test_how_a_call_was_judged_is_said_and_stays_in_the_log(said: str, penalty: int, told: str) -> None:
    table = in_play(renege="table", renege_penalty=penalty).play("AS QH 7S 4S").say(f"{said[0]} call", said)
    assert table.shown().say.startswith(told)
    assert table.more().log[-1].text == told.partition(".")[0] + "."
    assert told not in table.play("KS").shown().say


@pytest.mark.parametrize(
    ("said", "penalty", "title"),
    [
        ("S book 1", 3, "Your side wins 3 books"),
        ("S book", 3, "Your side loses 3 books"),
        ("W book 1", 1, "Your side wins 1 book"),
        ("S book 1", 0, ""),
    ],
)
def test_what_a_call_won_or_lost_is_shown_for_the_rest_of_the_hand(said: str, penalty: int, title: str) -> None:
    """Also after the next cards, because at the quickest pace they fall at once."""
    table = in_play(renege="table", renege_penalty=penalty).play("AS QH 7S 4S").say(f"{said[0]} call", said)
    for cards in ("", "KS"):
        verdict = table.play(cards).more().verdict
        assert (verdict.title if verdict else "") == title
        assert ("data-verdict" in table.html()) == bool(title)


def test_no_call_is_offered_while_no_trick_is_left_to_name() -> None:
    table = in_play(renege="table").play("AS QH 7S 4S").say("S call", "S book 1")
    assert table.more().call is None, "it could only be given up"
    assert table.play("KS JS 6S 3S").more().call is not None
    wrong = in_play(renege="table").play("AS TS 7S 4S").say("S call", "S book 1")
    assert wrong.more().call is not None, "a wrong call may be repeated"


def test_a_call_is_offered_with_what_it_costs() -> None:
    assert call_of(in_play(renege="table").play("AS TS 7S 4S")).about == (
        "All tricks of this hand are shown, and you name the one in which the other side did not follow suit. "
        "Right, you win 3 books from them; wrong, you lose 3."
    )


@pytest.mark.parametrize(
    ("options", "is_told"), [({}, True), ({"nt_joker": "free"}, False), ({"nt_joker": "exchange"}, False)]
)
def test_a_joker_kept_is_told_as_a_renege_where_it_is_one(options: dict[str, Any], is_told: bool) -> None:
    table = contract("4N", "S direction up", renege="table", **options).say("S discard BJ LJ 7D 6D 5D 2D")
    assert ("or kept a joker that had to go." in str(call_of(table.play("AS TS 7S 4S")).about)) is is_told


def test_who_has_confirmed_waits_for_the_other_side() -> None:
    table = all_played()
    assert table.shown().say == "All tricks are played. Confirm the hand, or call a renege."
    assert table.say("S confirm").shown().say == "You confirmed the hand. The other side may still call a renege."


@pytest.mark.parametrize(("who", "name"), [("E", "Odile"), ("W", "Bruno")])
def test_who_of_the_other_side_has_confirmed_is_named(who: str, name: str) -> None:
    shown = all_played().say(f"{who} confirm").shown()
    assert shown.say == f"{name} confirmed the hand. Confirm the hand, or call a renege."


def test_how_the_last_call_was_judged_is_still_said_when_others_confirm_at_once() -> None:
    """Computer players confirm faster than anybody reads."""
    judged = "You called trick 2, wrongly. 3 books go to Bruno and Odile at the end."
    shown = all_played().say("S call", "S book 2", "W confirm").shown()
    assert shown.say == f"{judged} Bruno confirmed the hand. Confirm the hand, or call a renege."


@pytest.mark.parametrize(
    ("renege", "say"), [("table", "The suit led is spades. It is your turn."), ("strict", "Play a spade.")]
)
def test_where_reneges_are_called_the_table_keeps_nobody_from_one(renege: str, say: str) -> None:
    """Not the message, not a tip of a first game, and no card that is drawn otherwise."""
    table = contract("4U", "W trump S", renege=renege)
    table.say("W discard 2H 2C 7D 6D BJ LJ", "W play JS", "N play 7S", "E play 4S")
    assert table.shown().say.endswith(say)
    assert {bool(one.why) for row in table.more().rows for one in row} == {False, renege == "strict"}
    tip = lesson(TIPS, table.snapshot())
    assert bool(tip) is (renege == "strict")


def test_whoever_looks_on_is_told_of_calls_by_name() -> None:
    table = in_play(renege="table").play("AS QH 7S 4S").say("S call")
    assert looked_on(table) == "alice calls a renege and looks through the tricks. It is alice’s turn."
    assert looked_on(table.say("S book 1")).startswith(
        "alice called trick 1, rightly. 3 books go to alice and Marta at the end."
    )


def looked_on(table: WhistTable) -> str:
    view = RULES.view(table.log.state, None)
    snapshot = replace(table.snapshot(), view=view, is_onlookers=True, computer_acts=False)
    return PRESENTER.table(snapshot, preferences=Taste(), notice="").say
