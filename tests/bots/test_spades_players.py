"""Every computer player of Spades: only legal actions under any options, imagined hands that fit, so much work and no
more."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bots.base import Chooser
from games.bots.compiling import Ints
from games.bots.pack import pack_bits
from games.engine.actions import tuple_of
from games.engine.cards import PACK, Suit, cards, find
from games.engine.options import Value
from games.engine.ruleset import Start
from games.engine.state import Phase, Seat
from games.registry import RANDOM, bot, levels
from games.spades.bots import encoding as spades_encoding
from games.spades.bots import rollouts as spades_rollouts
from games.spades.bots import worlds as spades_worlds
from games.spades.bots.encoding import guess
from games.spades.bots.evaluation import winning_chance
from games.spades.bots.expert import Effort, ExpertSpades, different
from games.spades.bots.knowledge import knowledge_of
from games.spades.bots.policy import card_to_play
from games.spades.rules import Spades
from games.spades.score import Standing
from games.spades.state import GIVE, SEATS, SpadesState, partner
from tests.bots.spades_positions import EXCHANGES, LOSING, to_play
from tests.bots.walked import any_options, positions

RULES = Spades()
VARIANTS = ("partner", "solo", "suicide", "mirrors", "custom1")
LEVELS = levels("spades")
#: Hands looked at in each game; a game may go on for hundreds.
HANDS = 2


def _options(variant: str, rng: Random) -> dict[str, Value]:
    return any_options(RULES, rng, {"variant": variant})


def _positions(
    players: tuple[Chooser, ...], seed: int, options: dict[str, Value], start: Start | None = None
) -> Iterator[tuple[SpadesState, Seat]]:
    return positions(RULES, players, options, Random(seed), start=start, hands=HANDS)


# -- legality -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_never_does_anything_illegal_whatever_the_options(variant: str) -> None:
    easy, normal, expert, anything = (bot("spades", name) for name in ("easy", "normal", "expert", RANDOM))
    moves = 0
    for seed in range(16):
        players = (expert, normal) if seed % 8 == 0 else (normal, easy, anything)
        moves += sum(1 for _ in _positions(players, seed, _options(variant, Random(seed))))
    assert moves > 1_500


@pytest.mark.parametrize("level", LEVELS)
def test_it_comes_through_an_exchange(level: str) -> None:
    player = bot("spades", level)
    phases = {state.phase for state, _ in _positions((player,), 1, EXCHANGES, LOSING)}
    assert phases == {Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY}


# -- what it imagines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_hands_it_imagines_fit_all_that_is_known(variant: str) -> None:
    normal, seen = bot("spades", "normal"), 0
    for state, seat in _positions((normal,), 2, _options(variant, Random(11))):
        if state.phase is not Phase.PLAY:
            continue
        knowledge = knowledge_of(RULES.view(state, seat))
        for row in guess(knowledge, 5, Random(1)).hands.tolist():
            seen += 1
            assert row[seat] == pack_bits(state.hands[seat])
            assert [one.bit_count() for one in row] == [len(hand) for hand in state.hands]
            assert row[0] | row[1] | row[2] | row[3] == sum(map(pack_bits, state.hands))
            assert not any(row[other] & knowledge.cannot[other] for other in SEATS)
    assert seen > 200


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_seat_has_shown_not_to_hold_it_does_not_hold(variant: str) -> None:
    anything, shown = bot("spades", RANDOM), 0
    for seed in range(6):
        for state, seat in _positions((anything,), seed, _options(variant, Random(seed))):
            if state.phase is Phase.PLAY:
                knowledge = knowledge_of(RULES.view(state, seat))
                assert not any(knowledge.cannot[other] & pack_bits(state.hands[other]) for other in SEATS)
                shown += sum(knowledge.cannot[other].bit_count() for other in SEATS)
    assert shown > 1_000


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
def test_it_hears_what_a_card_tells(trick: str, options: dict[str, Value], shown: str) -> None:
    """East's card, the third of the trick."""
    first = "first_trick_low_clubs" in options
    hand = "AD 6H 6C 6D 6S 7S 8D 8S TH TC TD TS QS" if first else "6D 6C 3D"
    knowledge = knowledge_of(to_play(hand, trick=trick, options=options))
    assert all(not knowledge.may_hold(3, one) for one in cards(shown))
    assert all(knowledge.may_hold(3, one) for one in cards("KD 5D"))


def test_a_card_it_has_passed_stays_where_it_went() -> None:
    normal, seen = bot("spades", "normal"), 0
    for state, seat in _positions((normal,), 1, EXCHANGES, LOSING):
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


def test_where_spades_are_bid_it_imagines_so_many_spades() -> None:
    normal, seen = bot("spades", "normal"), 0
    for state, seat in _positions((normal,), 4, {"variant": "mirrors"}):
        if state.phase is Phase.PLAY:
            for row in guess(knowledge_of(RULES.view(state, seat)), 5, Random(1)).hands.tolist():
                seen += 1
                held = [sum(one.suit is Suit.SPADES for one in hand) for hand in state.hands]
                assert [(hand >> 39).bit_count() for hand in row] == held
    assert seen > 200


