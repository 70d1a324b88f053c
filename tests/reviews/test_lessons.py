"""Tips of a first game: each at its moment, once, and true under the options of the game."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.actions import Action
from games.evaluation.decisions import Advice
from games.pages import moves
from games.registry import GAMES
from games.snapshot import Snapshot
from tests.bidwhist.positions import WhistTable, contract
from tests.bidwhist.positions import in_play as in_play_of_whist
from tests.cardduel.positions import DuelTable
from tests.spades.positions import TWO_VOIDS, SpadesTable
from tests.table.positions import Table, drawn, in_play, put_aside, table_page


def in_first_game(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, is_first=True)


def lesson(snapshot: Snapshot) -> str:
    return moves.lesson(GAMES[snapshot.key].tips, snapshot)


def tip(table: Table | SpadesTable | WhistTable | DuelTable) -> str:
    return lesson(table.snapshot())


def spades_led_at_two() -> Table:
    """Return a table at which Marta, void in diamonds, has trumped a trick and leads a spade."""
    hands = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS QS JS 9S 2S 9H 4H KC AC 8C 3C")
    return Table().deal(*hands).say("0 discard 2C", "1 discard 3C", "0 bid 4", "1 bid 5").play("JD 2S KS")


BAG_TIP = "A trick over your bid is a bag:"
ONE_BID, BAG = ("0 bid 1", "1 bid 5"), "JD 6D QC 8C"
#: The tip at each moment; none if alice has had it before, or while she waits. Usually alice is dealt
#: AS TS 4S KH 8H 3H QC 7C 2C JD 5D, Marta KS 9S 2S AH 9H 4H KC 8C 3C QD 6D.
MOMENTS: dict[str, tuple[Any, str]] = {
    "the first discard": (Table().deal(), "Discard a lone low card"),
    "the first bid": (put_aside(), "Bid as many tricks"),
    "a discard of the other's": (Table().deal().say("0 discard 2C"), ""),
    "a card of the other's": (in_play().play("KH"), ""),
    "a blind decision": (Table(base=(0, 200)).deal(), "A blind bid counts double"),
    "the first lead": (in_play(), "Spades beat every other suit"),
    "the first answer, in the second trick": (in_play().play("KH AH 9H"), "Follow suit if you can."),
    "a spade led by the other": (spades_led_at_two(), "Spades were led, so play one."),
    "answered once already": (in_play().play("KH AH 9H 8H 4H"), ""),
    "led already": (in_play().play("KH 4H"), ""),
    "led twice": (in_play().play("JD 6D"), ""),
    "the first bag": (put_aside(*ONE_BID).play(BAG), f"{BAG_TIP} one point now"),
    "a bag that leaves zero": (put_aside(*ONE_BID, base=(-10, 0)).play(BAG), f"{BAG_TIP} one point now"),
    "a bag below zero": (put_aside(*ONE_BID, base=(-20, 0)).play(BAG), f"{BAG_TIP} below zero it costs"),
    "a bag of a hand before": (put_aside(*ONE_BID, bags=(1, 0)).play(BAG), ""),
    "the second hand": (in_play().play_out().deal().say("0 discard 2C", "1 discard 3C"), ""),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_has_its_tip_once(moment: str) -> None:
    table, said = MOMENTS[moment]
    words = tip(table)
    assert words.startswith(said) and bool(words) == bool(said)


def test_only_a_first_game_has_tips() -> None:
    snapshot = Table().deal().snapshot()
    assert table_page(in_first_game(snapshot)).lesson
    assert table_page(snapshot).lesson == table_page(in_first_game(snapshot), lessons=False).lesson == ""


def test_a_hint_and_a_notice_come_before_a_tip() -> None:
    snapshot = in_first_game(Table().deal().snapshot())
    hinted = replace(snapshot, hint=Advice(Action("discard", "2C")))
    assert table_page(hinted).lesson == table_page(snapshot, notice="Not so.").lesson == ""


def test_a_tip_has_a_button_that_ends_all_tips() -> None:
    for table, said in ((Table().deal(), "Discard a lone low card"), (put_aside(), "Bid as many tricks")):
        html = drawn(table_page(in_first_game(table.snapshot())))
        assert said in html and 'form="no-tips"' in html and "No more tips" in html


FREE: dict[str, Any] = {"variant": "custom1", "allow_blind_nils": False}
ADDED = "Your bid and Marta’s are added together. Count aces, kings and extra spades."
FOLLOW, BEATS = "Follow suit if you can", "If you can beat the best card, you must."
FIRST_TRICK = "The first trick is clubs: everyone plays their lowest, or any card if they have none."


def spades(*bids: int, **chosen: Any) -> SpadesTable:
    """Deal and bid. If South may bid a blind nil, South looks at the cards first."""
    table = SpadesTable(**chosen).deal()
    if "look" in {offer.verb for offer in table.snapshot().view.legal}:
        table.say("S look")
    return table.bids(*bids)


def low_clubs(dealer: int, played: str) -> SpadesTable:
    return spades(3, 3, 3, 3, variant="solo", dealer=dealer, allow_blind_nils=False).play(played)


def two_voids(played: str, **chosen: Any) -> SpadesTable:
    """Play cards of the first trick. South and East have no clubs, and spades may be led at any time."""
    table = SpadesTable(**FREE, **chosen, spades_must_be_broken=False, dealer=0).deal(*TWO_VOIDS)
    return table.bids(3, 3, 3, 3).play(played)


def whist(*said: str, **chosen: Any) -> WhistTable:
    return WhistTable(**chosen).deal().say(*said)


BOUGHT = ("W pass", "N pass", "E pass")
BEAT: dict[str, Any] = {"must_beat_highest": True}
TIPS_OF_RULES: list[tuple[Any, str]] = [
    (spades(variant="partner"), ADDED),
    (spades(variant="solo"), "Bid as many tricks"),
    (spades(variant="suicide"), "You or Marta must play nil. Bid it only with low cards."),
    (spades(0, 6, variant="suicide", dealer=1), "Marta plays nil unless you do. Bid nil only with low cards."),
    (spades(5, 6, variant="suicide", dealer=1), "Marta plays nil unless you do. Bid nil only with low cards."),
    (spades(variant="mirrors"), "You don’t choose a bid"),
    (SpadesTable(variant="partner").deal(), "Blind nil pays 200, twice as much as nil; failing costs 100"),
    (spades(3, variant="partner").bids(3, 4, 3), "Spades beat every other suit. Lead one"),
    (spades(3, 3, 4, 3, **FREE, spades_must_be_broken=False), "Lead what you like"),
    (spades(3, 3, 4, 3, **FREE, **BEAT, dealer=2).play("AC"), f"{FOLLOW}; if not, any spade beats it. {BEATS}"),
    (spades(3, 3, 4, 3, **FREE, dealer=2).play("AC"), f"{FOLLOW}. If not, play anything: any spade beats it."),
    (two_voids("2C 8C 2S"), f"{FOLLOW}. If not, play anything: only a higher spade wins now."),
    (two_voids("2C 8C 2S", **BEAT), f"{FOLLOW}; if not, only a higher spade wins now. {BEATS}"),
    (two_voids("7S TS 8S"), "Spades were led, so play one. If you have none, play anything: it can’t win."),
    (two_voids("7S TS 8S", **BEAT), "Spades were led, so play one, and a higher one if you can."),
    (low_clubs(3, ""), FIRST_TRICK),
    (low_clubs(3, "5D 2C 5C 4C"), ""),
    (low_clubs(0, ""), ""),
    (low_clubs(0, "2C 5C 4C"), FIRST_TRICK),
    (low_clubs(0, "2C 5C 4C 4S"), "Spades beat every other suit"),
    (low_clubs(1, "5C 4C"), FIRST_TRICK),
    (low_clubs(1, "5C 4C 2D 2C JH 3H"), f"{FOLLOW};"),
    (whist(), "A bid of 4 promises ten"),
    (whist(min_bid=2), "A bid of 2 promises eight of thirteen books."),
    (whist("S bid 4D", *BOUGHT), "Name your longest suit"),
    (contract("4D"), "Your discards are your first book. Keep trumps, aces"),
    (contract("4N", "S direction up"), "Your discards are your first book. Keep aces and long suits."),
    (in_play_of_whist("4D"), "Downtown, the ace is best"),
    (whist("S bid 4N", *BOUGHT), "Up if your cards are high"),
    (DuelTable().deal(), "Swords attack"),
    (DuelTable(coin=1).deal(), ""),
]


@pytest.mark.parametrize(("table", "said"), TIPS_OF_RULES)
def test_tips_follow_the_rules_of_the_game(table: Any, said: str) -> None:
    words = tip(table)
    assert words.startswith(said) and bool(words) == bool(said)


def test_the_tip_about_covered_tops_names_the_opponent() -> None:
    snapshot = in_first_game(DuelTable(coin=1).deal().play("TS", "8D").snapshot())
    across = replace(snapshot, seated=(snapshot.seated[0], replace(snapshot.seated[1], name="Ann")))
    assert "face down until Ann has played" in lesson(across)
