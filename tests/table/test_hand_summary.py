"""The summary of a hand: rows of points with sentences, all tricks, and a heading that fits the points."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine.state import DEALER, Phase
from games.pages.scores import SumRow, TrickHand
from games.pages.words import joined
from games.registry import GAMES, ruleset
from games.snapshot import PlayedHand, SealSnapshot, SeatedPlayer, Snapshot
from games.table.logs import Log
from games.twoman.score import SeatLine
from games.twoman.words import is_scored, remark
from games.wording import option_words
from tests.bidwhist.positions import WhistTable
from tests.spades.positions import SEATED, SpadesTable
from tests.table.positions import COMMITMENT, NOW, Side, Table, Taste, drawn, in_play, scored, seen_of, table_page

QUIET = Side(4, 4)
BOTH_WON = {"won": {"7D": 0, "TC": 0}}


def hand_page(snapshot: Snapshot, hand: PlayedHand) -> TrickHand:
    found: TrickHand = table_page(snapshot).hand(hand)
    return found


def summary(mine: Side, theirs: Side = QUIET, **start: object) -> TrickHand:
    snapshot, hand = scored(mine, theirs, **start)  # type: ignore[arg-type]
    return hand_page(snapshot, hand)


def row(shown: TrickHand, title: str) -> SumRow:
    return next(one for one in shown.sheet.rows if one.title == title)


@pytest.mark.parametrize(
    ("mine", "heading", "points"),
    [
        (Side(5, 6), "You made your five", "+50"),
        (Side(5, 3), "You fell two short of five", "−50"),
        (Side(0, 0), "You made nil", "+200"),
        (Side(0, 2), "Your nil failed", "−200"),
        (Side(5, 7, blind=True), "You made your blind five", "+100"),
        (Side(6, 5, blind=True), "You fell one short of six", "−120"),
    ],
)
def test_the_heading_names_the_bid_and_the_row_its_points(mine: Side, heading: str, points: str) -> None:
    shown = summary(mine)
    assert (shown.heading, row(shown, "Bid").cells[0][1]) == (heading, points)


@pytest.mark.parametrize(
    ("theirs", "sub"),
    [
        (Side(4, 5), "Hand 1. Marta made four."),
        (Side(4, 1), "Hand 1. Marta fell three short of four."),
        (Side(0, 0), "Hand 1. Marta made nil."),
        (Side(0, 1), "Hand 1. Marta’s nil failed."),
    ],
)
def test_the_line_below_names_the_opponents_bid(theirs: Side, sub: str) -> None:
    assert summary(QUIET, theirs).sub == sub


#: Sides, further arguments of `scored`, the row, its sentence, and the player's points and change of bags ("" for any).
ROWS: list[tuple[Side, Side, dict[str, Any], str, str, str, str]] = [
    (
        *(Side(5, 6, blind=True), Side(0, 4), {}, "Bid"),
        *("You bid blind 5 and took 6. Marta bid nil and took 4. A blind bid counts double.", "", ""),
    ),
    (Side(4, 6, bags=1), Side(3, 4), {}, "Bags", "You took 2 extra tricks. Marta took 1 extra trick.", "+2", "1 → 3"),
    (QUIET, Side(6, 6), {}, "Bags", "No one took an extra trick.", "0", "stays 0"),
    (
        *(Side(4, 4, bags=3), Side(6, 6, bags=3), {"won": {"7D": 0, "TC": 1}}, "Bags"),
        *("You won the [7D]: 2 bags off. Marta won the [TC]: 1 bag off.", "", "3 → 1"),
    ),
    (Side(4, 4, bags=1), QUIET, {"pile": "7D AD", "odd": 1}, "Bags", "You won the [7D]: 2 bags off.", "", "1 → −1"),
    (Side(4, 6, bags=5), Side(4, 4, bags=5), {"pile": "7C 6H"}, "Bag penalty", "You: seven bags, −100.", "−100", ""),
    (Side(3, 3, bags=-2), QUIET, BOTH_WON, "Bag bonus", "You: five bags below zero, +100.", "+100", ""),
    (QUIET, Side(4, 6, bags=5), {}, "Bag penalty", "Marta: seven bags, −100.", "", ""),
    (QUIET, QUIET, {"pile": "7C 6S"}, "Pile", "[7C] and [6S] make 13, odd: you score.", "+10", ""),
    (QUIET, QUIET, {"pile": "7H 6H"}, "Pile", "[7H] and [6H] make 13, odd: you score. Same suit, so 20.", "+20", ""),
    (QUIET, QUIET, {"pile": "KD KC"}, "Pile", "[KD] and [KC] make 26, even: Marta scores. Same rank, so 20.", "0", ""),
]


@pytest.mark.parametrize(("mine", "theirs", "start", "title", "text", "points", "change"), ROWS)
def test_each_row_has_its_sentence_and_points(
    mine: Side, theirs: Side, start: dict[str, Any], title: str, text: str, points: str, change: str
) -> None:
    shown = row(summary(mine, theirs, **start), title)
    assert shown.text == text
    assert not points or shown.cells[0][1] == points
    assert not change or shown.cells[0][2] == change


def test_the_opponents_cell_has_its_own_points() -> None:
    bags = row(summary(Side(4, 6, bags=1), Side(3, 4)), "Bags")
    assert bags.cells[1][1:] == ("+1", "0 → 1")
    both = summary(Side(4, 6, bags=5), Side(4, 4, bags=5), pile="7C 6H")
    assert (row(both, "Bag penalty").cells[1][1], row(both, "Bags").cells[0][2]) == ("0", "5 → 7 → 0")
    assert [one[1] for one in row(summary(QUIET, pile="KD KC"), "Pile").cells] == ["0", "+20"]


@pytest.mark.parametrize(
    ("mine", "points"),
    [
        (Side(4, 6, -200, bags=1), "−2"),  # from −201 to −163
        (Side(4, 4, -20, bags=3), "+6"),  # from −23 to 23
        (Side(8, 4, 20, bags=3), "−6"),  # from 23 to −63
    ],
)
def test_bags_below_zero_count_downwards(mine: Side, points: str) -> None:
    bags = row(summary(mine, odd=1), "Bags")
    assert bags.text.endswith("Below zero, bags count down.")
    assert bags.cells[0][1] == points


MINE, THEIRS = Side(4, 4, 250, bags=5), Side(4, 4, 260, bags=5)


def test_denial_takes_the_points_from_the_leader() -> None:
    denied = "Denial: the pile would have taken"
    pile = row(summary(MINE, THEIRS), "Pile")
    assert pile.text.endswith(f"{denied} you from behind to 300 or more. Instead, it costs Marta 10.")
    assert (pile.cells[0][1], pile.cells[1][1]) == ("0", "−10")
    pile = row(summary(THEIRS, MINE, odd=1), "Pile")
    assert pile.text.endswith(f"{denied} Marta from behind to 300 or more. Instead, it costs you 10.")
    assert row(summary(MINE, THEIRS, denial=False), "Pile").cells[0][1] == "+10"
    past_it = summary(Side(4, 4, 260, bags=5), Side(4, 4, 270, bags=2))  # 305 against 312 before the pile
    assert "taken you from behind to 300 or more." in row(past_it, "Pile").text


@pytest.mark.parametrize(("base", "points"), [(240, ("+10", "0")), (250, ("0", "−10"))])
def test_denial_begins_at_exactly_the_target(base: int, points: tuple[str, str]) -> None:
    """The player is behind. With the pile the player would have 290 points, or exactly the target of 300."""
    pile = row(summary(Side(4, 4, base=base), Side(4, 4, 260)), "Pile")
    assert (pile.cells[0][1], pile.cells[1][1]) == points
    assert "to the target or past it" in option_words("twoman", "denial").effect


def test_the_sheet_warns_of_bags_until_the_game_is_over() -> None:
    for bags, note in ((6, "You have 6 bags. Seven cost 100."), (-3, "You have −3 bags. Five below zero bring 100.")):
        assert summary(Side(4, 4, bags=bags)).sheet.note == note
    assert summary(Side(4, 4, bags=2)).sheet.note == ""
    snapshot, hand = scored(Side(4, 4, bags=6), QUIET)
    over = replace(snapshot, view=replace(snapshot.view, phase=Phase.OVER))
    assert hand_page(over, hand).sheet.note == ""


def test_the_summary_has_all_tricks() -> None:
    shown = in_play().play_out().summary
    assert shown is not None and [trick.number for trick in shown.tricks] == list(range(1, 11))
    first = shown.tricks[0]
    assert (first.led, first.cards, first.winner) == ("You led", (("KH", False), ("AH", True)), "Marta")


@pytest.mark.parametrize(("auto", "words"), [(4, "The last 2 tricks were"), (2, "The last trick was")])
def test_tricks_played_by_the_table_are_listed_apart_with_the_reason(auto: int, words: str) -> None:
    table = in_play().play_out()
    snapshot = table.snapshot(hands=[replace(table.log.hands[0], auto=auto)])
    shown = hand_page(snapshot, snapshot.hands[0])
    assert (len(shown.tricks), len(shown.auto)) == (10 - auto // 2, auto // 2)
    assert shown.auto_note.startswith(f"{words} played automatically: ")


def test_a_blind_nil_scores_nothing_else() -> None:
    table = Table(base=(0, 150)).deal().say("0 blind_nil", "0 discard 2C", "1 discard 3C", "1 bid 5").play("3H 4H")
    snapshot = table.play_out().snapshot()
    shown = hand_page(snapshot, snapshot.hands[0])
    assert shown.heading in {"You made blind nil", "Your blind nil failed"}
    assert shown.sheet.rows == ()
    assert [(side["now"], side["change"]) for side in shown.sheet.sides] == [("0", 0), ("150", 0)]
    assert "A blind nil wins or loses the whole game" in drawn(table.page())


def test_the_summary_offers_the_next_deal_with_its_seal() -> None:
    table = in_play().play_out().page()
    page = drawn(table)
    assert table.phase == "between" and "7f3a 19c4" not in page
    assert "Deal hand 2" in page and 'name="seed" form="deal"' in page
    assert page.index("Where the points came from") < page.index('<details class="seal">') < page.index(COMMITMENT)


def test_the_page_of_a_hand_opens_its_seal() -> None:
    table = in_play().play_out()
    seal = SealSnapshot(1, COMMITMENT, "hmac", "my seed", "5ec2e7")
    shown: Any = GAMES["twoman"].table_page(table.snapshot(), Taste(), finished=table.log.hands[0], proof=seal)
    found = shown.summary
    assert shown.template == "games/table/hand.html" and found is not None and found.seal == seal
    assert '<details class="seal">' in drawn(shown)


AT_TWO = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "easy"))
VARIANTS = ("partner", "solo", "suicide", "mirrors", "custom1", "custom2")


def random_hands(key: str, options: dict[str, Any], seed: str, *, most: int = 8) -> list[tuple[Snapshot, PlayedHand]]:
    """Return at most `most` hands with random bids and plays, each with seat 0's snapshot after it."""
    rng, rules, found = Random(seed), ruleset(key), []
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


