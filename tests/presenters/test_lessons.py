"""The tips of a first game: each at its moment, once, and true of the rules that are played."""

from dataclasses import replace

import pytest

from games import presenters
from games.engine.actions import Action
from games.registry import GAMES
from games.review.advising import Advice
from games.snapshot import Snapshot
from games.viewmodel import lessons
from tests.presenters.seeing import Table, Taste, drawn, in_play
from tests.presenters.seeing_duel import DuelTable
from tests.presenters.seeing_spades import SpadesTable
from tests.presenters.seeing_whist import WhistTable


def first(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, is_first=True)


def lesson(snapshot: Snapshot) -> str:
    return lessons.lesson(GAMES[snapshot.key].tips, snapshot)


def tip(table: Table | SpadesTable | WhistTable | DuelTable) -> str:
    return lesson(first(table.snapshot()))


# -- Two-Man Spades: Alice holds AS TS 4S KH 8H 3H QC 7C 2C JD 5D, Marta KS 9S 2S AH 9H 4H KC 8C 3C QD 6D ----------


def test_the_first_discard_and_the_first_bid_have_one() -> None:
    table = Table().deal()
    assert tip(table).startswith("A lone low card")
    assert tip(table.say("0 discard 2C", "1 discard 3C")).startswith("Bid the tricks")


def test_a_seat_that_waits_is_told_nothing() -> None:
    assert tip(Table().deal().say("0 discard 2C")) == ""
    assert tip(in_play().play("KH")) == ""


def test_a_blind_decision_has_one() -> None:
    assert tip(Table(base=(0, 200)).deal()).startswith("A blind bid counts twice")


PLAYS = [
    ("", "Spades beat every suit"),  # the first lead
    ("KH AH 9H", "Follow the suit that was led."),  # the first answer, in the second trick
    ("KH AH 9H 8H 4H", ""),  # answered once already
    ("KH 4H", ""),  # led already
]


@pytest.mark.parametrize(("played", "said"), PLAYS)
def test_a_card_of_the_first_hand(played: str, said: str) -> None:
    assert tip(in_play().play(played)).startswith(said)
    assert bool(said) == bool(tip(in_play().play(played)))


def test_leading_twice_is_told_once() -> None:
    assert tip(in_play().play("JD 6D")) == ""


def test_the_first_bag_has_one_and_the_second_none() -> None:
    table = Table().deal().say("0 discard 2C", "1 discard 3C", "0 bid 1", "1 bid 5").play("JD 6D QC 8C")
    assert tip(table).startswith("A trick over your bid is a bag")
    had = Table(bags=(1, 0)).deal().say("0 discard 2C", "1 discard 3C", "0 bid 1", "1 bid 5").play("JD 6D QC 8C")
    assert tip(had) == ""


def test_the_second_hand_has_none() -> None:
    table = in_play().play_out().deal().say("0 discard 2C", "1 discard 3C")
    assert lesson(first(table.snapshot())) == ""


# -- who is told --------------------------------------------------------------------------------------


def test_only_a_first_game_has_tips() -> None:
    snapshot = Table().deal().snapshot()
    assert lesson(snapshot) == ""
    assert presenters.table(first(snapshot), preferences=Taste()).lesson
    assert presenters.table(first(snapshot), preferences=Taste(lessons=False)).lesson == ""


def test_a_hint_and_a_notice_come_before_a_tip() -> None:
    snapshot = first(Table().deal().snapshot())
    hinted = replace(snapshot, hint=Advice(Action("discard", "2C")))
    assert presenters.table(hinted, preferences=Taste()).lesson == ""
    assert presenters.table(snapshot, preferences=Taste(), notice="Not so.").lesson == ""


def test_it_is_drawn_with_the_button_that_ends_it() -> None:
    html = drawn(presenters.table(first(Table().deal().snapshot()), preferences=Taste()))
    assert "A lone low card" in html
    assert 'form="no-tips"' in html
    assert "No more tips" in html


def test_it_is_drawn_while_one_bids() -> None:
    table = Table().deal().say("0 discard 2C", "1 discard 3C")
    assert "Bid the tricks" in drawn(presenters.table(first(table.snapshot()), preferences=Taste()))


# -- Spades -------------------------------------------------------------------------------------------


