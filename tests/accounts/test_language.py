"""The language somebody chose: kept with the person, and brought to every browser by the log-in."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Guest, Preferences, User
from tests.accounts.people import CHOICES, become_guest, log_in, sign_up
from tests.views.asking import read

pytestmark = pytest.mark.django_db
COOKIE = settings.LANGUAGE_COOKIE_NAME


def choose(client: Client, language: str) -> int:
    return client.post("/settings/language/", {"language": language}).status_code


def language_of(client: Client, path: str = "/rules/") -> str:
    return str(client.get(path)["Content-Language"])


def test_nobody_keeps_it_in_the_browser_alone(client: Client) -> None:
    assert choose(client, "de") == 302
    assert language_of(client) == "de"
    assert not Guest.objects.exists() and not Preferences.objects.exists()


def test_an_account_keeps_it_and_brings_it_to_another_browser(as_alice: Client, alice: User) -> None:
    choose(as_alice, "de")
    assert Preferences.objects.get(user=alice).language == "de"
    elsewhere = Client()
    assert language_of(elsewhere) == "en"
    log_in(elsewhere, "alice")
    assert language_of(elsewhere) == "de"


def test_it_outdoes_what_was_chosen_there_before(as_alice: Client, alice: User) -> None:
    choose(as_alice, "en")
    elsewhere = Client(headers={"Accept-Language": "de"})
    choose(elsewhere, "de")
    log_in(elsewhere, "alice")
    assert language_of(elsewhere) == "en"


def test_whoever_chose_none_finds_the_browser_as_it_was(client: Client, alice: User) -> None:
    choose(client, "de")
    log_in(client, "alice")
    assert language_of(client) == "de"
    assert not Preferences.objects.exists()


def test_a_guest_keeps_it_and_takes_it_into_the_account(client: Client) -> None:
    guest = become_guest(client)
    choose(client, "de")
    liked = Preferences.objects.get(guest=guest)
    assert (liked.language, liked.theme) == ("de", "dark")
    sign_up(client)
    elsewhere = Client()
    log_in(elsewhere, "Joanna K.")
    assert language_of(elsewhere) == "de"


def test_a_guest_who_is_asked_about_the_games_is_asked_in_it(client: Client, as_alice: Client, alice: User) -> None:
    choose(as_alice, "de")
    become_guest(client)
    answer = log_in(client, "alice")
    assert answer["Location"].startswith("/accounts/bring/")
    assert language_of(client, answer["Location"]) == "de"


def test_an_empty_choice_is_as_the_browser_asks(as_alice: Client, alice: User) -> None:
    choose(as_alice, "de")
    choose(as_alice, "")
    assert Preferences.objects.get(user=alice).language == ""
    assert language_of(as_alice) == "en"
    assert as_alice.get("/rules/", headers={"Accept-Language": "de"})["Content-Language"] == "de"


@pytest.mark.parametrize("language", ["xx", "de\x00", "DE", "<script>", "de" * 40])
def test_an_unknown_language_is_refused(as_alice: Client, language: str) -> None:
    assert choose(as_alice, language) == 422
    assert not Preferences.objects.exists()
    assert COOKIE not in as_alice.cookies


def test_the_page_shows_what_is_chosen(as_alice: Client) -> None:
    assert '<option value="" selected>' in read(as_alice, "/settings/")
    choose(as_alice, "de")
    assert '<option value="de" lang="de" selected>Deutsch' in read(as_alice, "/settings/")


def test_other_preferences_leave_it_as_it_is(as_alice: Client, alice: User) -> None:
    choose(as_alice, "de")
    as_alice.post("/settings/", {**CHOICES, "name": "alice", "sounds": "on"})
    liked = Preferences.objects.get(user=alice)
    assert (liked.language, liked.sounds, liked.theme) == ("de", True, "dark")


def test_a_page_costs_no_statement_for_it(as_alice: Client, alice: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert as_alice.get("/rules/").status_code == 200
        return len(asked)

    Preferences.objects.create(user=alice)
    before = cost()
    choose(as_alice, "de")
    assert language_of(as_alice) == "de"
    assert cost() == before


def test_it_takes_a_post_alone(client: Client) -> None:
    assert client.get("/settings/language/").status_code == 405
