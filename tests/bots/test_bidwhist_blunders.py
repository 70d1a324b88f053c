"""What a player of Bid Whist must never do, one position each, asked of all levels that should know better."""

from typing import Any

import pytest

from games.engine.actions import Action, tuple_of
from tests.bots.bidwhist_positions import chosen, deal_with, to_discard, to_play
from tests.engine.bidwhist_positions import RULES, E, N, S, W, act, called, said

LEVELS = ("easy", "medium", "hard")
BETTER = ("medium", "hard")
LOW_SPADES = "AS 2S 3S 4S 5S AH 2H KH QH KD QD KC"
HIGH_SPADES = "AS KS QS JS TS AH KH 2H 3H 2D 3D 2C"
#: Who holds what where clubs are led in the first trick; spades are trumps.
SOUTH, WEST, NORTH, EAST = "AC 5C AS KS QS JS TS 9S 8S", "QC JC", "KC 2C", "TC 9C 3C"
#: The two jokers in the rivals' hands.
JOKERS_OUT = {S: "AS 9S 8S 7S AC JC 9D 8D 7D 9H 8H 7H", W: "BJ 7C QC", N: "2S 2C", E: "LJ 3C KS"}

#: The bid, the name, South's hand, the kitty, and the cards that must stay.
DISCARDS: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("best low cards downtown", "4D", "S", LOW_SPADES, "JD JC TC 9C BJ LJ", "AS 2S 3S 4S 5S AH 2H BJ LJ"),
    ("best high cards uptown", "4U", "S", HIGH_SPADES, "4D 4C 5C 6C BJ LJ", "AS KS QS JS TS AH KH BJ LJ"),
    (
        "best low cards in no trump down",
        "4N",
        "down",
        "AS 2S 3S AH 2H KH QH KD QD KC QC JC",
        "JD TD TC 9C TH JH",
        "AS 2S AH 2H",
    ),
    (
        "best high cards in no trump up",
        "4N",
        "up",
        "AS KS QS AH KH 2H 3H 2D 3D 2C 3C 4C",
        "4D 5D 5C 6C 4H 5H",
        "AS KS AH KH",
    ),
    (
        "trumps that came with the kitty",
        "4U",
        "H",
        "AH KH QH 2S 3S 4S 5C 6C 7C 8D 9D TD",
        "3H 2H 4H 5H 6D 7D",
        "2H 3H 4H 5H",
    ),
)

#: What is led into, but where it is told otherwise: uptown in spades.
USUAL: dict[str, Any] = {"bid": "4U", "name": "S", "gone": "4C 6C 7C 8C BJ LJ"}
FOUR = {S: SOUTH, W: WEST, N: NORTH, E: EAST}
#: What the blunder would be, whose, the position, and the cards that are none.
PLAYS: tuple[tuple[str, tuple[str, ...], dict[str, Any], str], ...] = (
    (
        "trumps the partner's sure winner",
        BETTER,
        {
            "some": {S: "AC 5C AS KS QS JS", W: "QC JC", N: "2S 3S 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H", E: "TC 9C 3C"},
            "gone": "6C 7C 8C 4C BJ LJ",
            "plays": "AC JC",
        },
        "2D 3D 4D 5D 6D 7D 8D 2H 3H 4H",
    ),
    ("overtakes the partner's ace, or wastes a king uptown", LEVELS, {"some": FOUR, "plays": "AC JC"}, "2C"),
    ("wastes its best low card downtown", LEVELS, {"bid": "4D", "some": FOUR, "plays": "AC JC"}, "KC"),
    (
        "takes with more than it needs, last to play",
        LEVELS,
        {
            "some": {S: "5C AS KS QS", W: "7C 6C", N: "8C 2C", E: "AC 9C 3C"},
            "gone": "4C TC JC QC KC BJ",
            "plays": "5C 7C 8C",
        },
        "9C",
    ),
    (
        "takes a trick downtown with its best low card",
        LEVELS,
        {
            "bid": "4D",
            "some": {S: "KC AS 2S 3S", W: "QC JC", N: "TC 9C", E: "AC 2C 8C 7C"},
            "gone": "3C 4C 5C 6C BJ LJ",
            "plays": "KC QC TC",
        },
        "8C 7C 9C",
    ),
    (
        "leads a side suit while the trumps are out",
        BETTER,
        {"some": {S: "BJ LJ AS KS QS JS TS 9S AH 2C 3C 4C"}, "gone": "5C 6C 7C 8C 9C TC"},
        "BJ LJ AS KS QS JS TS 9S",
    ),
    (
        "leads low with winners to cash in no trump",
        BETTER,
        {"bid": "5N", "name": "up", "some": {S: "AC KC QC JC TC 9C AD AH AS KS 2H 2D"}, "gone": "2C 3C 4C 5C BJ LJ"},
        "AC KC QC JC TC 9C AD AH AS KS",
    ),
    (
        "leads its ace of trumps under a joker that is out",
        BETTER,
        {"some": JOKERS_OUT, "gone": "4C 5C 6C 8C 9C TC"},
        "9S 8S 7S AC",
    ),
    ("forgets that it has discarded the jokers itself", BETTER, {"some": {S: JOKERS_OUT[S]}}, "AS"),
    (
        "forgets that both jokers have fallen",
        BETTER,
        {"some": JOKERS_OUT, "gone": "4C 6C 8C 9C TC 5C", "plays": "8S BJ 2S LJ 7C 2C 3C AC"},
        "AS",
    ),
    (
        "reneges where the table would let it",
        LEVELS,
        {"some": FOUR, "plays": "5C JC KC", "options": {"renege": "table"}},
        "TC 9C 3C",
    ),
    (
        "keeps a joker that has to be thrown off",
        LEVELS,
        {
            "bid": "4N",
            "name": "up",
            "some": {S: "AC KC", W: "BJ 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"},
            "gone": "2C 3C 4C 5C 6C LJ",
            "plays": "AC",
            "options": {"renege": "table"},
        },
        "BJ",
    ),
)

