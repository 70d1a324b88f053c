from typing import Any

from django.db import migrations


def are_not_brought(apps: Any, schema_editor: Any) -> None:
    """Of people who are gone: a seat of nobody's that was brought is from now on somebody's second one."""
    seats = apps.get_model("games", "Seat").objects.using(schema_editor.connection.alias)
    seats.filter(user=None, guest=None, is_brought=True).update(is_brought=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0024_verified_until")]

    operations = [migrations.RunPython(are_not_brought, migrations.RunPython.noop)]
