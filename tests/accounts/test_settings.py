"""The settings page, language and time zone, for accounts, guests and visitors; and the look of all account pages."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.forms import LanguageForm, PreferencesForm
from accounts.models import Guest, Preferences, User
from tests.accounts.people import CHOICES, become_guest, confirm_password, log_in, sign_up
from tests.asking import read

pytestmark = pytest.mark.django_db
PAGE = "/settings/"


# -- the page --
def test_looking_makes_no_guest(client: Client) -> None:
    page = read(client, PAGE)
    assert "Change the password" not in page and "data-zone" not in page
    assert client.put(PAGE).status_code == 405
    assert client.post("/settings/restore/").status_code == 302 and not Guest.objects.exists()
    assert "sessionid" not in client.cookies


def test_saving_makes_a_guest_and_the_page_wears_the_preferences(client: Client) -> None:
    guest = become_guest(client, name="Jo")
    liked = Preferences.objects.get()
    assert (liked.guest, guest.name, liked.theme, liked.deck, liked.pace) == (guest, "Jo", "dark", "two", "fast")
    assert (liked.card_size, liked.trick_rest, liked.asks_blind_nil) == ("large", "two", "never")
    assert (liked.letter_keys, liked.confirm_play) == (True, False)
    text = read(client, PAGE)
    assert 'data-theme="dark" data-deck="two" data-speed="fast"' in text
    assert 'data-rest="two" data-cards="large"' in text


def test_it_changes_an_account_and_keeps_one_row(as_alice: Client, alice: User) -> None:
    assert "Change the password" in read(as_alice, PAGE)
    for theme in ("dark", "light"):
        as_alice.post(PAGE, {**CHOICES, "name": "Alice K.", "confirm_play": "on", "theme": theme})
    alice.refresh_from_db()
    assert alice.username == "Alice K."
    liked = Preferences.objects.get()
    assert (liked.user, liked.confirm_play, liked.theme) == (alice, True, "light")


def test_a_preference_is_saved_at_once_without_the_name(as_alice: Client, alice: User) -> None:
    assert 'hx-post="/settings/preferences/"' in read(as_alice, PAGE)
    answer = as_alice.post("/settings/preferences/", {**CHOICES, "name": "Alma", "theme": "light"})
    assert (answer.status_code, answer.content.decode()) == (200, "Saved.")
    alice.refresh_from_db()
    assert (alice.preferences.theme, alice.username) == ("light", "alice")
    refused = as_alice.post("/settings/preferences/", {**CHOICES, "theme": "purple"})
    assert refused.status_code == 422 and "Choose one of those offered." in refused.content.decode()
    assert 'data-theme="light"' in read(as_alice, PAGE)


@pytest.mark.parametrize("name", ["BOB", "marta", "", "a@b.c", "<script>"])
def test_it_refuses_a_name_for_an_account(as_alice: Client, alice: User, bob: User, name: str) -> None:
    response = as_alice.post(PAGE, {**CHOICES, "name": name})
    assert response.status_code == 422 and 'aria-invalid="true"' in response.content.decode()
    alice.refresh_from_db()
    assert alice.username == "alice" and not Preferences.objects.exists()


ZONES = ["Mars/Olympus", "Europe/Berlin\0", "../../etc/passwd", "x" * 300]
UNKNOWN = [
    *[(PAGE, "theme", "purple"), (PAGE, "deck", "one"), (PAGE, "card_size", "huge"), (PAGE, "trick_rest", "ten")],
    *[(PAGE, "pace", ""), (PAGE, "pace", "\x00"), *((PAGE, "time_zone", zone) for zone in ZONES[:2])],
    *(("/settings/zone/", "time_zone", zone) for zone in ("", *ZONES)),
    *(("/settings/language/", "language", one) for one in ("xx", "de\x00", "DE", "<script>", "de" * 40)),
]


@pytest.mark.parametrize(("path", "field", "value"), UNKNOWN)
def test_an_unknown_choice_is_refused(client: Client, as_alice: Client, path: str, field: str, value: str) -> None:
    for person, name in ((client, ""), (as_alice, "alice")):
        response = person.post(path, {**CHOICES, "name": name, field: value})
        assert response.status_code == 422 and settings.LANGUAGE_COOKIE_NAME not in person.cookies
        assert path != PAGE or 'data-theme="system"' in response.content.decode(), "drawn by what is stored"
    assert not Guest.objects.exists() and not Preferences.objects.exists()


def test_all_preferences_come_back_once_that_is_confirmed(as_alice: Client, alice: User, bob: User) -> None:
    Preferences.objects.create(user=bob, theme="dark")
    as_alice.post(PAGE, {**CHOICES, "name": "alice"})
    as_alice.post("/settings/language/", {"language": "de"})
    assert 'href="/settings/restore/"' in read(as_alice, PAGE)
    asked = read(as_alice, "/settings/restore/", headers={"Accept-Language": "en"})
    labels = [str(field.label) for field in (*PreferencesForm(), *LanguageForm())]
    assert len(labels) > 10 and all(label in asked for label in labels)
    assert Preferences.objects.get(user=alice).theme == "dark"
    assert as_alice.post("/settings/restore/").status_code == 302
    assert [one.user for one in Preferences.objects.all()] == [bob]
    page = read(as_alice, PAGE)
    assert 'lang="en" data-theme="system" data-deck="four" data-speed="normal"' in page
    assert 'data-rest="read" data-cards="normal"' in page
    alice.refresh_from_db()
    assert alice.username == "alice"


@pytest.mark.parametrize("path", [PAGE, "/settings/language/"])
def test_it_leads_back_to_the_table_it_was_opened_from_and_to_no_other_site(as_alice: Client, path: str) -> None:
    page = read(as_alice, "/settings/?next=/games/abc/")
    assert page.count('<input type="hidden" name="next" value="/games/abc/">') == 2
    assert '<a href="/games/abc/">' in page
    answer = as_alice.post(path, {**CHOICES, "name": "alice", "language": "en", "next": "/games/abc/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/abc/")
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "//["):
        assert "evil.example" not in read(as_alice, PAGE, {"next": evil})
        answer = as_alice.post(path, {**CHOICES, "name": "alice", "language": "en", "next": evil})
        assert (answer.status_code, answer["Location"]) == (302, PAGE)


@pytest.mark.parametrize(
    ("shown", "typed", "kept"),
    [("Ama", "Ama", "Joanna K."), ("Ama", "Nora", "Nora"), ("", "", "Joanna K."), ("Ama", "", None)],
)
def test_an_older_page_changes_only_an_edited_name(client: Client, shown: str, typed: str, kept: str | None) -> None:
    """Its other changes are saved, unless it is refused."""
    become_guest(client, name=shown)
    assert not shown or f'name="initial-name" value="{shown}"' in read(client, PAGE)
    sign_up(client, name="Joanna K.")
    answer = client.post(PAGE, {**CHOICES, "theme": "light", "name": typed, "initial-name": shown})
    assert answer.status_code == (302 if kept else 422)
    user = User.objects.get()
    assert (user.username, user.preferences.theme) == (kept or "Joanna K.", "light" if kept else "dark")


# -- time zone --
def post_zone(client: Client, name: str) -> int:
    return client.post("/settings/zone/", {"time_zone": name}).status_code


def test_a_browser_sends_its_time_zone_once(client: Client) -> None:
    """It overrules no stored zone, and makes no row for a visitor."""
    assert post_zone(client, "Europe/Berlin") == 204
    assert not Guest.objects.exists() and not Preferences.objects.exists()
    become_guest(client)
    assert 'data-zone-to="/settings/zone/"' in read(client, PAGE)
    assert post_zone(client, "Europe/Berlin") == post_zone(client, "Asia/Tokyo") == 204
    assert Preferences.objects.get().time_zone == "Europe/Berlin"
    page = read(client, PAGE)
    assert 'data-zone="Europe/Berlin"' in page and "data-zone-to" not in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert client.post(PAGE, {**CHOICES, "time_zone": "America/New_York"}).status_code == 302
    assert Preferences.objects.get().time_zone == "America/New_York"


# -- language --
def choose(client: Client, language: str) -> int:
    return client.post("/settings/language/", {"language": language}).status_code


def language_of(client: Client, path: str = "/rules/") -> str:
    return str(client.get(path)["Content-Language"])


def test_a_visitor_keeps_the_language_in_the_browser_alone(client: Client, alice: User) -> None:
    """Also after a log-in to an account that chose none."""
    assert client.get("/settings/language/").status_code == 405
    assert choose(client, "de") == 302
    assert language_of(client) == "de" and not Guest.objects.exists()
    log_in(client, "alice")
    assert language_of(client) == "de" and not Preferences.objects.exists()


def test_an_account_brings_its_language_to_another_browser(as_alice: Client) -> None:
    """It wins over what was chosen there before, also where a guest is asked about the games."""
    german = Client(headers={"Accept-Language": "de"})
    choose(german, "de")
    become_guest(german)
    for language, elsewhere in (("de", Client()), ("en", german)):
        choose(as_alice, language)
        assert language_of(elsewhere, log_in(elsewhere, "alice")["Location"]) == language


def test_a_guest_takes_the_language_into_the_account(client: Client) -> None:
    guest = become_guest(client)
    choose(client, "de")
    liked = Preferences.objects.get(guest=guest)
    assert (liked.language, liked.theme) == ("de", "dark")
    sign_up(client)
    elsewhere = Client()
    log_in(elsewhere, "Joanna K.")
    assert language_of(elsewhere) == "de"


def test_an_empty_choice_follows_the_browser(as_alice: Client, alice: User) -> None:
    assert '<option value="" selected>' in read(as_alice, PAGE)
    choose(as_alice, "de")
    assert '<option value="de" lang="de" selected>Deutsch' in read(as_alice, PAGE)
    choose(as_alice, "")
    assert Preferences.objects.get(user=alice).language == "" and language_of(as_alice) == "en"
    assert as_alice.get("/rules/", headers={"Accept-Language": "de"})["Content-Language"] == "de"


def test_the_language_costs_no_statement_and_outlives_other_changes(as_alice: Client, alice: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert as_alice.get("/rules/").status_code == 200
        return len(asked)

    Preferences.objects.create(user=alice)
    before = cost()
    choose(as_alice, "de")
    assert language_of(as_alice) == "de"
    assert cost() == before
    as_alice.post(PAGE, {**CHOICES, "name": "alice", "sounds": "on"})
    liked = Preferences.objects.get(user=alice)
    assert (liked.language, liked.sounds, liked.theme) == ("de", True, "dark")


# -- all pages of an account wear the site's look --

OPEN = ["login", "signup", "password/reset", "password/reset/done", "password/reset/key/done", "inactive"]
OPEN += ["confirm-email/x"]
CLOSED = ["password/change", "email", "sessions", "2fa", "2fa/webauthn/add", "reauthenticate"]
NOT_OURS = re.compile(r"\b(Sign In|Sign Out|Oops|Please|Invalid|Error|Two-Factor)\b|!")


@pytest.mark.parametrize("page", [*OPEN, *CLOSED, "logout", "2fa/webauthn"])
def test_a_page_of_accounts_wears_the_look_of_the_site(client: Client, alice: User, page: str) -> None:
    if page in CLOSED:
        assert client.get(f"/accounts/{page}/")["Location"].startswith("/accounts/login/")
    if page not in OPEN:
        log_in(client, "alice")
        confirm_password(client)
    text = read(client, f"/accounts/{page}/")
    assert 'class="bar"' in text and text.count("<h1") == 1
    assert "<title>" in text and " · Marta’s Table</title>" in text
    main = text[text.index("<main") :]
    body = re.sub(r"<!doctype[^>]*>|<(script|svg)\b.*?</\1>|<[^>]*>", " ", main, flags=re.S)
    assert not NOT_OURS.search(body), NOT_OURS.search(body)


@pytest.mark.parametrize("page", ["2fa/webauthn/add/", "2fa/recovery-codes/generate/"])
def test_it_asks_again_before_something_important(as_alice: Client, page: str) -> None:
    response = as_alice.get(f"/accounts/{page}")
    assert response["Location"].startswith(("/accounts/reauthenticate/", "/accounts/2fa/"))
