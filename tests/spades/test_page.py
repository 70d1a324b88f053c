"""The table page of Spades: seats, bids, blind nils, misdeals, exchanges, tricks and refusals."""

from typing import Any

import pytest

from games.engine.actions import Action
from tests.spades.positions import DEAL, NO_BLIND, ONE_SPADE, TWO_VOIDS, S, SpadesTable, in_play, legal

# Seats and sides


def test_seats_stand_clockwise_with_their_bids_and_tricks() -> None:
    table = SpadesTable().deal().say("S blind_nil").bids(4, 0, 3)
    assert [(one.place, one.name, one.is_near, one.bid) for one in table.page().seats] == [
        ("s", "You", True, "blind nil"),
        ("w", "Bruno", False, "4"),
        ("n", "Marta", True, "nil"),
        ("e", "Odile", False, "3"),
    ]
    assert "bid <b>blind nil</b>, took <b>0</b>" in table.html()


def test_the_scores_show_two_sides_or_four() -> None:
    two, four = in_play().page().sides, in_play(variant="solo", first_trick_low_clubs=False).page().sides
    assert ([one.name for one in two], two[0].more) == (["Your side", "Their side"], "bid 6 · 0 bags")
    assert ([one.name for one in four], four[0].more) == (["You", "Bruno", "Marta", "Odile"], "0 bags")


def test_each_legal_bid_is_offered() -> None:
    for options in (NO_BLIND, {"variant": "suicide"}, {"variant": "mirrors"}):
        table = SpadesTable(**options).deal()
        bids = [int(one) for one in legal(table.log.state, S).split()]
        assert [one.action for one in table.page().offers] == [f'["bid",{bid}]' for bid in bids]


SUICIDE: dict[str, Any] = {"variant": "suicide"}
ONE_NIL: dict[str, Any] = {"variant": "custom1", "one_nil": True}
TOO_MANY = "Over 13 tricks bid, so someone will fall short."
# fmt: off
#: Options, the bids before South's, one of the bids offered, and texts that the page has for that bid.
OFFERS: list[tuple[dict[str, Any], tuple[int, ...], str, dict[str, str]]] = [
    # points are those of the side's bids together, with a bonus
    (NO_BLIND, (4, 2), "3", {"made": "7 or more", "made_points": "+70", "missed": "Under 7", "missed_points": "−70",
        "missed_note": "4 of the 13 tricks are still unbid."}),
    ({"ten_for_200": True, **NO_BLIND}, (6, 1), "4", {"swing": "+200", "made_points": "+200", "missed_points": "−100"}),
    # under One Nil the partners' bids are not added up, and earn no bonus together
    (SUICIDE, (5, 6), "4", {"made": "4 or more", "made_points": "+40", "missed": "Under 4", "missed_points": "−40",
        "swing": "±40", "missed_note": "3 of the 13 tricks are still unbid."}),
    (SUICIDE, (5, 6), "7", {"made": "7 or more", "swing": "±70", "missed_note": "All 13 tricks have been bid."}),
    (SUICIDE, (0, 6), "8", {"made": "8 or more", "swing": "±80", "missed_note": "Over 13 tricks bid so far."}),
    (SUICIDE, (6, 0, 0), "8", {"made": "8 or more", "swing": "±80", "missed_note": TOO_MANY}),
    ({"ten_for_200": True, "bonus_bid": 9, **ONE_NIL}, (5, 2), "8", {"swing": "±80"}),
    (NO_BLIND, (4, 0), "9", {"made": "All 13", "made_note": "That’s every trick."}),
    (SUICIDE, (0, 6), "13", {"made": "All 13", "made_note": "That’s every trick."}),
    # how One Nil changes the bids of both partners
    (SUICIDE, (), "0", {"made_note": "If Marta bids nil too, yours becomes 4."}),
    (SUICIDE, (), "4", {"made_note": "If Marta bids tricks too, yours becomes nil."}),
    (SUICIDE, (5, 0), "0", {"made_note": "Your nil and your partner’s bid are scored separately."}),
    (SUICIDE, (5, 0), "4", {"made_note": "Marta’s 5 becomes nil if you bid tricks."}),
    (SUICIDE, (0, 5), "0", {"made_note": "Marta’s nil becomes 4 if you bid nil."}),
    (SUICIDE, (0, 5), "4", {"made_note": "Each extra trick is a bag. You have no bags so far; ten cost 100."}),
]
# fmt: on


