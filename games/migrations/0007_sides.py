"""The side of each seat, and names for computer players that are not Marta.

Every game stored so far has two sides of one seat each: a seat's side is its number.
"""

from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def number_is_side(apps, schema_editor):
    apps.get_model("games", "Seat").objects.exclude(number=0).update(side=F("number"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_night"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            model_name="seat",
            name="side",
            field=models.PositiveSmallIntegerField(
                default=0, db_comment="The side it plays on, as a game's winner is one."
            ),
        ),
        migrations.RunPython(number_is_side, migrations.RunPython.noop, elidable=True),
    ]
