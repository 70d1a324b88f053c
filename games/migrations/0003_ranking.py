"""What the ranking and a recount need: games begun as a guest, games left lying, and by which facts lines are told."""

from django.db import migrations, models


def lines_of_an_older_house(apps, schema_editor):
    """Where nothing was counted yet there is no row to say so."""
    if apps.get_model("games", "PersonLine").objects.exists():
        apps.get_model("games", "Night").objects.get_or_create(pk=1, defaults={"facts": 1})


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_beat'),
    ]

    operations = [
        migrations.AddField(
            model_name='career',
            name='left',
            field=models.PositiveIntegerField(db_comment='Of the games, those left lying: lost until they are finished.', db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='night',
            name='facts',
            field=models.PositiveSmallIntegerField(db_comment='As what every line tells; those of an older house are told anew.', db_default=1, default=1),
        ),
        migrations.AddField(
            model_name='night',
            name='retold_until',
            field=models.DateField(blank=True, db_comment='The last day told anew, while that goes on.', null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='is_brought',
            field=models.BooleanField(db_comment='Begun as a guest who has become this user since: never ranked.', db_default=False, default=False),
        ),
        migrations.RunPython(lines_of_an_older_house, migrations.RunPython.noop, elidable=True),
    ]
