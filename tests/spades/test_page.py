"""The table page of Spades: seats, bids, blind nils, misdeals, exchanges, the trick by seat, refusals."""

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


def test_the_strip_shows_two_sides_or_four() -> None:
    two, four = in_play().page().sides, in_play(variant="solo", first_trick_low_clubs=False).page().sides
    assert ([one.name for one in two], two[0].more) == (["Your side", "Their side"], "bid 6 · 0 bags")
    assert ([one.name for one in four], four[0].more) == (["You", "Bruno", "Marta", "Odile"], "0 bags")


# Bidding


def test_each_legal_bid_is_offered() -> None:
    for options in (NO_BLIND, {"variant": "suicide"}, {"variant": "mirrors"}):
        table = SpadesTable(**options).deal()
        bids = [int(one) for one in legal(table.log.state, S).split()]
        assert [one.action for one in table.page().offers] == [f'["bid",{bid}]' for bid in bids]


SUICIDE: dict[str, Any] = {"variant": "suicide"}
ONE_NIL: dict[str, Any] = {"variant": "custom1", "one_nil": True}
TOO_MANY = "More than thirteen are bid: somebody must fall short."
# fmt: off
#: Options, the bids before South's, the bid that is offered, and what the page says of it.
OFFERS: list[tuple[dict[str, Any], tuple[int, ...], str, dict[str, str]]] = [
    # a bid is worth what the side bids together, with its bonus
    (NO_BLIND, (4, 2), "3", {"made": "7 or more", "made_points": "+70", "missed": "Under 7", "missed_points": "−70",
        "missed_note": "4 tricks have not been bid yet."}),
    ({"ten_for_200": True, **NO_BLIND}, (6, 1), "4", {"swing": "+200", "made_points": "+200", "missed_points": "−100"}),
    # under One Nil a bid stands for itself, without a bonus for both
    (SUICIDE, (5, 6), "4", {"made": "4 or more", "made_points": "+40", "missed": "Under 4", "missed_points": "−40",
        "swing": "±40", "missed_note": "3 tricks have not been bid yet."}),
    (SUICIDE, (5, 6), "7", {"made": "7 or more", "swing": "±70", "missed_note": "Every trick has been bid."}),
    (SUICIDE, (0, 6), "8", {"made": "8 or more", "swing": "±80", "missed_note": "More than thirteen are bid so far."}),
    (SUICIDE, (6, 0, 0), "8", {"made": "8 or more", "swing": "±80", "missed_note": TOO_MANY}),
    ({"ten_for_200": True, "bonus_bid": 9, **ONE_NIL}, (5, 2), "8", {"swing": "±80"}),
    # what becomes of two bids
    (SUICIDE, (), "0", {"made_note": "If Marta bids nil too, yours becomes 4."}),
    (SUICIDE, (), "4", {"made_note": "If Marta bids tricks too, yours becomes nil."}),
    (SUICIDE, (5, 0), "0", {"made_note": "Yours alone; your partner’s bid stands for itself."}),
    (SUICIDE, (5, 0), "4", {"made_note": "Marta’s 5 becomes nil if you bid tricks."}),
    (SUICIDE, (0, 5), "0", {"made_note": "Marta’s nil becomes 4 if you bid nil."}),
    (SUICIDE, (0, 5), "4", {"made_note": "Each extra trick is a bag. You have 0 bags; ten cost 100."}),
]
# fmt: on


def test_a_bid_says_what_it_is_worth() -> None:
    for options, bids, value, told in OFFERS:
        offers = SpadesTable(dealer=3 - len(bids), **options).deal().bids(*bids).page().offers
        offer = next(one for one in offers if one.value == value)
        assert {name: getattr(offer, name) for name in told} == told


def test_the_partners_bid_is_named() -> None:
    assert SpadesTable(dealer=1, **NO_BLIND).deal().bids(4, 2).page().need == "Marta, your partner, bid 4."