def contradicts(heading: str, points: int) -> bool:
    """Return whether a heading reports only success for points that were lost, or only failure for points won."""
    if "but" in heading:
        return False
    is_good = any(word in heading for word in ("made", "held"))
    return points < 0 if is_good else points > 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_heading_of_spades_contradicts_its_points(variant: str, seed: int) -> None:
    for snapshot, hand in random_hands("spades", {"variant": variant}, f"{variant} {seed}"):
        shown = hand_page(snapshot, hand)
        if shown.sheet.sides:
            change = shown.sheet.sides[0]["change"]
            assert not contradicts(shown.heading, change), (shown.heading, change)


@pytest.mark.parametrize("seed", range(12))
def test_no_heading_of_two_man_contradicts_its_points(seed: int) -> None:
    """In addition, the points of the rows add up to the change of the score."""
    for snapshot, hand in random_hands("twoman", {}, f"twoman {seed}", most=12):
        shown = hand_page(snapshot, hand)
        if is_scored(hand):
            mine, theirs = (side["change"] for side in shown.sheet.sides)
            assert [sum(one.cells[seat][0] for one in shown.sheet.rows) for seat in (0, 1)] == [mine, theirs]
            assert not contradicts(shown.heading, mine), (shown.heading, mine)
            others = shown.sub.removeprefix(f"Hand {hand.number}. ")
            assert not contradicts(others, theirs), (others, theirs)


