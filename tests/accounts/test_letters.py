"""The letters about an account: subjects in the site's voice, plain sentences, a readable device."""

import re
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Final

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.people import sign_up
from tests.conftest import PASSWORD, client_of

pytestmark = pytest.mark.django_db

FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
#: Every letter that allauth can send here, by its template, with its subject in English.
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


def written(letter: str, alice: User) -> EmailMessage:
    request = RequestFactory().get("/", headers={"User-Agent": FIREFOX})
    facts = {
        **{"user": alice, "email": "alice@example.org", "request": request},
        **{"from_email": "alice@example.org", "to_email": "ama@example.org", "deleted_email": "ama@example.org"},
        **{"activate_url": "https://a.example/x", "password_reset_url": "https://a.example/y"},
        **{"ip": "203.0.113.7", "user_agent": FIREFOX, "timestamp": timezone.now()},
    }
    with context.request_context(request):
        return get_adapter(request).render_mail(letter, "alice@example.org", facts)


@pytest.mark.parametrize("letter", SUBJECTS)
def test_each_letter_has_a_subject_of_the_site(letter: str, alice: User) -> None:
    assert written(letter, alice).subject == f"Marta’s Table: {SUBJECTS[letter]}"


@pytest.mark.parametrize(("letter", "language"), [*product(SUBJECTS, ["en", "de"])])
def test_each_paragraph_is_whole_sentences_without_a_user_agent(letter: str, language: str, alice: User) -> None:
    with translation.override(language):
        message = written(letter, alice)
    *paragraphs, signature = str(message.body).strip().split("\n\n")
    assert signature == ("Marta’s Table" if language == "en" else "Martas Tisch")
    assert all(re.search(r"^https://\S+$|[^.][.:]$", one) for one in paragraphs), paragraphs
    assert "Mozilla" not in message.body
    assert language == "de" or "e-mail" not in f"{message.subject}{message.body}".lower()


def test_a_change_is_told_with_browser_address_and_time(alice: User) -> None:
    body = str(written("account/email/password_changed", alice).body)
    assert re.search(r"from Firefox on Windows \(address 203\.0\.113\.7\) on \d+ \w+ \d{4}, \d\d:\d\d UTC\.", body)


def test_the_letters_listed_here_are_those_that_are_sent(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client, email="joanna@example.org")
    assert [letter.subject for letter in mailoutbox] == ["Marta’s Table: Confirm your email address"]


def test_strangers_have_one_letter_in_ten_minutes_and_five_a_day_sent_to_a_mailbox(
    alice: User, settings: Settings
) -> None:
    """Resets and sign-ups in turn, by plus-addresses too, each from another network. Nobody is refused for it."""
    settings.LIMITS_APPLY = True
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    with time_machine.travel("2026-11-21T12:00Z") as traveller:
        for minute in range(0, 24 * 60, 4):
            traveller.move_to(datetime(2026, 11, 21, 12, tzinfo=UTC) + timedelta(minutes=minute))
            stranger = Client(REMOTE_ADDR=f"10.0.{minute // 60}.{minute % 60}")
            to = "alice@example.org" if minute % 8 else f"Alice+{minute}@example.org"
            if minute % 12:
                answer = stranger.post("/accounts/password/reset/", {"email": to})
            else:
                answer = sign_up(stranger, f"Stranger {minute}", email=to)
            assert answer.status_code == 302
            if minute == 8:
                assert len(mail.outbox) == 1
        assert len(mail.outbox) == 5
        traveller.shift(timedelta(hours=1))
        Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert len(mail.outbox) == 6


def test_nobody_has_notices_sent_to_an_address_that_is_not_confirmed(alice: User) -> None:
    address = EmailAddress.objects.create(user=alice, email="somebody@example.org", primary=True, verified=False)
    change = {"oldpassword": PASSWORD, "password1": "another quiet room", "password2": "another quiet room"}
    client_of(alice).post("/accounts/password/change/", change)
    assert mail.outbox == []
    address.set_verified()
    alice.refresh_from_db()
    change = {name: {PASSWORD: "another quiet room"}.get(value, PASSWORD) for name, value in change.items()}
    client_of(alice).post("/accounts/password/change/", change)
    assert [letter.to for letter in mail.outbox] == [["somebody@example.org"]]
