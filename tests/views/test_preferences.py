"""POST games/<code>/likes/: the settings beside a table count at once, and nobody else's."""

import pytest
from django.test import Client

from accounts.models import Preferences, User
from accounts.people import Person
from games.services.people import lobby
from tests.views.asking import HTMX, pressed, read

pytestmark = pytest.mark.django_db
LIKES = {
    "theme": "dark",
    "deck": "two",
    "card_size": "large",
    "pace": "fast",
    "trick_rest": "two",
    "spades_first": "on",
    "aces_first": "on",
    "lessons": "on",
}


def test_the_page_of_a_table_has_them_and_no_partial(as_alice: Client, code: str) -> None:
    page = read(as_alice, f"/games/{code}/")
    assert f'action="/games/{code}/likes/"' in page and page.count('name="pace"') == 4
    assert page.count('name="trick_rest"') == 5 and page.count('data-look="rest"') == 5
    assert page.count('name="card_size"') == 3 and page.count('data-look="cards"') == 3
    assert f'href="/settings/?next=/games/{code}/"' in page
    assert "likes/" not in read(as_alice, f"/games/{code}/", headers=HTMX)


def test_each_change_counts_at_once(as_alice: Client, alice: User, code: str) -> None:
    status, table = pressed(as_alice, code, "likes", **LIKES, letter_keys="on")
    assert status == 200 and 'id="table"' in table and "data-letters" in table
    liked = Preferences.objects.get(user=alice)
    assert (liked.theme, liked.deck, liked.pace, liked.letter_keys) == ("dark", "two", "fast", True)
    assert (liked.trick_rest, liked.card_size) == ("two", "large")
    answer = as_alice.post(f"/games/{code}/likes/", LIKES, headers=HTMX)
    assert "data-letters" not in answer.content.decode() and "HX-Refresh" not in answer.headers


def test_other_preferences_stay(as_alice: Client, alice: User, code: str) -> None:
    Preferences.objects.create(user=alice, remarks=False, language="de", shows_name=True)
    as_alice.post(f"/games/{code}/likes/", LIKES)
    liked = Preferences.objects.get(user=alice)
    assert (liked.remarks, liked.language, liked.shows_name, liked.deck) == (False, "de", True, "two")


def test_a_duel_asks_for_no_order_and_leaves_it_as_it_is(as_alice: Client, alice: User) -> None:
    code = lobby.open_game(person=Person(user=alice), key="cardduel")
    assert 'name="spades_first"' not in read(as_alice, f"/games/{code}/")
    chosen = {name: LIKES[name] for name in ("theme", "deck", "card_size", "pace", "trick_rest")}
    as_alice.post(f"/games/{code}/likes/", chosen)
    liked = Preferences.objects.get(user=alice)
    assert (liked.theme, liked.spades_first, liked.aces_first, liked.lessons) == ("dark", True, True, False)


def test_sounds_are_switched_on_without_a_fresh_page(as_alice: Client, alice: User, code: str) -> None:
    answer = as_alice.post(f"/games/{code}/likes/", {**LIKES, "sounds": "on"}, headers=HTMX)
    assert Preferences.objects.get(user=alice).sounds and "HX-Refresh" not in answer.headers


def test_without_script_the_page_comes_back(as_alice: Client, code: str) -> None:
    answer = as_alice.post(f"/games/{code}/likes/", LIKES)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{code}/")
    assert "<noscript><button" in read(as_alice, f"/games/{code}/")


def test_an_unknown_choice_changes_nothing(as_alice: Client, alice: User, code: str) -> None:
    status, table = pressed(as_alice, code, "likes", **{**LIKES, "deck": "five"})
    assert status == 422 and "Choose one of those offered." in table
    assert not Preferences.objects.filter(user=alice).exists()


def test_the_menu_of_a_table_leads_to_its_own_rules_and_asks_before_a_new_game(as_alice: Client, code: str) -> None:
    menu = read(as_alice, f"/games/{code}/").split('id="menu"')[1].split("</nav>")[0]
    assert 'href="/rules/twoman/"' in menu and "How to play Two-Man Spades" in menu
    assert f'href="/games/{code}/instead/"' in menu
