"""The indexes of the database: none that another one makes needless."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

MODELS: list[type[Model]] = [model for app in ("games", "accounts") for model in apps.get_app_config(app).get_models()]


def columns(*, unique: bool) -> Iterator[tuple[str, list[str]]]:
    """Table and columns of every whole index of ours; one of an expression has none."""
    named = [one for model in MODELS for one in (*model._meta.indexes, *model._meta.constraints)]
    conditional = {one.name for one in named if getattr(one, "condition", None)}
    for table in [model._meta.db_table for model in MODELS]:
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, table)
        whole = [one for name, one in found.items() if name not in conditional and one["columns"]]
        for one in whole:
            if one["index" if not unique else "unique"] and one["unique"] == unique:
                yield table, one["columns"]


@pytest.mark.django_db
def test_none_is_the_beginning_of_a_unique_one() -> None:
    begun = {(table, first) for table, (first, *more) in columns(unique=True) if more}
    alone = {(table, first) for table, (first, *more) in columns(unique=False) if not more}
    assert begun and alone and begun & alone == set()
