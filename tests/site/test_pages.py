"""Reading pages: in order, nothing from elsewhere, links that lead somewhere; every page is among the screens."""

import re
from contextlib import suppress
from html.parser import HTMLParser
from itertools import pairwise, product
from typing import Final

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from games.registry import GAMES
from tests.asking import page_at, parsed
from tests.site.conftest import ALL, EXAMPLES
from tools.pictures.screens import SCREENS

NAMES = ["games:rules", "keyboard", "privacy", "about", "offline"]
OF_GAMES = [reverse(name, args=[key]) for name in ("games:rules_of", "games:strategy") for key in GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_page_opens_without_a_session_and_takes_no_post(name: str) -> None:
    response = Client().get(reverse(name))
    assert response.status_code == 200 and not response.cookies
    assert response["Content-Type"].startswith("text/html")
    page = parsed(response.content.decode())
    assert [word for word in ("oops", "invalid", "please", "!") if word in page.text.lower()] == []
    assert "/static/install.js" in page.links, "the script that registers the worker"
    assert Client().post(reverse(name)).status_code == 405


@pytest.mark.parametrize("address", [*map(reverse, NAMES), *OF_GAMES])
def test_headings_are_in_order_and_nothing_is_from_elsewhere(address: str) -> None:
    page = page_at(address)
    assert (page.tags.count("h1"), page.tags.count("main")) == (1, 1)
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1 and [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []
    assert [link for link in page.links if "//" in link or link.startswith("data:")] == []
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.names] == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/settings/", *map(reverse, NAMES)])
def test_links_lead_somewhere(address: str) -> None:
    """The settings lead to how the site is installed."""
    links = {link for link in page_at(address).links if link.startswith("/")}
    assert links and (address != "/settings/" or "/about/#phone" in links)
    for link in links:
        target, _, anchor = link.partition("#")
        if target.startswith("/static/"):
            assert finders.find(target.removeprefix("/static/")), link
            continue
        response = Client().get(target, follow=True)
        assert response.status_code == 200, link
        assert not anchor or anchor in parsed(response.content.decode()).names, link


# ---------- forms ----------
class Forms(HTMLParser):
    """Forms with choices that a browser may restore after a reload."""

    def __init__(self) -> None:
        super().__init__()
        self.restored: list[str] = []
        self.choices = 0
        self._form: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._form = found
        elif tag == "select" or found.get("type") in ("radio", "checkbox"):
            self.choices += 1
            if self._form.get("autocomplete") != "off":
                self.restored.append(f"{self._form.get('action')}: {found.get('name')}")


@pytest.mark.django_db
def test_no_choice_survives_a_reload(client: Client) -> None:
    """Firefox would restore a choice under words drawn for another one."""
    table = client.post("/play/", follow=True).redirect_chain[-1][0]
    others = ("/settings/", "/statistics/", "/games/?result=won", "/challenges/")
    for path in (*(f"/games/new/{key}/" for key in GAMES), *others, "/practice/house/twoman/1/?decision=bid", table):
        forms = Forms()
        forms.feed(client.get(path).content.decode())
        assert forms.restored == [] and forms.choices, path


#: Files, parts that htmx or a stream asks for, and pages that need a session which only tests of accounts make.
NO_SCREENS: Final = {
    *("favicon", "manifest", "robots", "security", "service_worker", "mfa_download_recovery_codes", "accounts:bring"),
    *("games:verify_program", "games:record", "games:records_all", "games:statistics_csv"),
    *("games:warming", "games:onlookers", "games:stream", "games:onlooker_stream", "mfa_login_webauthn"),
    *("account_reauthenticate", "mfa_authenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_remove_webauthn", "mfa_edit_webauthn"),
    *("games:statistics_hands_csv", "account_confirm_login_code"),
}


@pytest.mark.django_db
def test_every_page_is_a_screen_or_excepted(client: Client) -> None:
    screens, code = set(), "A" * 22
    for path, value in product((re.sub(r"[?#].*", "", screen.path) for screen in SCREENS), (code, "1", "2026-11-22")):
        with suppress(Resolver404):
            screens.add(resolve(path.replace("{code}", value)).view_name)
    for name in {name for name in ALL if not name.startswith("admin:")} - screens - NO_SCREENS:
        values = {**EXAMPLES, "code": code, "uidb36": "1", "key": "twoman" if name.startswith("games:") else "abc"}
        address = reverse(name, kwargs={key: values[key] for key in ALL[name].pattern.converters} or None)
        assert client.get(address).status_code == 405, name
    assert set(ALL) >= NO_SCREENS and not NO_SCREENS & screens
