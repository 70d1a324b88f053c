"""Each mistake in the settings has its id."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.checks import Tags, run_checks
from pytest_django.fixtures import Settings

SQLITE = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}


def ids() -> set[str | None]:
    return {message.id for message in run_checks(tags=[Tags.compatibility]) if str(message.id).startswith("spadesite.")}


def test_the_tests_own_settings_have_no_mistake() -> None:
    assert ids() == set()


def use_database(monkeypatch: pytest.MonkeyPatch, database: dict[str, Any]) -> None:
    """Setting DATABASES whole would warn, rightly: the connections are open already."""
    monkeypatch.setitem(django_settings.DATABASES, "default", database)


def test_sqlite_without_immediate(monkeypatch: pytest.MonkeyPatch) -> None:
    use_database(monkeypatch, {**SQLITE, "OPTIONS": {"transaction_mode": "DEFERRED"}})
    assert ids() == {"spadesite.E001"}
    use_database(monkeypatch, {**SQLITE, "OPTIONS": {"transaction_mode": "immediate"}})
    assert ids() == set()


def test_postgresql_needs_no_transaction_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    use_database(monkeypatch, {"ENGINE": "django.db.backends.postgresql", "NAME": "spades", "OPTIONS": {}})
    assert ids() == set()


def test_no_broker(settings: Settings) -> None:
    settings.CELERY_BROKER_URL, settings.CELERY_TASK_ALWAYS_EAGER = "", False
    assert ids() == {"spadesite.E002"}


@pytest.mark.parametrize("kind", ["missing", "a file"])
def test_an_unwritable_var_folder(kind: str, settings: Settings, tmp_path: Path) -> None:
    settings.VAR = tmp_path / "var"
    if kind == "a file":
        settings.VAR.write_text("")
    assert ids() == {"spadesite.E003"}


@pytest.fixture
def production(settings: Settings) -> None:
    """As it should be."""
    settings.PRODUCTION, settings.LIMITS_APPLY, settings.SECURITY_CONTACT = True, True, "mailto:security@example.org"
    settings.DEFAULT_FROM_EMAIL = "table@cards.example.org"


def test_what_production_would_refuse(settings: Settings) -> None:
    settings.UNSAFE = ["ALLOWED_HOSTS lets every host name in: name those of the site."]
    assert ids() == {"spadesite.W004"}


@pytest.mark.usefixtures("production")
def test_production_as_it_should_be() -> None:
    assert ids() == set()


@pytest.mark.usefixtures("production")
@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("LIMITS_APPLY", False, "spadesite.W002"),
        ("SECURITY_CONTACT", "", "spadesite.W003"),
        ("DEFAULT_FROM_EMAIL", "table@localhost", "spadesite.W005"),
    ],
    ids=["no limits", "nobody to tell of a hole", "letters that nobody takes"],
)
def test_a_mistake_in_production(setting: str, value: object, told: str, settings: Settings) -> None:
    setattr(settings, setting, value)
    assert ids() == {told}
