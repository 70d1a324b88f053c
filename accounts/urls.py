"""Routes of people. Allauth's keep their own names; its sign-up page is ours."""

from django.urls import include, path

from accounts import views

people = (
    [
        path("settings/", views.settings, name="settings"),
        path("accounts/leave/", views.leave, name="leave"),
        path("accounts/bring/", views.bring, name="bring"),
    ],
    "accounts",
)

urlpatterns = [
    path("", include(people)),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path("accounts/", include("allauth.urls")),
]
