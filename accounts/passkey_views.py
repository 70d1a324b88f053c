"""Where allauth would send somebody away whose passkey was refused, or draw the form anew without the reason: the page
stays, and says it.
"""

from http import HTTPStatus
from typing import Any, cast

from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, ReauthenticateWebAuthnView
from django.http import HttpResponse

from accounts.forms import LoginForm
from accounts.views import LoginView


class _StaysMixin:
    """The page again with what was wrong, in place of a redirect."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(), **kwargs}  # type: ignore[misc]  # of the view it is mixed into

    def form_invalid(self, form: Any) -> HttpResponse:
        return _refused(self, form=form)


class AddPasskeyView(_StaysMixin, AddWebAuthnView):
    pass


class ReauthenticatePasskeyView(_StaysMixin, ReauthenticateWebAuthnView):
    pass


class LoginPasskeyView(LoginWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:
        page = LoginView()
        page.setup(self.request)
        return _refused(page, form=LoginForm(request=self.request), passkey_form=form)


def _refused(view: Any, **forms: Any) -> HttpResponse:
    context = view.get_context_data(**forms)
    return cast(HttpResponse, view.render_to_response(context, status=HTTPStatus.UNPROCESSABLE_ENTITY))
