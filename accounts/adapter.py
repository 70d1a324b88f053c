"""Allauth's adapters: checks of names and addresses, password storage, emails, and the page after a log-in."""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.sites.shortcuts import get_current_site
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import limits, profile
from accounts.models import LOOKS_TAKEN, User
from accounts.names import caseless, is_of_the_house, plain
from accounts.people import Gone, Person, guest_of

#: Kinds of emails that a visitor can make the site send to another person.
ASKED_FOR = frozenset(
    ("account_already_exists", "email_confirmation", "email_confirmation_signup", "password_reset_key")
)
#: Number of emails sent in parallel. A process waits at its end until all are sent.
LINES: Final = 2

logger = logging.getLogger(__name__)
_postmen: Executor = ThreadPoolExecutor(LINES, thread_name_prefix="post")


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Recovery codes belong to a passkey. Add one first."),
        "unverified_email": _("Confirm your email first, so no one else can lock you out."),
    }


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("That name or password is incorrect. Check both and try again."),
        "enter_current_password": _("Enter your current password."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes, then try again."),
        "username_blacklisted": _("That name is reserved, or looks like one that is. Choose another one."),
        "username_password_mismatch": _("That name or password is incorrect. Check both and try again."),
        "username_looks_taken": LOOKS_TAKEN,
        "username_taken": _("That name is taken."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = str(super().clean_username(plain(username), shallow=True))
        if is_of_the_house(name):
            raise self.validation_error("username_blacklisted")
        taken = [] if shallow else [user.username for user in User.with_name_like(name)]
        if caseless(name) in map(caseless, taken):
            raise self.validation_error("username_taken")
        if taken:
            raise self.validation_error("username_looks_taken")
        return name

    def is_safe_url(self, url: str) -> bool:
        """Return whether the URL is safe to redirect to; False for an unparsable URL, where allauth raises."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_email(self, email: str) -> str:
        """Raise ValidationError for an address longer than its column. The form accepts it, PostgreSQL does not."""
        MaxLengthValidator(EmailAddress._meta.get_field("email").max_length)(email)
        return str(super().clean_email(email))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the user with the hash `form.hashed`: hashing is slow, so the view does it before its transaction."""
        super().save_user(request, user, form, commit=False)
        user.password = form.hashed
        if commit:
            user.save()
        return user

    def set_password(self, user: User, password: str) -> None:
        """Store only the password: other columns may have changed while the password was hashed.

        Raises Gone if the account has been removed.
        """
        user.set_password(password)
        if not User.objects.filter(pk=user.pk).update(password=user.password):
            raise Gone(f"user-{user.pk}")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        if "email" in credentials:
            credentials.pop("username", None)  # allauth passes an address as the name, too; no name has an @
        if "username" in credentials:
            credentials["username"] = plain(credentials["username"])
        return super().authenticate(request, **credentials)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key of failed log-ins: name or email, and network, so that strangers cannot lock out the owner.

        The key omits the Host header and normalises the name: a visitor could vary both to evade the limit.
        """
        login = caseless(plain(credentials.get("email", credentials.get("username", ""))))
        return f"{login} {limits.household(self.get_client_ip(request))}"

    def get_login_stages(self) -> list[str]:
        stages = super().get_login_stages()
        return ["accounts.passkeys.SecondStep" if one.endswith(".AuthenticateStage") else one for one in stages]

    def format_email_subject(self, subject: str) -> str:
        return f"{_('Marta’s Table')}: {subject}"

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send only to a confirmed address: an unconfirmed one may belong to another person."""
        to = email or EmailAddress.objects.get_primary_email(user)
        if EmailAddress.objects.filter(user=user, email=to, verified=True).exists():
            super().send_notification_mail(template_prefix, user, context, email=to)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render the email now and send it in the background: response times must not reveal whether an email is sent.

        Emails that any visitor can request are limited per mailbox.
        """
        if template_prefix.removeprefix("account/email/") in ASKED_FOR and not _has_room(email):
            return
        full_context = {
            "request": self.request,
            "email": email,
            "current_site": get_current_site(self.request),
            **context,
        }
        send_on_commit(self.render_mail(template_prefix, email, full_context))

    def post_login(self, request: HttpRequest, user: User, *, signup: bool, **kwargs: Any) -> HttpResponse:
        """Set the account's language, if it has one, in this browser. If the session has a guest, a log-in redirects to
        the page that asks whether to bring the guest's games: the guest may be another person.
        """
        response = super().post_login(request, user, signup=signup, **kwargs)
        if not signup and guest_of(request) is not None:
            response = HttpResponseRedirect(f"{reverse('accounts:bring')}?{urlencode({'next': response['Location']})}")
        chosen = Person(user=user).preferences.language
        if chosen:
            profile.remember_language(response, chosen)
        return response


def send_on_commit(message: EmailMessage) -> None:
    """Send the email after the transaction commits; not at all if it rolls back."""
    transaction.on_commit(lambda: _postmen.submit(_post, message))


def _has_room(address: str) -> bool:
    """Count an email to this mailbox; return False if a limit is used up. `name+tag@host` counts as `name@host`."""
    name, _at, host = address.lower().rpartition("@")
    mailbox = limits.mark_of(f"{name.partition('+')[0]}@{host}")
    try:
        limits.count_use(name="letters", client=mailbox)
        limits.lease(name="letters_of_a_day", client=mailbox)
    except limits.LimitReached:
        return False
    return True


def _post(message: EmailMessage) -> None:
    """Send the email; log a failure without the email's text."""
    try:
        message.send()
    except Exception:  # any error of the mail server or library: there is no caller that could handle it
        logger.exception("An email could not be sent.")