def test_a_bid_states_what_it_wins_and_loses() -> None:
    for options, bids, value, told in OFFERS:
        offers = SpadesTable(dealer=3 - len(bids), **options).deal().bids(*bids).page().offers
        offer = next(one for one in offers if one.value == value)
        assert {name: getattr(offer, name) for name in told} == told


def test_the_partners_bid_is_named() -> None:
    assert SpadesTable(dealer=1, **NO_BLIND).deal().bids(4, 2).page().need == "Marta, your partner, bid 4."


def test_an_override_is_logged_and_noted_until_the_first_card() -> None:
    table = SpadesTable(variant="suicide", dealer=3)
    assert table.deal().bids(5, 6).page().tone == ""
    shown = table.bids(4, 4).page()
    assert shown.tone == "note"
    assert "Marta bid tricks too, so your 5 becomes nil." in shown.say
    assert "Odile bid tricks too, so Bruno’s 6 becomes nil." in shown.say, "the note names the change of one side only"
    assert "Odile bid tricks too, so Bruno’s 6 becomes nil." in [text for text, _number in table.page().log]
    assert [seat.bid for seat in table.page().seats] == ["nil", "nil", "4", "4"]
    first = next(one for row in table.page().own.rows for one in row if not one.why)
    assert table.play(first.face.text).page().tone != "note"


def test_a_bid_is_preselected_only_if_it_is_the_only_one() -> None:
    for variant, picked in (("partner", 0), ("suicide", 0), ("mirrors", 1)):
        html = SpadesTable(variant=variant, **NO_BLIND).deal().html()
        assert html.count(" checked") == picked
        assert ("Choose a bid" in html) == (not picked)


def test_mirrors_explains_its_only_bid() -> None:
    assert SpadesTable(variant="mirrors").deal().page().need == "You hold 4 spades, so that’s your bid."
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "HSCD"]
    assert SpadesTable(variant="mirrors").deal(*hands).page().need == "You hold no spades, so your bid is nil."


def test_cards_are_hidden_until_the_blind_choice_is_made() -> None:
    table = SpadesTable().deal()
    html = table.html()
    assert table.page().template == "games/spades/blind.html"
    assert "Look at my cards" in html and "of spades" not in html
    assert not any(f"card-{one}" in html or f'data-card="{one}"' in html for one in DEAL[0].split())
    assert table.say("S look").html().count('aria-label="ace of spades"') == 1
    waiting = SpadesTable(dealer=0).deal()
    assert len(waiting.page().hidden_cards) == 13 and "ace of spades" not in waiting.html()


def test_the_misdeal_button_depends_on_the_option_not_on_the_cards() -> None:
    for hands in (DEAL, ONE_SPADE):
        assert SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*hands).page().misdeal == '["misdeal"]'
    assert "Misdeal" not in SpadesTable(**NO_BLIND).deal().html()


def test_the_summary_of_a_misdeal_has_no_score() -> None:
    table = SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*ONE_SPADE).say("S misdeal")
    html = table.html()
    assert "You called a misdeal" in html and html.count("Nothing is scored") == 1
    assert "Reason: one spade or none. The same dealer deals again." in html
    assert table.page().score_lines[0].cells == ()
    assert (table.summary.is_void, table.summary.sub) == (True, "This deal doesn’t count.")
    table.deal().bids(3, 3, 3, 3).play_out()
    assert not table.summary.is_void and table.summary.sub.startswith("Hand 2.")


