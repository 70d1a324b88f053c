"""The table of Two-Man Spades in each phase of a hand: blind decision, discard, bids and play."""

from fnmatch import fnmatchcase

import pytest

from games.engine.cards import PACK
from games.pages.cards import HandCard, Offer
from games.pages.words import card_name
from tests.table.positions import Table, drawn, in_play, put_aside


def behind() -> Table:
    return Table(base=(0, 150)).deal()


def ahead() -> Table:
    return Table(base=(150, 0)).deal()


def bidding(mine: str = "2C", theirs: str = "3C", **start: object) -> Table:
    return Table(**start).deal().say(f"0 discard {mine}", f"1 discard {theirs}")  # type: ignore[arg-type]


def played(fallen: str, **hands: str) -> Table:
    return in_play(**hands).play(fallen)


def held(table: Table) -> dict[str, HandCard]:
    return {one.face.text: one for row in table.page().own.rows for one in row}


#: With `BREAKS` Marta holds no hearts and can trump a heart lead. With `VOID` alice holds no diamonds.
BREAKS = {"hers": "KS QS JS 9S 8S 7S 6S 3S 2S KC 3C"}
VOID = {"mine": "AS TS 4S KH 8H 3H QC 7C 2C TC 5C"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (behind(), "You’re 100 or more behind, so you can bid before you see your cards."),
        (ahead(), "Marta is far behind and may bid before looking."),
        (ahead().say("1 blind 6"), "Marta bid blind 6. Discard one card.*"),
        (ahead().say("1 blind_nil"), "Marta bid blind nil: if Marta takes a trick, you win the game.*"),
        (Table().deal(), "Discard one card. *is odd, you score 10; if even, Marta does.*"),
        (Table(odd=1).deal(), "Discard one card. *is even, you score 10; if odd, Marta does.*"),
        (Table().deal().say("0 discard 2C"), "Your card lies face down. Marta is choosing one."),
        (bidding(), "2 of clubs and 3 of clubs: 5, odd. The pile is yours, 20 points. You lead, so you bid first."),
        (bidding("AS"), "Ace of spades and 3 of clubs: 4, even. The pile is Marta’s, 10 points.*"),
        (bidding(odd=1).say("1 bid 0"), "*Marta bid nil. Your bid?"),
        (bidding(odd=1), "*Marta is bidding."),
        (in_play(), "Marta bid 5. You lead the first trick."),
        (played("KH"), "You led the king of hearts."),
        (played("KH AH"), "Marta won trick 1 with the ace of hearts. Marta leads."),
        (played("KH AH 9H"), "Marta won trick 1 with the ace of hearts. Marta led the 9 of hearts. Play a heart."),
        (played("KH 4H"), "You won trick 1 with the king of hearts. Your lead."),
        (played("KH 4H 3H"), "You led the 3 of hearts."),
        (played("KH 2S", **BREAKS), "Spades are broken. Marta won trick 1 with the 2 of spades.*"),
        (played("KH AH QD", **VOID), "*Marta led the queen of diamonds. You hold no diamonds: play any card."),
    ],
)
def test_each_moment_has_its_message(table: Table, message: str) -> None:
    assert fnmatchcase(table.page().say, message)


def test_breaking_spades_is_announced_once() -> None:
    table = played("KH 2S", **BREAKS)
    assert [tag.text for tag in table.page().tags][-1] == "broken"
    assert "broken" not in table.play("KS").page().say


def test_the_blind_decision_offers_looking_five_to_ten_and_blind_nil() -> None:
    table = behind()
    more = table.page()
    assert table.page().my_turn and more.near.note == "150 behind"
    assert (more.look, more.blind_nil) == ('["look"]', '["blind_nil"]')
    assert [offer.action for offer in more.offers] == [f'["blind",{bid}]' for bid in range(5, 11)]
    five = more.offers[0]
    assert (five.button, five.swing, five.made_points, five.missed_points) == ("Bid blind 5", "±100", "+100", "−100")


