"""GET and POST games/new/…: games, variants, options, refusals, and the seats of bots."""

import html
import re
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts.models import Guest
from games.engine.actions import Refusal
from games.people import joining
from games.people.models import Setup
from games.registry import GAMES, ruleset
from games.spades.options import CUSTOM, FIXED, OPTIONS
from games.table import opening
from games.table.models import Game, Seat
from tests.asking import parsed, read
from tests.lobby.setting_up import (
    COMPANY,
    CUSTOM_POST,
    NEW,
    SPADES,
    TWO_MAN,
    TWO_MAN_POST,
    chosen_in,
    fields_of,
    text_of,
)
from tests.play import set_players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spades_has_players")]
VARIANTS = (*FIXED, *CUSTOM)
REFUSED_PAGE = "can’t be played yet"


def check(client: Client, variant: str, posted: dict[str, str]) -> Any:
    return client.post(f"{SPADES}check/?variant={variant}", posted)


# -- offered games --
@pytest.mark.parametrize("address", ["/", NEW])
def test_only_games_with_bots_are_offered(client: Client, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    assert {TWO_MAN, SPADES, "/rules/"} <= set(parsed(read(client, address)).links)
    set_players(monkeypatch, "spades", {})
    assert SPADES not in parsed(read(client, address)).links
    assert client.get(SPADES).status_code == 404
    assert client.post(SPADES, CUSTOM_POST).status_code == 404


@pytest.mark.parametrize("rest", ["", "check/", "restore/"])
@pytest.mark.parametrize(
    ("key", "variant"),
    [
        *[(key, "") for key in ("nothing", "deal", "SPADES", "9" * 200)],
        *[("spades", variant) for variant in ("solitaire", "Solo", "\0", "9" * 2000, "-1", "solo solo")],
        ("twoman", "solo"),
    ],
)
def test_an_unknown_game_or_variant_is_404(client: Client, key: str, variant: str, rest: str) -> None:
    address, asked = f"/games/new/{key}/{rest}", {"variant": variant}
    assert client.post(address, CUSTOM_POST, query_params=asked).status_code == 404
    assert rest == "check/" or client.get(address, asked).status_code == 404
    assert Guest.objects.count() == 0


@pytest.mark.parametrize("key", GAMES)
def test_every_description_that_a_field_refers_to_is_on_the_page(client: Client, key: str) -> None:
    page = read(client, f"/games/new/{key}/")
    described = {one for names in re.findall(r'aria-describedby="([^"]+)"', page) for one in names.split()}
    assert "id_onlookers_helptext" in described
    assert described <= set(re.findall(r'\bid="([^"]+)"', page))


# -- Two-Man Spades --
@pytest.mark.parametrize("is_guest", [True, False])
def test_a_game_opens_with_its_options(client: Client, as_alice: Client, is_guest: bool) -> None:
    player = client if is_guest else as_alice
    assert {option.key for option in ruleset("twoman").options} < set(fields_of(player.get(TWO_MAN)))
    response = player.post(TWO_MAN, TWO_MAN_POST)
    game = Game.objects.get()
    assert response["Location"] == f"/games/{game.code}/"
    assert game.options == {"target": 200, "nil_points": 100, "first_lead": "odd", "denial": False}
    assert Seat.objects.get(game=game, number=1).level == "medium"
    seat, kept = Seat.objects.get(game=game, number=0), Setup.objects.get()
    assert (kept.user, kept.guest) == (seat.user, seat.guest)
    assert list(Guest.objects.all()) == [seat.guest] * is_guest


BAD = {
    "target": ["", "95", "305", "1010", "abc", "NaN", "1e9", "9" * 50, "9" * 5000, "-300", "٣٠٠", "3\x0000", "300.0"],
    "nil_points": ["150", "", "two hundred", "\0"],
    "first_lead": ["even", "", "\0"],
    "level": ["", "random", "god", "\0", "9" * 5000],
    "blind_deficit": ["49", "305"],
    "nonsense": ["", "1", "\0"],
    "n" * 500: ["1"],
}
RULES = {option.key for option in ruleset("twoman").options}


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_value_is_refused_and_creates_no_guest(client: Client, name: str) -> None:
    for value in BAD[name]:
        response = client.post(TWO_MAN, {**TWO_MAN_POST, name: value})
        assert response.status_code == 422, value
        assert REFUSED_PAGE in text_of(response)
        assert name not in TWO_MAN_POST or "aria-invalid" in fields_of(response)[name]
        is_open = '<details class="panel fold" id="options" open>' in response.content.decode()
        assert is_open is (name in RULES)
        if name == "target":
            assert "You changed: Nil is worth: 100, First lead: always the odd side" in text_of(response)
    assert client.post(TWO_MAN, {}).status_code == 422
    assert Game.objects.count() == Guest.objects.count() == 0


def test_levels_are_listed_by_strength_before_the_rules(client: Client) -> None:
    response = client.get(TWO_MAN)
    said = text_of(response)
    sentences = ("Loses to casual", "Beats easy", "Beats casual", "Beats medium", "Play to: 300. Standard rules.")
    places = [said.index(words) for words in sentences]
    assert places == sorted(places)
    assert all(face in response.content.decode() for face in ("art-jh", "art-qh", "art-kh"))


# -- the variants of Spades --
FIXED_SENTENCES = {
    "partner": ["Fixed in Partner:", "Winning score (500)", "Losing score (−300)", "Bid that scores double (off)"],
    "solo": ["Fixed in Solo:", "Partners (off)", "Winning score (300)", "Losing score (none)"],
    "suicide": ["Fixed in Suicide:", "One nil (on)", "A side’s lowest bid (4)"],
    "mirrors": ["Fixed in Mirrors:", "Bid your spades (on)", "Winning score (500)"],
}
WITHOUT_MEANING = {"mirrors": ["lowest bid"], "solo": ["a side’s", "one nil"], "partner": ["seven for 140"]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_has_fields_for_open_options_and_lists_fixed_ones(client: Client, variant: str) -> None:
    response = client.get(SPADES, {"variant": variant})
    open_here = {option.key for option in OPTIONS if variant not in option.fixed} - {"variant"}
    assert set(fields_of(response)) & {option.key for option in OPTIONS} == open_here
    page = parsed(response.content.decode())
    assert {f"about-{name}" for name in (*open_here, *VARIANTS)} <= page.names
    assert {f"{SPADES}?variant={one}" for one in VARIANTS} <= set(page.links)
    said, fixed = text_of(response), re.search(r'id="fixed">([^<]*)<', response.content.decode())
    assert all(words in said for words in FIXED_SENTENCES.get(variant, []))
    assert ("Fixed in" in said) is (variant in FIXED)
    assert not any(words in html.unescape(fixed[1] if fixed else "") for words in WITHOUT_MEANING.get(variant, []))


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_untouched_form_of_a_variant_opens_a_game(as_alice: Client, variant: str) -> None:
    shown = fields_of(as_alice.get(SPADES, {"variant": variant}))
    posted = {name: value_posted(tag) for name, tag in shown.items() if not name.startswith("level")}
    response = as_alice.post(
        f"{SPADES}?variant={variant}", {**COMPANY, **{name: value for name, value in posted.items() if value}}
    )
    assert response.status_code == 302
    assert Game.objects.get().options == ({} if variant == "partner" else {"variant": variant})


def value_posted(tag: str) -> str:
    """Return what a browser posts for an untouched field; empty for a switch that is off."""
    if 'type="checkbox"' in tag:
        return "on" if "checked" in tag else ""
    value = re.search(r'value="([^"]*)"', tag)
    return value[1] if value else ""


# -- what is refused --
BELOW = "The losing score must be below 0, or above the winning score, 500."
OFFERED = "Choose one of the options."
#: Fields that make a valid custom game invalid, the sentence that refuses them, and the fields marked as invalid.
REFUSED = [
    ("min_team=9 max_team=8", "A side’s lowest bid, 9, is above the highest, 8.", "min_team max_team"),
    (
        "min_ind=5 max_team=9",
        "Two players who bid at least 5 are over their side’s highest bid, 9.",
        "min_ind max_team",
    ),
    ("max_ind=3 min_team=7", "at most 3 can’t reach their side’s lowest bid, 7.", "max_ind min_team"),
    ("one_nil=on max_ind=0", "limits, nil is the only bid left.", "min_ind max_ind min_team max_team"),
    ("one_nil=on bid_spades=on", "“One nil” and “Bid your spades” can’t both be on", "one_nil bid_spades"),
    ("winning_score=0", "Winning score: not 0, but 1 to 2000.", "winning_score"),
    ("losing_score=500", BELOW, "losing_score winning_score"),
    ("losing_score=0", BELOW, "losing_score winning_score"),
    ("losing_score=-2001", "not −2001, but −2000 to −1, or above the winning score to 4000. Leave", "losing_score"),
    ("max_ind=many", "A player’s highest bid: a whole number, 0 to 13.", "max_ind"),
    ("bonus_bid=", "Bid that scores double: a whole number, 0 to 13.", "bonus_bid"),
    ("level_odile=god", f"Odile: {OFFERED}", "level_odile"),
    ("level_marta=easy", f"Marta: {OFFERED}", "level_marta"),
    *[(f"across={place}", f"Across from you: {OFFERED}", "across") for place in ("ann", "", "\0")],
]


@pytest.mark.parametrize(("wrong", "sentence", "marked"), REFUSED)
def test_check_and_post_give_the_same_refusals(client: Client, wrong: str, sentence: str, marked: str) -> None:
    posted = {**CUSTOM_POST, **dict(pair.split("=") for pair in wrong.split(" "))}
    for response in (check(client, "custom1", posted), client.post(f"{SPADES}?variant=custom1", posted)):
        assert sentence in text_of(response) and REFUSED_PAGE in text_of(response)
        shown = fields_of(response)
        assert {name for name, tag in shown.items() if 'aria-invalid="true"' in tag} == set(marked.split())
    assert response.status_code == 422
    assert Game.objects.count() == Setup.objects.count() == Guest.objects.count() == 0


def test_all_refusals_are_shown_at_once_and_typed_values_stay(as_alice: Client) -> None:
    wrong = {"min_ind": "9", "max_ind": "1", "min_team": "12", "max_team": "3", "bonus_bid": "99", "x": "1"}
    typed = {**CUSTOM_POST, **wrong, "winning_score": "ten", "level_bruno": "expert", "across": "odile"}
    response = as_alice.post(f"{SPADES}?variant=custom2", typed)
    said, shown = text_of(response), fields_of(response)
    for sentence in (
        "A player’s lowest bid, 9, is above the highest, 1.",
        "Two players who bid at least 9 are over their side’s highest bid, 3.",
        "Bid that scores double: not 99, but 0 to 13.",
        "There is no option “x”.",
    ):
        assert sentence in said
    assert 'value="ten"' in shown["winning_score"] and 'value="99"' in shown["bonus_bid"]
    assert "checked" in shown["partners"] and "checked" not in shown["one_nil"]
    assert 'value="odile"' in shown["across"]
    assert chosen_in(response, "level_bruno") == "expert"


#: Values of numeric options that differ from the defaults of all variants.
OTHER = {"winning_score": "200", "losing_score": "-100", "blind_nil_exchange": "1", "bonus_bid": "9"}
OTHER |= {"min_ind": "1", "max_ind": "9", "min_team": "5", "max_team": "12"}


@pytest.mark.parametrize("variant", FIXED)
def test_a_fixed_option_is_refused_unless_posted_with_its_value(client: Client, variant: str) -> None:
    for option in OPTIONS:
        if variant in option.fixed:
            default = option.default_in(variant)
            other = OTHER.get(option.key, "off" if default else "on")
            said = text_of(check(client, variant, {**COMPANY, option.key: other}))
            assert re.search(rf"“[^”]+” cannot be changed in {variant.title()}\.", said), option.key
    posted = {**COMPANY, "winning_score": "500", "bid_spades": "on", "partners": "on", "spades_must_be_broken": "on"}
    assert (REFUSED_PAGE in text_of(check(client, variant, posted))) is (variant != "mirrors")


def test_a_refusal_by_the_service_is_shown_too(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = Refusal("NEW_CODE", "“bonus_bid” is out today.", ("bonus_bid",))
    monkeypatch.setattr(joining, "open_as_set_up", Mock(side_effect=opening.BadOptions((refusal,))))
    response = as_alice.post(f"{SPADES}?variant=custom1", CUSTOM_POST)
    assert response.status_code == 422
    assert "“bonus_bid” is out today." in text_of(response)


@pytest.mark.parametrize(("typed", "score"), [("", None), ("−250", -250)])
def test_a_losing_score_may_be_empty_or_have_a_typographic_minus(
    as_alice: Client, typed: str, score: int | None
) -> None:
    as_alice.post(f"{SPADES}?variant=custom1", {**CUSTOM_POST, "losing_score": typed})
    assert Game.objects.get().options == {"variant": "custom1", "losing_score": score}


@pytest.mark.parametrize(
    ("changed", "sentence", "names"),
    [
        ({"partners": ""}, "Has no effect without partners.", "one_nil min_team ten_for_200"),
        ({}, "Has no effect with partners.", "seven_for_140"),
        ({"bid_spades": "on"}, "Has no effect with “Bid your spades”.", "min_ind allow_blind_nils"),
        ({"one_nil": "on"}, "Has no effect with “One nil”.", "allow_blind_nils blind_nil_exchange"),
        ({"allow_blind_nils": ""}, "Has no effect without blind nil.", "blind_nil_200_down"),
    ],
)
def test_an_option_without_effect_tells_why(client: Client, changed: dict[str, str], sentence: str, names: str) -> None:
    posted = {name: value for name, value in {**CUSTOM_POST, **changed}.items() if value}
    body = check(client, "custom1", posted).content.decode()
    assert not any(word in body for word in (REFUSED_PAGE, "aria-invalid", "<html"))
    for name in names.split():
        note = re.search(rf'id="id_{name}_helptext">([^<]*)<', body)
        assert note is not None and sentence in html.unescape(note[1])
        assert f'aria-describedby="id_{name}_helptext"' in body


# -- the players --
BRUNO, ODILE, MARTA = ("normal", "Bruno"), ("normal", "Odile"), ("expert", "")


@pytest.mark.parametrize(
    ("across", "seats"),
    [("marta", [BRUNO, MARTA, ODILE]), ("bruno", [MARTA, BRUNO, ODILE]), ("odile", [BRUNO, ODILE, MARTA])],
)
def test_levels_and_places_are_stored_on_the_seats(as_alice: Client, across: str, seats: list[tuple[str, str]]) -> None:
    posted = {**CUSTOM_POST, "level_marta": "expert", "across": across}
    as_alice.post(f"{SPADES}?variant=custom1", posted)
    assert list(Seat.objects.filter(number__gt=0).order_by("number").values_list("level", "name")) == seats
    assert [seat.side for seat in Seat.objects.order_by("number")] == [0, 1, 0, 1]
    said = text_of(check(as_alice, "solo", {**COMPANY, "across": "bruno", "level_bruno": "expert"}))
    assert "Marta (normal) sits on your left, Bruno (expert) across from you, Odile (normal) on your right." in said
