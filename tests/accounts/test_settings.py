"""The settings page: for accounts, for guests, and for nobody in particular."""

import pytest
from django.test import Client

from accounts.forms import LanguageForm, PreferencesForm
from accounts.models import Guest, Preferences, User
from tests.accounts.people import CHOICES, become_guest, sign_up
from tests.views.asking import read

pytestmark = pytest.mark.django_db


def test_looking_makes_no_guest(client: Client) -> None:
    assert client.get("/settings/").status_code == 200
    assert not Guest.objects.exists()
    assert "sessionid" not in client.cookies


def test_it_makes_a_guest_who_saves(client: Client) -> None:
    guest = become_guest(client, name="Jo")
    liked = Preferences.objects.get()
    assert (liked.guest, liked.theme, liked.deck, liked.pace) == (guest, "dark", "two", "fast")
    assert (liked.card_size, liked.trick_rest, liked.asks_blind_nil) == ("large", "two", "never")
    assert liked.letter_keys is True
    assert liked.confirm_play is False
    assert guest.name == "Jo"


def test_the_page_wears_the_preferences(client: Client) -> None:
    become_guest(client)
    text = read(client, "/settings/")
    assert (
        'data-theme="dark" data-deck="two" data-speed="fast"' in text and 'data-rest="two" data-cards="large"' in text
    )


def test_it_changes_an_account(as_alice: Client, alice: User) -> None:
    as_alice.post("/settings/", {**CHOICES, "name": "Alice K.", "confirm_play": "on"})
    alice.refresh_from_db()
    assert alice.username == "Alice K."
    assert alice.preferences.confirm_play is True


def test_it_keeps_one_row_a_person(as_alice: Client) -> None:
    for theme in ("dark", "light"):
        as_alice.post("/settings/", {**CHOICES, "name": "alice", "theme": theme})
    assert Preferences.objects.get().theme == "light"


def test_a_preference_is_saved_at_once_without_the_name(as_alice: Client, alice: User) -> None:
    assert 'hx-post="/settings/preferences/"' in read(as_alice, "/settings/")
    answer = as_alice.post("/settings/preferences/", {**CHOICES, "name": "Alma", "theme": "light"})
    assert (answer.status_code, answer.content.decode()) == (200, "Saved.")
    alice.refresh_from_db()
    assert (alice.preferences.theme, alice.username) == ("light", "alice")
    refused = as_alice.post("/settings/preferences/", {**CHOICES, "theme": "purple"})
    assert refused.status_code == 422 and "Choose one of those offered." in refused.content.decode()
    assert 'data-theme="light"' in read(as_alice, "/settings/")


@pytest.mark.parametrize("name", ["BOB", "marta", "", "a@b.c", "<script>"])
def test_it_refuses_a_name_for_an_account(as_alice: Client, alice: User, bob: User, name: str) -> None:
    response = as_alice.post("/settings/", {**CHOICES, "name": name})
    assert response.status_code == 422
    assert 'aria-invalid="true"' in response.content.decode()
    alice.refresh_from_db()
    assert alice.username == "alice"
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theme", "purple"),
        ("deck", "one"),
        ("card_size", "huge"),
        ("pace", ""),
        ("pace", "\x00"),
        ("trick_rest", "ten"),
    ],
)
def test_it_refuses_an_unknown_choice(client: Client, field: str, value: str) -> None:
    response = client.post("/settings/", {**CHOICES, field: value})
    assert response.status_code == 422
    assert 'data-theme="system"' in response.content.decode()
    assert not Guest.objects.exists()


def test_it_shows_the_account_only_to_accounts(client: Client, as_alice: Client) -> None:
    assert "Change the password" in read(as_alice, "/settings/")
    assert "Change the password" not in read(client, "/settings/")


def test_it_takes_no_other_method(client: Client) -> None:
    assert client.put("/settings/").status_code == 405


