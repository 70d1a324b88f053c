"""A computer player may have a name: at four seats there are three of them."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_sorting"),
        ("games", "0007_sides"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="seat", name="a_seat_is_a_person_or_a_computer"),
        migrations.AlterField(
            model_name="seat",
            name="name",
            field=models.CharField(
                blank=True,
                db_comment="Of somebody who is not here, or of a computer player that is not Marta; else empty.",
                max_length=40,
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True, level="", name="")
                | Q(user__isnull=True, guest__isnull=False, level="", name="")
                | Q(user__isnull=True, guest__isnull=True),
                name="a_seat_is_a_person_or_a_computer",
            ),
        ),
    ]
