"""The table of Spades: seats, bids, blind nil, exchange, the trick by seat, refusals."""

from typing import Any

import pytest

from games.engine.actions import Action
from tests.engine.spades_positions import DEAL, ONE_SPADE
from tests.presenters.seeing_spades import NO_BLIND, SpadesTable, in_play

# -- seats and sides ------------------------------------------------------------------------------------


def test_seats_stand_clockwise_from_ones_own() -> None:
    seats = in_play().more().seats
    assert [(one.place, one.name, one.is_near) for one in seats] == [
        ("s", "You", True),
        ("w", "Bruno", False),
        ("n", "Marta", True),
        ("e", "Odile", False),
    ]


def test_bids_and_tricks_stand_at_each_seat() -> None:
    table = SpadesTable().deal().say("S blind_nil").bids(4, 0, 3)
    assert [one.bid for one in table.more().seats] == ["blind nil", "4", "nil", "3"]
    assert "bid <b>blind nil</b>, took <b>0</b>" in table.html()


@pytest.mark.parametrize(
    ("options", "names", "more"),
    [
        ({}, ["Your side", "Their side"], "bid 6 · 0 bags"),
        (
            {"variant": "solo", "allow_blind_nils": False, "first_trick_low_clubs": False},
            ["You", "Bruno", "Marta", "Odile"],
            "0 bags",
        ),
    ],
)
def test_the_strip_shows_two_sides_or_four(options: dict[str, Any], names: list[str], more: str) -> None:
    sides = in_play(**options).more().sides
    assert [one.name for one in sides] == names
    assert sides[0].more == more


# -- bidding --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "bids"),
    [
        (SpadesTable(**NO_BLIND), range(14)),
        (SpadesTable(variant="suicide"), [0, *range(4, 14)]),
        (SpadesTable(variant="mirrors"), [4]),
        (SpadesTable(variant="custom1", min_ind=2, max_ind=5, allow_blind_nils=False), range(2, 6)),
    ],
)
def test_only_legal_bids_are_offered(table: SpadesTable, bids: Any) -> None:
    offers = table.deal().more().offers
    assert [one.action for one in offers] == [f'["bid",{bid}]' for bid in bids]


def test_a_bid_is_worth_what_the_side_bids_together() -> None:
    table = SpadesTable(dealer=1, **NO_BLIND).deal().bids(4, 2)
    offer = next(one for one in table.more().offers if one.value == "3")
    assert (offer.made, offer.made_points, offer.missed, offer.missed_points) == ("7 or more", "+70", "Under 7", "−70")
    assert offer.missed_note == "4 tricks have not been bid yet."
    assert table.more().need == "Marta, your partner, bid 4."


def test_a_bonus_is_counted_in() -> None:
    table = SpadesTable(dealer=1, ten_for_200=True, **NO_BLIND).deal().bids(6, 1)
    offer = next(one for one in table.more().offers if one.value == "4")
    assert (offer.swing, offer.made_points, offer.missed_points) == ("+200", "+200", "−100")


def test_one_nil_says_what_becomes_of_two_bids() -> None:
    nil, first = SpadesTable(variant="suicide").deal().more().offers[:2]
    assert first.made_note == "If Marta bids tricks too, yours becomes nil."
    assert nil.made_note == "If Marta bids nil too, yours becomes 4."
    second = SpadesTable(variant="suicide", dealer=1).deal().bids(5, 0).more().offers
    assert second[1].made_note == "Marta’s 5 becomes nil if you bid tricks."
    assert second[0].made_note == "Yours alone; your partner’s bid stands for itself."
    nil, tricks = SpadesTable(variant="suicide", dealer=1).deal().bids(0, 5).more().offers[:2]
    assert nil.made_note == "Marta’s nil becomes 4 if you bid nil."
    assert tricks.made_note == "Each extra trick is a bag. You have 0 bags; ten cost 100."


TOO_MANY = "More than thirteen are bid: somebody must fall short."


