"""How somebody set each game up the last time."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_sorting"),
        ("games", "0009_shuffles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Setup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=16)),
                ("variant", models.CharField(blank=True, db_comment="Empty where the game has none.", max_length=16)),
                (
                    "options",
                    models.JSONField(
                        db_comment="Only those that differ from the variant's defaults.", default=dict
                    ),
                ),
                (
                    "chairs",
                    models.JSONField(db_comment="Level and name of each computer player, clockwise.", default=list),
                ),
                ("used_at", models.DateTimeField()),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="setups",
                        to="accounts.guest",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="setups",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(user__isnull=False),
                        fields=("user", "key", "variant"),
                        name="a_user_keeps_one_setup_of_a_variant",
                    ),
                    models.UniqueConstraint(
                        condition=Q(guest__isnull=False),
                        fields=("guest", "key", "variant"),
                        name="a_guest_keeps_one_setup_of_a_variant",
                    ),
                    models.CheckConstraint(
                        condition=Q(user__isnull=False, guest__isnull=True)
                        | Q(user__isnull=True, guest__isnull=False),
                        name="a_setup_belongs_to_a_user_or_a_guest",
                    ),
                ],
            },
        ),
    ]
