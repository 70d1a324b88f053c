"""Scoring of Spades: contracts, nils, bags, bonuses, the sheet, the end of a game; and options by variant.

`openspiel.jsonl` holds fifty random hands dealt and scored by OpenSpiel 2.0.2, game "spades": hands, bids, plays, the
number of legal cards at each play, the winner of each trick, and the points of the sides. At leads after spades are
broken, 0 is stored and the number is not compared, because OpenSpiel refuses to lead spades even then. All nils are
made, because OpenSpiel scores failed nils differently.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.options import complete, differing, draw_options
from games.engine.state import HandEnded, TrickWon
from games.spades.options import CUSTOM, FIXED, OPTIONS, terms
from games.spades.state import SpadesState
from tests.engine.telling import listed
from tests.spades.positions import NO_BLIND, RULES, dealt, ending, last_trick, said, scored, step

C1: dict[str, Any] = {"variant": "custom1"}
ALONE = {"variant": "custom1", "partners": False}
SOLO = {"variant": "solo"}

#: Bids and tricks of S, W, N, E, the rest of the position, and the result of South's side.
HANDS: list[tuple[tuple[Any, ...], tuple[int, ...], dict[str, Any], str]] = [
    # nils
    ((0, 4, 0, 4), (0, 9, 0, 4), {}, "+200, 0 bags"),
    ((0, 4, 0, 4), (2, 4, 3, 4), {}, "-195, 5 bags"),
    (("b0", 4, "b0", 4), (0, 9, 0, 4), {}, "+400, 0 bags"),
    (("b0", 4, 0, 4), (1, 4, 0, 8), {}, "+1, 1 bags"),
    ((0, 3, 3, 3), (6, 2, 3, 2), {}, "-64, 6 bags"),
    # a nil bidder's tricks never help the contract, and are bags
    ((0, 3, 5, 3), (3, 3, 4, 3), {}, "-147, 3 bags"),
    ((0, 3, 5, 3), (1, 3, 6, 3), {}, "-48, 2 bags"),
    ((0, 4, 4, 4), (2, 4, 3, 4), {"options": SOLO}, "-98, 2 bags"),
    # bags
    ((3, 3, 3, 3), (4, 3, 3, 3), {"bags": (9, 9)}, "-39, 0 bags"),
    ((1, 1, 0, 1), (9, 1, 2, 1), {"bags": (9, 0)}, "-180, 9 bags"),
    ((1, 1, 0, 1), (10, 1, 1, 1), {"bags": (9, 0)}, "-180, 9 bags"),
    ((4, 3, 3, 3), (3, 4, 3, 3), {"bags": (9, 0)}, "-70, 9 bags"),
    ((0, 1, 0, 1), (6, 0, 6, 1), {"bags": (9, 0)}, "-388, 1 bags"),
    # bonuses: the bid is high enough and made; only the largest bonus counts
    ((5, 1, 5, 2), (5, 1, 5, 2), {"options": {"ten_for_200": True}}, "+200, 0 bags"),
    ((5, 1, 4, 2), (5, 2, 4, 2), {"options": {"ten_for_200": True}}, "+90, 0 bags"),
    ((5, 1, 5, 2), (5, 1, 4, 3), {"options": {"ten_for_200": True}}, "-100, 0 bags"),
    ((5, 1, 5, 2), (6, 1, 5, 1), {"options": {"ten_for_200": True}}, "+201, 1 bags"),
    ((10, 1, 0, 2), (10, 1, 0, 2), {"options": {"ten_for_200": True}}, "+300, 0 bags"),
    ((10, 1, 1, 1), (10, 1, 1, 1), {"options": {**ALONE, "ten_for_200": True}}, "+100, 0 bags"),
    ((7, 2, 2, 2), (7, 2, 2, 2), {"options": {**SOLO, "seven_for_140": True}}, "+140, 0 bags"),
    ((6, 2, 2, 2), (7, 2, 2, 2), {"options": {**SOLO, "seven_for_140": True}}, "+61, 1 bags"),
    ((7, 2, 2, 2), (7, 2, 2, 2), {"options": {**C1, "seven_for_140": True}}, "+90, 0 bags"),
    ((4, 3, 2, 3), (4, 3, 3, 3), {"options": {**C1, "bonus_bid": 6}}, "+121, 1 bags"),
    ((3, 3, 2, 4), (4, 3, 3, 3), {"options": {**C1, "bonus_bid": 6}}, "+52, 2 bags"),
    ((4, 3, 2, 3), (3, 4, 2, 4), {"options": {**C1, "bonus_bid": 6}}, "-60, 0 bags"),
    ((5, 1, 5, 1), (5, 1, 5, 2), {"options": {**C1, "bonus_bid": 6, "ten_for_200": True}}, "+200, 0 bags"),
    ((6, 1, 5, 1), (6, 1, 5, 1), {"options": {**C1, "bonus_bid": 6, "ten_for_200": True}}, "+220, 0 bags"),
    ((8, 1, 1, 1), (9, 2, 1, 1), {"options": {**ALONE, "bonus_bid": 8, "seven_for_140": True}}, "+161, 1 bags"),
    ((7, 1, 1, 1), (8, 3, 1, 1), {"options": {**ALONE, "bonus_bid": 7, "seven_for_140": True}}, "+141, 1 bags"),
    ((0, 4, 0, 4), (0, 9, 0, 4), {"options": {**C1, "bonus_bid": 1}}, "+200, 0 bags"),
]


def test_a_hand_is_scored_by_side() -> None:
    for bids, tricks, hand, result in HANDS:
        assert sum(tricks) == 13
        assert scored(bids, tricks, **hand) == result


def test_record_and_sheet_hold_every_number_of_a_hand() -> None:
    done = last_trick((3, 4, "b0", 3), (4, 4, 2, 3), score=(100, -20), bags=(8, 1))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert listed(ended.record) == (
        "bids (3, 4, 'b0', 3), tricks (4, 4, 2, 3), points (-167, 70), score (-67, 50), bags (1, 1)"
    )
    lines = ended.sheet["lines"]
    assert isinstance(lines, tuple) and isinstance(lines[0], dict) and len(lines) == 2
    assert listed(lines[0]) == (
        "bid 3, taken 4, nil_tricks 2, score_before 100, bags_before 8, contract 30, nils -100, bonus 0, bags_taken 3, "
        "penalties 1, points -167, score -67, bags 1"
    )


RANGE = {**C1, "winning_score": 500, "losing_score": 600}
ENDINGS: list[tuple[tuple[int, ...], dict[str, Any], str]] = [
    # a game ends if a side has reached the winning or the losing score and a single side is highest
    ((499, 200), {}, "goes on"),
    ((500, 200), {}, "NS"),
    ((510, 540), {}, "EW"),
    ((510, 510), {}, "goes on"),
    ((-299, 100), {}, "goes on"),
    ((-300, 100), {}, "EW"),
    ((-320, -310), {}, "EW"),
    ((-310, -310), {}, "goes on"),
    ((-300, 500), {}, "EW"),
    ((-9000, 499), {**C1, "losing_score": None}, "goes on"),
    ((0, 0, 300, 299), SOLO, "N"),
    ((310, 0, 310, 299), SOLO, "goes on"),
    ((310, 0, 310, 320), SOLO, "E"),
    ((-2000, -2000, -2000, 0), SOLO, "goes on"),
    ((10, 10, 5, -300), ALONE, "goes on"),
    ((10, 11, 5, -300), ALONE, "W"),
    # a losing score above the winning score (S17)
    ((499, 0), RANGE, "goes on"),
    ((-5000, 0), RANGE, "goes on"),
    ((500, 0), RANGE, "NS"),
    ((599, 500), RANGE, "NS"),
    ((550, 550), RANGE, "goes on"),
    ((600, 500), RANGE, "EW"),
    ((600, 499), RANGE, "EW"),
    ((600, -700), RANGE, "EW"),
    ((600, 700), RANGE, "NS"),
    ((600, 600), RANGE, "goes on"),
    ((600, 100, 100, 50), {**RANGE, "partners": False}, "goes on"),
    ((600, 100, 99, 50), {**RANGE, "partners": False}, "W"),
    ((600, 650, 99, 500), {**RANGE, "partners": False}, "E"),
    ((700, 650, 800, 650), {**RANGE, "partners": False}, "goes on"),
]


def test_a_game_ends_at_a_limit_with_a_single_best_score() -> None:
    for scores, options, end in ENDINGS:
        assert ending(*scores, **options) == end


def test_the_leader_of_an_unfinished_game_is_the_side_that_would_win() -> None:
    """If all sides have reached a losing score above the winning score, the lowest score leads (S17)."""
    for scores, options, winner in [
        ((40, -20), {}, 0),
        ((40, 40), {}, None),
        ((-40, -30), {}, 1),
        ((90, 250), {**C1, "winning_score": 100, "losing_score": 200}, 0),
        ((150, 120), {**C1, "winning_score": 100, "losing_score": 200}, 0),
        ((250, 230), {**C1, "winning_score": 100, "losing_score": 200}, 1),
    ]:
        assert RULES.leader(RULES.initial(options), scores) == winner


def test_legal_plays_winners_and_points_agree_with_openspiel() -> None:
    hands = [json.loads(line) for line in Path(__file__).with_name("openspiel.jsonl").read_text().splitlines()]
    points = [one for hand in hands for one in hand["points"]]
    assert len(hands) == 50 and min(points) < 0 < max(points)
    assert sum(0 in hand["bids"] for hand in hands) >= 10
    for hand in hands:
        state = dealt(*hand["hands"], options=NO_BLIND)
        state = said(state, *((seat, "bid", bid) for seat, bid in enumerate(hand["bids"])))
        choices, winners, scored_as = list[int](), "", None
        for card in hand["plays"].split():
            (seat,) = RULES.waits_for(state)
            is_ours_alone = not state.trick and state.broken
            choices.append(0 if is_ours_alone else len(RULES.legal_actions(state, seat)))
            done = step(state, seat, Action("play", card))
            winners += "".join(str(event.winner) for event in done.events if isinstance(event, TrickWon))
            scored_as = next((event.record["points"] for event in done.events if isinstance(event, HandEnded)), None)
            state = SpadesState.of(done.state)
        assert (choices, winners, scored_as) == (hand["choices"], hand["winners"], tuple(hand["points"]))


_, T, F = None, True, False
#: By option: the defaults in Partner, Solo, Suicide, Mirrors and the custom games, and the `LETTERS` of the variants in
#: which the option may be changed.
VARIANTS: dict[str, tuple[tuple[Any, ...], str]] = {
    "partners": ((T, F, T, T, T), "MC"),
    "must_beat_highest": ((F, T, F, F, F), "PSMC"),
    "allow_misdeals": ((F, F, F, F, F), "PSUMC"),
    "spades_must_be_broken": ((T, T, T, T, T), "PSUMC"),
    "first_trick_low_clubs": ((F, T, F, F, F), "PSMC"),
    "ten_for_200": ((F, F, F, F, F), "PC"),
    "seven_for_140": ((F, F, F, F, F), "SC"),
    "allow_blind_nils": ((T, T, F, F, T), "PSC"),
    "blind_nil_200_down": ((F, F, F, F, F), "PSC"),
    "blind_nil_exchange": ((0, 0, 0, 0, 0), "PC"),
    "winning_score": ((500, 300, 300, 500, 500), "C"),
    "losing_score": ((-300, None, -300, -300, -300), "C"),
    "bonus_bid": ((0, 0, 0, 0, 0), "C"),
    "min_ind": ((0, 0, 0, 0, 0), "C"),
    "max_ind": ((13, 13, 13, 13, 13), "C"),
    "min_team": ((0, 0, 4, 0, 0), "C"),
    "max_team": ((13, 13, 13, 13, 13), "C"),
    "one_nil": ((F, F, T, F, F), "C"),
    "bid_spades": ((F, F, F, T, F), "C"),
}
LETTERS = {"partner": "P", "solo": "S", "suicide": "U", "mirrors": "M", "custom1": "C", "custom2": "C"}
#: For each option that is not a switch, a value that is its default in no variant.
OTHER = {"blind_nil_exchange": 1, "winning_score": 200, "losing_score": -100, "bonus_bid": 9}
OTHER |= {"min_ind": 1, "max_ind": 9, "min_team": 5, "max_team": 12}


@pytest.mark.parametrize("variant", [*FIXED, *CUSTOM])
def test_a_variant_sets_defaults_and_fixes_some_options(variant: str) -> None:
    assert [option.key for option in OPTIONS] == ["variant", *VARIANTS]
    for key, (defaults, open_in) in VARIANTS.items():
        default = defaults["PSUMC".index(LETTERS[variant])]
        assert complete(OPTIONS, {"variant": variant})[key] == default, key
        other = OTHER.get(key, not default)
        codes = [refusal.code for refusal in RULES.check({"variant": variant, key: other})]
        assert ("OPTION_FIXED" in codes) is (LETTERS[variant] not in open_in), key
        assert RULES.check({"variant": variant, key: default}) == (), key


def test_a_record_names_the_variant_and_the_options_that_differ() -> None:
    variants = [*FIXED, *CUSTOM]
    assert [RULES.initial({"variant": variant}).options["variant"] for variant in variants] == variants
    chosen: dict[str, Any] = {"variant": "solo", "winning_score": 300, "must_beat_highest": False}
    assert differing(OPTIONS, complete(OPTIONS, chosen)) == {"variant": "solo", "must_beat_highest": False}
    assert differing(OPTIONS, complete(OPTIONS, {"variant": "partner", "losing_score": -300})) == {}


ALL = ["MIN_IND_GT_MAX_IND", "MIN_TEAM_GT_MAX_TEAM", "TEAM_UNREACHABLE"]
OUT: list[dict[str, Any]] = [
    *({"variant": value} for value in ("hearts", ["solo"])),
    *({"partners": 1}, {"winning_score": 0, "losing_score": -5}, {"bonus_bid": 14}),
    *({"blind_nil_exchange": value} for value in (3, True)),
    *({"winning_score": value} for value in (2001, 500.0, None)),
    *({"losing_score": value} for value in (-2001, 0, 500, 4001)),
]
CUSTOM_GAME: list[tuple[dict[str, Any], list[str]]] = [
    *((chosen, ["OUT_OF_RANGE"]) for chosen in OUT),
    *(({"winning_score": value}, []) for value in (1, 2000)),
    *(({"losing_score": value}, []) for value in (None, -2000, -1, 501, 4000)),
    ({"colour": "red"}, ["UNKNOWN_OPTION"]),
    ({"max_ind": -1}, ["OUT_OF_RANGE", "MIN_IND_GT_MAX_IND", "TEAM_UNREACHABLE"]),
    # limits of bids
    ({"min_ind": 5, "max_ind": 4}, ["MIN_IND_GT_MAX_IND"]),
    ({"min_team": 5, "max_team": 4}, ["MIN_TEAM_GT_MAX_TEAM"]),
    ({"min_team": 5, "max_team": 5}, []),
    ({"min_team": 5, "max_team": 4, "partners": False}, []),
    ({"min_ind": 7}, ["TEAM_UNREACHABLE"]),
    ({"min_ind": 6}, []),
    ({"min_ind": 6, "max_team": 12}, []),
    ({"min_ind": 7, "partners": False}, []),
    ({"max_ind": 4, "min_team": 9}, ["TEAM_UNREACHABLE"]),
    ({"max_ind": 4, "min_team": 8}, []),
    ({"min_ind": 9, "max_ind": 8, "min_team": 12, "max_team": 11}, ALL),
    ({"one_nil": True, "min_ind": 7}, []),
    ({"one_nil": True, "min_team": 8, "max_ind": 7}, ["NO_LEGAL_BID"]),
    ({"one_nil": True, "min_team": 7, "max_ind": 7}, []),
    ({"one_nil": True, "max_ind": 0}, ["NO_LEGAL_BID"]),
    ({"one_nil": True, "min_ind": 8, "max_team": 7}, ["NO_LEGAL_BID"]),
    ({"one_nil": True, "max_ind": 0, "partners": False}, []),
    # bid spades
    ({"one_nil": True, "bid_spades": True}, ["ONE_NIL_AND_BID_SPADES"]),
    ({"one_nil": True, "bid_spades": True, "partners": False}, []),
    ({"bid_spades": True, "min_ind": 9, "max_ind": 1, "min_team": 13, "max_team": 0}, []),
]


@pytest.mark.parametrize(("chosen", "codes"), CUSTOM_GAME)
def test_a_custom_game_is_refused_with_all_codes_that_apply(chosen: dict[str, Any], codes: list[str]) -> None:
    found = RULES.check({"variant": "custom1", **chosen})
    assert [refusal.code for refusal in found] == codes
    for refusal in found:
        assert refusal.options and all(f"“{key}”" in refusal.reason for key in refusal.options[:1])


EFFECTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"partners": False, "one_nil": True}, {"one_nil": False, "blind_nils": True}),
    ({"partners": False, "ten_for_200": True, "blind_nil_exchange": 2}, {"ten_for_200": False, "exchange": 0}),
    ({"partners": False, "min_team": 9, "max_team": 10}, {"min_team": 0, "max_team": 13}),
    ({"partners": False, "seven_for_140": True}, {"seven_for_140": True}),
    ({"seven_for_140": True, "ten_for_200": True}, {"seven_for_140": False, "ten_for_200": True}),
    (
        {"allow_blind_nils": False, "blind_nil_200_down": True, "blind_nil_exchange": 2},
        {"blind_nils": False, "blind_200_down": False, "exchange": 0},
    ),
    ({"one_nil": True, "blind_nil_exchange": 1}, {"blind_nils": False, "exchange": 0}),
    (
        {"bid_spades": True, "min_ind": 2, "max_ind": 5, "min_team": 4, "max_team": 9},
        {"blind_nils": False, "min_ind": 0, "max_ind": 13, "min_team": 0, "max_team": 13},
    ),
    ({"min_ind": 1, "max_ind": 6, "min_team": 3, "max_team": 9}, {"min_ind": 1, "max_ind": 6, "max_team": 9}),
    ({"losing_score": None}, {"lose": None}),
]


@pytest.mark.parametrize(("chosen", "effect"), EFFECTS)
def test_terms_hold_only_options_with_an_effect(chosen: dict[str, Any], effect: dict[str, Any]) -> None:
    found = terms(complete(OPTIONS, {"variant": "custom1", **chosen}))
    assert {name: getattr(found, name) for name in effect} == effect


def test_random_options_keep_what_the_variant_fixes() -> None:
    rng = Random(1)
    choices = [draw_options(OPTIONS, rng.randrange, {}) for _ in range(300)]
    fixed = [code.code for chosen in choices for code in RULES.check(chosen) if code.code == "OPTION_FIXED"]
    assert fixed == [] and {chosen["variant"] for chosen in choices} == {*FIXED, *CUSTOM}
    assert {chosen.get("losing_score") for chosen in choices if chosen["variant"] == "custom1"} >= {None}
    given = [draw_options(OPTIONS, rng.randrange, {"variant": "solo", "allow_misdeals": True}) for _ in range(20)]
    assert all(chosen["variant"] == "solo" and chosen["allow_misdeals"] and "one_nil" not in chosen for chosen in given)
