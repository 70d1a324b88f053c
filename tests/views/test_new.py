"""GET and POST games/new/…: choosing a game, Two-Man Spades, what is kept, and the way back to the defaults."""

import re

import pytest
from django.test import Client

from accounts.models import Guest
from games.models import Game, Seat, Setup
from games.registry import GAMES, ruleset
from tests.pages import markup
from tests.players import let_play
from tests.views.asking import read
from tests.views.setting_up import (
    COMPANY,
    CUSTOM_POST,
    NEW,
    SPADES,
    TWO_MAN,
    TWO_MAN_POST,
    chosen_in,
    inputs,
    spades_has_players,
    text_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _spades_has_players(monkeypatch: pytest.MonkeyPatch) -> None:
    spades_has_players(monkeypatch)


# The list


@pytest.mark.parametrize("address", ["/", NEW])
def test_every_game_with_players_is_offered(client: Client, address: str) -> None:
    links = markup.read(read(client, address)).links
    assert {TWO_MAN, SPADES, "/rules/"} <= set(links)


@pytest.mark.parametrize("address", ["/", NEW])
def test_a_game_without_players_is_not(client: Client, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    let_play(monkeypatch, "spades", {})
    assert SPADES not in markup.read(read(client, address)).links
    assert client.get(SPADES).status_code == 404
    assert client.post(SPADES, CUSTOM_POST).status_code == 404


@pytest.mark.parametrize("key", ["nothing", "deal", "SPADES", "9" * 200])
@pytest.mark.parametrize("rest", ["", "check/", "restore/"])
def test_an_unknown_game_is_404(client: Client, key: str, rest: str) -> None:
    assert client.post(f"/games/new/{key}/{rest}").status_code == 404
    assert rest == "check/" or client.get(f"/games/new/{key}/{rest}").status_code == 404
    assert Guest.objects.count() == 0


@pytest.mark.parametrize("variant", ["solitaire", "Solo", "\0", "9" * 2000, "-1", "solo solo"])
@pytest.mark.parametrize("rest", ["", "check/", "restore/"])
def test_an_unknown_variant_is_404(as_alice: Client, variant: str, rest: str) -> None:
    assert as_alice.post(SPADES + rest, CUSTOM_POST, query_params={"variant": variant}).status_code == 404
    if rest != "check/":
        assert as_alice.get(SPADES + rest, {"variant": variant}).status_code == 404


def test_a_game_without_variants_has_none(as_alice: Client) -> None:
    assert as_alice.get(TWO_MAN, {"variant": "solo"}).status_code == 404


# Two-Man Spades


def test_two_man_shows_every_option(as_alice: Client) -> None:
    assert {option.key for option in ruleset("twoman").options} < set(inputs(as_alice.get(TWO_MAN)))


def test_two_man_opens_a_game_with_the_options(as_alice: Client) -> None:
    response = as_alice.post(TWO_MAN, TWO_MAN_POST)
    game = Game.objects.get()
    assert response["Location"] == f"/games/{game.code}/"
    assert game.options == {"target": 200, "nil_points": 100, "first_lead": "odd", "denial": False}
    assert Seat.objects.get(game=game, number=1).level == "medium"


BAD = {
    "target": ["", "95", "305", "1010", "abc", "NaN", "1e9", "9" * 50, "9" * 5000, "-300", "٣٠٠", "3\x0000", "300.0"],
    "nil_points": ["150", "", "two hundred", "\0"],
    "first_lead": ["even", "", "\0"],
    "level": ["", "random", "god", "\0", "9" * 5000],
    "blind_deficit": ["49", "305"],
    "nonsense": ["", "1", "\0"],
    "n" * 500: ["1"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_two_man_refuses_what_is_out_of_range(as_alice: Client, name: str, value: str) -> None:
    response = as_alice.post(TWO_MAN, {**TWO_MAN_POST, name: value})
    assert response.status_code == 422
    assert "This game cannot be played yet" in text_of(response)
    assert name not in TWO_MAN_POST or "aria-invalid" in inputs(response)[name]
    assert Game.objects.count() == 0


def test_a_refused_post_makes_no_guest(client: Client) -> None:
    assert client.post(TWO_MAN, {}).status_code == 422
    assert Guest.objects.count() == 0


def test_a_guest_sits_down(client: Client) -> None:
    assert client.post(TWO_MAN, TWO_MAN_POST).status_code == 302
    assert Seat.objects.get(number=0).guest == Guest.objects.get() == Setup.objects.get().guest


# The levels and the rules


def test_levels_come_before_the_rules_with_their_strength(client: Client) -> None:
    response = client.get(TWO_MAN)
    said = text_of(response)
    told = (
        "Loses 64 games of 100 to casual.",
        "Wins 64 games of 100 against easy.",
        "Wins 61 games of 100 against casual.",
        "Wins 69 games of 100 against medium.",
        "Play to: 300. All as usual.",
    )
    places = [said.index(words) for words in told]
    assert places == sorted(places)
    assert [face in response.content.decode() for face in ("art-jh", "art-qh", "art-kh")] == [True] * 3


def test_changed_rules_are_named_while_they_are_folded(as_alice: Client) -> None:
    as_alice.post(TWO_MAN, TWO_MAN_POST)
    response = as_alice.get(TWO_MAN)
    assert "Changed by you: Play to: 200, Nil is worth: 100, First lead: always the odd side" in text_of(response)
    assert '<details class="panel fold" id="options">' in response.content.decode()


@pytest.mark.parametrize("target", ["", "x", "99999"])
def test_what_cannot_be_played_is_not_named_among_changed_rules(as_alice: Client, target: str) -> None:
    said = text_of(as_alice.post(f"{TWO_MAN}check/", {**TWO_MAN_POST, "target": target}))
    assert "Changed by you: Nil is worth: 100, First lead: always the odd side" in said


def test_a_fold_in_which_something_is_refused_is_open(as_alice: Client) -> None:
    page = as_alice.post(TWO_MAN, {**TWO_MAN_POST, "target": "95"}).content.decode()
    assert '<details class="panel fold" id="options" open>' in page


# What is kept


def test_the_next_visit_begins_where_the_last_one_ended(as_alice: Client, as_bob: Client) -> None:
    posted = {**COMPANY, "level_bruno": "expert", "across": "odile", "allow_misdeals": "on"}
    as_alice.post(f"{SPADES}?variant=solo", posted)
    response = as_alice.get(SPADES)
    shown = inputs(response)
    assert "Fixed in Solo" in text_of(response)
    assert "checked" in shown["allow_misdeals"] and "checked" not in shown["must_beat_highest"]
    assert 'value="odile"' in shown["across"]
    assert chosen_in(response, "level_bruno") == "expert"
    assert "checked" not in inputs(as_alice.get(SPADES, {"variant": "partner"}))["allow_misdeals"]
    assert "Fixed in Partner" in text_of(as_bob.get(SPADES))


def test_two_man_is_kept_as_well(as_alice: Client) -> None:
    as_alice.post(TWO_MAN, TWO_MAN_POST)
    response = as_alice.get(TWO_MAN)
    assert 'value="200"' in inputs(response)["target"]
    assert 'value="medium" id="level-medium" checked' in inputs(response)["level"]
    assert "checked" not in inputs(response)["denial"]


def test_play_now_is_the_usual_game_all_the_same(as_alice: Client) -> None:
    as_alice.post(TWO_MAN, TWO_MAN_POST)
    as_alice.post("/play/", {"another": "1"})
    game = Game.objects.latest("pk")
    assert game.options == {}
    assert game.seats.get(number=1).level == "easy"


def _play_three(client: Client) -> None:
    for variant in ("solo", "mirrors"):
        client.post(f"{SPADES}?variant={variant}", {**COMPANY, "allow_misdeals": "on"})
    client.post(TWO_MAN, TWO_MAN_POST)
    assert Setup.objects.count() == 3


@pytest.mark.parametrize(
    ("address", "left"),
    [
        (f"{SPADES}restore/?variant=solo", {"mirrors", ""}),
        (f"{SPADES}restore/", {""}),
        (f"{TWO_MAN}restore/", {"solo", "mirrors"}),
    ],
)
def test_the_defaults_come_back_once_that_is_confirmed(as_alice: Client, address: str, left: set[str]) -> None:
    _play_three(as_alice)
    assert as_alice.get(address).status_code == 200
    assert Setup.objects.count() == 3
    response = as_alice.post(address, follow=True)
    assert response.status_code == 200
    assert {setup.variant for setup in Setup.objects.all()} == left


def test_the_defaults_of_all_games_come_back_at_once(as_alice: Client, as_bob: Client) -> None:
    _play_three(as_alice)
    as_bob.post(TWO_MAN, TWO_MAN_POST)
    assert f'href="{NEW}restore/"' in read(as_alice, NEW)
    asked = read(as_alice, f"{NEW}restore/")
    assert all(title in asked for title in ("Two-Man Spades", "Spades", "Bid Whist", "Card Duel"))
    assert Setup.objects.count() == 4
    assert as_alice.post(f"{NEW}restore/", follow=True).status_code == 200
    assert [setup.user.username for setup in Setup.objects.all() if setup.user] == ["bob"]
    assert chosen_is_usual(as_alice)


def chosen_is_usual(client: Client) -> bool:
    shown = inputs(client.get(TWO_MAN))
    return 'value="300"' in shown["target"] and 'id="level-easy" checked' in shown["level"]


def test_nobody_restores_anothers_defaults(as_alice: Client, as_charlie: Client, client: Client) -> None:
    _play_three(as_alice)
    for stranger in (as_charlie, client):
        assert stranger.post(f"{SPADES}restore/").status_code == 302
    assert Setup.objects.count() == 3


@pytest.mark.parametrize("key", GAMES)
def test_what_a_field_is_described_by_is_on_the_page(client: Client, db: None, key: str) -> None:
    page = read(client, f"/games/new/{key}/")
    described = {one for names in re.findall(r'aria-describedby="([^"]+)"', page) for one in names.split()}
    assert "id_onlookers_helptext" in described
    assert described <= set(re.findall(r'\bid="([^"]+)"', page))