@pytest.mark.parametrize(
    ("bids", "value", "made", "missed", "note"),
    [
        ((5, 6), "4", ("4 or more", "+40"), ("Under 4", "−40"), "3 tricks have not been bid yet."),
        ((5, 6), "7", ("7 or more", "+70"), ("Under 7", "−70"), "Every trick has been bid."),
        ((0, 6), "8", ("8 or more", "+80"), ("Under 8", "−80"), "More than thirteen are bid so far."),
        ((6, 0, 0), "8", ("8 or more", "+80"), ("Under 8", "−80"), TOO_MANY),
    ],
)
def test_one_nil_adds_no_bid_to_ones_tricks(bids: Any, value: str, made: Any, missed: Any, note: str) -> None:
    offers = SpadesTable(variant="suicide", dealer=3 - len(bids)).deal().bids(*bids).more().offers
    offer = next(one for one in offers if one.value == value)
    assert (offer.made, offer.made_points) == made and (offer.missed, offer.missed_points) == missed
    assert (offer.swing, offer.missed_note) == (f"±{value}0", note)


def test_one_nil_gives_no_bonus_for_bids_that_are_not_added() -> None:
    options: dict[str, Any] = {"variant": "custom1", "one_nil": True, "ten_for_200": True, "bonus_bid": 9}
    offers = SpadesTable(dealer=1, **options).deal().bids(5, 2).more().offers
    assert next(one.swing for one in offers if one.value == "8") == "±80"


def test_an_override_is_announced_and_logged() -> None:
    table = SpadesTable(variant="suicide", dealer=0).deal().bids(5, 6, 4)
    told = "One Nil: Bruno’s 5 becomes nil because Odile bid second."
    assert told in table.shown().say
    assert told in [line.text for line in table.more().log]
    assert table.more().seats[1].bid == "nil"


def test_an_override_stands_out_until_the_first_card() -> None:
    table = SpadesTable(variant="suicide", dealer=3)
    assert table.deal().bids(5, 6).shown().tone == ""
    shown = table.bids(4, 4).shown()
    assert shown.tone == "note"
    assert "your 5 becomes nil because Marta bid second." in shown.say
    assert "Bruno’s 6 becomes nil because Odile bid second." in shown.say, "both sides changed theirs"
    first = next(one for row in table.more().rows for one in row if not one.why)
    assert table.play(first.face.text).shown().tone != "note"


@pytest.mark.parametrize(("variant", "picked"), [("partner", 0), ("solo", 0), ("suicide", 0), ("mirrors", 1)])
def test_no_bid_is_picked_at_first_unless_only_one_may_be_made(variant: str, picked: int) -> None:
    html = SpadesTable(variant=variant, **NO_BLIND).deal().html()
    assert html.count(" checked") == picked
    assert ("Choose a bid" in html) == (not picked)


def test_mirrors_says_why_there_is_one_bid() -> None:
    assert SpadesTable(variant="mirrors").deal().more().need == "You hold 4 spades, so that is your bid."


def test_mirrors_without_a_spade_bids_nil() -> None:
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "HSCD"]
    assert SpadesTable(variant="mirrors").deal(*hands).more().need == "You hold no spades, so your bid is nil."


# -- blind nil ------------------------------------------------------------------------------------------


def test_cards_are_hidden_while_a_blind_nil_is_open() -> None:
    table = SpadesTable().deal()
    html = table.html()
    assert table.shown().template == "games/spades/blind.html"
    assert "Look at my cards" in html
    assert not any(f"card-{one}" in html or f'data-card="{one}"' in html for one in DEAL[0].split())
    assert "of spades" not in html


def test_after_looking_ones_cards_are_there() -> None:
    html = SpadesTable().deal().say("S look").html()
    assert html.count('aria-label="ace of spades"') == 1


def test_a_hand_that_waits_for_its_blind_choice_stays_hidden() -> None:
    table = SpadesTable(dealer=0).deal()
    assert len(table.more().hidden_cards) == 13
    assert "ace of spades" not in table.html()


# -- misdeal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [DEAL, ONE_SPADE])
def test_the_misdeal_button_is_there_whatever_one_holds(hands: tuple[str, ...]) -> None:
    more = SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*hands).more()
    assert more.misdeal == '["misdeal"]'