def test_an_override_is_logged_and_a_note_until_the_first_card() -> None:
    table = SpadesTable(variant="suicide", dealer=3)
    assert table.deal().bids(5, 6).page().tone == ""
    shown = table.bids(4, 4).page()
    assert shown.tone == "note"
    assert "your 5 becomes nil because Marta bid second." in shown.say
    assert "Bruno’s 6 becomes nil because Odile bid second." in shown.say, "both sides changed theirs"
    assert "One Nil: Bruno’s 6 becomes nil because Odile bid second." in [line.text for line in table.page().log]
    assert [seat.bid for seat in table.page().seats] == ["nil", "nil", "4", "4"]
    first = next(one for row in table.page().own.rows for one in row if not one.why)
    assert table.play(first.face.text).page().tone != "note"


def test_a_bid_is_picked_only_where_it_is_the_only_one() -> None:
    for variant, picked in (("partner", 0), ("suicide", 0), ("mirrors", 1)):
        html = SpadesTable(variant=variant, **NO_BLIND).deal().html()
        assert html.count(" checked") == picked
        assert ("Choose a bid" in html) == (not picked)


def test_mirrors_says_why_there_is_one_bid() -> None:
    assert SpadesTable(variant="mirrors").deal().page().need == "You hold 4 spades, so that is your bid."
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "HSCD"]
    assert SpadesTable(variant="mirrors").deal(*hands).page().need == "You hold no spades, so your bid is nil."


# Blind nil


def test_cards_are_hidden_until_the_blind_choice_is_made() -> None:
    table = SpadesTable().deal()
    html = table.html()
    assert table.page().template == "games/spades/blind.html"
    assert "Look at my cards" in html and "of spades" not in html
    assert not any(f"card-{one}" in html or f'data-card="{one}"' in html for one in DEAL[0].split())
    assert table.say("S look").html().count('aria-label="ace of spades"') == 1
    waiting = SpadesTable(dealer=0).deal()
    assert len(waiting.page().hidden_cards) == 13 and "ace of spades" not in waiting.html()


# Misdeal


def test_the_misdeal_button_follows_the_option_and_not_the_cards() -> None:
    for hands in (DEAL, ONE_SPADE):
        assert SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*hands).page().misdeal == '["misdeal"]'
    assert "Misdeal" not in SpadesTable(**NO_BLIND).deal().html()


def test_a_misdeal_scores_nothing_and_has_no_number() -> None:
    table = SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*ONE_SPADE).say("S misdeal")
    html = table.html()
    assert "You declared a misdeal" in html and html.count("Nothing is scored") == 1
    assert "Reason: one spade or none. The same dealer deals again." in html
    assert table.page().score_lines[0].cells == ()
    assert (table.summary.is_void, table.summary.sub) == (True, "This deal does not count.")
    table.deal().bids(3, 3, 3, 3).play_out()
    assert not table.summary.is_void and table.summary.sub.startswith("Hand 2.")


MISDEALT = "Bruno declared a misdeal: one spade or none. Hand 1 did not count, and the same dealer dealt again."


def misdealt(*, by: int = 1, dealer: int = 0, **options: Any) -> SpadesTable:
    """The first seat to bid has declared a misdeal, and the hand is dealt again."""
    table = SpadesTable(allow_misdeals=True, dealer=dealer, **options)
    return table.deal(*(ONE_SPADE[(seat - by) % 4] for seat in range(4))).say(f"{'SWNE'[by]} misdeal").deal()


def test_a_misdeal_of_another_seat_is_a_note_until_one_has_acted() -> None:
    table = misdealt(**NO_BLIND)
    assert table.page().tone == "note"
    assert table.page().say == f"{MISDEALT} Bruno is bidding."
    assert 'role="note"' in table.html()
    shown = table.bids(3, 4, 3).page()
    assert (shown.tone, shown.say) == ("note", f"{MISDEALT} Odile bid 3. Your bid?")
    shown = table.bids(3).page()
    assert (shown.tone, "misdeal" in shown.say) == ("", False)


