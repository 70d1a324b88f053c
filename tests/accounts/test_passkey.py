"""Passkeys from beginning to end, in a browser with an authenticator of its own, and every way in which they fail."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import PASSWORD
from tests.shots.faults import barriers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


#: And no page that leads there.
SETTINGS = re.compile(r"^[^?]+/settings/$")


class Device:
    """The authenticator of a page, to be changed under its hands."""

    def __init__(self, page: Page, **traits: Any) -> None:
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        added = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**AUTHENTICATOR, **traits}})
        self.named = {"authenticatorId": added["authenticatorId"]}

    def recognises(self, whoever: bool) -> None:
        self.devtools.send("WebAuthn.setUserVerified", {**self.named, "isUserVerified": whoever})

    def answers(self, at_once: bool) -> None:
        self.devtools.send("WebAuthn.setAutomaticPresenceSimulation", {**self.named, "enabled": at_once})


@pytest.fixture
def site(live_server: LiveServer) -> str:
    return live_server.url


@pytest.fixture
def device(page: Page) -> Device:
    return Device(page)


def sign_up(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    page.get_by_label("Name at the table").fill("Joanna K.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{site}/")


def to_the_new_passkey(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    if page.get_by_role("heading", level=1).inner_text() == "Is it still you?":
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a passkey")


def add(page: Page, site: str) -> None:
    """One with the defaults, which logs in alone."""
    sign_up(page, site)
    to_the_new_passkey(page, site)
    it_is_added(page)


def add_a_second_step(page: Page, site: str) -> None:
    sign_up(page, site)
    to_the_new_passkey(page, site)
    page.get_by_label("Log in with it alone").uncheck()
    it_is_added(page, leads_to="Recovery codes")


def it_is_added(page: Page, *, leads_to: str = "Passkeys") -> None:
    """Recovery codes are offered where there is a second step."""
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(leads_to)


def the_list_says(page: Page, site: str, words: str) -> None:
    page.goto(f"{site}/accounts/2fa/webauthn/")
    expect(page.get_by_role("main").get_by_role("listitem")).to_contain_text(words)


def log_out(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{site}/")


def use_passkey(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/?next=/settings/")
    page.get_by_role("button", name="Use a passkey").click()


def it_logs_in(page: Page) -> None:
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(SETTINGS)


def the_password_is_enough(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/?next=/settings/")
    page.get_by_label("Name or email").fill("joanna k.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(SETTINGS)


def with_the_password(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/?next=/settings/")
    page.get_by_label("Name or email").fill("joanna k.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")


def says(page: Page, sentence: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(sentence)


def a_press_is_no_double_one(page: Page) -> None:
    """By the page's clock: sooner after a press that sent something `press.js` takes another for its second half."""
    page.wait_for_function("begun => performance.now() - begun > 400", arg=page.evaluate("() => performance.now()"))


def look_at(page: Page) -> None:
    """The open page in both languages: axe finds nothing on it."""
    page.emulate_media(reduced_motion="reduce")
    for language in ("en", "de"):
        page.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        assert page.locator("html").get_attribute("lang") == language
        assert barriers(page) == []
    page.set_extra_http_headers({"Accept-Language": "en"})
    page.reload()


def test_pages_of_somebody_with_a_passkey_have_no_barriers(page: Page, site: str, device: Device) -> None:
    add_a_second_step(page, site)
    look_at(page)
    of_the_key = f"webauthn/keys/{Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).pk}"
    asked_again = ("reauthenticate/", "2fa/reauthenticate/", "2fa/webauthn/reauthenticate/")
    kept = (
        f"2fa/{of_the_key}/edit/",
        f"2fa/{of_the_key}/remove/",
        "2fa/recovery-codes/generate/",
        "2fa/webauthn/",
        "2fa/",
    )
    for path in (*asked_again, *kept):
        answer = page.goto(f"{site}/accounts/{path}")
        assert answer is not None and answer.ok
        look_at(page)
    log_out(page, site)
    with_the_password(page, site)
    look_at(page)


def test_the_page_that_asks_whether_to_bring_a_guests_games_has_no_barriers(page: Page, site: str) -> None:
    sign_up(page, site)
    log_out(page, site)
    page.goto(site)
    page.get_by_role("button", name="Play your first hand").click()
    page.wait_for_selector("#table")
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Name or email").fill("joanna k.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(re.compile("/accounts/bring/"))
    look_at(page)


def test_added_with_the_defaults_it_logs_in_alone(page: Page, site: str, device: Device) -> None:
    """And so does the password. The same device is not added twice."""
    add(page, site)
    the_list_says(page, site, "Logs in alone.")
    to_the_new_passkey(page, site)
    page.get_by_role("button", name="Add it").click()
    says(page, "This device already keeps a passkey for your account.")
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).count() == 1
    before_something_important_it_says_what_is_wrong_and_the_page_stays(page, site)
    log_out(page, site)
    use_passkey(page, site)
    page.wait_for_url(SETTINGS)
    expect(page.get_by_label("Name at the table")).to_have_value("Joanna K.")
    log_out(page, site)
    the_password_is_enough(page, site)
    page.goto(f"{site}/accounts/2fa/")
    expect(page.get_by_role("main")).to_contain_text("The passkey or the password is enough to log in.")
    expect(page.get_by_role("link", name="Recovery codes")).to_have_count(0)


