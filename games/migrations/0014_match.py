"""What a game carries on from the games of its match before it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_help'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='carried',
            field=models.JSONField(blank=True, db_comment='What it starts with from the games before it.', db_default={}, default=dict),
        ),
    ]