def test_it_is_not_there_where_the_option_is_off() -> None:
    assert "Misdeal" not in SpadesTable(**NO_BLIND).deal().html()


def test_a_misdeal_is_told_and_scores_nothing() -> None:
    table = SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*ONE_SPADE).say("S misdeal")
    html = table.html()
    assert "You declared a misdeal" in html
    assert html.count("Nothing is scored") == 1
    assert "Reason: one spade or none. The same dealer deals again." in html
    assert table.more().score_lines[0].cells == ()


def test_a_misdeal_is_not_numbered_as_a_hand() -> None:
    table = SpadesTable(allow_misdeals=True, **NO_BLIND).deal(*ONE_SPADE).say("S misdeal")
    assert (table.summary.is_void, table.summary.sub) == (True, "This deal does not count.")
    table.deal().bids(3, 3, 3, 3).play_out()
    assert not table.summary.is_void and table.summary.sub.startswith("Hand 2.")


MISDEALT = "Bruno declared a misdeal: one spade or none. Hand 1 did not count, and the same dealer dealt again."


def misdealt(*, by: int = 1, dealer: int = 0, **options: Any) -> SpadesTable:
    """That seat, the first to bid, has declared a misdeal, and the hand is dealt again."""
    table = SpadesTable(allow_misdeals=True, dealer=dealer, **options)
    return table.deal(*(ONE_SPADE[(seat - by) % 4] for seat in range(4))).say(f"{'SWNE'[by]} misdeal").deal()


def test_a_misdeal_of_another_stands_out_until_one_has_acted() -> None:
    table = misdealt(**NO_BLIND)
    assert table.shown().tone == "note"
    assert table.shown().say == f"{MISDEALT} Bruno is bidding."
    assert 'role="note"' in table.html()
    shown = table.bids(3, 4, 3).shown()
    assert (shown.tone, shown.say) == ("note", f"{MISDEALT} Odile bid 3. Your bid?"), (
        "they may be quicker than one reads"
    )
    shown = table.bids(3).shown()
    assert (shown.tone, "misdeal" in shown.say) == ("", False)


def test_it_stands_out_before_a_blind_choice_and_until_the_bid() -> None:
    table = misdealt(blind_nil_200_down=True, start={"score": (0, 300)}, dealer=0)
    table.bids(3, 3, 3)
    assert table.shown().template == "games/spades/blind.html"
    assert table.shown().say.startswith(MISDEALT)
    assert table.say("S look").shown().say.startswith(MISDEALT)
    assert "misdeal" not in table.say("S bid 3").shown().say


def test_ones_own_misdeal_and_a_hand_that_counted_need_no_note() -> None:
    assert misdealt(by=0, dealer=3, **NO_BLIND).shown().tone == "you"
    assert in_play().play_out().deal().shown().tone != "note"


# -- exchange -------------------------------------------------------------------------------------------


def exchanging(giver: str = "S") -> SpadesTable:
    """Whoever bids first has bid a blind nil."""
    dealer = ("SWNE".index(giver) - 1) % 4
    return SpadesTable(blind_nil_exchange=2, dealer=dealer).deal().say(f"{giver} blind_nil").bids(3, 4, 3)


def test_the_giver_chooses_up_to_the_number() -> None:
    passing = exchanging().more().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("give", 0, 2)
    html = exchanging().html()
    assert html.count('type="checkbox"') == 13
    assert 'name="verb" value="give"' in html


def test_the_partner_sees_what_came_and_returns_as_many() -> None:
    table = exchanging("N").say("N give TS QH")
    passing = table.more().passing
    assert passing is not None
    assert (passing.verb, passing.least, passing.most) == ("return", 2, 2)
    assert table.shown().say == "Marta gave you [TS] [QH]. Give as many back."
    assert table.html().count('type="checkbox"') == 15


def noted(table: SpadesTable) -> list[str]:
    return [one.face.text for row in table.more().rows for one in row if one.note == "from Marta"]