def test_the_note_stays_over_a_blind_choice_until_the_bid() -> None:
    table = misdealt(blind_nil_200_down=True, start={"score": (0, 300)}, dealer=0)
    table.bids(3, 3, 3)
    assert table.page().template == "games/spades/blind.html"
    assert table.page().say.startswith(MISDEALT)
    assert table.say("S look").page().say.startswith(MISDEALT)
    assert "misdeal" not in table.say("S bid 3").page().say


def test_ones_own_misdeal_and_a_hand_that_counted_need_no_note() -> None:
    assert misdealt(by=0, dealer=3, **NO_BLIND).page().tone == "you"
    assert in_play().play_out().deal().page().tone != "note"


# Exchange


def exchanging(giver: str = "S", *, most: int = 2) -> SpadesTable:
    """The first bidder has bid a blind nil."""
    dealer = ("SWNE".index(giver) - 1) % 4
    return SpadesTable(blind_nil_exchange=most, dealer=dealer).deal().say(f"{giver} blind_nil").bids(3, 4, 3)


def test_the_giver_may_choose_up_to_the_number() -> None:
    passing = exchanging().page().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("give", 0, 2)
    html = exchanging().html()
    assert html.count('type="checkbox"') == 13
    assert 'name="verb" value="give"' in html


def noted(table: SpadesTable) -> list[str]:
    return [one.face.text for row in table.page().own.rows for one in row if one.note == "from Marta"]


def test_cards_that_came_are_marked_and_told_until_the_first_card_is_played() -> None:
    """North leads, so that two others play before South, who bid the blind nil."""
    table = SpadesTable(blind_nil_exchange=2, dealer=1).deal().bids(3, 4).say("S blind_nil").bids(3)
    table.say("S give AS KS", "N return 7C 5C")
    back = "Marta gave you [7C] [5C] back."
    for cards in ("", "QC AC"):
        table.play(cards)
        assert (noted(table), table.page().say.startswith(back)) == (["7C", "5C"], True)
    assert table.html().count("card--noted") == 2 and "from Marta" in table.html()
    table.play("5C")
    assert (noted(table), back in table.page().say) == ([], False)


def test_the_partner_of_a_blind_nil_sees_which_cards_came_and_returns_as_many() -> None:
    table = exchanging("N").say("N give TS QH")
    assert noted(table) == ["TS", "QH"]
    assert table.page().say == "Marta gave you [TS] [QH]. Give as many back."
    assert (table.html().count("card--noted"), table.html().count('type="checkbox"')) == (2, 15)
    passing = table.page().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("return", 2, 2)
    assert passing.too_many == "You can choose only 2 cards. Press a chosen one to put it back first."
    assert passing.too_few == "Choose 2 cards first."
    assert noted(table.say("S return 2D TS")) == ["QH"]


def test_the_other_side_is_told_only_how_many_cards_were_given() -> None:
    table = exchanging("W").say("W give QS JS")
    assert "Bruno gave Odile 2." in [line.text for line in table.page().log]
    assert "queen of spades" not in table.html()


# Play

BROKEN = "Spades are broken. Odile played the 2 of spades."


def test_the_trick_lies_by_seat() -> None:
    cross = {one.place: one for one in in_play().play("9H KH QH").page().trick}
    assert {place: laid.face.text for place, laid in cross.items() if laid.face} == {"s": "9H", "w": "KH", "n": "QH"}
    assert [place for place, laid in cross.items() if laid.wins] == ["w"]
    assert (cross["e"].face, cross["e"].wait) == (None, "Odile")


def test_a_finished_trick_stays_until_the_next_lead() -> None:
    table = in_play().play("AH 7H TH 4H")
    assert table.page().is_finished
    assert "data-finished" in table.html()
    assert table.page().last_words == "Trick 1. You led, you won with the ace of hearts."
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


def test_each_play_is_said_with_what_may_follow() -> None:
    for options, hands, cards, say in SAID:
        table = SpadesTable(**NO_BLIND, **options).deal(*hands).bids(3, 3, 3, 3)
        assert table.play(cards).page().say == say


