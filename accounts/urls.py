"""Routes of people. Allauth's keep their own names; its log-in and sign-up pages are ours."""

from django.urls import include, path

from accounts import views

people = (
    [
        path("settings/", views.settings, name="settings"),
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
    path("accounts/", include("allauth.urls")),
]
