"""Bots of Spades: avoided blunders, bids, exchanges, inferences from cards, and the policy of rollouts."""

from random import Random
from typing import Any

import numpy as np
import pytest

from games.bots.knowledge import pack_bits
from games.engine.actions import Action, tuple_of
from games.engine.cards import PACK, cards, find
from games.engine.options import Value
from games.engine.state import Phase
from games.registry import bot
from games.spades.bots import policy as spades_rollouts
from games.spades.bots.knowledge import knowledge_of
from games.spades.bots.players import winning_chance
from games.spades.bots.worlds import card_to_play, guess
from games.spades.score import Standing
from games.spades.state import GIVE, SpadesView, partner
from tests.bots.positions import card_of
from tests.bots.spades_positions import EXCHANGES, LOSING, RULES, to_bid, to_play
from tests.bots.walked import positions
from tests.spades.positions import bidden, dealt

LEVELS = ("normal", "expert")
GOOD = "AS KS 5S 4S AH 9H 8H 2H KD QD 8D 5D 2D"
NIL = "3S 2S 7H 5H 4H 2H 8D 5D 3D 9C 6C 4C 2C"
WEAK = "2S TH 9H 8H QH 9D 8D 7D TC 9C QC 8C JC"
MISDEALS: dict[str, Value] = {"allow_misdeals": True, "variant": "custom1"}

# fmt: off
#: The blunder, South's hand, the trick, cards in other hands, bids and tricks won by seat, the cards that avoid the
#: blunder, and more arguments of `to_play`.
PLAYS: tuple[tuple[str, str, str, str, tuple[int, ...], tuple[int, ...], str, dict[str, Any]], ...] = (
    ("trumps the partner's winner", "2S 9S 4D 6D 8D", "5H AH 7H", "", (3, 3, 3, 3), (1, 3, 1, 3), "4D 6D 8D", {}),
    ("overtakes the partner's sure trick", "KH 3H 4D 6C 7C", "5H AH 7H", "", (3, 3, 3, 3), (1, 3, 1, 3), "3H", {}),
    ("leads low into the partner's nil", "AH KD 4D 3D 2D", "", "KC TC 9C JD TD 5D",
        (4, 4, 0, 4), (2, 3, 0, 3), "AH KD", {}),
    ("fails to cover the partner's nil with a high card", "KH 2H 3D 4D", "4H", "TH 9H 8H",
        (3, 3, 0, 3), (3, 3, 0, 3), "KH", {}),
    ("lets the partner's nil win the trick", "JD 3D 4C 6C", "4D 9D 5D", "", (3, 3, 0, 3), (3, 3, 0, 3), "JD", {}),
    ("throws away the trick that sets the opponents", "AH 3H 2C", "QH 5H 2H", "", (3, 4, 3, 3), (3, 3, 3, 1), "AH", {}),
    ("takes a needless tenth bag", "AH 3H 2C", "QH 5H 2H", "KC QC TC",
        (3, 2, 2, 2), (3, 2, 3, 2), "3H", {"bags": (8, 0)}),
    ("ducks when it needs the trick", "AH 3H 2C", "QH 5H 2H", "", (5, 2, 2, 2), (3, 3, 1, 3), "AH", {}),
    ("rescues an opponent's nil", "KD 8D 4C 6C", "9D 3D 4D", "", (4, 0, 4, 4), (3, 0, 3, 3), "8D", {}),
    ("breaks its own nil", "AH TH 3H 5C", "JH 5H 2H", "", (0, 4, 4, 4), (0, 3, 3, 3), "TH 3H", {}),
    ("keeps a high spade that endangers its nil", "QS 2H 3C 4C", "JD KD 2D", "KS AS 9S",
        (0, 4, 4, 4), (0, 3, 3, 3), "2H 3C 4C", {}),
    ("wins with a higher card than it must", "AH QH 3C 5C", "JH 5H 2H", "", (5, 3, 3, 2), (3, 2, 2, 2), "QH", {}),
    ("trumps higher than it must", "KS 3S 5D 4C", "KH 5H 2H", "AS JS QS TD KC", (5, 2, 3, 2), (3, 3, 1, 2), "3S", {}),
    ("trumps with the ace where the eight wins", "AS 8S KD 9D", "7C AD 3C", "KS QD",
        (4, 3, 3, 1), (3, 2, 0, 4), "8S", {}),
    ("leads the king or a card under it while others hold the ace", "KC 2C AD KD QD", "", "AC QC JC TC 9C",
        (5, 2, 3, 3), (2, 2, 2, 2), "AD KD QD", {}),
    ("leads high to an opponent's nil", "AH 2H KC 3C", "", "QH JH TH 9H 8H", (4, 0, 4, 4), (4, 0, 4, 1), "2H 3C", {}),
    ("throws a winner away", "AD 4C 3C", "KH QH 2H", "KD QD AC", (5, 3, 3, 2), (4, 2, 2, 2), "4C 3C", {}),
    ("treats the seat across as a partner in a game without partners", "2S 9S 4D 6D", "5H AH 7H", "",
        (4, 3, 3, 3), (2, 3, 2, 2), "2S 9S",
        {"score": (0,) * 4, "bags": (0,) * 4, "options": {"variant": "solo", "must_beat_highest": False}}),
)
# fmt: on


