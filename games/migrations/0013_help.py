"""Hints and actions taken back, counted on the hand; with defaults in the database, for processes of the version before."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_open_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='hand',
            name='hints',
            field=models.PositiveSmallIntegerField(db_comment='How often a choice was shown to somebody.', db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='hand',
            name='undone',
            field=models.PositiveSmallIntegerField(db_comment='Actions that were taken back.', db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='entry',
            name='source',
            field=models.CharField(choices=[('person', 'Person'), ('computer', 'Computer'), ('fallback', 'a legal move made because the computer player failed or ran out of time'), ('table', 'played out by the table, since nothing was left to decide'), ('dealer', 'Dealer'), ('hint', "no action: a computer player's choice, shown to the seat that asked for it"), ('undo', 'no action: the seat took back the one before')], max_length=8),
        ),
    ]