def test_breaking_of_spades_is_told_only_where_it_matters() -> None:
    table = in_play(spades_must_be_broken=False)
    assert table.page().tags == () and [tag.text for tag in in_play().page().tags] == ["not broken"]
    html = in_play().html()
    assert 'popovertarget="label"' in html
    assert "A spade may be led only after one has been played, or from a hand of nothing but spades." in html


def test_the_giver_is_told_how_many_cards_may_go() -> None:
    for most, said in (
        (1, "Give Marta a card that endangers your nil, face down, or none."),
        (2, "Give Marta up to 2 cards that endanger your nil, face down."),
    ):
        assert exchanging(most=most).page().say == said


# fmt: off
#: Options, the deal, the cards played, a card, and why it may not be played.
WHY: list[tuple[dict[str, Any], tuple[str, ...], str, str, str]] = [
    ({}, DEAL, "", "AS", "Spades are not broken yet, so lead another suit. You may play the ace of hearts, "),
    ({}, DEAL, "2H KH TH 3H JD 6D 4D", "AS", "You hold a diamond, so you must play one."),
    (BEAT, DEAL, "2H KH TH 3H 9C QC AC", "8H",
        "You can beat the highest card, and in this game you must. You may play the ace of spades, "),
    ({"first_trick_low_clubs": True}, ONE_SPADE, "", "9C",
        "The first trick is for the lowest clubs: yours must be played. You may play the 2 of clubs."),
]
# fmt: on


@pytest.mark.parametrize(("options", "hands", "cards", "card", "why"), WHY)
def test_a_card_that_may_not_be_played_says_why(
    options: dict[str, Any], hands: tuple[str, ...], cards: str, card: str, why: str
) -> None:
    table = SpadesTable(**NO_BLIND, **options).deal(*hands).bids(3, 3, 3, 3).play(cards)
    cards_shown = {one.face.text: one for row in table.page().own.rows for one in row}
    assert cards_shown[card].why.startswith(why)
    assert table.why(Action("play", card)).startswith(why)


def test_cards_are_sorted_by_the_preferences() -> None:
    cases: tuple[tuple[dict[str, Any], str, str], ...] = (
        ({}, "AS", "2D"),
        ({"spades_first": False}, "AH", "4S"),
        ({"aces_first": False}, "4S", "KD"),
        ({"spades_first": False, "aces_first": False}, "2H", "AS"),
    )
    for preferences, first, last in cases:
        rows = in_play().page(**preferences).own.rows
        assert (rows[0][0].face.text, rows[-1][-1].face.text) == (first, last)


# Refusals


REFUSED: list[tuple[SpadesTable, Action, str]] = [
    (in_play().play("9H"), Action("play", "8H"), "It is Bruno’s turn."),
    (in_play(), Action("play", "2C"), "That card is not in your hand."),
    (in_play(), Action("bid", 3), "That cannot be done at this point of the hand."),
    (SpadesTable(**NO_BLIND).deal(), Action("blind_nil"), "A blind nil is not offered to you now."),
    (SpadesTable().deal(), Action("bid", 3), "First choose: nil without looking, or your cards."),
    (SpadesTable(**SUICIDE).deal(), Action("bid", 3), "Your bid may be nil, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13."),
    (SpadesTable(**NO_BLIND).deal(), Action("misdeal"), "There are no misdeals in this game."),
    (SpadesTable(allow_misdeals=True, **NO_BLIND).deal(), Action("misdeal"), "No misdeal: that takes one spade"),
    (in_play(allow_misdeals=True), Action("misdeal"), "A misdeal is declared on your own turn to bid"),
    (SpadesTable(allow_misdeals=True).deal(), Action("misdeal"), "First choose: nil without looking"),
    (exchanging(), Action("give", ("AS", "KS", "5S")), "Choose as many cards as the button says."),
    (exchanging(), Action("give", ("AS", "AS")), "The same card was chosen twice."),
    (exchanging(), Action("give", ("2C",)), "That card is not in your hand."),
]


def test_a_refusal_is_a_sentence() -> None:
    for table, action, why in REFUSED:
        assert table.why(action).startswith(why)
