"""Lines about persons, what they add up to, and the night that adds them up."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_remarks"),
        ("games", "0004_imports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("counted_until", models.DateField(blank=True, null=True)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="there_is_one_night")],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("ties", models.PositiveIntegerField()),
                ("streak", models.PositiveIntegerField(db_comment="The most games won in a row.")),
                ("rate", models.FloatField(db_comment="The lower end of the win rate's interval, 95 in a hundred.")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("games__gte", 20)),
                        fields=["key", "level", "-rate", "user"],
                        name="careers_by_rate",
                    ),
                    models.Index(fields=["key", "level", "-streak", "user"], name="careers_by_streak"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key", "level"), name="a_career_is_counted_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand, from 1; 0 is the game as a whole.")),
                ("seat", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=16)),
                (
                    "level",
                    models.CharField(blank=True, db_comment="Of the computer player on the other side.", max_length=16),
                ),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                ("is_imported", models.BooleanField(default=False)),
                (
                    "is_ranked",
                    models.BooleanField(
                        db_comment="Counts in leaderboards and records: played here, by the usual options.",
                        default=True,
                    ),
                ),
                (
                    "marks",
                    models.TextField(db_comment='What it was, word by word, a blank on each side: " made led bid4 ".'),
                ),
                ("numbers", models.JSONField(default=dict)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="games.game"
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="accounts.guest"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("user__isnull", False)),
                        fields=["user", "day", "id"],
                        name="lines_of_a_user",
                    ),
                    models.Index(
                        condition=models.Q(("guest__isnull", False)),
                        fields=["guest", "day", "id"],
                        name="lines_of_a_guest",
                    ),
                    models.Index(fields=["day"], name="lines_of_a_day"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number", "seat"), name="a_hand_is_told_once_per_seat"),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("guest__isnull", True), _connector="OR"),
                        name="a_line_is_of_one_person_at_most",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_imported", False), ("is_ranked", False), _connector="OR"),
                        name="an_imported_game_is_not_ranked",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("span", models.CharField(choices=[("day", "Day"), ("week", "Week"), ("month", "Month")], max_length=5)),
                ("day", models.DateField(db_comment="The first day of it.")),
                ("key", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("measures", models.JSONField()),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.guest"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "indexes": [models.Index(fields=["day", "span"], name="tallies_of_a_day")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("user", "key", "span", "day", "level"),
                        name="a_users_day_is_counted_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("guest__isnull", False)),
                        fields=("guest", "key", "span", "day", "level"),
                        name="a_guests_day_is_counted_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("guest__isnull", True), ("user__isnull", True)),
                        fields=("key", "span", "day", "level"),
                        name="the_houses_day_is_counted_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("guest__isnull", True), _connector="OR"),
                        name="a_tally_is_of_one_person_or_the_house",
                    ),
                ],
            },
        ),
    ]