def test_partners_are_told_that_bids_are_added() -> None:
    assert tip(SpadesTable(variant="partner").deal().say("S look")) == (
        "Your bid and Marta’s are added. Count aces, kings and long spades."
    )


SPADES_BIDS = [
    ("solo", "Bid the tricks"),
    ("suicide", "One of you and Marta"),
    ("mirrors", "There is no choice of bid"),
]


@pytest.mark.parametrize(("variant", "said"), SPADES_BIDS)
def test_each_game_explains_its_bid(variant: str, said: str) -> None:
    table = SpadesTable(variant=variant).deal()
    if "look" in {offer.verb for offer in table.snapshot().view.legal}:
        table.say("S look")
    assert tip(table).startswith(said)


def test_blind_nil_is_explained_before_the_cards_are_seen() -> None:
    assert tip(SpadesTable(variant="partner").deal()).startswith("Blind nil pays 200, twice a nil; missed it costs 100")


def test_a_lead_in_spades_depends_on_the_rule() -> None:
    bids = SpadesTable(variant="partner").deal().say("S look").bids(3)
    assert tip(bids.bids(3, 4, 3)).startswith("Spades beat every suit, but")
    free = SpadesTable(variant="custom1", spades_must_be_broken=False, allow_blind_nils=False).deal().bids(3, 3, 4, 3)
    assert tip(free).startswith("Lead what you like")


@pytest.mark.parametrize(
    ("must_beat", "said"),
    [(True, "Whoever can beat the best card must."), (False, "Without a card of it play anything")],
)
def test_following_in_spades_depends_on_the_rule(must_beat: bool, said: str) -> None:
    table = SpadesTable(variant="custom1", must_beat_highest=must_beat, allow_blind_nils=False, dealer=2)
    assert said in tip(table.deal().bids(3, 3, 4, 3).play("AC"))


FIRST_TRICK = "The first trick is for clubs: everybody plays the lowest one, and without a club any card."
LOW_CLUBS = [
    (3, "", FIRST_TRICK),
    (3, "5D 2C 5C 4C", ""),
    (0, "", ""),
    (0, "2C 5C 4C", FIRST_TRICK),
    (0, "2C 5C 4C 4S", "Spades beat every suit"),
    (1, "5C 4C", FIRST_TRICK),
    (1, "5C 4C 2D 2C JH 3H", "Follow the suit that was led;"),
]


@pytest.mark.parametrize(("dealer", "played", "said"), LOW_CLUBS)
def test_a_first_trick_of_low_clubs_has_a_tip_of_its_own(dealer: int, played: str, said: str) -> None:
    table = SpadesTable(variant="solo", dealer=dealer, allow_blind_nils=False)
    told = tip(table.deal().bids(3, 3, 3, 3).play(played))
    assert told.startswith(said) and bool(told) == bool(said)


# -- Bid Whist ----------------------------------------------------------------------------------------


def test_the_auction_the_name_and_the_kitty() -> None:
    table = WhistTable().deal()
    assert tip(table).startswith("A bid of 4 promises ten")
    table.say("S bid 4D", "W pass", "N pass", "E pass")
    assert tip(table).startswith("Name the suit")
    table.say("S trump S")
    assert tip(table).startswith("What you put aside is your first book")


def test_downtown_is_explained_with_the_first_card() -> None:
    table = WhistTable().deal().say("S bid 4D", "W pass", "N pass", "E pass", "S trump S")
    hand = table.snapshot().view.hand or ()
    table.say("S discard " + " ".join(one.text for one in hand[:6]))
    assert tip(table).startswith("Downtown the ace is best")


def test_no_trump_asks_for_a_direction() -> None:
    table = WhistTable().deal().say("S bid 4N", "W pass", "N pass", "E pass")
    assert tip(table).startswith("Up if your cards are high")


# -- Card Duel ----------------------------------------------------------------------------------------


def test_the_signs_are_explained_first() -> None:
    assert tip(DuelTable().deal()).startswith("Swords attack")
    assert tip(DuelTable(coin=1).deal()) == ""


def test_whoever_holds_the_coin_again_is_told_of_whoever_sits_across() -> None:
    snapshot = first(DuelTable(coin=1).deal().play("TS", "8D").snapshot())
    across = replace(snapshot, seated=(snapshot.seated[0], replace(snapshot.seated[1], name="Ann")))
    assert "face down until Ann has played" in lesson(across)
