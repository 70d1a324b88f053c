"""What somebody has used of the limits."""

from django.db import migrations, models


def only_in_memory(apps, schema_editor):
    """Nothing here has to survive a crash of the server, so PostgreSQL need not write it to its journal."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE accounts_allowance SET UNLOGGED")


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0005_comfort"),
    ]

    operations = [
        migrations.CreateModel(
            name="Allowance",
            fields=[
                ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("used_until", models.FloatField(db_comment="Seconds since 1970.")),
            ],
        ),
        migrations.RunPython(only_in_memory, migrations.RunPython.noop),
    ]
