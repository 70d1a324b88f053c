"""How somebody likes the cards of a hand sorted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_shows_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="spades_first",
            field=models.BooleanField(default=True, verbose_name="spades stand first in my hand"),
        ),
        migrations.AddField(
            model_name="preferences",
            name="aces_first",
            field=models.BooleanField(default=True, verbose_name="aces stand first in their suit"),
        ),
    ]
