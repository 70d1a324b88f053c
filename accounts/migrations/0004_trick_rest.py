"""A player chooses how long a finished trick stays."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_plays_out'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='trick_rest',
            field=models.CharField(choices=[('read', 'Long enough to read'), ('off', 'Off'), ('one', '1 second'), ('two', '2 seconds'), ('tap', 'Until I tap')], db_default='read', default='read', max_length=8, verbose_name='how long a finished trick stays'),
        ),
    ]
