"""Passkeys with a virtual authenticator, from sign-up to log-in, and the messages of failures."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.access import barriers
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
#: Matches the URL of the settings page, but no URL with that path in its query.
SETTINGS = re.compile(r"^[^?]+/settings/$")
TOO_LONG = "This page was open for too long, or in two windows."


class Device:
    """The virtual authenticator of a page."""

    def __init__(self, page: Page, **traits: Any) -> None:
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        added = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**AUTHENTICATOR, **traits}})
        self.named = {"authenticatorId": added["authenticatorId"]}

    def verify_user(self, is_verified: bool) -> None:
        self.devtools.send("WebAuthn.setUserVerified", {**self.named, "isUserVerified": is_verified})

    def answer_at_once(self, enabled: bool) -> None:
        self.devtools.send("WebAuthn.setAutomaticPresenceSimulation", {**self.named, "enabled": enabled})


class Player:
    """The player Joanna K., with methods that use the account pages."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    def go(self, path: str) -> None:
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None and answer.ok

    def press(self, name: str) -> None:
        self.page.get_by_role("main").get_by_role("button", name=name, exact=True).click()

    def is_at(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)

    def is_told(self, sentence: str) -> None:
        expect(self.page.get_by_role("alert")).to_contain_text(sentence)

    def sign_up(self) -> None:
        self.go("/accounts/signup/")
        self.page.get_by_label("Name at the table").fill("Joanna K.")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Sign up")
        self.page.wait_for_url(f"{self.url}/")

    def open_adding(self) -> None:
        self.go("/accounts/2fa/webauthn/add/")
        if self.page.get_by_role("heading", level=1).inner_text() == "Confirm it’s you":
            self.page.get_by_label("Password").fill(PASSWORD)
            self.press("Continue")
        self.is_at("Add a passkey")

    def add_passkey(self, *, alone: bool = True) -> None:
        """Sign up and add a passkey. Unless it logs in `alone`, it is a second step and comes with recovery codes."""
        self.sign_up()
        self.open_adding()
        if not alone:
            self.page.get_by_label("Log in without a password").uncheck()
        self.press("Add it")
        self.is_at("Passkeys" if alone else "Recovery codes")

    def log_out(self) -> None:
        self.go("/accounts/logout/")
        self.press("Log out")
        self.page.wait_for_url(f"{self.url}/")

    def log_in(self, path: str = "/accounts/login/?next=/settings/") -> None:
        self.go(path)
        self.page.get_by_label("Name or email").fill("joanna k.")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Log in")

    def log_in_to_second_step(self) -> None:
        self.log_in()
        self.is_at("One more step")

    def open_log_in_and_use_passkey(self) -> None:
        self.go("/accounts/login/?next=/settings/")
        self.press("Use a passkey")

    def use_passkey(self) -> None:
        self.press("Use a passkey")
        self.page.wait_for_url(SETTINGS)

    def open_in_second_window(self, path: str) -> None:
        self.page.request.get(f"{self.url}{path}")

    def assert_no_barriers(self) -> None:
        """Assert that axe finds no barrier on the open page, in English and in German."""
        self.page.emulate_media(reduced_motion="reduce")
        for language in ("en", "de"):
            self.page.set_extra_http_headers({"Accept-Language": language})
            self.page.reload()
            assert self.page.locator("html").get_attribute("lang") == language
            assert barriers(self.page) == []
        self.page.set_extra_http_headers({"Accept-Language": "en"})
        self.page.reload()

    def wait_out_double_press(self) -> None:
        """Wait until `press.js` accepts another press: it ignores presses shortly after a form was sent."""
        begun = self.page.evaluate("() => performance.now()")
        self.page.wait_for_function("begun => performance.now() - begun > 400", arg=begun)


@pytest.fixture
def player(page: Page, live_server: LiveServer) -> Player:
    return Player(page, live_server.url)


@pytest.fixture
def device(page: Page) -> Device:
    return Device(page)


def test_the_pages_of_passkeys_and_of_a_guests_games_have_no_barriers(player: Player, device: Device) -> None:
    player.add_passkey(alone=False)
    key = f"2fa/webauthn/keys/{Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk}"
    asked_again = ("reauthenticate/", "2fa/reauthenticate/", "2fa/webauthn/reauthenticate/")
    kept = (f"{key}/edit/", f"{key}/remove/", "2fa/recovery-codes/generate/", "2fa/webauthn/", "2fa/")
    for path in (*asked_again, *kept):
        player.go(f"/accounts/{path}")
        player.assert_no_barriers()
    player.log_out()
    player.log_in_to_second_step()
    player.assert_no_barriers()
    player.go("/accounts/logout/")
    Authenticator.objects.all().delete()
    player.page.context.clear_cookies()
    player.go("/")
    player.press("Play your first hand")
    player.page.wait_for_selector("#table")
    player.log_in("/accounts/login/")
    player.page.wait_for_url(re.compile("/accounts/bring/"))
    player.assert_no_barriers()


def test_a_passkey_added_with_the_defaults_logs_in_alone(player: Player, device: Device) -> None:
    """The password still works, and the same device cannot be added twice."""
    player.add_passkey()
    player.go("/accounts/2fa/webauthn/")
    expect(player.page.get_by_role("main").get_by_role("listitem")).to_contain_text("Logs you in without a password.")
    player.open_adding()
    player.press("Add it")
    player.is_told("This device already has a passkey for your account.")
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).count() == 1
    player.go("/accounts/2fa/webauthn/reauthenticate/?next=/settings/")
    player.open_in_second_window("/accounts/2fa/webauthn/reauthenticate/")
    player.press("Use a passkey")
    player.is_told(TOO_LONG)
    player.use_passkey()
    player.log_out()
    player.open_log_in_and_use_passkey()
    player.page.wait_for_url(SETTINGS)
    expect(player.page.get_by_label("Name at the table")).to_have_value("Joanna K.")
    player.log_out()
    player.log_in()
    player.page.wait_for_url(SETTINGS)
    player.go("/accounts/2fa/")
    expect(player.page.get_by_role("main")).to_contain_text("The passkey or the password is enough to log in.")
    expect(player.page.get_by_role("link", name="Recovery codes")).to_have_count(0)


