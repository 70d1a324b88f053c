"""On the way back: deals of boards and positions go, since an older house takes each seed for one hand’s."""

from django.db import migrations


def forget_shared_deals(apps, schema_editor):
    """Back where each seed was one hand's: boards and positions are dealt no more."""
    apps.get_model("games", "Seal").objects.exclude(dealt_by="seal").delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0015_boards")]

    operations = [migrations.RunPython(migrations.RunPython.noop, forget_shared_deals)]
