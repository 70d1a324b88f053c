"""The pages that take a passkey. A refused one re-renders the page with the reason, where allauth would redirect."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.flows import auto_generate_recovery_codes
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.internal.auth import begin_authentication
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, ReauthenticateWebAuthnView
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from accounts.adapter import PasskeyAdapter
from accounts.forms import LoginForm
from accounts.passkeys import set_alone
from accounts.views import LoginView


class _StaysMixin:
    """Re-renders the page with its errors instead of redirecting."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(), **kwargs}  # type: ignore[misc]  # a method of the view it is mixed into

    def form_invalid(self, form: Any) -> HttpResponse:
        return _refused(self, form=form)


class AddPasskeyView(_StaysMixin, AddWebAuthnView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse a passkey while an address is unconfirmed: it would lock out the owner of that address."""
        if EmailAddress.objects.filter(user=request.user.pk, verified=False).exists():
            messages.error(request, PasskeyAdapter.error_messages["unverified_email"])
            return redirect("mfa_index")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Add the passkey. Only a second step gets recovery codes: otherwise the password is another way to log in."""
        raise_if_reauthentication_required(self.request, app="allauth.mfa")
        user, is_alone = self.request.user, bool(form.cleaned_data["passwordless"])
        with transaction.atomic():
            # The flow of sign-up sends no mail and makes no recovery codes; both are done below.
            key = flows.signup_authenticator(
                self.request, user, form.cleaned_data["name"], form.cleaned_data["credential"]
            )
            set_alone(key, is_alone=is_alone)
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        codes = None if is_alone else auto_generate_recovery_codes(self.request)
        return redirect("mfa_index" if codes is None else "mfa_view_recovery_codes")


class ReauthenticatePasskeyView(_StaysMixin, ReauthenticateWebAuthnView):
    pass


class LoginPasskeyView(LoginWebAuthnView):
    """Requests the challenge by POST: it is stored in the session, and a GET from another site must not write a row."""

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


def _refused(view: Any, **forms: Any) -> HttpResponse:
    context = view.get_context_data(**forms)
    return cast(HttpResponse, view.render_to_response(context, status=HTTPStatus.UNPROCESSABLE_ENTITY))