def test_cards_that_came_are_marked_and_told_until_the_first_card_is_played() -> None:
    """In the hand of the blind nil bidder; North leads, so two others play before South."""
    table = SpadesTable(blind_nil_exchange=2, dealer=1).deal().bids(3, 4).say("S blind_nil").bids(3)
    table.say("S give AS KS", "N return 7C 5C")
    back = "Marta gave you [7C] [5C] back."
    assert (noted(table), table.shown().say.startswith(back)) == (["7C", "5C"], True)
    table.play("QC AC")
    assert (noted(table), table.shown().say.startswith(back)) == (["7C", "5C"], True)
    assert table.html().count("card--noted") == 2 and "from Marta" in table.html()
    table.play("5C")
    assert (noted(table), back in table.shown().say) == ([], False)


def test_the_partner_of_a_blind_nil_sees_which_cards_came() -> None:
    table = exchanging("N").say("N give TS QH")
    assert noted(table) == ["TS", "QH"]
    assert table.html().count("card--noted") == 2
    assert noted(table.say("S return 2D TS")) == ["QH"]


def test_a_card_too_many_or_too_few_has_its_own_words() -> None:
    passing = exchanging("N").say("N give TS QH").more().passing
    assert passing is not None
    assert passing.too_many == "You can choose only 2 cards. Press a chosen one to put it back first."
    assert passing.too_few == "Choose 2 cards first."


def test_others_are_told_only_how_many() -> None:
    table = exchanging("W").say("W give QS JS")
    assert "Bruno gave Odile 2." in [line.text for line in table.more().log]
    assert "queen of spades" not in table.html()


# -- play -----------------------------------------------------------------------------------------------


def test_the_trick_lies_by_seat() -> None:
    cross = {one.place: one for one in in_play().play("9H KH QH").more().trick}
    assert {place: laid.face.text for place, laid in cross.items() if laid.face} == {"s": "9H", "w": "KH", "n": "QH"}
    assert [place for place, laid in cross.items() if laid.wins] == ["w"]
    assert (cross["e"].face, cross["e"].wait) == (None, "Odile")


def test_a_finished_trick_stays_until_the_next_lead() -> None:
    table = in_play().play("AH 7H TH 4H")
    assert table.more().is_finished
    assert "data-finished" in table.html()
    assert table.more().last_words == "Trick 1. You led, you won with the ace of hearts."
    assert not in_play().play("AH 7H TH 4H KD").more().is_finished


@pytest.mark.parametrize(
    ("cards", "say"),
    [
        ("", "Odile bid 3. Your lead."),
        ("9H", "You led the 9 of hearts."),
        ("9H KH", "Bruno played the king of hearts."),
        ("AH 7H TH 4H", "You won trick 1 with the ace of hearts. Your lead."),
        ("2H KH TH 3H", "Bruno won trick 1 with the king of hearts. Bruno leads."),
        ("2H KH TH 3H 9C", "Bruno led the 9 of clubs."),
        ("2H KH TH 3H 9C QC 4C", "Marta is winning with the queen of clubs. You hold no clubs: play any card."),
        ("2H KH TH 3H 9C 5C AC", "Odile played the ace of clubs. You hold no clubs: play any card."),
        ("2H KH TH 3H 9C 5C AC 4S", "Spades are broken. You won trick 2 with the 4 of spades. Your lead."),
        ("2H KH TH 3H JD AD 3D", "Marta is winning with the ace of diamonds. Play a diamond."),
    ],
)
def test_each_play_is_said_once(cards: str, say: str) -> None:
    assert in_play().play(cards).shown().say == say


#: South and East have no club.
TWO_VOIDS = (
    DEAL[0],
    "QS JS 7S KH AC KC JC TC 9C 6C 4C 3C 2C",
    DEAL[2],
    "9S 8S 2S 7H 6H 4H 3H JD TD 9D 7D 4D 3D",
)