def test_on_a_slow_connection_the_button_waits_for_its_script(player: Player, device: Device) -> None:
    player.sign_up()
    player.open_adding()
    held: list[Route] = []
    player.page.route("**/passkeys*.js", lambda route: held.append(route))
    player.page.reload(wait_until="commit")
    button = player.page.get_by_role("button", name="Add it")
    expect(button).to_be_disabled()
    player.page.get_by_label("Name of the passkey").press("Enter")
    expect(player.page.get_by_role("alert")).to_have_count(0)
    held[0].continue_()
    button.click()
    player.is_at("Passkeys")


def test_a_passkey_as_a_second_step_does_not_log_in_alone(player: Player, device: Device) -> None:
    player.add_passkey(alone=False)
    player.go("/accounts/2fa/webauthn/")
    item = player.page.get_by_role("main").get_by_role("listitem")
    expect(item).to_contain_text("A second step after the password.")
    player.go("/accounts/2fa/")
    expect(player.page.get_by_role("link", name="Recovery codes")).to_have_count(1)
    player.log_out()
    player.open_log_in_and_use_passkey()
    player.is_told("or it has no passkey that works here without a password. Log in with your name and password")
    player.log_in_to_second_step()
    player.open_in_second_window("/accounts/2fa/authenticate/")
    player.press("Use a passkey")
    player.is_told(TOO_LONG)
    player.use_passkey()
    player.log_out()
    player.log_in_to_second_step()
    device.devtools.send("WebAuthn.clearCredentials", device.named)
    player.press("Use a passkey")
    player.is_told("it has no passkey for this account")


def test_a_device_that_does_not_recognise_its_user_or_answer_is_reported(player: Player, device: Device) -> None:
    player.add_passkey()
    player.log_out()
    device.verify_user(False)
    player.open_log_in_and_use_passkey()
    player.is_told("your device didn’t recognize you")
    device.verify_user(True)
    player.wait_out_double_press()
    player.use_passkey()
    player.log_out()
    device.answer_at_once(False)
    player.page.route("**/webauthn/login/", shorten_timeout)
    player.open_log_in_and_use_passkey()
    player.is_told("Your device didn’t answer in time.")
    player.page.unroute("**/webauthn/login/")
    player.go("/accounts/login/")
    with player.page.expect_response("**/webauthn/login/"):
        player.press("Use a passkey")
    player.wait_out_double_press()
    player.press("Use a passkey")
    player.is_told("Your device is still asking.")
    player.go("/accounts/login/")  # loading a page cancels the device's request
    device.answer_at_once(True)
    Authenticator.objects.all().delete()
    player.open_log_in_and_use_passkey()
    player.is_told("This site doesn’t know that passkey")
    assert player.page.locator('#mfa_login input[name="next"]').get_attribute("value") == "/settings/"


def shorten_timeout(route: Route) -> None:
    answer = route.fetch()
    options = answer.json()
    options["request_options"]["publicKey"]["timeout"] = 300
    route.fulfill(response=answer, body=json.dumps(options))


def test_a_device_that_cannot_verify_its_user_is_a_second_step_only(player: Player) -> None:
    Device(player.page, hasUserVerification=False)
    player.sign_up()
    player.open_adding()
    player.press("Add it")
    player.is_told("uncheck “Log in without a password”")
    player.page.get_by_label("Log in without a password").uncheck()
    player.press("Add it")
    player.is_at("Recovery codes")
    player.open_adding()
    player.page.evaluate(
        """() => {
            navigator.credentials.create = () => Promise.reject(new DOMException("unfit", "ConstraintError"));
        }"""
    )
    player.press("Add it")
    player.is_told("Your device can’t check that it’s you.")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (
            "navigator.credentials.get = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'))",
            "No passkey was used: you canceled",
        ),
        (
            "Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })",
            "This browser can’t use passkeys.",
        ),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "the address must start with https://"),
    ],
    ids=["cancelled", "old browser", "no https"],
)
def test_a_refusal_by_the_browser_is_reported(player: Player, script: str, sentence: str) -> None:
    player.page.add_init_script(script)
    player.open_log_in_and_use_passkey()
    player.is_told(sentence)


def test_a_request_that_the_site_does_not_answer_is_reported(player: Player, device: Device) -> None:
    """Also reported: a device without a passkey, here in German, and a URL with an IP address."""
    answers: list[tuple[str, Callable[[Route], None]]] = [
        ("The site didn’t answer.", lambda route: route.fulfill(status=503)),
        ("Too many attempts.", lambda route: route.fulfill(status=429)),
        ("The site didn’t answer.", lambda route: route.abort()),
    ]
    for sentence, answer in answers:
        player.page.route("**/webauthn/login/", answer)
        player.open_log_in_and_use_passkey()
        player.is_told(sentence)
    player.page.unroute("**/webauthn/login/")
    player.page.set_extra_http_headers({"Accept-Language": "de"})
    player.go("/accounts/login/")
    player.page.get_by_role("button", name="Passkey").click()
    player.is_told("Es wurde kein Passkey benutzt:")
    player.page.set_extra_http_headers({})
    player.url = player.url.replace("localhost", "127.0.0.1")
    player.open_log_in_and_use_passkey()
    player.is_told("Passkeys don’t work at this address.")
