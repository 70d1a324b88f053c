"""Every page of the site is among the screens, which are looked at in both languages, or is named here: with why."""

import re
from typing import Final

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.house.addresses import ALL, GIVEN
from tests.shots.screens import SCREENS

#: Files, and parts of pages that htmx or a stream asks for.
NO_PAGES: Final = {
    *("favicon", "manifest", "robots", "security", "service_worker"),
    *("games:verify_program", "games:record", "games:records_all"),
    *("games:statistics_csv", "games:statistics_hands_csv"),
    *("games:warming", "games:onlookers", "games:stream", "games:onlooker_stream"),
}
#: They need a session that tests of accounts bring about, and are looked at there.
LOOKED_AT_ELSEWHERE: Final = {
    *("account_reauthenticate", "mfa_authenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_remove_webauthn", "mfa_edit_webauthn"),
    "accounts:bring",
}
#: They send whoever comes by a link elsewhere: a file, the script’s questions, log-in by mail, which is not offered.
LEAD_ELSEWHERE: Final = {"mfa_download_recovery_codes", "mfa_login_webauthn", "account_confirm_login_code"}
EXCEPTED: Final = NO_PAGES | LOOKED_AT_ELSEWHERE | LEAD_ELSEWHERE
PLAYED: Final = "A" * 22


def seen() -> set[str]:
    """The names of all addresses that a screen has."""
    found = set()
    for screen in SCREENS:
        path = re.sub(r"[?#].*", "", screen.path)
        for code in (PLAYED, "1", "2026-11-22"):
            try:
                found.add(resolve(path.replace("{code}", code)).view_name)
            except Resolver404:
                continue
    return found


def answers_a_look(client: Client, name: str) -> bool:
    """Whether that address is there for more than posts."""
    told = {**GIVEN, "code": PLAYED, "uidb36": "1", "key": GIVEN["key"] if name.startswith("games:") else "abc"}
    address = reverse(name, kwargs={key: told[key] for key in ALL[name].pattern.converters} or None)
    return client.get(address).status_code != 405


@pytest.mark.django_db
def test_every_page_is_looked_at(client: Client) -> None:
    left = {name for name in ALL if not name.startswith("admin:")} - seen() - EXCEPTED
    assert [name for name in sorted(left) if answers_a_look(client, name)] == []


def test_what_is_named_here_is_there() -> None:
    assert set(ALL) >= EXCEPTED
    assert not EXCEPTED & seen()