def test_the_heading_of_spades_names_a_partners_nil_and_the_contract() -> None:
    headings = set()
    for bid in (1, 13):
        snapshot = SpadesTable().deal().bids(bid, 3, 0, 3).play_out().snapshot()
        headings.add(hand_page(snapshot, snapshot.hands[-1]).heading)
    assert all("Marta’s nil failed" in one or "Marta made nil" in one for one in headings)
    assert len(headings) == 2


def test_clauses_are_joined_by_and_if_they_agree() -> None:
    made, held, failed = ("Your side made its 4", True), ("you made nil", True), ("Your nil failed", False)
    assert joined([made]) == "Your side made its 4"
    assert joined([made, held]) == "Your side made its 4, and you made nil"
    assert joined([failed, ("Marta made nil", True)]) == "Your nil failed, but Marta made nil"


@pytest.mark.parametrize(
    ("declarer", "begins"), [("S", "You "), ("N", "Your side "), ("W", "Bruno and Odile "), ("E", "Bruno and Odile ")]
)
def test_the_heading_of_bid_whist_names_the_declarers_side(declarer: str, begins: str) -> None:
    table = WhistTable().deal()
    while table.log.state.phase is Phase.BID:
        letter = "SWNE"[min(table.waits_for)]
        table.say(f"{letter} bid 5U" if letter == declarer else f"{letter} pass")
    snapshot = table.play_out().snapshot()
    assert hand_page(snapshot, snapshot.hands[-1]).heading.startswith(begins)


