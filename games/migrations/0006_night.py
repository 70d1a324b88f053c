"""The schedule of `games.night`: each hour, so that a night that was slept through is
made up for as soon as the machine is awake. After the first of a day the others find nothing to do."""

from django.db import migrations

NAME = "games.night"


def add(apps, schema_editor):
    crontab, _ = apps.get_model("django_celery_beat", "CrontabSchedule").objects.get_or_create(
        minute="7", hour="*", day_of_week="*", day_of_month="*", month_of_year="*", timezone="UTC"
    )
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME,
        defaults={"task": NAME, "crontab": crontab, "expire_seconds": 3000},
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_statistics"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]
    operations = [migrations.RunPython(add, remove)]
