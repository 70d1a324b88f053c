"""The words of options: every option has some, and what is said of their effect agrees with the rules."""

from random import Random
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from games.engine.options import VARIANT, Option, Options, Value, complete
from games.registry import GAMES
from games.services.people.setups import variants
from games.spades.options import OPTIONS, PRESETS, check, terms
from games.wording.names import differences, rules_said
from games.wording.options import option_words, range_words, value_said, value_words, variant_words, without_effect
from games.wording.refused import _SENTENCES
from games.wording.refused import sentence as told


@pytest.mark.parametrize("key", GAMES)
def test_every_option_and_every_choice_has_its_words(key: str) -> None:
    for option in GAMES[key].rules.options:
        words = option_words(key, option.key)
        assert option.key == "variant" or words.label != option.key
        assert option.key == "variant" or len(words.effect) > 20
        named = [one for one in option.choices if isinstance(one, str) and option.key != "variant"]
        assert all(value_words(key, option.key, one) != one for one in named)
    for variant in variants(key):
        assert all((variant_words(key, variant).line, variant_words(key, variant).about))


@pytest.mark.parametrize("key", GAMES)
def test_the_words_are_of_the_options_and_choices_there_are(key: str) -> None:
    game = GAMES[key]
    by_key = {option.key: option for option in game.rules.options if option.key != "variant"}
    assert list(game.settings.options) == list(by_key)
    assert list(game.settings.variants) == list(variants(key))
    for name, words in game.settings.options.items():
        assert set(words.choices) == {choice for choice in by_key[name].choices if isinstance(choice, str)}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", GAMES)
def test_every_value_can_be_told_within_a_sentence(key: str, language: str) -> None:
    """Each in words of its own: no two values of an option are told alike, and a number names the usual one."""
    rng = Random(key)
    with translation.override(language):
        for option in GAMES[key].rules.options:
            if option.key == VARIANT:
                continue
            values = {option.drawn(rng.randrange) for _ in range(12)}
            said = {value_said(key, option.key, value) for value in values}
            assert len(said) == len(values) and all(said) and "%" not in "".join(said)
            assert not any(one.endswith(".") or one[0].isupper() and language == "en" for one in said), said
    assert value_said("bidwhist", "min_bid", 3, usual=4) == "bids start at 3 (usually 4)"
    assert value_said("cardduel", "max_rounds", 0, usual=200) == "there is no limit of rounds"


def test_words_are_quiet() -> None:
    for words in (words for game in GAMES.values() for words in game.settings.options.values()):
        text = f"{words.label} {words.effect} {words.idle}"
        assert strip_tags(text) == text
        assert "!" not in text and "_" not in text


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (Option("a", 0, low=0, high=13), "0 to 13."),
        (Option("a", 0, low=-20, high=-5, step=5), "−20 to −5, in steps of 5."),
        (Option("a", None, low=1, high=9, none=True), "1 to 9. Empty for none."),
        (Option("a", 2, low=1, high=9, endless=True), "1 or more."),
        (Option("a", True, choices=(True, False)), ""),
    ],
)
def test_ranges(option: Option, words: str) -> None:
    assert range_words("twoman", option) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "none"), (True, "on"), (False, "off"), (-300, "−300"), (0, "0"), ("odd", "always the odd side")],
)
def test_values(value: object, words: str) -> None:
    assert value_words("twoman", "first_lead", value) == words


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_is_called_idle_where_no_value_of_it_changes_the_terms(preset: str) -> None:
    rng = Random(preset)
    for _ in range(150):
        chosen = {option.key: option.drawn(rng.randrange) for option in OPTIONS} | {"variant": preset}
        full = complete(OPTIONS, chosen)
        idle = without_effect("spades", full)
        for option in OPTIONS[1:]:
            others = {terms({**full, option.key: value}) for value in _values(option)}
            assert (option.key in idle) is (len(others) == 1), (option.key, dict(full))


@pytest.mark.parametrize(
    ("chosen", "idle"),
    [
        ({}, {"renege_penalty": "Has no effect while reneges are refused at once."}),
        ({"renege": "table"}, {}),
        ({"renege": "table", "jokers": 0}, {"nt_joker": "Has no effect without jokers."}),
    ],
)
def test_idle_options_of_bid_whist(chosen: dict[str, Any], idle: dict[str, str]) -> None:
    assert without_effect("bidwhist", complete(GAMES["bidwhist"].rules.options, chosen)) == idle


def test_the_rules_in_a_sentence_leave_out_what_has_no_effect() -> None:
    assert rules_said("bidwhist", {"renege_penalty": 6}) == "Bid Whist, played to 7 or −7, with the usual rules."
    said = rules_said("bidwhist", {"renege": "table", "renege_penalty": 6})
    assert "but a renege is called at the table and a renege costs 6 books (usually 3)." in said


def test_what_differs_leaves_out_what_has_no_effect() -> None:
    chosen = {"variant": "custom1", "partners": False, "one_nil": True, "blind_nil_exchange": 2, "seven_for_140": True}
    assert differences("spades", chosen) == "Partners: off, Seven for 140: on"
    assert differences("spades", {"variant": "solo", "seven_for_140": True}) == "Seven for 140: on"


def test_one_nil_is_said_to_end_blind_nils_among_partners_alone() -> None:
    known: Options = {"variant": "custom1", "one_nil": True}
    for partners in (True, False):
        full = complete(OPTIONS, {**known, "partners": partners})
        assert ("blind_nil_200_down" in without_effect("spades", full)) is partners
    assert "“One nil” among partners" in option_words("spades", "blind_nil_200_down").idle


def test_a_lowest_bid_is_said_to_leave_no_blind_nil_under_one_nil_either() -> None:
    rules = terms(complete(OPTIONS, {"variant": "custom1", "one_nil": True, "min_ind": 1}))
    assert rules.one_nil and not rules.blind_nils
    assert "there is no blind nil, and no nil except under “One nil”" in option_words("spades", "min_ind").effect


def _values(option: Option) -> tuple[Value, ...]:
    return option.choices or (option.low, option.high)


def test_every_code_of_the_rules_has_a_sentence() -> None:
    rng = Random(5)
    codes = {"UNKNOWN_OPTION", "OPTION_FIXED"}
    for _ in range(4000):
        chosen = {option.key: option.drawn(rng.randrange) for option in OPTIONS}
        codes |= {refusal.code for refusal in check(chosen)}
    assert codes == set(_SENTENCES) | set(GAMES["spades"].settings.refused)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "Winning score: not 0, but 1 to 2000."),
        ("much", "Winning score: a whole number, 1 to 2000."),
        (2.5, "Winning score: a whole number, 1 to 2000."),
    ],
)
def test_a_number_out_of_range_is_not_called_no_number(value: object, said: str) -> None:
    chosen = {"variant": "partner", "winning_score": value}
    refusal = next(one for one in check(chosen) if one.code == "OUT_OF_RANGE")
    assert told("spades", refusal, chosen).startswith(said)
