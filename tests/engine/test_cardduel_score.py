"""What plays of Card Duel do: effects of a round in their order, blaze of glory, the end by rounds, the sheet."""

from dataclasses import astuple
from typing import Any

import pytest

from games.cardduel.score import Play, end_of_round, score_blaze, tally
from games.cardduel.state import BLAZE
from games.engine.cards import cards
from games.engine.state import HandEnded
from tests.engine.cardduel_positions import P1, P2, action, blazed, duel, played, round_of, step, told

#: Player 1's play, player 2's, what is special, what comes of it by seat.
ROUNDS: list[tuple[str, str, dict[str, Any], str]] = [
    # single cards
    ("2S", "2H", {}, "30/30"),
    ("2H", "2S", {}, "30/30"),
    ("AS", "AH", {}, "30/30"),
    ("AH", "KH", {}, "44/43"),
    ("TD", "JD", {}, "30/30"),
    ("JS", "QS", {}, "18/19"),
    # an attack that is smaller than the shield, as large, larger by one
    ("9S", "TD", {}, "30/30"),
    ("TS", "TD", {}, "30/30"),
    ("JS", "TD", {}, "30/29"),
    ("TD", "JS", {}, "29/30"),
    # stacks: the wands count under swords and shields, whatever their number, and in any order
    ("[AC]2S", "3H", {}, "30/17"),
    ("[2C 3C 4C 5C]6S", "3H", {}, "30/13"),
    ("[5C 4C 3C 2C]6S", "3H", {}, "30/13"),
    ("TS", "[2C]7D", {}, "30/29"),
    ("[2C 3C 4C 5C]6D", "[9C TC JC]AS", {}, "6/30"),
    # nothing at all, and neither heals nor shields
    ("[AC]2H", "[KC]2C", {}, "30/30"),
    ("[AC]KC", "TS", {}, "20/30"),
    ("TS", "[AC]KC", {}, "30/20"),
    ("TS", "[AC]KH", {}, "30/20"),
    # the coin decides who is player 1
    ("AS", "TS", {"coin": P2, "hp": (14, 10)}, "0/10, seat 1 by hp"),
    ("TS", "AS", {"coin": P2, "hp": (11, 14)}, "1/0, seat 0 by hp"),
    # exactly 0, and never below
    ("AS", "2H", {"hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("[AC]AS", "2H", {"hp": (1, 3)}, "1/0, seat 0 by hp"),
    ("2D", "AS", {"hp": (12, 3)}, "0/3, seat 1 by hp"),
    ("3D", "AS", {"hp": (12, 3)}, "1/3"),
    # player 1 is healed before he is hit, player 2 only if he still stands
    ("2H", "AS", {"hp": (13, 1)}, "1/1"),
    ("2H", "AS", {"hp": (12, 1)}, "0/1, seat 1 by hp"),
    ("AS", "KH", {"hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("KS", "AH", {"hp": (1, 14)}, "1/15"),
    # without an upper limit (D1)
    ("AH", "KH", {"hp": (1000, 2000)}, "1014/2013"),
    # the end by rounds
    ("2S", "2D", {"round": 200}, "30/30, nobody by rounds"),
    ("3S", "2D", {"round": 200}, "30/29, seat 0 by rounds"),
    ("3S", "2D", {"round": 199}, "30/29"),
    ("2D", "3S", {"round": 1, "options": {"max_rounds": 1}}, "29/30, seat 1 by rounds"),
    ("AS", "3H", {"round": 200, "hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("2D", "3S", {"round": 5000, "options": {"max_rounds": 0}}, "29/30"),
    ("2D", "3S", {"round": 4999, "options": {"max_rounds": 5000}}, "29/30"),
    ("2D", "3S", {"round": 5000, "options": {"max_rounds": 5000}}, "29/30, seat 1 by rounds"),
]


@pytest.mark.parametrize(("mine", "hers", "position", "comes_of_it"), ROUNDS)
def test_a_round(mine: str, hers: str, position: dict[str, Any], comes_of_it: str) -> None:
    assert round_of(mine, hers, **position) == comes_of_it


#: Player 1's hand, player 2's, what is special (`first`: player 1 plays it and player 2 invokes), what comes of it.
BLAZES: list[tuple[str, str, dict[str, Any], str]] = [
    ("AS KS QS 2H 3H", "2S 3S 4S 5S 6S", {}, "30/0, seat 0 by blaze"),
    ("AS KS 2H 3H 4H", "2S 3S 4S 5S 6S", {}, "30/3, seat 1 by blaze"),
    # cups come first, and shields count against the sum of the swords
    ("AS KS QS 2H 3H", "9H 4S 5S 6S 7S", {}, "30/0, seat 0 by blaze"),
    ("AS KS QS 2H 3H", "TH 4S 5S 6S 7S", {}, "30/1, seat 1 by blaze"),
    ("AS KS QS 2H 3H", "9D 4S 5S 6S 7S", {}, "30/0, seat 0 by blaze"),
    ("AS KS QS 2H 3H", "TD 4S 5S 6S 7S", {}, "30/1, seat 1 by blaze"),
    ("2S 3H 4H 5H 6H", "TD 9D 5S 6S 7S", {"hp": (30, 1)}, "30/1, seat 1 by blaze"),
    # wands are ignored, and so are the invoker's cups and shields and the other's swords
    ("AS AC KC QC JC", "2C 3C 4C 5C 6C", {"hp": (30, 15)}, "30/1, seat 1 by blaze"),
    ("AS AH AD KH KD", "2C 3C 4C 5C KS", {"hp": (1, 14)}, "1/0, seat 0 by blaze"),
    # whoever invokes it and does not win has lost, with his HP as they were
    ("2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S", {"hp": (1000, 1)}, "1000/1, seat 1 by blaze"),
    # it ends the duel in the last round, too
    ("2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S", {"hp": (9, 1), "round": 200}, "9/1, seat 1 by blaze"),
    # player 2 invokes: what player 1 has played, a covered top too, counts for nothing
    ("AH 2H 2C 3C 4C", "AS KS QS JS 5C", {"first": "AH"}, "0/30, seat 1 by blaze"),
    ("AD KD 2C 3C 4C", "AS KS QS JS 5C", {"first": "[2C]AD"}, "0/30, seat 1 by blaze"),
    ("AD KD 2C 3C 4C", "AS KS QS JS 5C", {"first": "[2C]3C", "hp": (50, 1)}, "27/1, seat 0 by blaze"),
    ("AS 2H 2C 3C 4C", "2D 3D 4D 5D 6D", {"first": "AS", "hp": (30, 1)}, "32/1, seat 0 by blaze"),
    ("2S 3S 4S 5S 6S", "AS KS QS 2H 3H", {"coin": P2}, "0/30, seat 1 by blaze"),
]


@pytest.mark.parametrize(("mine", "hers", "position", "comes_of_it"), BLAZES)
def test_a_blaze(mine: str, hers: str, position: dict[str, Any], comes_of_it: str) -> None:
    assert blazed(mine, hers, **position) == comes_of_it


#: Both hands, what is said in turn, what is special; what seats 0 and 1 have dealt, taken, healed and blocked.
TALLIES: list[tuple[str, str, str, dict[str, Any], tuple[tuple[int, ...], tuple[int, ...]]]] = [
    ("KS", "5D", "KS 5D", {}, ((8, 0, 0, 0), (0, 8, 0, 5))),
    ("5D", "KS", "KS 5D", {"coin": P2}, ((0, 8, 0, 5), (8, 0, 0, 0))),
    ("AH", "9S", "AH 9S", {}, ((0, 9, 14, 0), (9, 0, 0, 0))),
    # no more than there was to block or to take
    ("3S", "AD", "3S AD", {}, ((0, 0, 0, 0), (0, 0, 0, 3))),
    ("AS", "2H", "AS 2H", {"hp": (30, 3)}, ((3, 0, 0, 0), (0, 3, 0, 0))),
    # of a blaze the swords of whoever invokes it, and the other's cups and shields
    ("AS KS QS 2H 3D", "9H 4D 5S 6S 7S", BLAZE, {}, ((35, 0, 0, 0), (0, 35, 9, 4))),
    ("2S 3H 4H 5H 6H", "TD 9D 5S 6S 7S", BLAZE, {}, ((0, 0, 0, 0), (0, 0, 0, 2))),
    ("AS KS QS JS TS", "2D 5S 6S 7S 8S", BLAZE, {"hp": (30, 5)}, ((5, 0, 0, 0), (0, 5, 0, 2))),
    ("AH 3H 4D 2C 3C", "TS 2H 3D 4C 5C", f"AH {BLAZE}", {}, ((0, 6, 3, 4), (6, 0, 0, 0))),
]


@pytest.mark.parametrize(("mine", "hers", "course", "position", "tallies"), TALLIES)
def test_what_a_duel_was_for_each(
    mine: str, hers: str, course: str, position: dict[str, Any], tallies: tuple[tuple[int, ...], ...]
) -> None:
    state = told(duel(mine, hers, **position), *course.split())
    assert tuple(astuple(tally(state.rounds, state.blaze, seat)) for seat in (0, 1)) == tallies


def test_a_blaze_tells_what_counted() -> None:
    hands = cards("AS KS 2C 3H 4D"), cards("5H 6D 7D 8S 9C")
    blaze = score_blaze(invoker=P1, hands=hands, hp=(3, 30))
    assert (blaze.cups, blaze.swords, blaze.shields, blaze.damage, blaze.hp) == (5, 27, 13, 14, (3, 21))
    assert blaze.winner == P2


def test_the_effects_of_a_round_are_told_with_their_numbers() -> None:
    """ "9 + K 13 = 22 − shield 14 = 8", then a shield that does nothing of its own."""
    (scored,) = played("[9C]KS", "AD").rounds
    assert [effect.as_record() for effect in scored.effects] == [
        {"seat": 0, "deed": "attack", "top": 13, "wands": 9, "shield": 14, "change": 8, "hp": (30, 22)},
        {"seat": 1, "deed": "shield", "top": 14, "wands": 0, "shield": 0, "change": 0, "hp": (30, 22)},
    ]
    assert (scored.number, scored.coin, scored.hp) == (1, P1, (30, 22))


def test_a_fatal_effect_is_the_last_and_its_damage_is_what_was_left() -> None:
    (scored,) = played("AS", "AH", hp=(5, 3)).rounds
    (effect,) = scored.effects
    assert (effect.top, effect.change, effect.hp) == (14, 3, (5, 0))


def test_the_damage_of_a_blaze_is_at_most_what_was_left() -> None:
    blaze = score_blaze(invoker=P1, hands=(cards("AS KS QS 2H 3D"), cards("9H 4D 5S 6S 7S")), hp=(30, 12))
    assert (blaze.swords - blaze.shields, blaze.damage, blaze.hp) == (35, 21, (30, 0))


def test_the_sheet_tells_every_round_and_the_blaze() -> None:
    state = played("5S", "[2C]4S", coin=P2)
    last = step(state, P1, action(BLAZE))
    (ended,) = [event for event in last.events if isinstance(event, HandEnded)]
    rounds, blaze = ended.sheet["rounds"], ended.sheet["blaze"]
    assert isinstance(rounds, tuple) and isinstance(blaze, dict)
    (scored,) = rounds
    assert isinstance(scored, dict)
    assert (scored["coin"], scored["plays"]) == (P2, (("2C", "4S"), "5S"))
    assert blaze["invoker"] == P1
    assert ended.record == {"hp": last.state.hp, "rounds": 2}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("play", "deed", "value", "shield"),
    [
        ("7S", "attack", 7, 0),
        ("7H", "heal", 7, 0),
        ("7D", "shield", 7, 7),
        ("[9C 2C]7S", "attack", 18, 0),
        ("[9C 2C]7D", "shield", 18, 18),
        ("[9C 2C]7H", "nothing", 18, 0),
        ("[9C 2C]7C", "nothing", 18, 0),
    ],
)
def test_a_play(play: str, deed: str, value: int, shield: int) -> None:
    wands, top = play.replace("[", "").split("]") if "]" in play else ("", play)
    made = Play.of((*cards(wands), *cards(top)))
    assert (made.deed, made.value, made.shield) == (deed, value, shield)


def test_a_limit_counts_completed_rounds() -> None:
    ends = [end_of_round((3, 2), rounds=rounds, most=4) for rounds in range(1, 6)]
    assert [end is None for end in ends] == [True, True, True, False, False]


def test_a_blaze_in_an_unfinished_round_is_not_scored_as_one() -> None:
    state = told(duel("AD KD 2C 3C 4C"), "[2C]AD", BLAZE)
    assert (state.rounds, state.round, state.plays) == ((), 1, (None, None))
    assert state.blaze is not None and state.blaze.hands[P1] == cards("4C 3C KD")
