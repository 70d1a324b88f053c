"""What every name looks like, so that nobody new can look like somebody else. Who looks alike already stays so.

While people sign up: the column is empty at first, filled in batches, and unique by an index that PostgreSQL makes
without holding anybody up.
"""

from django.db import migrations, models

from accounts.folding import fold_names

INDEX = "no_name_looks_like_another"


def fold(apps, schema_editor):
    fold_names(apps.get_model("accounts", "User").objects.all())


def _meanwhile(schema_editor):
    return "CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""


def _drop(apps, schema_editor):
    schema_editor.execute(f"DROP INDEX {_meanwhile(schema_editor)} IF EXISTS {INDEX}")


def _make(apps, schema_editor):
    _drop(apps, schema_editor)  # one that was broken off is there and holds nothing
    schema_editor.execute(
        f"CREATE UNIQUE INDEX {_meanwhile(schema_editor)} {INDEX} ON accounts_user (folded_name)"
        " WHERE folded_name IS NOT NULL"
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0001_start")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="folded_name",
            field=models.CharField(
                db_comment="Null where a version that did not fold names has written the row, until the next night.",
                editable=False,
                max_length=255,
                null=True,
            ),
        ),
        migrations.RunPython(fold, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(_make, _drop)],
            state_operations=[
                migrations.AddConstraint(
                    model_name="user",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("folded_name__isnull", False)), fields=("folded_name",), name=INDEX
                    ),
                )
            ],
        ),
    ]
