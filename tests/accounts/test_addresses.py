"""Email addresses: their page, the emails, and that no response reveals whether an address has an account."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any, Final

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from accounts.adapter import send_on_commit
from accounts.backends import TogetherBackend
from accounts.models import User
from accounts.people import Person, leave
from tests.accounts.people import confirm_password, give_address, log_in, sign_up
from tests.asking import read
from tests.conftest import PASSWORD, client_of

pytestmark = pytest.mark.django_db

PAGE = "/accounts/email/"
AGAIN = 'name="action_send"'
OWN, OTHER = "alice@example.org", "ama@example.org"


def addresses_of(user: User) -> list[str]:
    return [one.email for one in EmailAddress.objects.filter(user=user)]


def recipients() -> list[list[str]]:
    return [email.to for email in mail.outbox]


# -- the page --
def test_a_confirmation_is_sent_again_only_while_an_address_is_not_confirmed(as_alice: Client, alice: User) -> None:
    html = read(as_alice, PAGE)
    assert "Your account has no address." in html and AGAIN not in html
    give_address(alice, OWN, verified=True)
    assert AGAIN not in read(as_alice, PAGE)
    give_address(alice, OTHER, verified=False, primary=False)
    html = read(as_alice, PAGE)
    assert AGAIN in html and html.count("not confirmed") == 1
    for email in (OTHER, OWN):
        as_alice.post(PAGE, {"email": email, "action_send": ""})
    assert recipients() == [[OTHER]] * 2


def test_a_confirmation_requested_twice_in_a_row_is_sent_once(
    as_alice: Client, alice: User, settings: Settings
) -> None:
    settings.LIMITS_APPLY = True
    give_address(alice, OWN, verified=False)
    for _ in range(2):
        answer = as_alice.post(PAGE, {"email": OWN, "action_send": ""}, follow=True)
        assert f"is on its way to {OWN}" in answer.content.decode()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary"])
def test_an_address_of_another_account_is_neither_shown_nor_changed(as_alice: Client, bob: User, action: str) -> None:
    give_address(bob, "bob@example.org", verified=action != "action_send")
    confirm_password(as_alice)
    answer = as_alice.post(PAGE, {"email": "bob@example.org", action: ""}, follow=True)
    assert "bob@example.org" not in answer.content.decode() and not mail.outbox
    assert addresses_of(bob) == ["bob@example.org"]


def test_another_address_becomes_the_main_one_after_the_password_is_entered(as_alice: Client, alice: User) -> None:
    give_address(alice, OWN, verified=True)
    give_address(alice, OTHER, verified=True, primary=False)
    asked = as_alice.post(PAGE, {"email": OTHER, "action_primary": ""})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.get(user=alice, primary=True).email == OWN
    confirm_password(as_alice)
    as_alice.post(PAGE, {"email": OTHER, "action_primary": ""})
    assert EmailAddress.objects.get(user=alice, primary=True).email == OTHER
    as_alice.post(PAGE, {"email": OWN, "action_remove": ""})
    assert addresses_of(alice) == [OTHER]


def test_an_account_with_a_passkey_adds_an_address_after_entering_the_password(as_alice: Client, alice: User) -> None:
    """The typed address is kept until the password is entered."""
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "phone", "credential": {}})
    asked = as_alice.post(PAGE, {"email": OWN, "action_add": ""})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.exists()
    assert "/accounts/2fa/webauthn/reauthenticate/" in read(as_alice, asked["Location"])
    as_alice.post(asked["Location"], {"password": PASSWORD, "next": PAGE})
    assert addresses_of(alice) == [OWN]
    assert recipients()[:1] == [[OWN]]


def test_no_passkey_is_added_while_an_address_is_not_confirmed(as_alice: Client, alice: User) -> None:
    give_address(alice, OWN, verified=False)
    answer = as_alice.get("/accounts/2fa/webauthn/add/", follow=True)
    assert answer.redirect_chain == [("/accounts/2fa/", 302)]
    assert "Confirm your email first" in answer.content.decode()


def test_an_address_longer_than_254_characters_is_refused(client: Client, as_alice: Client) -> None:
    endless = f"ama@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.example.org"
    confirm_password(as_alice)
    answers = [sign_up(client, email=endless), as_alice.post(PAGE, {"email": endless, "action_add": ""})]
    assert all("at most 254 characters" in answer.content.decode() for answer in answers)
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary", "action_add"])
def test_a_change_by_an_account_removed_during_the_request_gets_409(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """The account is removed right after the request has loaded its user."""
    give_address(alice, OWN, verified=True)
    give_address(alice, OTHER, verified=False, primary=False)
    get_user = TogetherBackend.get_user

    def get_user_who_leaves(backend: TogetherBackend, user_id: int) -> User | None:
        user = get_user(backend, user_id)
        leave(person=Person(user=User.objects.get(pk=user_id)))
        return user

    monkeypatch.setattr(TogetherBackend, "get_user", get_user_who_leaves)
    answer = as_alice.post(PAGE, {"email": OTHER, action: ""})
    assert answer.status_code == 409 and "You’re a different player now" in answer.content.decode()
    assert not EmailAddress.objects.exists() and not mail.outbox


# -- the emails --

FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
#: Template and English subject of every email that allauth can send here.
SUBJECTS: Final = {
    "account/email/account_already_exists": "You already have an account",
    "account/email/email_changed": "Your main email address was changed",
    "account/email/email_confirm": "Your email address is confirmed",
    "account/email/email_confirmation": "Confirm your email address",
    "account/email/email_confirmation_signup": "Confirm your email address",
    "account/email/email_deleted": "An email address was removed",
    "account/email/password_changed": "Your password was changed",
    "account/email/password_reset": "Your password was changed",
    "account/email/password_reset_key": "Choose a new password",
    "account/email/password_set": "Your account has a password now",
    "mfa/email/recovery_codes_generated": "You have new recovery codes",
    "mfa/email/webauthn_added": "A passkey was added",
    "mfa/email/webauthn_removed": "A passkey was removed",
}


def render(template: str, user: User) -> EmailMessage:
    request = RequestFactory().get("/", headers={"User-Agent": FIREFOX})
    facts = {
        **{"user": user, "email": OWN, "from_email": OWN, "to_email": OTHER, "deleted_email": OTHER},
        **{"activate_url": "https://a.example/x", "password_reset_url": "https://a.example/y", "request": request},
        **{"ip": "203.0.113.7", "user_agent": FIREFOX, "timestamp": timezone.now()},
    }
    with context.request_context(request):
        return get_adapter(request).render_mail(template, OWN, facts)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("template", SUBJECTS)
def test_an_email_has_a_subject_of_the_site_and_whole_sentences(template: str, language: str, alice: User) -> None:
    with translation.override(language):
        message = render(template, alice)
    *paragraphs, signature = str(message.body).strip().split("\n\n")
    assert signature == ("Marta’s Table" if language == "en" else "Martas Tisch")
    assert message.subject.startswith(f"{signature}: ")
    assert all(re.search(r"^https://\S+$|[^.][.:]$", one) for one in paragraphs), paragraphs
    assert "Mozilla" not in message.body
    if language == "en":
        assert message.subject == f"Marta’s Table: {SUBJECTS[template]}"
        assert "e-mail" not in f"{message.subject}{message.body}".lower()
    if (template, language) == ("account/email/password_changed", "en"):
        told = r"from Firefox on Windows \(IP address 203\.0\.113\.7\) on \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\."
        assert re.search(told, str(message.body))


@pytest.mark.parametrize(
    ("language", "subject", "first"),
    [
        ("en", "Marta’s Table: ", "Someone asked for a new password for alice at Marta’s Table."),
        ("de", "Martas Tisch: ", "Jemand hat für alice an Martas Tisch ein neues Passwort angefordert."),
    ],
)
def test_an_email_is_in_the_language_of_the_request(
    client: Client, alice: User, language: str, subject: str, first: str
) -> None:
    give_address(alice, OWN, verified=True)
    client.post("/accounts/password/reset/", {"email": OWN}, headers={"Accept-Language": language})
    [email] = mail.outbox
    assert email.subject.startswith(subject) and email.body.startswith(first)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_email_is_sent_only_after_the_commit() -> None:
    email = EmailMessage("A link", "", "table@example.org", [OTHER])
    with suppress(KeyError), transaction.atomic():
        send_on_commit(email)
        raise KeyError
    with transaction.atomic():
        send_on_commit(email)
        assert not mail.outbox
    assert len(mail.outbox) == 1


def test_strangers_can_send_a_mailbox_one_email_in_ten_minutes_and_five_a_day(alice: User, settings: Settings) -> None:
    """Resets and sign-ups, some of them for plus-addresses, come from different IP addresses. All requests succeed."""
    settings.LIMITS_APPLY = True
    give_address(alice, OWN, verified=True)
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    with time_machine.travel(noon) as traveller:
        for count, minute in enumerate((*range(0, 64, 4), *range(64, 24 * 60, 44))):
            traveller.move_to(noon + timedelta(minutes=minute))
            stranger = Client(REMOTE_ADDR=f"10.0.{minute // 60}.{minute % 60}")
            to = OWN if count % 2 else f"Alice+{minute}@example.org"
            if count % 3:
                answer = stranger.post("/accounts/password/reset/", {"email": to})
            else:
                answer = sign_up(stranger, f"Stranger {minute}", email=to)
            assert answer.status_code == 302
            if minute == 8:
                assert len(mail.outbox) == 1
        assert len(mail.outbox) == 5
        traveller.move_to(noon + timedelta(hours=25))
        Client().post("/accounts/password/reset/", {"email": OWN})
    assert len(mail.outbox) == 6


def test_no_notice_is_sent_to_an_address_that_is_not_confirmed(alice: User) -> None:
    give_address(alice)
    address = EmailAddress.objects.get()
    new = "another quiet room"
    for old, password in ((PASSWORD, new), (new, PASSWORD)):
        change = {"oldpassword": old, "password1": password, "password2": password}
        client_of(alice).post("/accounts/password/change/", change)
        assert recipients() == ([[OWN]] if address.verified else [])
        address.set_verified()
        alice.refresh_from_db()


# -- no response reveals whether an address has an account --

#: An address as long as `OWN`, so that the test can also compare the lengths of the responses.
UNKNOWN = "wendy@example.org"
#: Parts that differ between any two responses: tokens and request ids.
DIFFERS = re.compile(r'X-CSRFToken": "\w+|csrfmiddlewaretoken" value="\w+|nonce-[\w-]+|request_id.{0,60}')


def add_address(client: Client, email: str) -> Any:
    client.force_login(User.objects.create_user("Joanna K.", password=PASSWORD))
    confirm_password(client)
    return client.post(PAGE, {"email": email, "action_add": ""})


def log_in_by_name(client: Client, email: str) -> Any:
    answer = log_in(client, email.partition("@")[0], "not the password")
    assert answer.status_code == 200 and "That name or password is incorrect." in answer.content.decode()
    return answer


REQUESTS: Final[dict[str, Callable[[Client, str], Any]]] = {
    "reset": lambda client, email: client.post("/accounts/password/reset/", {"email": email}),
    "sign-up": lambda client, email: sign_up(client, email=email),
    "log-in": lambda client, email: log_in(client, email, "not the password"),
    "log-in by name": log_in_by_name,
    "another address": add_address,
}


def comparable_response(client: Client, answer: Any, email: str) -> list[object]:
    """Return status, headers, cookies and body of the response and of its redirects, with the address masked."""
    seen = list[object]()
    for _ in range(3):
        headers = {name: value for name, value in answer.items() if name not in {"X-Request-ID", "Server-Timing"}}
        cookies = {
            name: one.OutputString([name for name in one if name != "expires"]).partition(";")[2]
            for name, one in SimpleCookie(answer.cookies).items()
        }
        body = DIFFERS.sub("", answer.content.decode()).replace(email.partition("@")[0], "NAME")
        seen += [answer.status_code, headers, cookies, body]
        if "Location" not in answer:
            break
        answer = client.get(answer["Location"])
    return seen


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize("request_name", REQUESTS)
def test_the_response_is_the_same_for_a_known_and_an_unknown_address(
    request_name: str, confirmed: bool, alice: User, settings: Settings
) -> None:
    settings.LIMITS_APPLY = True
    give_address(alice, OWN, verified=confirmed)
    client_of(alice).post(PAGE, {"email": OWN, "action_send": ""})
    answers = []
    for email in (OWN, UNKNOWN):
        client = Client()
        answers.append(comparable_response(client, REQUESTS[request_name](client, email), email))
        assert request_name != "reset" or recipients()[-1] == [OWN]
        User.objects.filter(username="Joanna K.").delete()
    assert answers[0] == answers[1]
