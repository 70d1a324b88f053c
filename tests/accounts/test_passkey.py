"""A passkey from beginning to end, in a browser with an authenticator of its own."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def add_authenticator(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def log_out(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()


def test_it_is_added_and_logs_in_alone(page: Page, live_server: LiveServer) -> None:
    site = live_server.url
    add_authenticator(page)
    page.goto(f"{site}/accounts/signup/")
    page.get_by_label("Name at the table").fill("Joanna K.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()

    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it still you?")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Log in with it alone").check()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")

    log_out(page, site)
    page.goto(f"{site}/accounts/login/?next=/settings/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(re.compile("/settings/$"))
    expect(page.get_by_label("Name at the table")).to_have_value("Joanna K.")


def test_with_the_password_it_is_asked_for_as_well(page: Page, live_server: LiveServer) -> None:
    test_it_is_added_and_logs_in_alone(page, live_server)
    site = live_server.url
    log_out(page, site)
    page.goto(f"{site}/accounts/login/?next=/settings/")
    page.get_by_label("Name or e-mail").fill("joanna k.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(re.compile("/settings/$"))
