"""Games that came in as records, the proofs they bring, and seats of people who are not here."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

#: What a seat of somebody who is not here is called where there is no word for it yet.
AWAY = "away"


def call_them_away(apps, schema_editor):
    """The older rows know no seat without a person or a level; the games stay."""
    apps.get_model("games", "Seat").objects.filter(user=None, guest=None, level="").update(level=AWAY)


def call_them_people(apps, schema_editor):
    apps.get_model("games", "Seat").objects.filter(level=AWAY).update(level="")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_people"),
        ("games", "0003_shares"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveConstraint(model_name="seat", name="a_seat_is_a_person_or_a_computer"),
        migrations.RunPython(call_them_people, call_them_away),
        migrations.AddField(
            model_name="seat",
            name="name",
            field=models.CharField(
                blank=True, db_comment="Of somebody who is not here; else empty.", default="", max_length=40
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True, level="", name="")
                | Q(user__isnull=True, guest__isnull=False, level="", name="")
                | Q(user__isnull=True, guest__isnull=True, level="")
                | (Q(user__isnull=True, guest__isnull=True, name="") & ~Q(level="")),
                name="a_seat_is_a_person_or_a_computer",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="gave_up",
            field=models.PositiveSmallIntegerField(
                blank=True, db_comment="The seat that gave the game up.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="imported_at",
            field=models.DateTimeField(
                blank=True, db_comment="When it came in as a record; null for a game played here.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="digest",
            field=models.CharField(
                blank=True,
                db_comment="SHA-256 of what was played, for an imported game; nobody takes one in twice.",
                default="",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(imported_at__isnull=True, digest="")
                | (Q(imported_at__isnull=False) & ~Q(digest="") & ~Q(status="playing")),
                name="an_imported_game_is_over_and_has_a_digest",
            ),
        ),
        migrations.CreateModel(
            name="ForeignSeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand, from 1.")),
                ("server_seed", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(max_length=64)),
                ("player_seed", models.CharField(blank=True, max_length=64)),
                ("algorithm", models.CharField(max_length=40)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="foreign_seals", to="games.game"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="an_imported_hand_has_one_proof")
                ],
            },
        ),
    ]
