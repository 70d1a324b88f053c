"""Where holes are told of, and who gets into the admin."""

import importlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import clear_url_caches
from pytest_django.fixtures import Settings

from accounts.models import User
from spadesite import urls

pytestmark = pytest.mark.django_db

TEXT = "/.well-known/security.txt"


def test_it_says_where_to_write_and_until_when(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    response = client.get(TEXT)
    told = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert response["Content-Type"].startswith("text/plain")
    assert told["Contact"] == "mailto:security@example.org"
    left = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)
    assert told["Canonical"] == f"http://testserver{TEXT}"


def test_without_a_contact_there_is_none(client: Client) -> None:
    assert client.get(TEXT).status_code == 404


def test_the_document_names_it() -> None:
    text = (Path(__file__).resolve().parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    assert TEXT in text
    assert "SECURITY_CONTACT" in text


def test_the_admin_is_for_staff_alone(client: Client, as_alice: Client, alice: User) -> None:
    assert client.get("/admin/").status_code == 302
    assert as_alice.get("/admin/", follow=True).status_code == 403
    alice.is_staff = alice.is_superuser = True
    alice.save()
    assert as_alice.get("/admin/").status_code == 200


def test_the_admin_is_where_it_was_put_and_nowhere_else(client: Client, settings: Settings) -> None:
    try:
        settings.ADMIN_PATH = "back-room/"
        importlib.reload(urls)
        clear_url_caches()
        assert client.get("/back-room/").status_code == 302
        assert client.get("/admin/").status_code == 404
        settings.ADMIN_PATH = ""
        importlib.reload(urls)
        clear_url_caches()
        assert client.get("/admin/").status_code == client.get("/back-room/").status_code == 404
    finally:
        settings.ADMIN_PATH = "admin/"
        importlib.reload(urls)
        clear_url_caches()
