"""Whether a seat is in the first game of its kind that the person plays."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_match'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='is_first',
            field=models.BooleanField(db_comment='The person’s first game of its kind: it gives tips.', db_default=False, default=False),
        ),
    ]