def choice(level: str, view: SpadesView) -> Action:
    return bot("spades", level).choose(view, Random(7))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", PLAYS, ids=[case[0] for case in PLAYS])
def test_a_bot_avoids_a_blunder(level: str, case: Any) -> None:
    _, hand, trick, elsewhere, bids, tricks, sound, options = case
    view = to_play(hand, trick=trick, elsewhere=elsewhere, bids=bids, tricks=tricks, **options)
    assert card_of(choice(level, view)) in sound.split()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "bids", "options", "low", "high"),
    [
        (GOOD, (), {}, 4, 6),
        (GOOD, (3, 3, 3), {}, 3, 6),
        ("AS 2S 7H 5H 4H 2H 8D 5D 3D 9C 6C 4C 2C", (), {}, 1, 3),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S AH AD AC", (), {}, 12, 13),
        (NIL, (3, 4, 3), {}, 0, 0),
        (GOOD, (), {"variant": "custom1", "min_ind": 1, "max_ind": 3, "max_team": 6}, 3, 3),
        ("AH KH QH JH TH AD KD QD JD AC KC QC JC", (), {"variant": "mirrors"}, 0, 0),
        (NIL, (4, 5, 4), {"variant": "suicide"}, 0, 0),
        (GOOD, (4, 0, 4), {"variant": "suicide"}, 4, 6),
        ("3S 7H 5H 4H 2H 8D 5D 3D 2D 9C 6C 4C 2C", (3, 4, 3), MISDEALS, 0, 0),
    ],
    ids=["good", "good, after three bids", "no nil with the ace of spades", "nearly all", "nil", "within the limits"]
    + ["mirrors: no spade", "nil as last bidder", "no nil after a partner's nil", "nil rather than a misdeal"],
)
def test_a_bot_bids_within_the_expected_range(
    level: str, hand: str, bids: tuple[int, ...], options: dict[str, Value], low: int, high: int
) -> None:
    number = choice(level, to_bid(hand, *bids, options=options)).number
    assert number is not None and low <= number <= high


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_declares_a_misdeal_with_a_weak_hand_if_that_is_allowed(level: str) -> None:
    assert choice(level, to_bid(WEAK, options=MISDEALS)).verb == "misdeal"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("score", "verb"), [((0, 0), "look"), ((200, -100), "look"), ((0, 450), "blind_nil")])
def test_a_bot_bids_blind_nil_only_if_the_rivals_are_about_to_win(
    level: str, score: tuple[int, int], verb: str
) -> None:
    view = RULES.view(dealt(score=score), 0)
    assert view.phase is Phase.BLIND and view.hand is None
    assert choice(level, view).verb == verb


COUNTS_THREE = "AS 7S 4S KH 9H 5H 2H QD 8D 3D AC 6C 2C"
COUNTS_TWO = "KS 5S 3S KH 9H 5H 2H QD 8D 3D JC 6C 2C"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
@pytest.mark.parametrize(
    ("hand", "saving"), [(COUNTS_THREE, 4), (COUNTS_TWO, 0)], ids=["a trick more", "a nil that is likelier"]
)
def test_the_last_bidder_of_a_side_makes_the_likeliest_bid_that_prevents_a_loss(
    level: str, hand: str, saving: int
) -> None:
    """If the opponents make their five, they have 505. South's side has 510 with a bid of four, and 570 with a nil."""
    assert choice(level, to_bid(hand, 2, 3, 3, score=(440, 455))).number == saving


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("known", "score"),
    [((2, 3, 3), (0, 0)), ((2, 3, 3), (440, 430)), ((3,), (440, 455)), ((4, 1, 3), (300, 455))],
    ids=["low scores", "the opponents do not reach the target", "the partner has not bid", "no bid is enough"],
)
def test_a_bot_bids_its_counted_tricks_if_no_bid_has_to_or_can_prevent_a_loss(
    level: str, known: tuple[int, ...], score: tuple[int, int]
) -> None:
    assert choice(level, to_bid(COUNTS_THREE, *known, score=score)).number == 3


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_doubtful_nil_is_not_bid_after_a_blind_nil_of_the_opponents(level: str) -> None:
    doubtful, behind = "9C 3C 2C JD TD 8D 7D JH 7H 4H TS 3S 2S", (450, 200)
    assert choice(level, to_bid(doubtful, 3, 3, 3, score=behind)).number == 0
    assert choice(level, to_bid(doubtful, "b0", 3, 3, score=behind)).number == 1
    assert choice(level, to_bid(NIL, "b0", 3, 3, score=behind)).number == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_blind_nil_bidder_gives_high_spades_and_gets_low_cards_back(level: str) -> None:
    options = {"blind_nil_exchange": 2}
    state = bidden(dealt(options=options), "b0", 3, 3, 3)
    given = choice(level, RULES.view(state, 0))
    assert given == Action("give", ("AS", "KS"))
    state = RULES.apply(state, 0, given).state  # type: ignore[assignment]
    back = choice(level, RULES.view(state, 2))
    assert back.verb == "return" and len(tuple_of(back.argument)) == 2
    assert all(one.height <= 5 for one in cards(" ".join(map(str, tuple_of(back.argument)))))


