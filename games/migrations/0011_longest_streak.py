"""The longest streak of a game, whatever the level, found without sorting everybody's careers."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_setup"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="career",
            index=models.Index(fields=["key", "-streak", "user"], name="careers_by_any_streak"),
        ),
    ]
