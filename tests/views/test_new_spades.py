"""GET and POST games/new/spades/…: the six variants, every refusal, what has no effect, and the players."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Guest
from games.engine.actions import Refusal
from games.models import Game, Seat, Setup
from games.services.people import joining, lobby
from games.spades.options import CUSTOM, FIXED, OPTIONS
from tests.pages import markup
from tests.views.asking import read
from tests.views.setting_up import COMPANY, CUSTOM_POST, SPADES, chosen_in, inputs, spades_has_players, text_of

pytestmark = pytest.mark.django_db
VARIANTS = (*FIXED, *CUSTOM)


@pytest.fixture(autouse=True)
def _spades_has_players(monkeypatch: pytest.MonkeyPatch) -> None:
    spades_has_players(monkeypatch)


# The variants


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_asks_what_it_leaves_open(as_alice: Client, variant: str) -> None:
    response = as_alice.get(SPADES, {"variant": variant})
    open_here = {option.key for option in OPTIONS if variant not in option.fixed} - {"variant"}
    all_keys = {option.key for option in OPTIONS}
    assert set(inputs(response)) & all_keys == open_here
    page = markup.read(response.content.decode())
    assert {f"about-{name}" for name in (*open_here, *VARIANTS)} <= page.names
    assert page.forbidden == []
    assert {f"{SPADES}?variant={one}" for one in VARIANTS} <= set(page.links)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_as_it_stands_can_be_played(as_alice: Client, variant: str) -> None:
    shown = inputs(as_alice.get(SPADES, {"variant": variant}))
    posted = {name: _posted(tag) for name, tag in shown.items() if not name.startswith("level")}
    response = as_alice.post(
        f"{SPADES}?variant={variant}", {**COMPANY, **{name: value for name, value in posted.items() if value}}
    )
    assert response.status_code == 302
    assert Game.objects.get().options == ({} if variant == "partner" else {"variant": variant})


def _posted(tag: str) -> str:
    """What a browser would post for a field nobody touches; empty for a switch that is off."""
    if 'type="checkbox"' in tag:
        return "on" if "checked" in tag else ""
    value = re.search(r'value="([^"]*)"', tag)
    return value[1] if value else ""


FIXED_SENTENCES = {
    "partner": ["Fixed in Partner:", "Winning score (500)", "Losing score (−300)", "Double points from a bid of (off)"],
    "solo": ["Fixed in Solo:", "Partners (off)", "Winning score (300)", "Losing score (none)"],
    "suicide": ["Fixed in Suicide:", "One nil (on)", "A side’s lowest bid (4)"],
    "mirrors": ["Fixed in Mirrors:", "Bid your spades (on)", "Winning score (500)"],
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_fixed_is_said(as_alice: Client, variant: str) -> None:
    said = text_of(as_alice.get(SPADES, {"variant": variant}))
    assert all(words in said for words in FIXED_SENTENCES.get(variant, []))
    assert ("Fixed in" in said) is (variant in FIXED)


@pytest.mark.parametrize(
    ("variant", "words"),
    [("mirrors", "lowest bid"), ("solo", "a side’s"), ("solo", "one nil"), ("partner", "seven for 140")],
)
def test_what_means_nothing_in_a_variant_is_not_said(as_alice: Client, variant: str, words: str) -> None:
    body = read(as_alice, SPADES, {"variant": variant})
    fixed = re.search(r'id="fixed">([^<]*)<', body)
    assert fixed is not None and words not in html.unescape(fixed[1])


# What is refused

#: What is posted beside a custom game that is in order, and the sentence that says why not.
REFUSED: dict[str, tuple[dict[str, str], str, set[str]]] = {
    "MIN_IND_GT_MAX_IND": (
        {"min_ind": "5", "max_ind": "4"},
        "A player’s lowest bid, 5, is above the highest, 4.",
        {"min_ind", "max_ind"},
    ),
    "MIN_TEAM_GT_MAX_TEAM": (
        {"min_team": "9", "max_team": "8"},
        "A side’s lowest bid, 9, is above the highest, 8.",
        {"min_team", "max_team"},
    ),
    "TEAM_UNREACHABLE above": (
        {"min_ind": "5", "max_team": "9"},
        "Two players who bid at least 5 are over their side’s highest bid, 9.",
        {"min_ind", "max_team"},
    ),
    "TEAM_UNREACHABLE below": (
        {"max_ind": "3", "min_team": "7"},
        "Two players who bid at most 3 cannot reach their side’s lowest bid, 7.",
        {"max_ind", "min_team"},
    ),
    "NO_LEGAL_BID": (
        {"one_nil": "on", "max_ind": "0"},
        "With “One nil” and these limits no bid is left but nil.",
        {"min_ind", "max_ind", "min_team", "max_team"},
    ),
    "ONE_NIL_AND_BID_SPADES": (
        {"one_nil": "on", "bid_spades": "on"},
        "“One nil” and “Bid your spades” cannot both be on",
        {"one_nil", "bid_spades"},
    ),
    "OUT_OF_RANGE a number": ({"winning_score": "0"}, "Winning score: not 0, but 1 to 2000.", {"winning_score"}),
    "OUT_OF_RANGE the same": (
        {"losing_score": "500"},
        "The losing score must be below 0, or above the winning score, 500.",
        {"losing_score", "winning_score"},
    ),
    "OUT_OF_RANGE between": (
        {"losing_score": "0"},
        "The losing score must be below 0, or above the winning score, 500.",
        {"losing_score", "winning_score"},
    ),
    "OUT_OF_RANGE below": (
        {"losing_score": "-2001"},
        "Losing score: not −2001, but −2000 to −1, or above the winning score to 4000. Empty for none.",
        {"losing_score"},
    ),
    "UNKNOWN_OPTION": ({"kitty": "1"}, "There is no option “kitty”.", set()),
    "an unread number": ({"max_ind": "many"}, "A player’s highest bid: a whole number, 0 to 13.", {"max_ind"}),
    "an empty number": ({"bonus_bid": ""}, "Double points from a bid of: a whole number, 0 to 13.", {"bonus_bid"}),
    "a level": ({"level_odile": "god"}, "Odile: Choose one of those offered.", {"level_odile"}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_told(as_alice: Client, case: str) -> None:
    wrong, sentence, marked = REFUSED[case]
    response = as_alice.post(f"{SPADES}?variant=custom1", {**CUSTOM_POST, **wrong})
    assert response.status_code == 422
    assert sentence in text_of(response)
    shown = inputs(response)
    assert {name for name, tag in shown.items() if 'aria-invalid="true"' in tag} == marked
    assert Game.objects.count() == Setup.objects.count() == 0


@pytest.mark.parametrize("case", REFUSED)
def test_the_check_tells_the_same_and_changes_nothing(client: Client, case: str) -> None:
    wrong, sentence, _marked = REFUSED[case]
    response = client.post(f"{SPADES}check/?variant=custom1", {**CUSTOM_POST, **wrong})
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert b"<html" not in response.content
    assert Guest.objects.count() == 0


def test_the_check_of_a_good_choice_has_nothing_to_say(client: Client) -> None:
    response = client.post(f"{SPADES}check/?variant=custom1", CUSTOM_POST)
    assert "cannot be played yet" not in text_of(response)
    assert "aria-invalid" not in response.content.decode()


def test_all_refusals_are_told_at_once(as_alice: Client) -> None:
    wrong = {"min_ind": "9", "max_ind": "1", "min_team": "12", "max_team": "3", "bonus_bid": "99", "x": "1"}
    said = text_of(as_alice.post(f"{SPADES}?variant=custom2", {**CUSTOM_POST, **wrong}))
    for sentence in (
        "A player’s lowest bid, 9, is above the highest, 1.",
        "A side’s lowest bid, 12, is above the highest, 3.",
        "Two players who bid at least 9 are over their side’s highest bid, 3.",
        "Double points from a bid of: not 99, but 0 to 13.",
        "There is no option “x”.",
    ):
        assert sentence in said


def test_nothing_that_was_typed_is_lost(as_alice: Client) -> None:
    typed = {**CUSTOM_POST, "winning_score": "7000", "bonus_bid": "ten", "level_bruno": "expert", "across": "odile"}
    response = as_alice.post(f"{SPADES}?variant=custom1", typed)
    shown = inputs(response)
    assert 'value="7000"' in shown["winning_score"]
    assert 'value="ten"' in shown["bonus_bid"]
    assert "checked" in shown["partners"] and "checked" not in shown["one_nil"]
    assert 'value="odile"' in shown["across"]
    assert chosen_in(response, "level_bruno") == "expert"


OPTION_FIXED = [(variant, option.key) for variant in FIXED for option in OPTIONS if variant in option.fixed]
#: A value that is nobody's default.
OTHER = {"winning_score": "200", "losing_score": "-100", "blind_nil_exchange": "1", "bonus_bid": "9"}
OTHER |= {"min_ind": "1", "max_ind": "9", "min_team": "5", "max_team": "12"}


@pytest.mark.parametrize(("variant", "name"), OPTION_FIXED)
def test_a_fixed_option_is_refused(client: Client, variant: str, name: str) -> None:
    default = next(option for option in OPTIONS if option.key == name).default_in(variant)
    value = OTHER.get(name, "off" if default else "on")
    response = client.post(f"{SPADES}check/?variant={variant}", {**COMPANY, name: value})
    assert re.search(rf"“[^”]+” cannot be changed in {variant.title()}\.", text_of(response))


def test_a_fixed_option_posted_as_it_is_does_no_harm(as_alice: Client) -> None:
    posted = {**COMPANY, "winning_score": "500", "bid_spades": "on", "partners": "on", "spades_must_be_broken": "on"}
    assert as_alice.post(f"{SPADES}?variant=mirrors", posted).status_code == 302


def test_what_the_rules_refuse_later_is_told_too(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**kwargs: Any) -> str:
        raise lobby.BadOptions((Refusal("NEW_CODE", "“bonus_bid” is out today.", ("bonus_bid",)),))

    monkeypatch.setattr(joining, "open_as_set_up", refuse)
    response = as_alice.post(f"{SPADES}?variant=custom1", CUSTOM_POST)
    assert response.status_code == 422
    assert "“bonus_bid” is out today." in text_of(response)


@pytest.mark.parametrize(("typed", "score"), [("", None), ("−250", -250)])
def test_a_losing_score_may_be_none_and_a_real_minus_is_read(as_alice: Client, typed: str, score: int | None) -> None:
    as_alice.post(f"{SPADES}?variant=custom1", {**CUSTOM_POST, "losing_score": typed})
    assert Game.objects.get().options == {"variant": "custom1", "losing_score": score}


IDLE = {
    "partners off": ({"partners": ""}, "Has no effect while partners are off.", {"one_nil", "min_team", "ten_for_200"}),
    "partners on": ({}, "Has no effect while there are partners.", {"seven_for_140"}),
    "bid spades": ({"bid_spades": "on"}, "Has no effect with “Bid your spades”.", {"min_ind", "allow_blind_nils"}),
    "one nil": ({"one_nil": "on"}, "Has no effect with “One nil”.", {"allow_blind_nils", "blind_nil_exchange"}),
    "blind nil off": ({"allow_blind_nils": ""}, "Has no effect while blind nil is off.", {"blind_nil_200_down"}),
}


@pytest.mark.parametrize("case", IDLE)
def test_what_has_no_effect_gets_a_quiet_word(client: Client, case: str) -> None:
    changed, sentence, names = IDLE[case]
    posted = {name: value for name, value in {**CUSTOM_POST, **changed}.items() if value}
    body = client.post(f"{SPADES}check/?variant=custom1", posted).content.decode()
    assert "cannot be played yet" not in body
    for name in names:
        note = re.search(rf'id="id_{name}_helptext">([^<]*)<', body)
        assert note is not None and sentence in html.unescape(note[1])
        assert f'aria-describedby="id_{name}_helptext"' in body


# The players

SEATINGS = {
    "marta": [("normal", "Bruno"), ("expert", ""), ("normal", "Odile")],
    "bruno": [("expert", ""), ("normal", "Bruno"), ("normal", "Odile")],
    "odile": [("normal", "Bruno"), ("normal", "Odile"), ("expert", "")],
}


@pytest.mark.parametrize("across", SEATINGS)
def test_levels_and_places_arrive_on_the_seats(as_alice: Client, across: str) -> None:
    posted = {**CUSTOM_POST, "level_marta": "expert", "across": across}
    as_alice.post(f"{SPADES}?variant=custom1", posted)
    seats = Seat.objects.filter(number__gt=0).order_by("number")
    assert [(seat.level, seat.name) for seat in seats] == SEATINGS[across]
    assert [seat.side for seat in Seat.objects.order_by("number")] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("name", "value"), [("across", "nobody"), ("across", ""), ("across", "\0"), ("level_marta", "easy")]
)
def test_company_that_is_not_there_is_refused(as_alice: Client, name: str, value: str) -> None:
    response = as_alice.post(f"{SPADES}?variant=custom1", {**CUSTOM_POST, name: value})
    assert response.status_code == 422
    assert re.search(r"cannot be played yet\s*(Across from you|Marta): Choose one of those offered.", text_of(response))
    assert Game.objects.count() == 0


def test_the_seating_is_said(client: Client) -> None:
    said = text_of(client.post(f"{SPADES}check/?variant=solo", {**COMPANY, "across": "bruno", "level_bruno": "expert"}))
    assert "Marta (normal) sits on your left, Bruno (expert) across from you, Odile (normal) on your right." in said