def test_all_preferences_come_back_once_that_is_confirmed(as_alice: Client, alice: User, bob: User) -> None:
    Preferences.objects.create(user=bob, theme="dark")
    as_alice.post("/settings/", {**CHOICES, "name": "alice"})
    as_alice.post("/settings/language/", {"language": "de"})
    assert 'href="/settings/restore/"' in read(as_alice, "/settings/")
    asked = read(as_alice, "/settings/restore/", headers={"Accept-Language": "en"})
    labels = [str(field.label) for field in (*PreferencesForm(), *LanguageForm())]
    assert len(labels) > 10 and all(label in asked for label in labels)
    assert Preferences.objects.get(user=alice).theme == "dark"
    assert as_alice.post("/settings/restore/").status_code == 302
    assert [one.user for one in Preferences.objects.all()] == [bob]
    page = read(as_alice, "/settings/")
    assert 'lang="en" data-theme="system" data-deck="four" data-speed="normal"' in page
    assert 'data-rest="read" data-cards="normal"' in page
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_nobody_in_particular_has_nothing_to_restore(client: Client) -> None:
    assert client.post("/settings/restore/").status_code == 302
    assert not Guest.objects.exists()


@pytest.mark.parametrize("path", ["/settings/", "/settings/language/"])
def test_it_leads_back_to_the_table_it_was_opened_from(as_alice: Client, path: str) -> None:
    page = read(as_alice, "/settings/?next=/games/abc/")
    assert page.count('<input type="hidden" name="next" value="/games/abc/">') == 2
    assert '<a href="/games/abc/">' in page
    answer = as_alice.post(path, {**CHOICES, "name": "alice", "language": "en", "next": "/games/abc/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/abc/")


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "//["])
def test_it_leads_nowhere_else(as_alice: Client, elsewhere: str) -> None:
    assert "evil.example" not in read(as_alice, "/settings/", {"next": elsewhere})
    answer = as_alice.post("/settings/", {**CHOICES, "name": "alice", "next": elsewhere})
    assert (answer.status_code, answer["Location"]) == (302, "/settings/")


def test_a_page_from_before_a_sign_up_elsewhere_keeps_the_new_name(client: Client) -> None:
    """What was changed on it is saved, the name of the guest, which was not, is not."""
    become_guest(client, name="Ama")
    page = read(client, "/settings/")
    assert 'name="initial-name" value="Ama"' in page
    sign_up(client, name="Joanna K.")
    assert client.post("/settings/", {**CHOICES, "name": "Ama", "initial-name": "Ama"}).status_code == 302
    user = User.objects.get()
    assert (user.username, user.preferences.theme) == ("Joanna K.", "dark")


@pytest.mark.parametrize(
    ("shown", "typed", "kept"), [("Ama", "Nora", "Nora"), ("", "", "Joanna K."), ("Ama", "", None)]
)
def test_a_name_is_changed_where_it_was_edited(client: Client, shown: str, typed: str, kept: str | None) -> None:
    sign_up(client, name="Joanna K.")
    answer = client.post("/settings/", {**CHOICES, "name": typed, "initial-name": shown})
    assert answer.status_code == (302 if kept else 422)
    assert User.objects.get().username == (kept or "Joanna K.")


def told(client: Client, name: str) -> int:
    return client.post("/settings/zone/", {"time_zone": name}).status_code


def test_a_browser_tells_its_time_zone_once(client: Client) -> None:
    """It overrules no zone that there is; and until it is told, the page says where to."""
    become_guest(client)
    assert 'data-zone-to="/settings/zone/"' in read(client, "/settings/")
    assert told(client, "Europe/Berlin") == told(client, "Asia/Tokyo") == 204
    assert Preferences.objects.get().time_zone == "Europe/Berlin"
    page = read(client, "/settings/")
    assert 'data-zone="Europe/Berlin"' in page and "data-zone-to" not in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert client.post("/settings/", {**CHOICES, "time_zone": "America/New_York"}).status_code == 302
    assert Preferences.objects.get().time_zone == "America/New_York"


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "x" * 300, "Europe/Berlin\0"])
def test_what_is_no_time_zone_is_refused(client: Client, name: str) -> None:
    become_guest(client)
    assert told(client, name) == 422
    assert client.post("/settings/", {**CHOICES, "time_zone": name or "?"}).status_code == 422
    assert Preferences.objects.get().time_zone == ""


def test_a_browser_without_a_person_leaves_no_row(client: Client) -> None:
    assert "data-zone" not in read(client, "/settings/")
    assert told(client, "Europe/Berlin") == 204
    assert not Guest.objects.exists() and not Preferences.objects.exists()
