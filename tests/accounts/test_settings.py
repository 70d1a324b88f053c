"""The settings page, language and time zone of accounts, guests and visitors; and the look of allauth's pages."""

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


def test_looking_at_the_settings_creates_no_guest(client: Client) -> None:
    page = read(client, PAGE)
    assert "Change your password" not in page and "data-zone" not in page
    assert client.put(PAGE).status_code == 405
    assert client.post("/settings/restore/").status_code == 302 and not Guest.objects.exists()
    assert "sessionid" not in client.cookies


def test_saving_creates_a_guest_and_applies_the_preferences_to_the_page(client: Client) -> None:
    guest = become_guest(client, name="Jo")
    liked = Preferences.objects.get()
    assert (liked.guest, guest.name, liked.theme, liked.deck, liked.pace) == (guest, "Jo", "dark", "two", "fast")
    assert (liked.card_size, liked.trick_rest, liked.asks_blind_nil) == ("large", "two", "never")
    assert (liked.letter_keys, liked.confirm_play) == (True, False)
    text = read(client, PAGE)
    assert 'data-theme="dark" data-deck="two" data-speed="fast"' in text
    assert 'data-rest="two" data-cards="large"' in text


def test_saving_updates_the_account_and_its_one_row_of_preferences(as_alice: Client, alice: User) -> None:
    assert "Change your password" in read(as_alice, PAGE)
    for theme in ("dark", "light"):
        as_alice.post(PAGE, {**CHOICES, "name": "Alice K.", "confirm_play": "on", "theme": theme})
    alice.refresh_from_db()
    assert alice.username == "Alice K."
    liked = Preferences.objects.get()
    assert (liked.user, liked.confirm_play, liked.theme) == (alice, True, "light")


def test_a_changed_preference_is_saved_immediately_without_the_name(as_alice: Client, alice: User) -> None:
    assert 'hx-post="/settings/preferences/"' in read(as_alice, PAGE)
    answer = as_alice.post("/settings/preferences/", {**CHOICES, "name": "Alma", "theme": "light"})
    assert (answer.status_code, answer.content.decode()) == (200, "Saved.")
    alice.refresh_from_db()
    assert (alice.preferences.theme, alice.username) == ("light", "alice")
    refused = as_alice.post("/settings/preferences/", {**CHOICES, "theme": "purple"})
    assert refused.status_code == 422 and "Choose one of the options." in refused.content.decode()
    assert 'data-theme="light"' in read(as_alice, PAGE)


@pytest.mark.parametrize("name", ["BOB", "marta", "", "a@b.c", "<script>"])
def test_a_name_that_an_account_may_not_have_is_refused(as_alice: Client, alice: User, bob: User, name: str) -> None:
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
        assert path != PAGE or 'data-theme="system"' in response.content.decode()  # the page ignores the posted theme
    assert not Guest.objects.exists() and not Preferences.objects.exists()


def test_all_preferences_are_reset_after_confirmation(as_alice: Client, alice: User, bob: User) -> None:
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
def test_saving_redirects_to_the_table_that_linked_here_and_to_no_other_site(as_alice: Client, path: str) -> None:
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
def test_a_page_opened_before_sign_up_changes_the_name_only_if_it_was_edited(
    client: Client, shown: str, typed: str, kept: str | None
) -> None:
    """The preferences on the page are saved, too, unless the name is refused."""
    become_guest(client, name=shown)
    assert not shown or f'name="initial-name" value="{shown}"' in read(client, PAGE)
    sign_up(client, name="Joanna K.")
    answer = client.post(PAGE, {**CHOICES, "theme": "light", "name": typed, "initial-name": shown})
    assert answer.status_code == (302 if kept else 422)
    user = User.objects.get()
    assert (user.username, user.preferences.theme) == (kept or "Joanna K.", "light" if kept else "dark")


def post_zone(client: Client, name: str) -> int:
    return client.post("/settings/zone/", {"time_zone": name}).status_code


def test_the_first_time_zone_sent_by_the_browser_is_stored(client: Client) -> None:
    """A zone that the browser sends later changes nothing, and a visitor gets no row."""
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


def choose_language(client: Client, language: str) -> int:
    return client.post("/settings/language/", {"language": language}).status_code


def language_of(client: Client, path: str = "/rules/") -> str:
    return str(client.get(path)["Content-Language"])


def test_the_language_of_a_visitor_is_kept_in_a_cookie_only(client: Client, alice: User) -> None:
    """The cookie still applies after a log-in to an account that has chosen no language."""
    assert client.get("/settings/language/").status_code == 405
    assert choose_language(client, "de") == 302
    assert language_of(client) == "de" and not Guest.objects.exists()
    log_in(client, "alice")
    assert language_of(client) == "de" and not Preferences.objects.exists()


def test_a_log_in_applies_the_language_of_the_account(as_alice: Client) -> None:
    """The account's language overrides the browser's cookie, also on the page that asks about a guest's games."""
    german = Client(headers={"Accept-Language": "de"})
    choose_language(german, "de")
    become_guest(german)
    for language, elsewhere in (("de", Client()), ("en", german)):
        choose_language(as_alice, language)
        assert language_of(elsewhere, log_in(elsewhere, "alice")["Location"]) == language


def test_the_language_of_a_guest_moves_to_the_account(client: Client) -> None:
    guest = become_guest(client)
    choose_language(client, "de")
    liked = Preferences.objects.get(guest=guest)
    assert (liked.language, liked.theme) == ("de", "dark")
    sign_up(client)
    elsewhere = Client()
    log_in(elsewhere, "Joanna K.")
    assert language_of(elsewhere) == "de"


def test_an_empty_language_follows_the_browser(as_alice: Client, alice: User) -> None:
    assert '<option value="" selected>' in read(as_alice, PAGE)
    choose_language(as_alice, "de")
    assert '<option value="de" lang="de" selected>Deutsch' in read(as_alice, PAGE)
    choose_language(as_alice, "")
    assert Preferences.objects.get(user=alice).language == "" and language_of(as_alice) == "en"
    assert as_alice.get("/rules/", headers={"Accept-Language": "de"})["Content-Language"] == "de"


def test_the_language_costs_no_query_and_survives_other_changes(as_alice: Client, alice: User) -> None:
    def query_count() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert as_alice.get("/rules/").status_code == 200
        return len(asked)

    Preferences.objects.create(user=alice)
    before = query_count()
    choose_language(as_alice, "de")
    assert language_of(as_alice) == "de"
    assert query_count() == before
    as_alice.post(PAGE, {**CHOICES, "name": "alice", "sounds": "on"})
    liked = Preferences.objects.get(user=alice)
    assert (liked.language, liked.sounds, liked.theme) == ("de", True, "dark")


OPEN = ["login", "signup", "password/reset", "password/reset/done", "password/reset/key/done", "inactive"]
OPEN += ["confirm-email/x"]
CLOSED = ["password/change", "email", "sessions", "2fa", "2fa/webauthn/add", "reauthenticate"]
NOT_OURS = re.compile(r"\b(Sign In|Sign Out|Oops|Please|Invalid|Error|Two-Factor)\b|!")


@pytest.mark.parametrize("page", [*OPEN, *CLOSED, "logout", "2fa/webauthn"])
def test_a_page_of_allauth_has_the_look_and_the_words_of_the_site(client: Client, alice: User, page: str) -> None:
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
def test_adding_a_passkey_or_recovery_codes_asks_for_the_password_again(as_alice: Client, page: str) -> None:
    response = as_alice.get(f"/accounts/{page}")
    assert response["Location"].startswith(("/accounts/reauthenticate/", "/accounts/2fa/"))
