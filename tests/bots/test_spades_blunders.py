"""What a player of Spades must never do, one position each, asked of the better levels. Partners unless told."""

from random import Random
from typing import Any

import pytest

from games.engine.actions import Action, tuple_of
from games.engine.cards import cards
from games.engine.options import Value
from games.engine.state import Phase
from games.registry import bot
from games.spades.state import SpadesView
from tests.bots.positions import card_of
from tests.bots.spades_positions import RULES, to_bid, to_play
from tests.engine.spades_positions import bidden, dealt

LEVELS = ("normal", "expert")
GOOD = "AS KS 5S 4S AH 9H 8H 2H KD QD 8D 5D 2D"
NIL = "3S 2S 7H 5H 4H 2H 8D 5D 3D 9C 6C 4C 2C"
WEAK = "2S TH 9H 8H QH 9D 8D 7D TC 9C QC 8C JC"

#: What the blunder would be, the position, and the cards that are none.
PLAYS: tuple[tuple[str, dict[str, Any], str], ...] = (
    (
        "trumps the partner's winner",
        {"hand": "2S 9S 4D 6D 8D", "trick": "5H AH 7H", "tricks": (1, 3, 1, 3)},
        "4D 6D 8D",
    ),
    (
        "overtakes the partner's sure trick",
        {"hand": "KH 3H 4D 6C 7C", "trick": "5H AH 7H", "tricks": (1, 3, 1, 3)},
        "3H",
    ),
    (
        "leads low into the partner's nil",
        {"hand": "AH KD 4D 3D 2D", "out": "KC TC 9C JD TD 5D", "bids": (4, 4, 0, 4), "tricks": (2, 3, 0, 3)},
        "AH KD",
    ),
    (
        "fails to cover the partner's nil with a high card",
        {"hand": "KH 2H 3D 4D", "trick": "4H", "out": "TH 9H 8H", "bids": (3, 3, 0, 3), "tricks": (3, 3, 0, 3)},
        "KH",
    ),
    (
        "leaves the partner's nil on top",
        {"hand": "JD 3D 4C 6C", "trick": "4D 9D 5D", "bids": (3, 3, 0, 3), "tricks": (3, 3, 0, 3)},
        "JD",
    ),
    (
        "throws away the trick that sets the rivals",
        {"hand": "AH 3H 2C", "trick": "QH 5H 2H", "bids": (3, 4, 3, 3), "tricks": (3, 3, 3, 1)},
        "AH",
    ),
    (
        "takes a needless tenth bag",
        {
            "hand": "AH 3H 2C",
            "trick": "QH 5H 2H",
            "out": "KC QC TC",
            "bids": (3, 2, 2, 2),
            "tricks": (3, 2, 3, 2),
            "bags": (8, 0),
        },
        "3H",
    ),
    (
        "ducks when it needs the trick",
        {"hand": "AH 3H 2C", "trick": "QH 5H 2H", "bids": (5, 2, 2, 2), "tricks": (3, 3, 1, 3)},
        "AH",
    ),
    (
        "rescues a rival's nil",
        {"hand": "KD 8D 4C 6C", "trick": "9D 3D 4D", "bids": (4, 0, 4, 4), "tricks": (3, 0, 3, 3)},
        "8D",
    ),
    (
        "breaks its own nil",
        {"hand": "AH TH 3H 5C", "trick": "JH 5H 2H", "bids": (0, 4, 4, 4), "tricks": (0, 3, 3, 3)},
        "TH 3H",
    ),
    (
        "keeps the spade its nil must fear",
        {"hand": "QS 2H 3C 4C", "trick": "JD KD 2D", "bids": (0, 4, 4, 4), "tricks": (0, 3, 3, 3), "out": "KS AS 9S"},
        "2H 3C 4C",
    ),
    (
        "wins dearer than it must",
        {"hand": "AH QH 3C 5C", "trick": "JH 5H 2H", "bids": (5, 3, 3, 2), "tricks": (3, 2, 2, 2)},
        "QH",
    ),
    (
        "trumps higher than it must",
        {
            "hand": "KS 3S 5D 4C",
            "trick": "KH 5H 2H",
            "bids": (5, 2, 3, 2),
            "tricks": (3, 3, 1, 2),
            "out": "AS JS QS TD KC",
        },
        "3S",
    ),
    (
        "trumps with the ace where the eight wins",
        {"hand": "AS 8S KD 9D", "trick": "7C AD 3C", "bids": (4, 3, 3, 1), "tricks": (3, 2, 0, 4), "out": "KS QD"},
        "8S",
    ),
    (
        "leads a king, or from it, while the ace is out",
        {"hand": "KC 2C AD KD QD", "bids": (5, 2, 3, 3), "tricks": (2, 2, 2, 2), "out": "AC QC JC TC 9C"},
        "AD KD QD",
    ),
    (
        "leads high past a rival's nil",
        {"hand": "AH 2H KC 3C", "bids": (4, 0, 4, 4), "tricks": (4, 0, 4, 1), "out": "QH JH TH 9H 8H"},
        "2H 3C",
    ),
    (
        "throws a winner away",
        {"hand": "AD 4C 3C", "trick": "KH QH 2H", "bids": (5, 3, 3, 2), "tricks": (4, 2, 2, 2), "out": "KD QD AC"},
        "4C 3C",
    ),
    (
        "spares the seat opposite when everybody is alone",
        {
            "hand": "2S 9S 4D 6D",
            "trick": "5H AH 7H",
            "bids": (4, 3, 3, 3),
            "tricks": (2, 3, 2, 2),
            "score": (0, 0, 0, 0),
            "bags": (0, 0, 0, 0),
            "options": {"variant": "solo", "must_beat_highest": False},
        },
        "2S 9S",
    ),
)