MISDEALT = "Bruno called a misdeal: one spade or none. Hand 1 didn’t count, and the same dealer dealt again."


def misdealt(*, caller: int = 1, dealer: int = 0, **options: Any) -> SpadesTable:
    """Return a table at which seat `caller` has called a misdeal and the same dealer has dealt again."""
    table = SpadesTable(allow_misdeals=True, dealer=dealer, **options)
    return table.deal(*(ONE_SPADE[(seat - caller) % 4] for seat in range(4))).say(f"{'SWNE'[caller]} misdeal").deal()


def test_a_misdeal_by_another_seat_is_noted_until_the_player_acts() -> None:
    table = misdealt(**NO_BLIND)
    assert table.page().tone == "note"
    assert table.page().say == f"{MISDEALT} Bruno is bidding."
    assert 'role="note"' in table.html()
    shown = table.bids(3, 4, 3).page()
    assert (shown.tone, shown.say) == ("note", f"{MISDEALT} Odile bid 3. Your bid?")
    shown = table.bids(3).page()
    assert (shown.tone, "misdeal" in shown.say) == ("", False)


def test_the_note_of_a_misdeal_stays_through_a_blind_choice_until_the_bid() -> None:
    table = misdealt(blind_nil_200_down=True, start={"score": (0, 300)}, dealer=0)
    table.bids(3, 3, 3)
    assert table.page().template == "games/spades/blind.html"
    assert table.page().say.startswith(MISDEALT)
    assert table.say("S look").page().say.startswith(MISDEALT)
    assert "misdeal" not in table.say("S bid 3").page().say


def test_ones_own_misdeal_and_a_scored_hand_have_no_note() -> None:
    assert misdealt(caller=0, dealer=3, **NO_BLIND).page().tone == "you"
    assert in_play().play_out().deal().page().tone != "note"


def exchanging(giver: str = "S", *, most: int = 2) -> SpadesTable:
    """Return a table at which `giver`, the first bidder, has bid a blind nil and may pass up to `most` cards."""
    dealer = ("SWNE".index(giver) - 1) % 4
    return SpadesTable(blind_nil_exchange=most, dealer=dealer).deal().say(f"{giver} blind_nil").bids(3, 4, 3)


def test_the_giver_may_choose_up_to_the_number_of_the_option() -> None:
    passing = exchanging().page().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("give", 0, 2)
    html = exchanging().html()
    assert html.count('type="checkbox"') == 13
    assert 'name="verb" value="give"' in html


def marked_cards(table: SpadesTable) -> list[str]:
    return [one.face.text for row in table.page().own.rows for one in row if one.note == "from Marta"]


def test_received_cards_are_marked_until_the_seat_plays_its_first_card() -> None:
    """North leads, so two seats play before South, the blind nil bidder."""
    table = SpadesTable(blind_nil_exchange=2, dealer=1).deal().bids(3, 4).say("S blind_nil").bids(3)
    table.say("S give AS KS", "N return 7C 5C")
    back = "Marta passed you back [7C] [5C]."
    for cards in ("", "QC AC"):
        table.play(cards)
        assert (marked_cards(table), table.page().say.startswith(back)) == (["7C", "5C"], True)
    assert table.html().count("card--noted") == 2 and "from Marta" in table.html()
    table.play("5C")
    assert (marked_cards(table), back in table.page().say) == ([], False)


def test_the_partner_of_a_blind_nil_sees_the_given_cards_and_returns_as_many() -> None:
    table = exchanging("N").say("N give TS QH")
    assert marked_cards(table) == ["TS", "QH"]
    assert table.page().say == "Marta passed you [TS] [QH]. Pass as many back."
    assert (table.html().count("card--noted"), table.html().count('type="checkbox"')) == (2, 15)
    passing = table.page().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("return", 2, 2)
    assert passing.too_many == "You can choose only 2 cards. Press a chosen one to put it back first."
    assert passing.too_few == "Choose 2 cards first."
    assert marked_cards(table.say("S return 2D TS")) == ["QH"]


