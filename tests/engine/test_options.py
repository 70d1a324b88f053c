"""The options of the games that have no variants: what each is by default, what may be chosen for it, and what not."""

from typing import Any

import pytest

from games.engine.options import Options, complete, differing
from games.registry import ruleset

RANGE, UNKNOWN = "OUT_OF_RANGE", "UNKNOWN_OPTION"
#: By game and option the default, values that are accepted and values that are not.
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


@pytest.mark.parametrize(("key", "option"), [(key, option) for key, options in OPTIONS.items() for option in options])
def test_an_option(key: str, option: str) -> None:
    rules, (default, good, bad) = ruleset(key), OPTIONS[key][option]
    assert complete(rules.options, {})[option] == default
    assert all(rules.check({option: value}) == () for value in good)
    for value in bad:
        (found,) = rules.check({option: value})
        assert (found.code, found.options) == (RANGE, (option,))


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_in_the_table(key: str) -> None:
    assert [option.key for option in ruleset(key).options] == list(OPTIONS[key])


@pytest.mark.parametrize(
    ("key", "unknown"),
    [("twoman", "Target"), ("twoman", "bags"), ("bidwhist", "variant"), ("cardduel", "hp")],
)
def test_an_unknown_option_is_named(key: str, unknown: str) -> None:
    (found,) = ruleset(key).check({unknown: 30})
    assert (found.code, found.options) == (UNKNOWN, (unknown,))


@pytest.mark.parametrize(
    ("key", "chosen", "codes"),
    [
        ("twoman", {"denial": None, "colour": 1, "target": 300, "nil_points": 0}, [RANGE, UNKNOWN, RANGE]),
        ("cardduel", {"first": "me", "max_rounds": -1, "jokers": 2}, [RANGE, RANGE, UNKNOWN]),
    ],
)
def test_every_mistake_is_named_in_the_order_chosen(key: str, chosen: dict[str, Any], codes: list[str]) -> None:
    assert [one.code for one in ruleset(key).check(chosen)] == codes


@pytest.mark.parametrize(
    ("key", "chosen", "reason"),
    [
        ("twoman", {"denial": None}, "“denial” must be one of true, false."),
        ("cardduel", {"max_rounds": -1}, "“max_rounds” must be 0 or more."),
    ],
)
def test_a_reason_tells_what_may_be_chosen(key: str, chosen: dict[str, Any], reason: str) -> None:
    (found,) = ruleset(key).check(chosen)
    assert found.reason == reason


@pytest.mark.parametrize(
    ("key", "chosen", "written"),
    [
        ("twoman", {"target": 300, "denial": False}, {"denial": False}),
        ("bidwhist", {"jokers": 2, "renege": "table", "nt_joker": "free"}, {"renege": "table", "nt_joker": "free"}),
        ("cardduel", {"first": "human"}, {"first": "human"}),
        ("cardduel", {"max_rounds": 200}, {}),
    ],
)
def test_only_options_that_differ_are_written(key: str, chosen: Options, written: Options) -> None:
    known = ruleset(key).options
    assert differing(known, complete(known, chosen)) == written