def test_before_the_blind_decision_no_card_is_named_and_blind_nil_asks_for_confirmation() -> None:
    page = drawn(behind().page())
    assert not [one for one in PACK if card_name(one) in page]
    assert page.count('class="paper back"') == 11
    asked = page[page.index('id="bnil" popover') :]
    assert page.count("[&#34;blind_nil&#34;]") == asked.count("[&#34;blind_nil&#34;]") == 1


def test_no_card_can_be_played_while_the_opponent_decides_blind() -> None:
    table = ahead()
    assert not table.page().offers and not table.page().my_turn
    assert [one.action for row in table.page().own.rows for one in row] == [""] * 11
    assert table.say("1 blind 6").page().others[0].bid == "blind 6"


def test_every_card_can_be_put_aside() -> None:
    """This needs no script: each card is a button."""
    table = Table().deal()
    more = table.page()
    offered = [one for row in more.own.rows for one in row]
    assert offered[0].action == '["discard","AS"]' and len(offered) == 11
    assert not any(one.why for one in offered)
    assert more.own.chooses and more.own.commit == "Discard the %(card)s"
    assert more.own.name == "Your hand, 11 cards. Choose one to discard."
    page = drawn(table.page())
    assert page.count('name="action" value="[&#34;discard&#34;') == 11 and 'name="version" value="1"' in page


def test_each_card_says_what_the_pile_would_be_with_it() -> None:
    table = Table(odd=1).deal()
    page = drawn(table.page())
    for card, words in (("7C", "Your 7"), ("AS", "Your A (1)"), ("QC", "Your Q (12)")):
        assert held(table)[card].sentence == f"{words} plus Marta’s card: even scores for you, odd for Marta."
        assert f'data-told="{words} plus Marta’s card' in page


def test_the_players_discard_is_face_up_and_the_opponents_face_down() -> None:
    table = Table().deal().say("0 discard 2C")
    other, mine = table.page().trick
    assert mine.face is not None and mine.face.text == "2C"
    assert other.wait == "Marta" and other.face is None and table.page().waiting
    table = Table().deal().say("1 discard 3C")
    other = table.page().trick[0]
    assert other.hidden and other.face is None and other.spoken == "Marta’s discard, face down"
    assert "3 of clubs" not in drawn(table.page())


def test_the_sum_of_the_pile_is_shown_until_both_have_bid() -> None:
    assert bidding().page().others[0].tag == "[3C] + your [2C] = 5, odd: you get 20"
    table = bidding("AS", "3C")
    assert table.page().others[0].tag == "[3C] + your [AS] = 4, even: Marta gets 10"
    assert "+ your" in drawn(table.page()) and "+ your" in drawn(table.say("0 bid 4").page())
    assert "+ your" not in drawn(table.say("1 bid 4").page())


def test_the_score_strip_names_the_target_and_the_players_bags() -> None:
    table = bidding(bags=(3, 0))
    assert "first to 300" in drawn(table.page())
    assert tuple(side.more for side in table.page().sides) == ("3 bags · odd", "even piles")


def test_the_bids_are_nil_to_ten_and_none_is_selected() -> None:
    offers = bidding().page().offers
    assert [one.action for one in offers] == [f'["bid",{bid}]' for bid in range(11)]
    assert [one.button for one in offers][:3] == ["Bid nil", "Bid 1", "Bid 2"]
    for table in (bidding(), behind()):
        page = drawn(table.page())
        assert " checked" not in page and "Choose a bid" in page


def offer(table: Table, bid: int) -> Offer:
    return table.page().offers[bid]


def test_a_bid_shows_its_stakes() -> None:
    four = offer(bidding(bags=(3, 0)), 4)
    assert (four.made, four.made_points, four.missed, four.missed_points) == ("4 or more", "+40", "Under 4", "−40")
    assert four.made_note == "Each extra trick is a bag. You have 3 bags; seven cost 100."
    assert four.missed_note == "Marta hasn’t bid yet."
    assert offer(bidding(), 0).swing == "±200"
    nil = offer(bidding(nil_points=100, base=(20, 20), bags=(3, 0)), 0)
    assert (nil.swing, nil.made_note) == ("±100", "Your 23 becomes 123.")