@pytest.mark.parametrize(
    ("hands", "cards", "say"),
    [
        (DEAL, "2C 8C AC", "Odile played the ace of clubs. You hold no clubs: play a spade."),
        (TWO_VOIDS, "2C 8C 2S", "Spades are broken. Odile played the 2 of spades. You hold no clubs: beat the spade."),
    ],
)
def test_whoever_must_beat_is_told_what(hands: tuple[str, ...], cards: str, say: str) -> None:
    table = SpadesTable(dealer=0, must_beat_highest=True, **NO_BLIND).deal(*hands).bids(3, 3, 3, 3)
    assert table.play(cards).shown().say == say


def test_the_suit_that_is_not_held_is_named_where_a_trump_was_said_last() -> None:
    table = SpadesTable(dealer=0, **NO_BLIND).deal(*TWO_VOIDS).bids(3, 3, 3, 3).play("2C 8C 2S")
    assert table.shown().say.endswith("Odile played the 2 of spades. You hold no clubs: play any card.")


@pytest.mark.parametrize(
    ("options", "hands", "cards", "card", "why"),
    [
        ({}, DEAL, "", "AS", "Spades are not broken yet, so lead another suit. You may play the ace of hearts, "),
        ({}, DEAL, "2H KH TH 3H JD 6D 4D", "AS", "You hold a diamond, so you must play one."),
        (
            {"must_beat_highest": True},
            DEAL,
            "2H KH TH 3H 9C QC AC",
            "8H",
            "You can beat the highest card, and in this game you must. You may play the ace of spades, ",
        ),
        (
            {"first_trick_low_clubs": True},
            ONE_SPADE,
            "",
            "9C",
            "The first trick is for the lowest clubs: yours must be played. You may play the 2 of clubs.",
        ),
    ],
)
def test_a_card_that_may_not_be_played_says_why(
    options: dict[str, Any], hands: tuple[str, ...], cards: str, card: str, why: str
) -> None:
    table = SpadesTable(**NO_BLIND, **options).deal(*hands).bids(3, 3, 3, 3).play(cards)
    cards_shown = {one.face.text: one for row in table.more().rows for one in row}
    assert cards_shown[card].why.startswith(why)
    assert table.why(Action("play", card)).startswith(why)


@pytest.mark.parametrize(
    ("preferences", "first", "last"),
    [
        ({}, "AS", "2D"),
        ({"spades_first": False}, "AH", "4S"),
        ({"aces_first": False}, "4S", "KD"),
        ({"spades_first": False, "aces_first": False}, "2H", "AS"),
    ],
)
def test_cards_are_sorted_as_one_likes(preferences: dict[str, bool], first: str, last: str) -> None:
    rows = in_play().more(**preferences).rows
    assert (rows[0][0].face.text, rows[-1][-1].face.text) == (first, last)


# -- refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "action", "why"),
    [
        (in_play().play("9H"), Action("play", "8H"), "It is Bruno’s turn."),
        (in_play(), Action("play", "2C"), "That card is not in your hand."),
        (in_play(), Action("bid", 3), "That cannot be done at this point of the hand."),
        (SpadesTable(**NO_BLIND).deal(), Action("blind_nil"), "A blind nil is not offered to you now."),
        (SpadesTable().deal(), Action("bid", 3), "First choose: nil without looking, or your cards."),
        (
            SpadesTable(variant="suicide").deal(),
            Action("bid", 3),
            "Your bid may be nil, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13.",
        ),
        (SpadesTable(**NO_BLIND).deal(), Action("misdeal"), "There are no misdeals in this game."),
        (SpadesTable(allow_misdeals=True, **NO_BLIND).deal(), Action("misdeal"), "No misdeal: that takes one spade"),
        (in_play(allow_misdeals=True), Action("misdeal"), "A misdeal is declared on your own turn to bid"),
        (SpadesTable(allow_misdeals=True).deal(), Action("misdeal"), "First choose: nil without looking"),
        (exchanging(), Action("give", ("AS", "KS", "5S")), "Choose as many cards as the button says."),
        (exchanging(), Action("give", ("AS", "AS")), "The same card was chosen twice."),
        (exchanging(), Action("give", ("2C",)), "That card is not in your hand."),
    ],
)
def test_a_refusal_is_a_sentence(table: SpadesTable, action: Action, why: str) -> None:
    assert table.why(action).startswith(why)
