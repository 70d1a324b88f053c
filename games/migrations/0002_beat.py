"""The entries of beat stand in the settings now: its tables go, with all that told of them.

Taking it back brings no table: a version that wants them makes them by its own `migrate`.
"""

from django.conf import settings
from django.db import migrations
from django.db.migrations.recorder import MigrationRecorder

APP = "django_celery_beat"
#: Those that point to others first.
TABLES = ("periodictask", "periodictasks", "clockedschedule", "crontabschedule", "intervalschedule", "solarschedule")


def drop(apps, schema_editor):
    for name in TABLES:
        schema_editor.execute(f"DROP TABLE IF EXISTS {APP}_{name}")
    database = schema_editor.connection.alias
    apps.get_model("contenttypes", "ContentType").objects.using(database).filter(app_label=APP).delete()
    MigrationRecorder(schema_editor.connection).migration_qs.filter(app=APP).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_start"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [migrations.RunPython(drop, migrations.RunPython.noop)]
