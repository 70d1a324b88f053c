"""Addresses of the reading pages and of what makes the site installable."""

from django.urls import path

from spadesite import pages

urlpatterns = [
    *(path(f"{name}/", pages.reading(name), name=name) for name in ("keyboard", "privacy", "about", "offline")),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("sw.js", pages.service_worker, name="service_worker"),
]
