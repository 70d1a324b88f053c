"""Addresses of the reading pages and of what makes the site installable."""

from django.urls import path

from spadesite import pages

urlpatterns = [
    path("keyboard/", pages.keyboard, name="keyboard"),
    path("privacy/", pages.privacy, name="privacy"),
    path("about/", pages.about, name="about"),
    path("offline/", pages.offline, name="offline"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("sw.js", pages.service_worker, name="service_worker"),
]