#: The hand, the calls before it, and the calls that are no blunder ("4D 5D").
CALLS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("bids on nothing", "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C", (), "pass"),
    ("passes with a suit to lead for ever", "BJ LJ AS KS QS JS TS 9S 8S AH KH AD", (), "4U 4N"),
    ("bids uptown with the low cards", "BJ LJ AS 2S 3S 4S 5S 6S AH 2H 3H AD", (), "4D 4N"),
    ("outbids its partner's bid without need", "KS QS JS TS 2H 3H 9H QD 8D 7D 6C 9C", ("4U", "pass"), "pass"),
    ("does not count its jokers", "BJ LJ AS KS JS TS AH 7H 5H 9D 6D 6C", (), "4U 4D"),
    ("counts jokers that are not there", "5C 7D AS KS JS TS AH 7H 5H 9D 6D 6C", (), "pass"),
    ("bids downtown on high cards when it must bid", "KS QS JS TS AS KH QH 9H AD KD QC JC", ("pass",) * 3, "4U 4N"),
)


@pytest.mark.parametrize("level", BETTER)
@pytest.mark.parametrize(("why", "bid", "name", "hand", "kitty", "kept"), DISCARDS, ids=[row[0] for row in DISCARDS])
def test_it_never_discards(why: str, bid: str, name: str, hand: str, kitty: str, kept: str, level: str) -> None:
    gone = set(tuple_of(chosen(to_discard(bid, name, hand, kitty), level).argument))
    assert len(gone) == 6 and not gone & set(kept.split()), why


@pytest.mark.parametrize(
    ("level", "position", "fine"),
    [
        pytest.param(level, position, fine, id=f"{why}-{level}")
        for why, levels, position, fine in PLAYS
        for level in levels
    ],
)
def test_it_never_plays_so(level: str, position: dict[str, Any], fine: str) -> None:
    assert chosen(to_play(**USUAL | position), level).argument in fine.split()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("why", "hand", "calls", "fine"), CALLS, ids=[row[0] for row in CALLS])
def test_it_never_calls_so(why: str, hand: str, calls: tuple[str, ...], fine: str, level: str) -> None:
    state = called(deal_with({len(calls): hand}), *calls)
    action = chosen(state, level)
    assert str(action.argument or action.verb) in fine.split(), why


def test_it_names_the_long_suit_in_the_direction_it_bid() -> None:
    hand = "AS KS 2S AH 2H 3H 4H 5H 6H KD QC 9C"
    for level in LEVELS:
        state = called(deal_with({S: hand}), "4D", "pass", "pass", "pass")
        assert chosen(state, level) == Action("trump", "H")


# -- reneges ------------------------------------------------------------------------------------------------

#: West holds clubs and throws a heart on South's club; North wins and leads, and later West shows a club.
TABLE: dict[str, Any] = {
    **USUAL,
    "some": {S: "5C 6C AS KS QS", W: "7C 8C 9H", N: "AC KC 2C", E: "TC 9C 3C"},
    "gone": "4C JC QC 2D BJ LJ",
    "options": {"renege": "table"},
}
RENEGED, SHOWN = "5C 9H AC 3C", " KC 9C 6C 7C"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("why", "plays", "seat", "options", "calls"),
    [
        ("a rival has shown the suit it did not follow", RENEGED + SHOWN, N, {}, True),
        ("nothing is shown yet", RENEGED, N, {}, False),
        ("nobody reneged", "5C 7C AC 3C KC 9C 6C 8C", N, {}, False),
        ("the partner did", RENEGED + SHOWN + " 2C", E, {}, False),
        ("it would cost nothing", RENEGED + SHOWN, N, {"renege_penalty": 0}, False),
    ],
)
def test_it_calls_a_renege_only_on_proof(
    why: str, plays: str, seat: int, options: dict[str, Any], calls: bool, level: str
) -> None:
    state = to_play(**{**TABLE, "plays": plays, "options": {**TABLE["options"], **options}})
    assert state.turn == seat
    assert (chosen(state, level) == Action("call")) is calls, why


@pytest.mark.parametrize("level", LEVELS)
def test_it_names_the_trick_once_and_wins_the_call(level: str) -> None:
    state = to_play(**{**TABLE, "plays": RENEGED + SHOWN})
    state = act(state, N, chosen(state, level))
    named = chosen(state, level, N)
    assert named == Action("book", 1)
    state = act(state, N, named)
    assert state.called[0].is_right and chosen(state, level).verb == "play"


@pytest.mark.parametrize("level", LEVELS)
def test_a_joker_kept_back_in_no_trump_is_a_renege_too(level: str) -> None:
    some = {S: "AC KC QC", W: "BJ LJ 2H 3H 4H 5H 6H 7H 8H 9H TH JH", N: "8C JC", E: "9C TC"}
    options = {"renege": "table"}
    state = to_play("4N", "up", some, gone="2C 3C 4C 5C 6C 7C", options=options, plays="AC 2H 8C 9C KC BJ JC TC")
    assert chosen(state, level) == Action("call")
    assert RULES.refusal(state, S, Action("call")) is None
    assert said(state, (S, "call", None), (S, "book", 1)).called[0].is_right
