"""Challenges with cards that were played before; on the way back each such board has a seed of its own."""

import secrets

import django.db.models.deletion
from django.db import migrations, models


def drawn_anew(apps, schema_editor):
    """On the way back: a deal was one board a seat. The seals of games that were begun keep what they were dealt from."""
    for board in apps.get_model("games", "Board").objects.filter(was_played=True).iterator():
        board.server_seed = secrets.token_bytes(32)
        board.save(update_fields=["server_seed"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_again'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='board',
            name='a_deal_is_one_board_a_seat',
        ),
        migrations.AddField(
            model_name='attempt',
            name='played_in',
            field=models.ForeignKey(blank=True, db_comment='The game whose first hand it was, before others were challenged to its cards.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='board',
            name='player_seed',
            field=models.CharField(blank=True, db_comment="Of cards that were dealt in somebody's game; a board's own have none.", db_default='', default='', max_length=259),
        ),
        migrations.AddField(
            model_name='board',
            name='was_played',
            field=models.BooleanField(db_comment='Whoever opened its challenge had played these cards before.', db_default=False, default=False),
        ),
        migrations.RunPython(migrations.RunPython.noop, drawn_anew),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(condition=models.Q(('was_played', False)), fields=('server_seed', 'seat'), name='a_new_deal_is_one_board_a_seat'),
        ),
    ]
