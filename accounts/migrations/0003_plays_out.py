"""Whoever likes plays every hand out to its last card."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_folded_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='plays_out',
            field=models.BooleanField(db_default=False, default=False, verbose_name='I play every hand out myself'),
        ),
    ]