def test_the_other_side_is_told_only_how_many_cards_were_given() -> None:
    table = exchanging("W").say("W give QS JS")
    assert "Bruno passed 2 to Odile." in [text for text, _number in table.page().log]
    assert "queen of spades" not in table.html()


BROKEN = "Spades are broken. Odile played the 2 of spades."


def test_the_cards_of_a_trick_are_placed_by_seat() -> None:
    cross = {one.place: one for one in in_play().play("9H KH QH").page().trick}
    assert {place: laid.face.text for place, laid in cross.items() if laid.face} == {"s": "9H", "w": "KH", "n": "QH"}
    assert [place for place, laid in cross.items() if laid.wins] == ["w"]
    assert (cross["e"].face, cross["e"].wait) == (None, "Odile")


def test_a_finished_trick_stays_until_the_next_lead() -> None:
    table = in_play().play("AH 7H TH 4H")
    assert table.page().is_finished
    assert "data-finished" in table.html()
    assert table.page().last_words == "Trick 1. You led and won with the ace of hearts."
    assert not in_play().play("AH 7H TH 4H KD").page().is_finished


BEAT: dict[str, Any] = {"must_beat_highest": True}
#: Options, the deal, the cards played, and the message.
SAID: list[tuple[dict[str, Any], tuple[str, ...], str, str]] = [
    ({}, DEAL, "", "Odile bid 3. Your lead."),
    ({}, DEAL, "9H", "You led the 9 of hearts."),
    ({}, DEAL, "9H KH", "Bruno played the king of hearts."),
    ({}, DEAL, "AH 7H TH 4H", "You won trick 1 with the ace of hearts. Your lead."),
    ({}, DEAL, "2H KH TH 3H", "Bruno won trick 1 with the king of hearts. Bruno leads."),
    ({}, DEAL, "2H KH TH 3H 9C", "Bruno led the 9 of clubs."),
    ({}, DEAL, "2H KH TH 3H 9C QC 4C", "Marta is winning with the queen of clubs. You hold no clubs: play any card."),
    ({}, DEAL, "2H KH TH 3H 9C 5C AC", "Odile played the ace of clubs. You hold no clubs: play any card."),
    ({}, DEAL, "2H KH TH 3H 9C 5C AC 4S", "Spades are broken. You won trick 2 with the 4 of spades. Your lead."),
    ({}, DEAL, "2H KH TH 3H JD AD 3D", "Marta is winning with the ace of diamonds. Play a diamond."),
    ({"dealer": 0}, TWO_VOIDS, "2C 8C 2S", f"{BROKEN} You hold no clubs: play any card."),
    ({"dealer": 0, **BEAT}, DEAL, "2C 8C AC", "Odile played the ace of clubs. You hold no clubs: play a spade."),
    ({"dealer": 0, **BEAT}, TWO_VOIDS, "2C 8C 2S", f"{BROKEN} You hold no clubs: beat the spade."),
    ({"dealer": 2}, DEAL, "TD", "Odile led the 10 of diamonds. Play a diamond."),
    ({"dealer": 2, **BEAT}, DEAL, "TD", "Odile led the 10 of diamonds. Play a diamond, and a higher one."),
    ({"spades_must_be_broken": False}, DEAL, "AS", "You led the ace of spades."),
]


def test_the_message_states_the_last_play_and_what_may_be_played() -> None:
    for options, hands, cards, say in SAID:
        table = SpadesTable(**NO_BLIND, **options).deal(*hands).bids(3, 3, 3, 3)
        assert table.play(cards).page().say == say


def test_broken_spades_are_shown_only_where_they_matter() -> None:
    table = in_play(spades_must_be_broken=False)
    assert table.page().tags == () and [tag.text for tag in in_play().page().tags] == ["not broken"]
    html = in_play().html()
    assert 'popovertarget="label"' in html
    assert "A spade can’t be led until one has been played, unless a hand is all spades." in html