LINE = SeatLine(
    bid=4, blind=False, tricks=5, display_before=0, bags_before=0, bid_points=40, bags_taken=1, bags_lost=0,
    penalties=0, bonuses=0, pile_points=0, base=40, bags=1, display=41,
)  # fmt: skip


def scored_hand(mine: dict[str, object], theirs: dict[str, object], number: int = 2) -> PlayedHand:
    lines = tuple(
        {name: getattr(line, name) for name in SeatLine.__dataclass_fields__}
        for line in (replace(LINE, **mine), replace(LINE, **theirs))  # type: ignore[arg-type]
    )
    return PlayedHand(number, 0, ((), ()), (), 0, {}, {"lines": lines})


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        ({"bid": 0, "tricks": 0}, {}, "A clean nil. Well played."),
        ({"bid": 0, "tricks": 1}, {}, "Nil is a brave bid."),
        ({}, {"bid": 0, "tricks": 0}, "I made my nil. I wasn’t sure I would."),
        ({"penalties": 1}, {}, "Bags do add up, don’t they?"),
        ({}, {"tricks": 3}, "You set me. Good play."),
        ({"tricks": 3}, {}, "That one was close."),
        ({"tricks": 4}, {}, "Made exactly."),
        ({}, {}, ""),
    ],
)
def test_the_bots_remark_fits_the_hand(mine: dict[str, object], theirs: dict[str, object], words: str) -> None:
    assert remark(scored_hand(mine, theirs), 0) == words


def test_remarks_alternate_and_are_left_out_after_a_blind_nil() -> None:
    assert remark(scored_hand({"tricks": 4}, {}, number=3), 0) == "Exactly your bid. Tidy."
    assert remark(replace(scored_hand({}, {}), sheet={}), 0) == ""


def test_only_bots_make_remarks_and_only_with_that_preference() -> None:
    table = in_play().play_out()
    assert "<b>Marta:</b> <q>One trick short" in drawn(table.page())
    silent = table.page(remarks=False).summary
    assert silent is not None and silent.remark[0] == ""
    snapshot = table.snapshot()
    people = replace(snapshot, seated=(snapshot.seated[0], SeatedPlayer(1, "bob", None)))
    assert "<q>" not in drawn(table_page(people))
