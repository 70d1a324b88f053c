"""No index of its own for a column that begins a unique constraint: that has one, and finds rows as quickly."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

#: The columns: of which model, named how, pointing where, and called what from there.
COVERED = (
    ("seat", "game", "games.game", "seats"),
    ("entry", "game", "games.game", "entries"),
    ("seal", "game", "games.game", "seals"),
    ("foreignseal", "game", "games.game", "foreign_seals"),
    ("hand", "game", "games.game", "hands"),
    ("bid", "hand", "games.hand", "bids"),
    ("discard", "hand", "games.hand", "discards"),
    ("trick", "hand", "games.hand", "tricks"),
    ("play", "hand", "games.hand", "plays"),
    ("play", "trick", "games.trick", "plays"),
    ("personline", "game", "games.game", "lines"),
    ("career", "user", settings.AUTH_USER_MODEL, None),
)


class WithoutIndex(migrations.AlterField):
    """Drops the column's index and touches nothing else. Django would copy the whole table on SQLite, and on PostgreSQL
    hold up whoever plays; there the index goes, and comes back, while they do.
    """

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        table, column = self._place(app_label, to_state)
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, table)
        for name, one in found.items():
            if one["index"] and not one["unique"] and one["columns"] == [column]:
                schema_editor.execute(f"DROP INDEX {_meanwhile(connection)} IF EXISTS {_quoted(connection, name)}")

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        table, column = self._place(app_label, to_state)
        connection = schema_editor.connection
        name = _quoted(connection, schema_editor._create_index_name(table, [column]))
        where = f"{_quoted(connection, table)} ({_quoted(connection, column)})"
        schema_editor.execute(f"CREATE INDEX {_meanwhile(connection)} IF NOT EXISTS {name} ON {where}")

    def _place(self, app_label, state):
        model = state.apps.get_model(app_label, self.model_name)
        return model._meta.db_table, model._meta.get_field(self.name).column


def _meanwhile(connection):
    return "CONCURRENTLY" if connection.vendor == "postgresql" else ""


def _quoted(connection, name):
    return connection.ops.quote_name(name)


def _column(to, name):
    called = {} if name is None else {"related_name": name}
    return models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to=to, **called)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("games", "0016_verification"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [WithoutIndex(model, name, _column(to, called)) for model, name, to, called in COVERED]
