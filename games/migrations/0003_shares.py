"""Links to past games, and the index by which somebody's games are listed."""

import django.db.models.deletion
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_nudge")]
    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["user", "game"], name="games_of_a_user", condition=models.Q(("user__isnull", False))
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["guest", "game"], name="games_of_a_guest", condition=models.Q(("guest__isnull", False))
            ),
        ),
        migrations.CreateModel(
            name="Share",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(default=games.models.new_token, max_length=22, unique=True)),
                ("hand", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("hides_names", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        db_comment="Whoever made it.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("hand__isnull", True), ("hand__gte", 1), _connector="OR"),
                        name="a_shared_hand_counts_from_one",
                    )
                ],
            },
        ),
    ]
