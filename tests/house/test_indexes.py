"""The indexes of the database: none that another one makes needless."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import BaseConstraint, Index, Model


def _columns(*, unique: bool) -> Iterator[tuple[str, list[str]]]:
    """Table and columns of every whole index of ours."""
    conditional = {one.name for model in _models() for one in _named(model) if getattr(one, "condition", None)}
    for model in _models():
        table = model._meta.db_table
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, table)
        for name, one in found.items():
            if name not in conditional and one["index" if not unique else "unique"] and one["unique"] == unique:
                yield table, one["columns"]


def _models() -> list[type[Model]]:
    return [model for app in ("games", "accounts") for model in apps.get_app_config(app).get_models()]


def _named(model: type[Model]) -> list[Index | BaseConstraint]:
    return [*model._meta.indexes, *model._meta.constraints]


def _covered() -> set[tuple[str, str]]:
    """Columns with an index of their own that begin a unique one as well."""
    begun = {(table, columns[0]) for table, columns in _columns(unique=True) if len(columns) > 1}
    return begun & {(table, columns[0]) for table, columns in _columns(unique=False) if len(columns) == 1}


@pytest.mark.django_db
def test_none_is_the_beginning_of_a_unique_one() -> None:
    assert _covered() == set()