def test_the_giver_reads_how_many_cards_may_be_given() -> None:
    for most, said in (
        (1, "Pass Marta a card that could break your nil, face down, or none."),
        (2, "Pass Marta up to 2 cards that could break your nil, face down."),
    ):
        assert exchanging(most=most).page().say == said


# fmt: off
#: Options, the deal, the cards played, a card, and why it may not be played.
WHY: list[tuple[dict[str, Any], tuple[str, ...], str, str, str]] = [
    ({}, DEAL, "", "AS", "Spades aren’t broken yet, so lead another suit. You can play the ace of hearts, "),
    ({}, DEAL, "2H KH TH 3H JD 6D 4D", "AS", "You hold a diamond, so you must play one."),
    (BEAT, DEAL, "2H KH TH 3H 9C QC AC", "8H",
        "You can beat the highest card, so in this game you must. You can play the ace of spades, "),
    ({"first_trick_low_clubs": True}, ONE_SPADE, "", "9C",
        "The first trick is clubs: you must play your lowest. You can play the 2 of clubs."),
]
# fmt: on


@pytest.mark.parametrize(("options", "hands", "cards", "card", "why"), WHY)
def test_a_card_that_may_not_be_played_has_a_reason(
    options: dict[str, Any], hands: tuple[str, ...], cards: str, card: str, why: str
) -> None:
    table = SpadesTable(**NO_BLIND, **options).deal(*hands).bids(3, 3, 3, 3).play(cards)
    cards_shown = {one.face.text: one for row in table.page().own.rows for one in row}
    assert cards_shown[card].why.startswith(why)
    assert table.why(Action("play", card)).startswith(why)


def test_cards_are_sorted_by_the_players_preferences() -> None:
    cases: tuple[tuple[dict[str, Any], str, str], ...] = (
        ({}, "AS", "2D"),
        ({"spades_first": False}, "AH", "4S"),
        ({"aces_first": False}, "4S", "KD"),
        ({"spades_first": False, "aces_first": False}, "2H", "AS"),
    )
    for preferences, first, last in cases:
        rows = in_play().page(**preferences).own.rows
        assert (rows[0][0].face.text, rows[-1][-1].face.text) == (first, last)


REFUSED: list[tuple[SpadesTable, Action, str]] = [
    (in_play().play("9H"), Action("play", "8H"), "It’s Bruno’s turn."),
    (in_play(), Action("play", "2C"), "That card isn’t in your hand."),
    (in_play(), Action("bid", 3), "You can’t do that at this point in the hand."),
    (SpadesTable(**NO_BLIND).deal(), Action("blind_nil"), "You can’t bid blind nil now."),
    (SpadesTable().deal(), Action("bid", 3), "First decide: bid blind nil, or look at your cards."),
    (SpadesTable(**SUICIDE).deal(), Action("bid", 3), "You can bid nil, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13."),
    (SpadesTable(**NO_BLIND).deal(), Action("misdeal"), "There are no misdeals in this game."),
    (SpadesTable(allow_misdeals=True, **NO_BLIND).deal(), Action("misdeal"), "Not a misdeal. You need"),
    (in_play(allow_misdeals=True), Action("misdeal"), "You can call a misdeal only on your turn to bid"),
    (SpadesTable(allow_misdeals=True).deal(), Action("misdeal"), "First decide: bid blind nil"),
    (exchanging(), Action("give", ("AS", "KS", "5S")), "Choose as many cards as the button says."),
    (exchanging(), Action("give", ("AS", "AS")), "You chose the same card twice."),
    (exchanging(), Action("give", ("2C",)), "That card isn’t in your hand."),
]


def test_each_refusal_is_worded() -> None:
    for table, action, why in REFUSED:
        assert table.why(action).startswith(why)