def before_something_important_it_says_what_is_wrong_and_the_page_stays(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/2fa/webauthn/reauthenticate/?next=/settings/")
    page.request.get(f"{site}/accounts/2fa/webauthn/reauthenticate/")  # a second window
    page.get_by_role("button", name="Use a passkey").click()
    says(page, "This page was open for too long, or in two windows.")
    it_logs_in(page)


def test_on_a_slow_line_the_button_waits_until_it_can_ask(page: Page, site: str, device: Device) -> None:
    sign_up(page, site)
    to_the_new_passkey(page, site)
    held: list[Route] = []
    page.route("**/passkeys*.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    button = page.get_by_role("button", name="Add it")
    expect(button).to_be_disabled()
    page.get_by_label("A name for it").press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    held[0].continue_()
    button.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Passkeys")


def test_a_second_step_does_not_log_in_alone(page: Page, site: str, device: Device) -> None:
    add_a_second_step(page, site)
    the_list_says(page, site, "A second step after the password.")
    page.goto(f"{site}/accounts/2fa/")
    expect(page.get_by_role("link", name="Recovery codes")).to_have_count(1)
    log_out(page, site)
    use_passkey(page, site)
    says(page, "or it has no passkey that logs in here alone. Log in with your name and password")
    with_the_password(page, site)
    page.request.get(f"{site}/accounts/2fa/authenticate/")  # a second window
    page.get_by_role("button", name="Use a passkey").click()
    says(page, "This page was open for too long, or in two windows.")
    it_logs_in(page)
    log_out(page, site)
    with_the_password(page, site)
    device.devtools.send("WebAuthn.clearCredentials", device.named)
    page.get_by_role("button", name="Use a passkey").click()
    says(page, "it has no passkey of this account")


def test_what_a_device_does_and_does_not_is_said(page: Page, site: str, device: Device) -> None:
    """Of an account that is logged out."""
    add(page, site)
    log_out(page, site)
    device.recognises(False)
    use_passkey(page, site)
    says(page, "your device did not recognise you")
    device.recognises(True)
    a_press_is_no_double_one(page)
    it_logs_in(page)
    log_out(page, site)
    nobody_touches_it(page, site, device)
    Authenticator.objects.all().delete()
    use_passkey(page, site)
    says(page, "This site does not know that passkey")
    assert page.locator('#mfa_login input[name="next"]').get_attribute("value") == "/settings/"


def nobody_touches_it(page: Page, site: str, device: Device) -> None:
    """Until its time is up, or until somebody presses a second time."""
    device.answers(False)
    page.route("**/webauthn/login/", impatient)
    use_passkey(page, site)
    says(page, "Your device did not answer in time.")
    page.unroute("**/webauthn/login/")
    page.goto(f"{site}/accounts/login/")
    button = page.get_by_role("button", name="Use a passkey")
    with page.expect_response("**/webauthn/login/"):
        button.click()
    a_press_is_no_double_one(page)
    button.click()
    says(page, "Your device is still asking.")
    page.goto(f"{site}/accounts/login/")  # which asks no more
    device.answers(True)


def impatient(route: Route) -> None:
    answer = route.fetch()
    wishes = answer.json()
    wishes["request_options"]["publicKey"]["timeout"] = 300
    route.fulfill(response=answer, body=json.dumps(wishes))


def test_a_device_that_cannot_ask_who_is_there_takes_none(page: Page, site: str) -> None:
    Device(page, hasUserVerification=False)
    sign_up(page, site)
    to_the_new_passkey(page, site)
    page.get_by_role("button", name="Add it").click()
    says(page, "untick “Log in with it alone”")
    page.get_by_label("Log in with it alone").uncheck()
    it_is_added(page, leads_to="Recovery codes")


def test_it_is_cancelled(page: Page, site: str) -> None:
    page.add_init_script(
        "navigator.credentials.get = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'))"
    )
    use_passkey(page, site)
    says(page, "No passkey was used: you cancelled")


def test_the_browser_knows_none(page: Page, site: str) -> None:
    page.add_init_script("Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })")
    use_passkey(page, site)
    says(page, "This browser cannot use passkeys.")


def test_the_line_is_not_secure(page: Page, site: str) -> None:
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    use_passkey(page, site)
    says(page, "the address must begin with https://")


def test_an_address_without_a_name_takes_none(page: Page, site: str, device: Device) -> None:
    use_passkey(page, site.replace("localhost", "127.0.0.1"))
    says(page, "Passkeys do not work at this address.")


def test_the_device_cannot_do_what_is_asked(page: Page, site: str) -> None:
    page.add_init_script(
        "navigator.credentials.create = () => Promise.reject(new DOMException('unfit', 'ConstraintError'))"
    )
    sign_up(page, site)
    to_the_new_passkey(page, site)
    page.get_by_role("button", name="Add it").click()
    says(page, "Your device cannot check that it is you.")


def test_the_site_does_not_help(page: Page, site: str) -> None:
    """Too many have asked, it is away, or the line is cut."""
    answers: dict[str, Callable[[Route], None]] = {
        "The site did not answer.": lambda route: route.fulfill(status=503),
        "Too many tries in a short time.": lambda route: route.fulfill(status=429),
    }
    for sentence, answer in (*answers.items(), ("The site did not answer.", lambda route: route.abort())):
        page.route("**/webauthn/login/", answer)
        use_passkey(page, site)
        says(page, sentence)


def test_it_says_it_in_german(page: Page, site: str, device: Device) -> None:
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Passkey").click()
    says(page, "Es wurde kein Passkey benutzt:")
