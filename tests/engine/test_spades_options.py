"""The options of Spades: the table of the variants, what each fixes, what is refused and what takes no effect."""

from random import Random
from typing import Any

import pytest

from games.engine.options import complete, differing, drawn
from games.spades.options import CUSTOM, FIXED, OPTIONS, PRESETS, terms
from tests.engine.spades_positions import RULES, standings

_, T, F = None, True, False
#: The defaults in Partner, Solo, Suicide, Mirrors and the custom games; then where they may be changed.
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
#: For each option a value that is nobody's default.
OTHER = {"blind_nil_exchange": 1, "winning_score": 200, "losing_score": -100, "bonus_bid": 9}
OTHER |= {"min_ind": 1, "max_ind": 9, "min_team": 5, "max_team": 12}


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("variant", [*FIXED, *CUSTOM])
def test_the_table_of_the_variants(variant: str, key: str) -> None:
    defaults, open_in = VARIANTS[key]
    default = defaults["PSUMC".index(LETTERS[variant])]
    assert complete(OPTIONS, {"variant": variant})[key] == default
    other = OTHER.get(key, not default)
    codes = [refusal.code for refusal in RULES.check({"variant": variant, key: other})]
    assert ("OPTION_FIXED" in codes) is (LETTERS[variant] not in open_in)
    assert RULES.check({"variant": variant, key: default}) == ()


def test_every_option_is_in_the_table() -> None:
    assert [option.key for option in OPTIONS] == ["variant", *VARIANTS]
    assert {name: RULES.initial(preset).options["variant"] for name, preset in PRESETS.items()} == {
        name: name for name in PRESETS
    }


def test_a_record_names_what_differs_from_the_variant() -> None:
    chosen: dict[str, Any] = {"variant": "solo", "winning_score": 300, "must_beat_highest": False}
    assert differing(OPTIONS, complete(OPTIONS, chosen)) == {"variant": "solo", "must_beat_highest": False}
    assert differing(OPTIONS, complete(OPTIONS, {"variant": "partner", "losing_score": -300})) == {}


ALL = ["MIN_IND_GT_MAX_IND", "MIN_TEAM_GT_MAX_TEAM", "TEAM_UNREACHABLE"]
CUSTOM_GAME: list[tuple[dict[str, Any], list[str]]] = [
    # each for itself
    ({"variant": "hearts"}, ["OUT_OF_RANGE"]),
    ({"variant": ["solo"]}, ["OUT_OF_RANGE"]),
    ({"colour": "red"}, ["UNKNOWN_OPTION"]),
    ({"partners": 1}, ["OUT_OF_RANGE"]),
    ({"blind_nil_exchange": 3}, ["OUT_OF_RANGE"]),
    ({"blind_nil_exchange": True}, ["OUT_OF_RANGE"]),
    ({"winning_score": 0, "losing_score": -5}, ["OUT_OF_RANGE"]),
    ({"winning_score": 2001}, ["OUT_OF_RANGE"]),
    ({"winning_score": 500.0}, ["OUT_OF_RANGE"]),
    ({"winning_score": None}, ["OUT_OF_RANGE"]),
    ({"winning_score": 1}, []),
    ({"winning_score": 2000}, []),
    ({"losing_score": None}, []),
    ({"losing_score": -2000}, []),
    ({"losing_score": -1}, []),
    ({"losing_score": 501}, []),
    ({"losing_score": 4000}, []),
    ({"losing_score": -2001}, ["OUT_OF_RANGE"]),
    ({"losing_score": 0}, ["OUT_OF_RANGE"]),
    ({"losing_score": 500}, ["OUT_OF_RANGE"]),
    ({"losing_score": 4001}, ["OUT_OF_RANGE"]),
    ({"bonus_bid": 14}, ["OUT_OF_RANGE"]),
    ({"max_ind": -1}, ["OUT_OF_RANGE", "MIN_IND_GT_MAX_IND", "TEAM_UNREACHABLE"]),
    # limits that do not go together
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
def test_a_choice(chosen: dict[str, Any], codes: list[str]) -> None:
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
def test_what_takes_effect(chosen: dict[str, Any], effect: dict[str, Any]) -> None:
    found = terms(complete(OPTIONS, {"variant": "custom1", **chosen}))
    assert {name: getattr(found, name) for name in effect} == effect


def test_sides() -> None:
    assert [RULES.side({}, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [RULES.side({"variant": "solo"}, seat) for seat in range(4)] == [0, 1, 2, 3]
    assert RULES.initial({"variant": "solo"}, {}).standings == standings(0, 0, 0, 0)
    assert RULES.start({"variant": "solo"}) == {"dealer": 0, "score": (0, 0, 0, 0), "bags": (0, 0, 0, 0)}


def test_a_drawn_choice_leaves_what_the_variant_fixes() -> None:
    rng = Random(1)
    choices = [drawn(OPTIONS, rng.randrange, {}) for _ in range(300)]
    fixed = [code.code for chosen in choices for code in RULES.check(chosen) if code.code == "OPTION_FIXED"]
    assert fixed == [] and {chosen["variant"] for chosen in choices} == {*FIXED, *CUSTOM}
    assert {chosen.get("losing_score") for chosen in choices if chosen["variant"] == "custom1"} >= {None}
    given = [drawn(OPTIONS, rng.randrange, {"variant": "solo", "allow_misdeals": True}) for _ in range(20)]
    assert all(chosen["variant"] == "solo" and chosen["allow_misdeals"] and "one_nil" not in chosen for chosen in given)
