"""The schedule of `games.verify`: each night, when the day before is over everywhere and counted."""

from django.db import migrations

NAME = "games.verify"


def add(apps, schema_editor):
    crontab, _ = apps.get_model("django_celery_beat", "CrontabSchedule").objects.get_or_create(
        minute="37", hour="3", day_of_week="*", day_of_month="*", month_of_year="*", timezone="UTC"
    )
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME,
        defaults={"task": NAME, "crontab": crontab, "expire_seconds": 72000},
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_first_game"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]
    operations = [migrations.RunPython(add, remove)]
