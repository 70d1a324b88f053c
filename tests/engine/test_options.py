"""Options of all games: defaults, accepted and refused values, and their words in forms and sentences."""

from random import Random
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from games.engine.options import VARIANT, Option, complete
from games.people.setups import variants
from games.registry import GAMES, ruleset
from games.spades.options import CUSTOM, FIXED, check, terms
from games.spades.options import OPTIONS as OF_SPADES
from games.wording import (
    _SENTENCES,
    differences,
    option_words,
    range_words,
    rules_said,
    value_said,
    value_words,
    variant_words,
    without_effect,
)
from games.wording import sentence as told

RANGE, UNKNOWN = "OUT_OF_RANGE", "UNKNOWN_OPTION"
#: By game and option: the default, accepted values and refused values. tests/spades has those of Spades.
OPTIONS: dict[str, dict[str, tuple[Any, tuple[Any, ...], tuple[Any, ...]]]] = {
    "twoman": {
        "target": (300, (100, 1000), (90, 1010, 305, 300.0, "300", None)),
        "mercy_lead": (300, (100, 1000), (1001, True)),
        "nil_points": (200, (100, 200), (150, 100.0)),
        "first_lead": ("alternate", ("odd", "alternate"), ("even",)),
        "blind_deficit": (100, (50, 300), (40, 310)),
        "denial": (True, (False,), (0, "true")),
    },
    "bidwhist": {
        "jokers": (2, (0, 1, 2), (-1, 3, True, 1.0, "2", None)),
        "min_bid": (4, (1, 2, 3, 4), (0, 5, False)),
        "down_over_up": (False, (True, False), (1, None)),
        "all_pass": ("dealer_forced", ("dealer_forced", "redeal"), ("", "forced", None)),
        "name_after_kitty": (False, (True, False), (0,)),
        "kitty_shown": (False, (True, False), ("yes",)),
        "nt_joker": ("throw_off", ("throw_off", "exchange", "free"), ("none", None)),
        "nt_double": (True, (True, False), (2,)),
        "renege": ("strict", ("strict", "table"), ("loose", True)),
        "renege_penalty": (3, (0, 3, 6), (-1, 7, None)),
        "win_score": (7, (1, 50), (0, 51, None)),
        "lose_score": (-7, (-50, -1), (-51, 0, 7)),
        "boston_double": (True, (True, False), ("on",)),
    },
    "cardduel": {
        "first": ("random", ("random", "human", "computer"), ("youngest", 0, None)),
        "max_rounds": (200, (0, 1, 200, 10**9), (-1, 2.0, True, None, "200")),
    },
}


@pytest.mark.parametrize("key", OPTIONS)
def test_an_option_has_its_default_and_accepts_only_values_in_its_range(key: str) -> None:
    rules = ruleset(key)
    assert [option.key for option in rules.options] == list(OPTIONS[key])
    for option, (default, good, bad) in OPTIONS[key].items():
        assert complete(rules.options, {})[option] == default
        assert all(rules.check({option: value}) == () for value in good)
        for value in bad:
            assert [(one.code, one.options) for one in rules.check({option: value})] == [(RANGE, (option,))], value


@pytest.mark.parametrize(
    ("key", "chosen", "codes"),
    [
        ("bidwhist", {"variant": 30, "Jokers": 1}, [(UNKNOWN, "variant"), (UNKNOWN, "Jokers")]),
        (
            "twoman",
            {"denial": None, "colour": 1, "target": 300, "nil_points": 0},
            [(RANGE, "denial"), (UNKNOWN, "colour"), (RANGE, "nil_points")],
        ),
        (
            "cardduel",
            {"first": "me", "max_rounds": -1, "jokers": 2},
            [(RANGE, "first"), (RANGE, "max_rounds"), (UNKNOWN, "jokers")],
        ),
    ],
)
def test_every_mistake_is_named_in_the_order_chosen(key: str, chosen: dict[str, Any], codes: list[Any]) -> None:
    assert [(one.code, *one.options) for one in ruleset(key).check(chosen)] == codes


@pytest.mark.parametrize(
    ("key", "option", "value", "reason"),
    [
        ("twoman", "denial", None, "“denial” must be one of true, false."),
        ("cardduel", "max_rounds", -1, "“max_rounds” must be 0 or more."),
    ],
)
def test_the_reason_of_a_refusal_states_the_allowed_values(key: str, option: str, value: object, reason: str) -> None:
    assert [one.reason for one in ruleset(key).check({option: value})] == [reason]


@pytest.mark.parametrize("key", GAMES)
def test_options_and_choices_have_words_and_no_words_are_left_over(key: str) -> None:
    settings = GAMES[key].settings
    by_key = {option.key: option for option in GAMES[key].rules.options if option.key != VARIANT}
    assert list(settings.options) == list(by_key) and list(settings.variants) == list(variants(key))
    for name, option in by_key.items():
        words = option_words(key, name)
        assert words.label != name and len(words.effect) > 20
        text = f"{words.label} {words.effect} {words.idle}"
        assert strip_tags(text) == text and "!" not in text and "_" not in text
        named = [one for one in option.choices if isinstance(one, str)]
        assert set(settings.options[name].choices) == set(named)
        assert all(value_words(key, name, one) != one for one in named)
    for variant in variants(key):
        assert all((variant_words(key, variant).line, variant_words(key, variant).about))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", GAMES)
