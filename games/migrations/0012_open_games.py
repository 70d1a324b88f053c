"""Games that go on, found without a look at all that somebody has ended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_longest_streak")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "moved_at"], name="games_that_go_on", condition=models.Q(status="playing")
            ),
        ),
    ]
