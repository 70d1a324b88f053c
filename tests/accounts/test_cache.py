"""What is kept for a while beside the rows: under whose name nobody can read, and not for ever."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as house
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.tidying import tidy

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(settings: Settings) -> str:
    """The cache of a site without Redis."""
    name = "cache_of_a_test"
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {**house.CACHES["default"], "BACKEND": backend, "LOCATION": name}}
    call_command("createcachetable", name)
    return name


def keys(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT cache_key FROM {table}")
        return [row[0] for row in cursor.fetchall()]


def test_nobody_s_name_or_address_stands_in_the_cache(table: str, client: Client) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": "not hers at all"}, REMOTE_ADDR="203.0.113.77")
    found = keys(table)
    assert len(found) > 1, "log-ins are limited"
    assert [key for key in found if "203.0.113" in key or "alice" in key or ":" in key] == []


def test_the_night_deletes_what_has_lapsed(table: str) -> None:
    cache.set("short", 1, timeout=60)
    cache.set("long", 2, timeout=7200)
    tidy()
    assert len(keys(table)) == 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        tidy()
        assert len(keys(table)) == 1 and cache.get("long") == 2