def test_every_value_has_its_own_words_within_a_sentence(key: str, language: str) -> None:
    rng = Random(key)
    with translation.override(language):
        for option in GAMES[key].rules.options:
            if option.key != VARIANT:
                values = {option.drawn(rng.randrange) for _ in range(12)}
                said = {value_said(key, option.key, value) for value in values}
                assert len(said) == len(values) and all(said) and "%" not in "".join(said)
                assert not any(one.endswith(".") or one[0].isupper() and language == "en" for one in said), said
    assert value_said("bidwhist", "min_bid", 3, usual=4) == "bids start at 3 (usually 4)"
    assert value_said("cardduel", "max_rounds", 0, usual=200) == "there is no limit on rounds"


def test_a_range_is_worded_with_its_ends_and_steps() -> None:
    for option, words in [
        (Option("a", 0, low=0, high=13), "0 to 13."),
        (Option("a", 0, low=-20, high=-5, step=5), "−20 to −5, in steps of 5."),
        (Option("a", None, low=1, high=9, none=True), "1 to 9. Leave empty for none."),
        (Option("a", 2, low=1, high=9, endless=True), "1 or more."),
        (Option("a", True, choices=(True, False)), ""),
    ]:
        assert range_words("twoman", option) == words


def test_a_value_is_worded() -> None:
    words = {None: "none", True: "on", False: "off", -300: "−300", "odd": "always the odd side"}
    assert {value: value_words("twoman", "first_lead", value) for value in words} == words
    assert value_words("twoman", "first_lead", 0) == "0"


@pytest.mark.parametrize("preset", (*FIXED, *CUSTOM))
def test_an_option_is_idle_where_no_value_of_it_changes_the_terms(preset: str) -> None:
    rng = Random(preset)
    for _ in range(60):
        chosen = {option.key: option.drawn(rng.randrange) for option in OF_SPADES} | {"variant": preset}
        full = complete(OF_SPADES, chosen)
        idle = without_effect("spades", full)
        for option in OF_SPADES[1:]:
            values = option.choices or (option.low, option.high)
            others = {terms({**full, option.key: value}) for value in values}
            assert (option.key in idle) is (len(others) == 1), f"{option.key} under options {dict(full)}"


@pytest.mark.parametrize(
    ("chosen", "idle"),
    [
        ({}, {"renege_penalty": "Only matters if reneges are called at the table."}),
        ({"renege": "table"}, {}),
        ({"renege": "table", "jokers": 0}, {"nt_joker": "Has no effect without jokers."}),
    ],
)
def test_an_idle_option_of_bid_whist_says_why(chosen: dict[str, Any], idle: dict[str, str]) -> None:
    assert without_effect("bidwhist", complete(GAMES["bidwhist"].rules.options, chosen)) == idle


def test_sentences_and_differences_leave_out_idle_options() -> None:
    assert rules_said("bidwhist", {"renege_penalty": 6}) == "Bid Whist, played to 7 or −7, standard rules."
    said = rules_said("bidwhist", {"renege": "table", "renege_penalty": 6})
    assert "but a renege is called at the table and a renege costs 6 books (usually 3); otherwise" in said
    chosen = {"variant": "custom1", "partners": False, "one_nil": True, "blind_nil_exchange": 2, "seven_for_140": True}
    assert differences("spades", chosen) == "Partners: off, Seven for 140: on"
    assert differences("spades", {"variant": "solo", "seven_for_140": True}) == "Seven for 140: on"


def test_one_nil_forbids_blind_nils_only_among_partners() -> None:
    for partners in (True, False):
        full = complete(OF_SPADES, {"variant": "custom1", "one_nil": True, "partners": partners})
        assert ("blind_nil_200_down" in without_effect("spades", full)) is partners
    assert "when partners play “One nil”" in option_words("spades", "blind_nil_200_down").idle
    rules = terms(complete(OF_SPADES, {"variant": "custom1", "one_nil": True, "min_ind": 1}))
    assert rules.one_nil and not rules.blind_nils
    assert "there is no blind nil, and no nil except under “One nil”" in option_words("spades", "min_ind").effect


def test_every_code_of_the_options_check_has_a_sentence() -> None:
    rng, codes = Random(5), {UNKNOWN, "OPTION_FIXED"}
    for _ in range(1500):
        codes |= {one.code for one in check({option.key: option.drawn(rng.randrange) for option in OF_SPADES})}
    assert codes == set(_SENTENCES) | set(GAMES["spades"].settings.refused)


def test_the_sentence_on_a_refused_number_states_its_range() -> None:
    for value, said in [
        (0, "Winning score: not 0, but 1 to 2000."),
        ("much", "Winning score: a whole number, 1 to 2000."),
        (2.5, "Winning score: a whole number, 1 to 2000."),
    ]:
        chosen = {"variant": "partner", "winning_score": value}
        refusal = next(one for one in check(chosen) if one.code == "OUT_OF_RANGE")
        assert told("spades", refusal, chosen).startswith(said)
