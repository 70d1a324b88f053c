"""What a hand is headed with never says the opposite of its points: read over hands that chance has played."""

from random import Random
from typing import Any

import pytest

from games.bidwhist.table import PRESENTER as BID_WHIST
from games.engine.state import DEALER
from games.registry import ruleset
from games.services.log.logs import Log
from games.snapshot import PlayedHand, SeatedPlayer, Snapshot
from games.spades.table import PRESENTER as SPADES
from games.twoman import sheet as twoman_sheet
from games.twoman.table import PRESENTER as TWO_MAN
from games.viewmodel.words import joined
from tests.presenters.seeing import NOW, seen_of
from tests.presenters.seeing_spades import SEATED, SpadesTable
from tests.presenters.seeing_whist import WhistTable

AT_TWO = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "easy"))
VARIANTS = ("partner", "solo", "suicide", "mirrors", "custom1", "custom2")


def hands_of(key: str, options: dict[str, Any], chance: str, *, most: int = 8) -> list[tuple[Snapshot, PlayedHand]]:
    """Hands in which every seat bids and plays by chance, each as seat 0 sees it."""
    rng, rules, found = Random(chance), ruleset(key), []
    log = Log(rules, rules.initial(options))
    while len(log.hands) < most and rules.result(log.state) is None:
        seat = min(rules.waits_for(log.state))
        action = (
            rules.chance(log.state, rng.randrange)
            if seat == DEALER
            else rng.choice(rules.legal_actions(log.state, seat))
        )
        before = len(log.hands)
        log = log.with_action(seat, action.first, "person", NOW)
        if len(log.hands) > before:
            found.append((seen_of(log, seated=AT_TWO if rules.seats == 2 else SEATED), log.hands[-1]))
    return found


def says_the_opposite(heading: str, points: int) -> bool:
    """Whether nothing but good is told of points lost, or nothing but bad of points won."""
    if "but" in heading:
        return False
    is_good = any(word in heading for word in ("made", "held"))
    return points < 0 if is_good else points > 0


def test_what_is_asked_of_a_heading_can_fail() -> None:
    assert says_the_opposite("Your side made its 5", -48)
    assert says_the_opposite("Your side fell 3 short of 4", 60)
    assert not says_the_opposite("Your side made its 5, but your nil failed", -48)


@pytest.mark.parametrize("chance", range(6))
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_heading_of_spades_says_the_opposite_of_its_points(variant: str, chance: int) -> None:
    for snapshot, hand in hands_of("spades", {"variant": variant}, f"{variant} {chance}"):
        shown = SPADES.summary(snapshot, hand)
        if shown.sheet.sides:
            change = shown.sheet.sides[0].change
            assert not says_the_opposite(shown.heading, change), (shown.heading, change)


@pytest.mark.parametrize("chance", range(25))
def test_no_heading_of_two_man_says_the_opposite_of_its_points(chance: int) -> None:
    for snapshot, hand in hands_of("twoman", {}, f"twoman {chance}", most=12):
        shown = TWO_MAN.summary(snapshot, hand)
        if twoman_sheet.is_scored(hand):
            mine, theirs = (side.change for side in shown.sheet.sides)
            assert not says_the_opposite(shown.heading, mine), (shown.heading, mine)
            others = shown.sub.removeprefix(f"Hand {hand.number}. ")
            assert not says_the_opposite(others, theirs), (others, theirs)


# -- one by one -----------------------------------------------------------------------------------------


def spades_heading(*bids: int, **options: Any) -> str:
    """South, the person, bids first."""
    table = SpadesTable(**options).deal().bids(*bids).play_out()
    return SPADES.summary(table.snapshot(), table.snapshot().hands[-1]).heading


def test_a_partners_nil_is_told_with_the_contract() -> None:
    headings = {spades_heading(bid, 3, 0, 3) for bid in (1, 13)}
    assert all("Marta’s nil failed" in one or "Marta’s nil held" in one for one in headings)
    assert len(headings) == 2


def test_clauses_that_agree_are_joined_by_and() -> None:
    assert joined([("Your side made its 4", True)]) == "Your side made its 4"
    assert (
        joined([("Your side made its 4", True), ("your nil held", True)]) == "Your side made its 4, and your nil held"
    )
    assert joined([("Your nil failed", False), ("Marta’s nil held", True)]) == "Your nil failed, but Marta’s nil held"


@pytest.mark.parametrize(
    ("declarer", "begins"), [("S", "You "), ("N", "Your side "), ("W", "Bruno and Odile "), ("E", "Bruno and Odile ")]
)
def test_a_contract_is_the_declarers(declarer: str, begins: str) -> None:
    """A partner’s contract is the side’s, and not the person’s own."""
    table = WhistTable().deal()
    order = "SWNE"
    while any(action.verb == "bid" for action in _legal(table)):
        seat = min(table.log.rules.waits_for(table.log.state))
        table.say(f"{order[seat]} bid 5U" if order[seat] == declarer else f"{order[seat]} pass")
    table.play_out()
    shown = BID_WHIST.summary(table.snapshot(), table.snapshot().hands[-1], None)
    assert shown.heading.startswith(begins)


def _legal(table: WhistTable) -> list[Any]:
    waits = table.log.rules.waits_for(table.log.state)
    return [one for seat in waits if seat != DEALER for one in table.log.rules.legal_actions(table.log.state, seat)]