#: Number of hands played in each game.
HANDS = 2


@pytest.mark.parametrize(
    ("trick", "options", "shown"),
    [
        ("5H AH 7C", {}, "2H KH"),
        ("5H KH 7H", {"must_beat_highest": True}, "AH"),
        ("5H 3S 2S", {"must_beat_highest": True}, "2H KH 4S AS"),
        ("5H KH 2C", {"must_beat_highest": True}, "2H AH 2S AS"),
        ("4C 2C 9C", {"first_trick_low_clubs": True}, "3C 8C"),
    ],
    ids=["a void", "nothing higher", "no higher spade", "no spade at all", "no lower club"],
)
def test_a_bot_infers_from_a_card_what_its_seat_does_not_hold(
    trick: str, options: dict[str, Value], shown: str
) -> None:
    """East, seat 3, has played the third card of the trick, so East cannot hold the cards in `shown`."""
    first = "first_trick_low_clubs" in options
    hand = "AD 6H 6C 6D 6S 7S 8D 8S TH TC TD TS QS" if first else "6D 6C 3D"
    knowledge = knowledge_of(to_play(hand, trick=trick, options=options))
    assert all(knowledge.cannot[3] & pack_bits((one,)) for one in cards(shown))
    assert not knowledge.cannot[3] & pack_bits(cards("KD 5D"))


def test_a_bot_knows_that_the_partner_holds_the_cards_that_it_gave() -> None:
    normal, seen = bot("spades", "normal"), 0
    for state, seat in positions(RULES, (normal,), EXCHANGES, Random(1), start=LOSING, hands=HANDS):
        given = [
            find(one)
            for who, said in state.actions
            if who == seat and said.verb == GIVE
            for one in tuple_of(said.argument)
        ]
        if state.phase is Phase.PLAY and given and not state.played:
            rows = guess(knowledge_of(RULES.view(state, seat)), 5, Random(1)).hands.tolist()
            for one in given:
                held = one in state.hands[partner(seat)]
                seen += held
                assert one is None or not held or all(row[partner(seat)] & pack_bits([one]) for row in rows)
    assert seen


def test_the_chance_to_win_falls_with_a_lower_score_or_more_bags() -> None:
    terms = RULES.initial({}).terms
    scores = [((300, 0), (200, 0)), ((200, 0), (200, 0)), ((200, 8), (200, 0)), ((100, 0), (200, 0))]
    chances = [winning_chance([Standing(*one) for one in pair], 0, terms) for pair in scores]
    assert chances == sorted(chances, reverse=True) and chances[1] == pytest.approx(0.5)


@pytest.mark.parametrize("variant", ["partner", "mirrors"])
def test_rollouts_play_the_card_that_normal_would_play(variant: str) -> None:
    normal, seen = bot("spades", "normal"), 0
    for seed in range(3):
        for state, seat in positions(RULES, (normal,), {"variant": variant}, Random(seed), hands=HANDS):
            knowledge = knowledge_of(RULES.view(state, seat))
            if state.phase is Phase.PLAY and len(knowledge.legal) > 1:
                left_to_policy, played = guess(knowledge, 4, Random(1)).ends([None, card_to_play(knowledge)])
                assert left_to_policy.tolist() == played.tolist()
                seen += 1
    assert seen > 150


def test_a_sure_card_is_not_led_into_a_void_that_an_opponent_has_shown() -> None:
    """South's side needs two of three tricks. South leads the king of diamonds unless West may trump it."""
    assert _led("AS KD 9D", "KS QS QD JD TD 9H 8H 7H 6H", voids=[0, 0, 0, 0]) == "KD"
    assert _led("AS KD 9D", "KS QS QD JD TD 9H 8H 7H 6H", voids=[0, 0b0010, 0, 0]) == "AS"


def _led(hand: str, unseen: str, *, voids: list[int]) -> str:
    """Return the card that the policy leads for South. `voids` has the void suits of each seat as bits."""
    scene = np.zeros(spades_rollouts.SCENE_SIZE, np.int64)
    scene[spades_rollouts.BROKEN], scene[spades_rollouts.PARTNERS] = 1, 1
    scene[spades_rollouts.GONE] = pack_bits(PACK) & ~pack_bits(cards(hand)) & ~pack_bits(cards(unseen))
    scene[spades_rollouts.TAKEN : spades_rollouts.TAKEN + 4] = [3, 3, 2, 2]
    scene[spades_rollouts.VOIDS : spades_rollouts.VOIDS + 4] = voids
    return PACK[spades_rollouts.chosen(0, pack_bits(cards(hand)), np.array([4, 3, 3, 3], np.int64), 0, scene)].text