def test_what_it_imagines_ends_after_thirteen_tricks() -> None:
    knowledge = knowledge_of(to_play("AH 3H 2C 9S", out="AS KS QS JS", tricks=(3, 2, 2, 2)))
    worlds = guess(knowledge, 20, Random(1))
    found = worlds.ends(knowledge.legal, [(3,) * 4] * 20)
    assert all(sum(spades_encoding.tricks_of_end(int(end))) == 13 for end in found.ravel())


def test_the_chance_to_win_follows_score_and_bags() -> None:
    terms = RULES.initial({}).terms
    told = [((300, 0), (200, 0)), ((200, 0), (200, 0)), ((200, 8), (200, 0)), ((100, 0), (200, 0))]
    chances = [winning_chance([Standing(*one) for one in pair], 0, terms) for pair in told]
    assert chances == sorted(chances, reverse=True) and chances[1] == pytest.approx(0.5)


def test_once_prepared_nothing_is_left_to_compile() -> None:
    expert = ExpertSpades(Effort(cards=2, bids=2))
    expert.prepare(Random(1))
    kernels: list[Any] = [spades_rollouts.ends, spades_worlds.worlds]
    before = [len(kernel.signatures) for kernel in kernels]
    for variant in VARIANTS:
        for state, seat in _positions((expert,), 1, _options(variant, Random(1))):
            expert.choose(RULES.view(state, seat), Random(1))
    assert before == [len(kernel.signatures) for kernel in kernels] == [1, 1]


# -- the policy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["partner", "mirrors"])
def test_imagined_seats_play_the_card_that_the_level_plays(variant: str) -> None:
    normal, seen = bot("spades", "normal"), 0
    for seed in range(3):
        for state, seat in _positions((normal,), seed, {"variant": variant}):
            knowledge = knowledge_of(RULES.view(state, seat))
            if state.phase is Phase.PLAY and len(knowledge.legal) > 1:
                left_to_policy, played = guess(knowledge, 4, Random(1)).ends([None, card_to_play(knowledge)])
                assert left_to_policy.tolist() == played.tolist()
                seen += 1
    assert seen > 150


def test_a_sure_card_is_not_led_into_a_void_that_a_rival_has_shown() -> None:
    """South wants two tricks of three: the king of diamonds, unless West would trump it."""
    assert _led("AS KD 9D", "KS QS QD JD TD 9H 8H 7H 6H", voids=[0, 0, 0, 0]) == "KD"
    assert _led("AS KD 9D", "KS QS QD JD TD 9H 8H 7H 6H", voids=[0, 0b0010, 0, 0]) == "AS"


def _led(hand: str, out: str, *, voids: list[int]) -> str:
    """The card South leads by policy; `voids` are the suits each seat is out of, a bit each."""
    scene = np.zeros(spades_rollouts.SCENE_SIZE, np.int64)
    scene[spades_rollouts.BROKEN], scene[spades_rollouts.PARTNERS] = 1, 1
    scene[spades_rollouts.GONE] = pack_bits(PACK) & ~pack_bits(cards(hand)) & ~pack_bits(cards(out))
    scene[spades_rollouts.TAKEN : spades_rollouts.TAKEN + 4] = [3, 3, 2, 2]
    scene[spades_rollouts.VOIDS : spades_rollouts.VOIDS + 4] = voids
    return PACK[spades_rollouts.chosen(0, pack_bits(cards(hand)), np.array([4, 3, 3, 3], np.int64), 0, scene)].text


@pytest.mark.parametrize(
    ("position", "tried"),
    [
        ({"bids": (4, 3, 3, 1), "tricks": (3, 2, 0, 4)}, "8S KD 9D"),
        ({"bids": (4, 3, 0, 1), "tricks": (3, 2, 0, 4)}, "AS 8S KD 9D"),
        ({"bids": (5, 0, 0, 1), "tricks": (3, 0, 0, 6)}, "AS 8S KD 9D"),
    ],
    ids=["tricks are wanted", "the last one is won", "a nil is hunted"],
)
def test_a_dearer_winner_of_the_last_player_is_not_tried_while_tricks_are_wanted(
    position: dict[str, Any], tried: str
) -> None:
    knowledge = knowledge_of(to_play("AS 8S KD 9D", trick="7C AD 3C", out="KS QD", **position))
    assert set(different(knowledge, card_to_play(knowledge))) == set(cards(tried))


# -- work ---------------------------------------------------------------------------------------------


def test_an_experts_choice_costs_so_many_hands_played_out_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    ends = spades_rollouts.ends

    def counting(hands: Ints, bids: Ints, scene: Ints, numbers: Ints, found: Ints) -> None:
        counted.append(len(hands) * len(numbers))
        ends(hands, bids, scene, numbers, found)

    monkeypatch.setattr(spades_rollouts, "ends", counting)
    expert = ExpertSpades(Effort(cards=10, bids=6))
    choices = 0
    positions = (one for seed in (5, 6) for one in _positions((expert,), seed, {"variant": "solo"}))
    for state, seat in positions:
        before = len(counted)
        expert.choose(RULES.view(state, seat), Random(1))
        most = 6 * 6 if state.phase is Phase.BID else 10 * len(state.hands[seat])
        assert sum(counted[before:]) <= most
        choices += len(counted) > before
    assert choices > 50
