"""Boards that a few people play by a link; on the way back each board has a seed of its own again."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.challenges
import games.models.kept
import games.models.log


def give_each_a_seed(apps, schema_editor):
    """Of two boards of one deal the second gets another: its games have seals of their own."""
    for board in apps.get_model("games", "Board").objects.filter(seat__gt=0):
        board.server_seed = games.models.log.new_secret()
        board.save(update_fields=["server_seed"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_plays_out'),
        ('games', '0017_seats_given_away'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(db_comment='Of the link.', default=games.models.kept.new_token, max_length=22, unique=True)),
                ('key', models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ('options', models.JSONField(db_comment='Only those that differ from their default.', default=dict)),
                ('level', models.CharField(db_comment='Of all computer players.', max_length=16)),
                ('is_pair', models.BooleanField(db_comment='Each deal is two boards, with the seats exchanged.', default=False)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('lapses_at', models.DateTimeField(default=games.models.challenges.lapses)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='In which order they came; 0 is whoever opened it.')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name='board',
            name='number',
            field=models.PositiveSmallIntegerField(blank=True, db_comment='Its place in a challenge, from 1.', null=True),
        ),
        migrations.AddField(
            model_name='board',
            name='seat',
            field=models.PositiveSmallIntegerField(db_comment='Of whoever plays it.', db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='board',
            name='server_seed',
            field=models.BinaryField(default=games.models.log.new_secret),
        ),
        migrations.AddField(
            model_name='board',
            name='challenge',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='games.challenge'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('challenge', 'number'), name='a_challenge_has_one_board_a_number'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('server_seed', 'seat'), name='a_deal_is_one_board_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.CheckConstraint(condition=models.Q(('day__isnull', True), ('challenge__isnull', True), _connector='OR'), name='a_board_is_of_a_day_or_of_a_challenge'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.CheckConstraint(condition=models.Q(('challenge__isnull', True), ('number__isnull', False), _connector='OR'), name='a_board_of_a_challenge_has_a_number'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='challenge',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.challenge'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='guest',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to='accounts.guest'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attempt',
            name='entrant',
            field=models.ForeignKey(blank=True, db_comment='In a challenge.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.entrant'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('challenge', 'number'), name='an_entrant_has_a_number_of_their_own'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('challenge', 'user'), name='a_user_enters_a_challenge_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('challenge', 'guest'), name='a_guest_enters_a_challenge_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('guest__isnull', True), _connector='OR'), name='an_entrant_is_one_person_or_nobody'),
        ),
        migrations.RunPython(migrations.RunPython.noop, give_each_a_seed),
    ]
