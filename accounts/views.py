"""Pages of accounts: log-in, sign-up, password reset, email, passkeys, settings, removal, and bringing a guest's games.

A refused passkey re-renders the page with the reason, where allauth would redirect. All other account pages are
allauth's.
"""

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import EmailView as AllauthEmailView
from allauth.account.views import LoginView as AllauthLoginView
from allauth.account.views import PasswordResetView as AllauthPasswordResetView
from allauth.account.views import SignupView as AllauthSignupView
from allauth.core import ratelimit
from allauth.mfa.recovery_codes.internal.flows import auto_generate_recovery_codes
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.internal.auth import begin_authentication
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, ReauthenticateWebAuthnView
from django.conf import settings as conf
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.hashers import make_password
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import people, profile
from accounts.adapter import PasskeyAdapter
from accounts.forms import LanguageForm, LeaveForm, LoginForm, PreferencesForm, RenameForm, ZoneForm
from accounts.models import User
from accounts.passkeys import set_alone


class LoginView(AllauthLoginView):
    """Sets the status 429 after too many tries, which allauth reports only as a form error."""

    def form_invalid(self, form: Any) -> HttpResponse:
        response = cast(HttpResponse, super().form_invalid(form))
        if form.has_error(NON_FIELD_ERRORS, code="too_many_login_attempts"):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response["Retry-After"] = "60"
        return response


#: Names of the routes that log a visitor in.
SIGN_IN = frozenset(("account_login", "account_signup", "mfa_login_webauthn", "mfa_authenticate"))


def outdated_sign_in(request: HttpRequest, notice: str) -> HttpResponse:
    """Respond to a log-in or sign-up form with an outdated CSRF token.

    Redirect to `next` if the visitor is already logged in, else to the form, with a new token and the `notice`.
    """
    onward = _next_url(request)
    if request.user.is_authenticated:
        messages.info(request, _("You’re already logged in as %(name)s.") % {"name": request.user.get_username()})
        return HttpResponseRedirect(onward)
    messages.info(request, notice)
    page = request.path if resolve(request.path).view_name == "account_signup" else reverse("account_login")
    return HttpResponseRedirect(f"{page}?{urlencode({'next': onward})}")


class SignupView(AllauthSignupView):
    """Creates the account and its session and adopts the guest in one transaction: an error leaves the guest unchanged.

    The password is hashed before the transaction.
    """

    def form_valid(self, form: Any) -> HttpResponse:
        form.hashed = make_password(form.cleaned_data.pop("password1"))
        try:
            with transaction.atomic():
                return cast(HttpResponse, super().form_valid(form))
        except IntegrityError:
            form.full_clean()  # refuses the name if another sign-up took it in the meantime
            if form.is_valid():
                raise
            return cast(HttpResponse, self.form_invalid(form))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        guest = people.guest_of(self.request)
        hands = people.hands_of(people.guest_history, guest) if guest is not None else 0
        return {**super().get_context_data(**kwargs), "guest": guest, "hands": hands}


class PasswordResetView(AllauthPasswordResetView):
    """Sends the same headers for known and unknown addresses: Django adds `Vary: Cookie` only for known ones."""

    def form_valid(self, form: Any) -> HttpResponse:
        response = cast(HttpResponse, super().form_valid(form))
        patch_vary_headers(response, ("Cookie",))
        return response


class EmailView(AllauthEmailView):
    """Serialises changes by a lock, and refuses changes of a removed account.

    A confirmation is sent again only to an unconfirmed address.
    """

    @transaction.atomic
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        people.hold(people.Person(user=cast(User, request.user)))
        if "action_send" not in request.POST:
            return cast(HttpResponse, super().post(request, *args, **kwargs))
        unconfirmed = EmailAddress.objects.filter(user=request.user, verified=False)
        address = min(unconfirmed, key=lambda one: one.email != request.POST.get("email"), default=None)
        if address is not None:
            send_verification_email_to_address(request, address)
        return redirect("account_email")


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    name_form = RenameForm(posted, person=people.person_of(request))
    preferences_form = PreferencesForm(posted, instance=people.preferences_of(request))
    are_valid = [name_form.is_valid(), preferences_form.is_valid()]  # a list, so that both forms show their errors
    if posted is not None and all(are_valid):
        name = name_form.cleaned_data["name"]
        try:
            profile.save(person=people.seat_someone(request), name=name, **preferences_form.cleaned_data)
        except profile.NameTaken:
            name_form.add_error("name", _("That name is taken."))
        else:
            messages.success(request, _("Saved."))
            return HttpResponseRedirect(_next_url(request, usually=reverse("accounts:settings")))
    status = 422 if posted is not None else 200
    return _settings_page(request, status=status, name_form=name_form, form=preferences_form)


@require_POST
def keep_preferences(request: HttpRequest) -> HttpResponse:
    """Save the preferences of the settings page; return the text of the page's status line. Ignores the name field."""
    form = PreferencesForm(request.POST, instance=people.preferences_of(request))
    if not form.is_valid():
        return HttpResponse(_("Choose one of the options."), status=422)
    profile.keep(person=people.seat_someone(request), **form.cleaned_data)
    return HttpResponse(_("Saved."))