def choice(level: str, view: SpadesView) -> Action:
    return bot("spades", level).choose(view, Random(7))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("position", "sound"), [one[1:] for one in PLAYS], ids=[one[0] for one in PLAYS])
def test_it_never(level: str, position: dict[str, Any], sound: str) -> None:
    assert card_of(choice(level, to_play(**position))) in sound.split()


@pytest.mark.parametrize("level", LEVELS)
def test_it_trumps_a_rival_and_not_its_partner(level: str) -> None:
    """The same cards, the ace once with the rival and once with the partner."""
    position = {"hand": "9S 2S 4D 6D", "bids": (5, 2, 3, 2), "tricks": (3, 3, 1, 2), "out": "AS KS QS"}
    assert card_of(choice(level, to_play(trick="AH 5H 7H", **position))) == "2S"  # type: ignore[arg-type]
    assert card_of(choice(level, to_play(trick="5H AH 7H", **position))) in ("4D", "6D")  # type: ignore[arg-type]


# -- bids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "bids", "low", "high"),
    [
        (GOOD, (), 4, 6),
        (GOOD, (3, 3, 3), 3, 6),
        ("AS 2S 7H 5H 4H 2H 8D 5D 3D 9C 6C 4C 2C", (), 1, 3),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S AH AD AC", (), 12, 13),
        (NIL, (3, 4, 3), 0, 0),
    ],
    ids=["good", "good, heard three", "no nil with the ace of spades", "nearly all", "nil"],
)
def test_it_bids_by_its_cards(level: str, hand: str, bids: tuple[int, ...], low: int, high: int) -> None:
    number = choice(level, to_bid(hand, *bids)).number
    assert number is not None and low <= number <= high


@pytest.mark.parametrize("level", LEVELS)
def test_it_bids_within_the_limits_of_the_options(level: str) -> None:
    view = to_bid(GOOD, options={"variant": "custom1", "min_ind": 1, "max_ind": 3, "max_team": 6})
    assert choice(level, view).number == 3