def test_a_bids_note_adds_the_opponents_bid() -> None:
    table = bidding(odd=1).say("1 bid 5")
    assert [offer(table, bid).missed_note for bid in (3, 4, 5, 6)] == [
        "With Marta’s 5, that’s 8 of the 10 tricks.",
        "With Marta’s 5, that’s 9 of the 10 tricks.",
        "With Marta’s 5, that’s all 10 tricks.",
        "Marta bid 5: at least one of you will fall short.",
    ]


def test_no_bid_is_offered_while_the_opponent_bids() -> None:
    more = bidding(odd=1).page()
    assert not more.offers and more.others[0].note == "leads the first trick"
    assert bidding(odd=1).say("1 bid 0").page().others[0].bid == "nil"


def test_each_card_says_why_it_cannot_be_played() -> None:
    first = held(in_play())
    assert first["AS"].why == "Spades aren’t broken yet, so lead another suit."
    assert (first["KH"].why, first["KH"].action) == ("", '["play","KH"]')
    second = held(played("KH AH 9H"))
    assert second["AS"].why == second["QC"].why == "You hold a heart, so you must play one."
    assert second["8H"].why == ""
    waiting = held(played("KH")).values()
    assert {one.why for one in waiting} == {"It’s Marta’s turn."}
    assert all(one.waits and not one.action for one in waiting)


def test_an_illegal_card_still_posts_itself() -> None:
    """The server's response gives the reason."""
    page = " ".join(drawn(played("KH AH 9H").page()).split())
    assert "8 of hearts, playable" in page and "ace of spades, not playable" in page
    assert 'value="[&#34;play&#34;,&#34;AS&#34;]" data-name="ace of spades" aria-disabled="true"' in page


def test_only_a_finished_trick_has_a_winner_and_it_stays_beside_the_new_one() -> None:
    more = played("KH AH 9H").page()
    assert [one.face.text for one in more.last_trick if one.face] == ["KH", "AH"]
    assert [one.wins for one in more.last_trick] == [False, True]
    assert more.last_words == "Trick 1. You led, Marta won with the ace of hearts."
    assert [one.face.text if one.face else one.wait for one in more.trick] == ["9H", "You"]
    assert not any(one.wins for one in played("KH").page().trick)
    more = played("KH 4H").page()
    assert [one.wins for one in more.trick] == [True, False]
    assert (more.near.pips, more.others[0].pips) == (("on", "", "", ""), ("",) * 5)


def test_bag_cards_have_their_tag_and_words() -> None:
    table = put_aside(mine="AS TS 4S KH 8H 3H QC TC 2C 7D 5D")
    assert 'aria-label="7 of diamonds, removes bags"' in " ".join(drawn(table.page()).split())
    own = held(table.say("0 bid 4", "1 bid 5"))
    assert (own["7D"].face.mark, own["TC"].face.mark, own["KH"].face.mark) == ("−2", "−1", "")
    assert "7 of diamonds, removes bags" in drawn(table.page())


def test_a_card_needs_a_second_press_with_that_preference() -> None:
    assert not in_play().page().own.chooses
    more = in_play().page(confirm_play=True)
    assert more.own.chooses and more.own.commit == "Play the %(card)s"
    assert not played("KH").page(confirm_play=True).own.chooses


def test_the_log_has_discards_bids_and_tricks() -> None:
    assert [(number, text) for text, number in played("KH AH 9H").page().log] == [
        (None, "You discarded [2C], Marta [3C]: 5. The pile is yours, +20."),
        (None, "You bid 4. Marta bid 5."),
        (1, "You [KH], Marta [AH!]"),
        (2, "Marta [9H]"),
    ]


def test_each_seat_and_side_has_one_spoken_sentence() -> None:
    more = in_play(bags=(3, -1)).play("KH 4H").page()
    assert [seat.spoken for seat in more.seats] == ["You: bid 4, took 1 trick.", "Marta: bid 5, took 0 tricks."]
    assert [side.spoken for side in more.sides] == ["You: 3 points, 3 bags.", "Marta: 0 points, −1 bag."]
    assert Table().deal().page().others[0].spoken == "Marta: no bid yet."