@require_http_methods(["GET", "HEAD", "POST"])
def restore_preferences(request: HttpRequest) -> HttpResponse:
    """Reset all preferences and the language; a GET lists them and asks for confirmation."""
    if request.method != "POST":
        fields = [*PreferencesForm(), *LanguageForm()]
        return render(request, "accounts/restore.html", {"labels": [field.label for field in fields]})
    person = people.person_of(request)
    if person is not None:
        profile.restore(person=person)
    answer = HttpResponseRedirect(_next_url(request, usually=reverse("accounts:settings")))
    profile.remember_language(answer, "")
    messages.success(request, _("Your preferences are back to the defaults."))
    return answer


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language in this browser, and store it for the person's other browsers."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, status=422, language_form=form)
    chosen, person = form.cleaned_data["language"], people.person_of(request)
    if person is not None:
        profile.keep(person=person, language=chosen)
    answer = HttpResponseRedirect(_next_url(request, usually=reverse("accounts:settings")))
    profile.remember_language(answer, chosen)
    return answer


@require_POST
def tell_zone(request: HttpRequest) -> HttpResponse:
    """Store the browser's time zone if the person has none."""
    form, person = ZoneForm(request.POST), people.person_of(request)
    if not form.is_valid():
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if person is not None:
        profile.keep_zone(person=person, name=form.cleaned_data["time_zone"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Ask whether to bring the guest's games. The guest comes from the session, never from the form."""
    guest, user = people.guest_of(request), cast(User, request.user)
    onward = _next_url(request)
    if guest is None:
        request.session.pop(people.GUEST_KEY, None)
        return HttpResponseRedirect(onward)
    if request.method != "POST":
        hands = people.hands_of(people.guest_history, guest, user)
        staying = people.hands_of(people.guest_staying, guest, user)
        return render(request, "accounts/bring.html", {"hands": hands, "staying": staying, "next": onward})
    if request.POST.get("bring") == "yes" and people.adopt(guest=guest, user=user):
        messages.success(request, _("Your games are now in your account."))
    people.leave_guest(request)
    return HttpResponseRedirect(onward)


@reauthentication_required(
    enabled=lambda request: request.user.is_authenticated and not request.user.has_usable_password()
)
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Remove the account or the guest: a GET asks, a POST removes. The password check has allauth's rate limit."""
    person = people.person_of(request)
    if person is None:
        return redirect("accounts:settings")
    if request.method == "POST" and person.user is not None:
        too_many = ratelimit.consume_or_429(request, action="reauthenticate", user=person.user)
        if too_many is not None:
            return cast(HttpResponse, too_many)
    form = LeaveForm(request.POST if request.method == "POST" else None, person=person)
    if not form.is_valid():
        return render(request, "accounts/leave.html", {"form": form}, status=422 if form.is_bound else 200)
    people.leave(person=person)
    logout(request)
    people.forget_person(request)
    messages.success(request, _("Your data has been deleted. Thank you for playing."))
    return redirect("/")


class _RerenderMixin:
    """Renders the page again with the form's errors, where allauth redirects."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(), **kwargs}  # type: ignore[misc]  # a method of the view it is mixed into

    def form_invalid(self, form: Any) -> HttpResponse:
        return _refused(self, form=form)


class AddPasskeyView(_RerenderMixin, AddWebAuthnView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse a passkey while an address is unconfirmed: the passkey could lock out the owner of that address."""
        if EmailAddress.objects.filter(user=request.user.pk, verified=False).exists():
            messages.error(request, PasskeyAdapter.error_messages["unverified_email"])
            return redirect("mfa_index")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Add the passkey. A second step also gets recovery codes; a passkey that logs in alone is never required."""
        raise_if_reauthentication_required(self.request, app="allauth.mfa")
        user, is_alone = self.request.user, bool(form.cleaned_data["passwordless"])
        with transaction.atomic():
            # Allauth's flow of sign-up, because it sends no mail and creates no recovery codes; both follow below.
            key = flows.signup_authenticator(
                self.request, user, form.cleaned_data["name"], form.cleaned_data["credential"]
            )
            set_alone(key, is_alone=is_alone)
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        codes = None if is_alone else auto_generate_recovery_codes(self.request)
        return redirect("mfa_index" if codes is None else "mfa_view_recovery_codes")


class ReauthenticatePasskeyView(_RerenderMixin, ReauthenticateWebAuthnView):
    pass


class LoginPasskeyView(LoginWebAuthnView):
    """Creates the challenge only on POST: the session stores it, and a GET from another site must not write a row."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("account_login")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log in with the credential; without one, return the request options for the device."""
        if "credential" in request.POST:
            return cast(HttpResponse, super().post(request, *args, **kwargs))
        return JsonResponse({"request_options": begin_authentication(user=None)})

    def form_invalid(self, form: Any) -> HttpResponse:
        page = LoginView()
        page.setup(self.request)
        return _refused(page, form=LoginForm(request=self.request), passkey_form=form)


def _settings_page(request: HttpRequest, *, status: int, **forms: Any) -> HttpResponse:
    as_it_stands = {
        "name_form": RenameForm(person=people.person_of(request)),
        "form": PreferencesForm(instance=people.preferences_of(request)),
        "next": _next_url(request, usually=""),
        "language_form": LanguageForm(initial={"language": request.COOKIES.get(conf.LANGUAGE_COOKIE_NAME, "")}),
    }
    return render(request, "accounts/settings.html", {**as_it_stands, **forms}, status=status)


def _next_url(request: HttpRequest, *, usually: str = "/") -> str:
    """Return the URL to go to: the parameter `next` if it is safe to redirect to, else `usually`."""
    url = request.POST.get("next") or request.GET.get("next") or usually
    return url if get_adapter().is_safe_url(url) else usually


def _refused(view: Any, **forms: Any) -> HttpResponse:
    context = view.get_context_data(**forms)
    return cast(HttpResponse, view.render_to_response(context, status=HTTPStatus.UNPROCESSABLE_ENTITY))
