"""Routes of the whole site, and the error handlers for Django and allauth."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from games.lobby import views
from spadesite import pages

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    *([path(settings.ADMIN_PATH, admin.site.urls)] if settings.ADMIN_PATH else []),
    path("", include("games.urls")),  # before the accounts, because most requests are for games
    path("", include("accounts.urls")),
    *(path(f"{name}/", pages.reading(name), name=name) for name in ("keyboard", "privacy", "about", "offline")),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("robots.txt", pages.robots, name="robots"),
    path("sw.js", pages.service_worker, name="service_worker"),
]

handler400 = "spadesite.errors.bad_request"
handler403 = "spadesite.errors.forbidden"
handler404 = "spadesite.errors.not_found"
handler429 = "spadesite.errors.too_many"
handler500 = "spadesite.errors.server_error"