@pytest.mark.parametrize("level", LEVELS)
def test_it_bids_the_hopeless_nil_that_its_spades_make(level: str) -> None:
    """No spade, so in Mirrors the only bid is nil, though it can hardly hold."""
    view = to_bid("AH KH QH JH TH AD KD QD JD AC KC QC JC", options={"variant": "mirrors"})
    assert choice(level, view) == Action("bid", 0)


@pytest.mark.parametrize("level", LEVELS)
def test_one_nil_is_left_to_the_hand_that_can_keep_it(level: str) -> None:
    suicide: dict[str, Value] = {"variant": "suicide"}
    assert choice(level, to_bid(NIL, 4, 5, 4, options=suicide)).number == 0
    assert choice(level, to_bid(GOOD, 4, 0, 4, options=suicide)).number in (4, 5, 6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_weak_hand_is_dealt_again_where_it_may_be_and_a_nil_is_not(level: str) -> None:
    misdeals: dict[str, Value] = {"allow_misdeals": True, "variant": "custom1"}
    assert choice(level, to_bid(WEAK, options=misdeals)).verb == "misdeal"
    assert choice(level, to_bid("3S 7H 5H 4H 2H 8D 5D 3D 2D 9C 6C 4C 2C", 3, 4, 3, options=misdeals)).number == 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("score", "verb"), [((0, 0), "look"), ((200, -100), "look"), ((0, 450), "blind_nil")])
def test_it_bids_blind_only_when_little_else_is_left(level: str, score: tuple[int, int], verb: str) -> None:
    view = RULES.view(dealt(score=score), 0)
    assert view.phase is Phase.BLIND and view.hand is None
    assert choice(level, view).verb == verb


COUNTS_THREE = "AS 7S 4S KH 9H 5H 2H QD 8D 3D AC 6C 2C"
COUNTS_TWO = "KS 5S 3S KH 9H 5H 2H QD 8D 3D JC 6C 2C"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
@pytest.mark.parametrize(
    ("hand", "saving"), [(COUNTS_THREE, 4), (COUNTS_TWO, 0)], ids=["a trick more", "a nil that is likelier"]
)
def test_the_last_of_its_side_bids_what_saves_the_game(level: str, hand: str, saving: int) -> None:
    """With seven bid the side comes to 510; the rivals come to 505 with their five."""
    assert choice(level, to_bid(hand, 2, 3, 3, score=(440, 455))).number == saving


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("known", "score"),
    [((2, 3, 3), (0, 0)), ((2, 3, 3), (440, 430)), ((3,), (440, 455)), ((4, 1, 3), (300, 455))],
    ids=["the game is young", "the rivals do not come there", "the partner is still to bid", "no bid is enough"],
)
def test_it_bids_what_it_counts_where_its_bid_cannot_save_the_game(
    level: str, known: tuple[int, ...], score: tuple[int, int]
) -> None:
    assert choice(level, to_bid(COUNTS_THREE, *known, score=score)).number == 3


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_doubtful_nil_is_not_bid_after_a_blind_nil_of_the_rivals(level: str) -> None:
    doubtful, behind = "9C 3C 2C JD TD 8D 7D JH 7H 4H TS 3S 2S", (450, 200)
    assert choice(level, to_bid(doubtful, 3, 3, 3, score=behind)).number == 0
    assert choice(level, to_bid(doubtful, "b0", 3, 3, score=behind)).number == 1
    assert choice(level, to_bid(NIL, "b0", 3, 3, score=behind)).number == 0


# -- the exchange -------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_blind_nil_gives_its_dangers_away_and_gets_low_cards_back(level: str) -> None:
    options = {"blind_nil_exchange": 2}
    state = bidden(dealt(options=options), "b0", 3, 3, 3)
    given = choice(level, RULES.view(state, 0))
    assert given == Action("give", ("AS", "KS"))
    state = RULES.apply(state, 0, given).state  # type: ignore[assignment]
    back = choice(level, RULES.view(state, 2))
    assert back.verb == "return" and len(tuple_of(back.argument)) == 2
    assert all(one.height <= 5 for one in cards(" ".join(map(str, tuple_of(back.argument)))))
