"""Routes of accounts. The site's replacements of allauth's views have the same names and come first."""

from django.urls import include, path

from accounts import views

people = (
    [
        path("settings/", views.settings, name="settings"),
        path("settings/preferences/", views.keep_preferences, name="preferences"),
        path("settings/restore/", views.restore_preferences, name="restore"),
        path("settings/zone/", views.tell_zone, name="zone"),
        path("settings/language/", views.choose_language, name="language"),
        path("accounts/leave/", views.leave, name="leave"),
        path("accounts/bring/", views.bring, name="bring"),
    ],
    "accounts",
)

urlpatterns = [
    path("", include(people)),
    path("accounts/login/", views.LoginView.as_view(), name="account_login"),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path("accounts/password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
    path("accounts/email/", views.EmailView.as_view(), name="account_email"),
    path("accounts/2fa/webauthn/add/", views.AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path("accounts/2fa/webauthn/login/", views.LoginPasskeyView.as_view(), name="mfa_login_webauthn"),
    path(
        "accounts/2fa/webauthn/reauthenticate/",
        views.ReauthenticatePasskeyView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("accounts/", include("allauth.urls")),
]
