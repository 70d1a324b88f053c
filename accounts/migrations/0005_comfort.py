"""Tips, sounds and the language, as somebody likes them.

Each has a default in the database, for processes of the version before.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_sorting'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='language',
            field=models.CharField(blank=True, choices=[('en', 'English'), ('de', 'Deutsch')], db_comment='Empty: as the browser asks.', db_default='', default='', max_length=8, verbose_name='language'),
        ),
        migrations.AddField(
            model_name='preferences',
            name='lessons',
            field=models.BooleanField(db_default=True, default=True, verbose_name='tips in my first game of each kind'),
        ),
        migrations.AddField(
            model_name='preferences',
            name='sounds',
            field=models.BooleanField(db_default=False, default=False, verbose_name='sounds'),
        ),
    ]
