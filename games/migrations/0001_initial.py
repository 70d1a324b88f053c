import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import games.boards.models
import games.table.models
import games.table.room_models
import games.snapshot
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Chain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins_on', models.DateField(unique=True)),
                ('days', models.PositiveIntegerField()),
                ('root', models.BinaryField(default=games.table.models.new_secret)),
                ('tip', models.CharField(max_length=64, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(db_comment='The token of the link.', default=games.table.models.new_token, max_length=22, unique=True)),
                ('key', models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ('options', models.JSONField(db_comment='Options that differ from their defaults.', default=dict)),
                ('level', models.CharField(db_comment='The level of all computer players.', max_length=16)),
                ('is_pair', models.BooleanField(db_comment='Whether each deal makes two boards, with the seats swapped.', default=False)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('lapses_at', models.DateTimeField(default=games.boards.models.lapses)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ('options', models.JSONField(db_comment='Options that differ from their defaults.', default=dict)),
                ('start', models.JSONField(db_comment='The values with which the game starts.', default=dict)),
                ('level', models.CharField(db_comment='The level of all computer players.', max_length=16)),
                ('server_seed', models.BinaryField(default=games.table.models.new_secret)),
                ('commitment', models.CharField(max_length=64)),
                ('player_seed', models.CharField(blank=True, db_comment="The player seed of cards dealt in an earlier game; empty for a board's own cards.", db_default='', default='', max_length=259)),
                ('was_played', models.BooleanField(db_comment="Whether the challenge's opener had played these cards before.", db_default=False, default=False)),
                ('seat', models.PositiveSmallIntegerField(db_comment='The seat of the person who plays it.', db_default=0, default=0)),
                ('day', models.DateField(blank=True, db_comment="The day of a daily board; null for a challenge's.", null=True)),
                ('opens_at', models.DateTimeField(blank=True, db_comment='When its cards become public; null if not yet known.', null=True)),
                ('field', models.JSONField(blank=True, db_comment='The results of all counted attempts, as last computed.', null=True)),
                ('counted_at', models.DateTimeField(blank=True, null=True)),
                ('number', models.PositiveSmallIntegerField(blank=True, db_comment='Its place in a challenge, from 1.', null=True)),
                ('challenge', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='games.challenge')),
            ],
        ),
        migrations.CreateModel(
            name='CountingProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counted_until', models.DateField(blank=True, null=True)),
                ('verified_until', models.DateField(blank=True, db_comment='The last day whose games were compared with their logs.', null=True)),
            ],
            options={
                'db_table': 'games_night',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='there_is_one_night')],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='The order of joining; 0 is the opener.')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('challenge', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.challenge')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.table.models.new_code, max_length=16, unique=True)),
                ('key', models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ('options', models.JSONField(db_comment='Options that differ from their defaults.', default=dict)),
                ('carried', models.JSONField(blank=True, db_comment='Values carried over from earlier games of a match.', db_default={}, default=dict)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('secret', models.BinaryField(db_comment='Seeds the random choices of computer players, never the deal.', default=games.table.models.new_secret)),
                ('status', models.CharField(choices=[('playing', 'Playing'), ('finished', 'Finished'), ('abandoned', 'Abandoned')], default=games.snapshot.Status['PLAYING'], max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('said', models.PositiveIntegerField(db_comment='The number of phrases said, by which open pages notice a new one.', db_default=0, default=0)),
                ('bot_due_at', models.DateTimeField(blank=True, db_comment='Since when a computer player owes an action; null if none does.', null=True)),
                ('reviews_due_at', models.DateTimeField(blank=True, db_comment='Since when a finished hand waits for its review; null if none does.', null=True)),
                ('number', models.PositiveSmallIntegerField(db_comment='The hand in play, from 1.', default=0)),
                ('scores', models.JSONField(db_comment='Display scores by seat or side after the last hand.', default=list)),
                ('winner', models.SmallIntegerField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=16)),
                ('gave_up', models.PositiveSmallIntegerField(blank=True, db_comment='The seat that gave the game up.', null=True)),
                ('started_at', models.DateTimeField()),
                ('moved_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('clock', models.PositiveIntegerField(db_comment='Seconds for a decision at a table of several people; 0 for no clock.', db_default=0, default=0)),
                ('question', models.JSONField(blank=True, db_comment='The open question among several people, with the seats that agreed.', null=True)),
                ('begun_with', models.PositiveIntegerField(db_comment="The number of entries copied from the origin's log; these cannot be undone.", db_default=0, default=0)),
                ('lies_open', models.BooleanField(db_comment='Whether the person of a practice game has asked to see all hands.', db_default=False, default=False)),
                ('is_counted', models.BooleanField(db_comment='False for practice, which statistics leave out.', db_default=True, default=True)),
                ('board', models.ForeignKey(blank=True, db_comment='The board whose cards these are; null for a game of its own.', db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.board')),
                ('origin', models.ForeignKey(blank=True, db_comment='The game whose hand this practice game replays.', db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='played_again', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveIntegerField()),
                ('hand', models.PositiveSmallIntegerField()),
                ('seat', models.SmallIntegerField(db_comment='-1 is the dealer.')),
                ('action', models.TextField(db_comment='The record\'s form without the seat: ["play","QH"].')),
                ('source', models.CharField(choices=[('person', 'Person'), ('computer', 'Computer'), ('fallback', 'a legal move made because the computer player failed or ran out of time'), ('table', 'played out by the table, since nothing was left to decide'), ('dealer', 'Dealer'), ('face_up', 'cards turned up with the deal, because the person is asked for no blind bid'), ('hint', "no action: a computer player's choice, shown to the seat that asked for it"), ('undo', 'no action: the seat took back its last decision and all later actions'), ('seating', "no action: the seat's person leaves or is back, or a computer player stands in for them")], max_length=8)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.game')),
            ],
            options={
                'ordering': ['game', 'ordinal'],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.CharField(blank=True, db_comment='The level of a computer player; empty for a person.', max_length=16)),
                ('number', models.PositiveSmallIntegerField(db_comment="Distinguishes a computer player's attempts.", db_default=0, default=0)),
                ('is_counted', models.BooleanField(db_comment="Whether it counts for the field and statistics; practice does not.", default=True)),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('margin', models.IntegerField(blank=True, null=True)),
                ('bid', models.CharField(blank=True, db_comment="In the log's form; empty if there was none.", max_length=40)),
                ('aside', models.CharField(blank=True, db_comment='The discard, likewise.', max_length=80)),
                ('lead', models.CharField(blank=True, db_comment="The first lead, if it was this seat's.", max_length=80)),
                ('error_rate', models.FloatField(blank=True, db_comment='Thousandths of a game per decision, once reviewed.', null=True)),
                ('percentile', models.FloatField(blank=True, db_comment='The share of others beaten, ties counted half; computed once the board has ended.', null=True)),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempts', to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                ('board', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.board')),
                ('entrant', models.ForeignKey(blank=True, db_comment='The participant, in a challenge.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.entrant')),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempt', to='games.game')),
                ('played_in', models.ForeignKey(blank=True, db_comment='The earlier game whose first hand became the board.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('first', models.PositiveSmallIntegerField(db_comment='The seat that leads or speaks first.')),
                ('deal', models.JSONField(db_comment='The cards dealt: hands, and kitty and deck if there are any.')),
                ('auto', models.PositiveSmallIntegerField(db_comment='Plays at its end made by the table.', default=0)),
                ('hints', models.PositiveSmallIntegerField(db_comment='The number of hints shown.', db_default=0, default=0)),
                ('undone', models.PositiveSmallIntegerField(db_comment='The number of undos.', db_default=0, default=0)),
                ('result', models.JSONField(blank=True, db_comment='The result as in a record; null during play.', null=True)),
                ('sheet', models.JSONField(blank=True, db_comment='The source of each point.', null=True)),
                ('dealt_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Discard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('card', models.CharField(max_length=2)),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='discards', to='games.hand')),
            ],
        ),
        migrations.CreateModel(
            name='Bid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=16)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('blind', models.BooleanField(default=False)),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='games.hand')),
            ],
        ),
        migrations.CreateModel(
            name='LeaderboardRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=16)),
                ('level', models.CharField(blank=True, max_length=16)),
                ('games', models.PositiveIntegerField()),
                ('wins', models.PositiveIntegerField()),
                ('ties', models.PositiveIntegerField()),
                ('left', models.PositiveIntegerField(db_comment='The idle games among them, which count as lost until they are finished.', db_default=0, default=0)),
                ('streak', models.PositiveIntegerField(db_comment='The most games won in a row.')),
                ('rate', models.FloatField(db_comment='The lower end of the 95 percent confidence interval of the win rate.')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'games_career',
            },
        ),
        migrations.CreateModel(
            name='PersonLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='The hand, from 1; 0 is the game as a whole.')),
                ('seat', models.PositiveSmallIntegerField()),
                ('key', models.CharField(max_length=16)),
                ('level', models.CharField(blank=True, db_comment='The level of the opposing computer player.', max_length=16)),
                ('day', models.DateField()),
                ('at', models.DateTimeField()),
                ('is_ranked', models.BooleanField(db_comment='Whether it counts in leaderboards and records: played with the usual options.', default=True)),
                ('marks', models.TextField(db_comment='The marks, with a blank on each side of each: " made led bid4 ".')),
                ('numbers', models.JSONField(default=dict)),
                ('weighed', models.JSONField(blank=True, db_comment='The costs of its decisions and the luck of its cards; null without a review.', null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.game')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='The hand, from 1.')),
                ('seat', models.PositiveSmallIntegerField()),
                ('evaluator', models.PositiveSmallIntegerField(db_comment="The evaluator's version.")),
                ('before', models.IntegerField(db_comment='The chance to win the game before the deal.')),
                ('after', models.IntegerField(db_comment='The chance after the hand.')),
                ('luck', models.IntegerField(db_comment='The luck of the cards: of the deal, and of later draws.')),
                ('errors', models.IntegerField(db_comment='The cost of the seat’s own decisions.')),
                ('partners', models.IntegerField(db_comment='The cost of the partners’ decisions.')),
                ('rivals', models.IntegerField(db_comment='What the seat gained by the opponents’ decisions.')),
                ('rest', models.IntegerField(db_comment='What remains of after - before, attributed to the hidden cards.')),
                ('count', models.PositiveSmallIntegerField(db_comment='The number of the seat’s decisions.')),
                ('marked', models.PositiveSmallIntegerField(db_comment="The number of the seat's decisions with a mark.")),
                ('decisions', models.JSONField(db_comment='Decisions in order of play; counting.decisions_of reads them.')),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='DecisionLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveIntegerField(db_comment="The decision's ordinal in the game’s log.")),
                ('key', models.CharField(max_length=16)),
                ('level', models.CharField(blank=True, max_length=16)),
                ('day', models.DateField()),
                ('kind', models.CharField(db_comment='The kind of decision: bid, lead and so on.', max_length=16)),
                ('trick', models.PositiveSmallIntegerField(db_comment='The trick or round, from 1; 0 before the first.')),
                ('step', models.PositiveSmallIntegerField(db_comment='The step in the replay of the hand.')),
                ('loss', models.IntegerField(db_comment='In millionths of a game.')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('review', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.review')),
            ],
        ),
        migrations.CreateModel(
            name='Said',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('phrase', models.CharField(choices=[('hello', 'Hello'), ('good_luck', 'Good_luck'), ('well_played', 'Well_played'), ('thanks', 'Thanks'), ('one_moment', 'One_moment'), ('back', 'Back'), ('close', 'Close'), ('another', 'Another')], max_length=16)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='words', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='The hand, from 1.')),
                ('server_seed', models.BinaryField(default=games.table.models.new_secret)),
                ('commitment', models.CharField(max_length=64)),
                ('player_seed', models.CharField(blank=True, max_length=259)),
                ('algorithm', models.CharField(max_length=40)),
                ('events', models.PositiveSmallIntegerField(db_comment="The dealer's actions so far in this hand.", default=0)),
                ('dealt_by', models.CharField(choices=[('seal', 'Seal'), ('board', 'Board'), ('position', 'Position')], db_default='seal', default='seal', max_length=8)),
                ('opens_at', models.DateTimeField(blank=True, db_comment='Until then the seed stays secret, because others play these cards.', null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seals', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='GivenSeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('seed', models.CharField(blank=True, db_comment='Empty if the server is to draw one.', max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='given', to='games.seal')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField(db_comment="The seat's side; a game's winner is a side too.", default=0)),
                ('level', models.CharField(blank=True, max_length=16)),
                ('bot_version', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('name', models.CharField(blank=True, db_comment='The name of a computer player that has its own; else empty.', max_length=40)),
                ('is_brought', models.BooleanField(db_comment='Begun as a guest who later became this user: never ranked.', db_default=False, default=False)),
                ('is_first', models.BooleanField(db_comment='Whether the person had finished no such game before; it then has tips.', db_default=False, default=False)),
                ('seen_at', models.DateTimeField(blank=True, db_comment='The last heartbeat of a person at a table of several; null without one.', null=True)),
                ('left_at', models.DateTimeField(blank=True, db_comment='When a person left a game of several people; null again on their return.', null=True)),
                ('declines', models.BooleanField(db_comment='Whether the person has declined the rematch.', db_default=False, default=False)),
                ('skips_blind', models.BooleanField(db_comment='Whether the person wants no offer of a blind nil in this game.', db_default=False, default=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Practice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(db_comment='The hand, from 1.')),
                ('ordinal', models.PositiveIntegerField(db_comment="The decision's ordinal in the game’s log.")),
                ('steps', models.PositiveSmallIntegerField(db_comment='Right answers since the last wrong one.', default=0)),
                ('answers', models.PositiveIntegerField(db_comment='The number of answers. A new one is stored only if this is still as in its question.', default=0)),
                ('due_at', models.DateTimeField()),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='practice', to='games.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Setup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=16)),
                ('variant', models.CharField(blank=True, db_comment='Empty if the game has none.', max_length=16)),
                ('options', models.JSONField(db_comment="Only those that differ from the variant's defaults.", default=dict)),
                ('computers', models.JSONField(db_comment='Level and name of each computer player, clockwise.', default=list)),
                ('people', models.JSONField(blank=True, db_comment='The seats offered by a link, the clock and whether spectators may watch.', db_default={}, default=dict)),
                ('used_at', models.DateTimeField()),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='setups', to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='setups', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=games.table.models.new_token, max_length=22, unique=True)),
                ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('hides_names', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('seat', models.ForeignKey(db_comment='The seat of the person who made the link.', on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='games.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('span', models.CharField(choices=[('day', 'Day'), ('week', 'Week'), ('month', 'Month')], max_length=5)),
                ('day', models.DateField(db_comment='The first day of the period.')),
                ('key', models.CharField(max_length=16)),
                ('level', models.CharField(blank=True, max_length=16)),
                ('measures', models.JSONField()),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='accounts.guest')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.CreateModel(
            name='Trick',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('leader', models.PositiveSmallIntegerField()),
                ('winner', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tricks', to='games.hand')),
            ],
        ),
        migrations.CreateModel(
            name='Play',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('card', models.CharField(max_length=2)),
                ('shuffle', models.PositiveSmallIntegerField(db_comment='The number of reshuffles of the discards before, in this hand.', default=0)),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='games.hand')),
                ('trick', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='games.trick')),
            ],
        ),
        migrations.CreateModel(
            name='WaitingRoom',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.table.models.new_code, max_length=16, unique=True)),
                ('token', models.CharField(db_comment='The token of the link.', default=games.table.models.new_token, max_length=22, unique=True)),
                ('is_asking', models.BooleanField(db_comment='False while the link is disabled.', default=True)),
                ('key', models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ('options', models.JSONField(db_comment='Options that differ from their defaults.', default=dict)),
                ('onlookers', models.BooleanField(db_comment='Whether visitors who get no seat by the link may watch.', db_default=False, default=False)),
                ('clock', models.PositiveIntegerField(db_comment='Seconds for a decision; 0 for no clock.', db_default=0, default=0)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('lapses_at', models.DateTimeField(default=games.table.room_models.lapses)),
                ('follows', models.OneToOneField(blank=True, db_comment='The game of which it is a rematch.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='followed_by', to='games.game')),
                ('game', models.OneToOneField(blank=True, db_comment='The game, once it has begun.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='room', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='WaitingSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('is_openers', models.BooleanField(db_comment='The seat of the opener, who starts the game.', default=False)),
                ('seen_at', models.DateTimeField(blank=True, db_comment="The last heartbeat of the person's open page; null without a person.", null=True)),
                ('level', models.CharField(blank=True, db_comment="Level of the computer player that takes the seat if no person does; empty at the opener's seat.", db_default='', default='', max_length=16)),
                ('name', models.CharField(blank=True, db_comment='The name of that computer player, as at a table.', db_default='', default='', max_length=40)),
                ('is_kept', models.BooleanField(db_comment='Whether the computer player has the seat already, so that the link does not offer it.', db_default=False, default=False)),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='waiting_seats', to='accounts.guest')),
                ('room', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.waitingroom')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='waiting_seats', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='board',
            index=models.Index(fields=['server_seed'], name='boards_of_a_secret'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('day', 'key'), name='a_day_has_one_board_a_game'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('challenge', 'number'), name='a_challenge_has_one_board_a_number'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(condition=models.Q(('was_played', False)), fields=('server_seed', 'seat'), name='a_new_deal_is_one_board_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.CheckConstraint(condition=models.Q(('day__isnull', True), ('challenge__isnull', True), _connector='OR'), name='a_board_is_of_a_day_or_of_a_challenge'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.CheckConstraint(condition=models.Q(('challenge__isnull', True), ('number__isnull', False), _connector='OR'), name='a_board_of_a_challenge_has_a_number'),
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
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('bot_due_at__isnull', False)), fields=['bot_due_at'], name='games_a_computer_owes'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('reviews_due_at__isnull', False)), fields=['reviews_due_at'], name='games_to_be_reviewed'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('board__isnull', False)), fields=['board'], name='games_of_a_board'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('origin__isnull', False)), fields=['origin'], name='games_played_again'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'playing')), fields=['status', 'moved_at'], name='games_that_go_on'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('status', 'playing')), models.Q(models.Q(('status', 'playing'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='a_game_that_goes_on_has_not_ended'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('status', 'playing'), ('bot_due_at__isnull', True), _connector='OR'), name='only_a_game_that_goes_on_waits_for_a_computer'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('game', 'ordinal'), name='an_ordinal_is_used_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('ordinal__gte', 1)), name='an_ordinal_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('seat', -1), ('source', 'dealer')), models.Q(models.Q(('source', 'dealer'), _negated=True), ('seat__gte', 0)), _connector='OR'), name='the_dealer_alone_acts_for_chance'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('is_counted', True)), fields=['board', 'margin', 'error_rate'], name='games_field_of_a_board'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('is_counted', True)), fields=('board', 'user'), name='a_user_attempts_a_board_once'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('is_counted', True)), fields=('board', 'guest'), name='a_guest_attempts_a_board_once'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('level', ''), _negated=True), fields=('board', 'level', 'number'), name='a_computer_attempts_a_board_once_each'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('user__isnull', True), ('guest__isnull', True), _connector='OR'), models.Q(('level', ''), models.Q(('game__isnull', True), ('guest__isnull', True), ('user__isnull', True)), _connector='OR')), name='an_attempt_is_one_persons_or_a_computers'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(('margin__isnull', True), ('ended_at__isnull', False), _connector='OR'), name='an_attempt_with_a_result_has_ended'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='a_hand_is_dealt_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('result__isnull', True)), models.Q(('ended_at__isnull', False), ('result__isnull', False)), _connector='OR'), name='a_hand_with_a_result_has_ended'),
        ),
        migrations.AddConstraint(
            model_name='discard',
            constraint=models.UniqueConstraint(fields=('hand', 'card'), name='a_card_is_discarded_once_per_hand'),
        ),
        migrations.AddConstraint(
            model_name='bid',
            constraint=models.UniqueConstraint(fields=('hand', 'place'), name='bids_are_made_one_after_another'),
        ),
        migrations.AddIndex(
            model_name='leaderboardrow',
            index=models.Index(condition=models.Q(('games__gte', 20)), fields=['key', 'level', '-rate', 'user'], name='careers_by_rate'),
        ),
        migrations.AddIndex(
            model_name='leaderboardrow',
            index=models.Index(fields=['key', 'level', '-streak', 'user'], name='careers_by_streak'),
        ),
        migrations.AddIndex(
            model_name='leaderboardrow',
            index=models.Index(fields=['key', '-streak', 'user'], name='careers_by_any_streak'),
        ),
        migrations.AddConstraint(
            model_name='leaderboardrow',
            constraint=models.UniqueConstraint(fields=('user', 'key', 'level'), name='a_career_is_counted_once'),
        ),
        migrations.AddIndex(
            model_name='personline',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'day', 'id'], name='lines_of_a_user'),
        ),
        migrations.AddIndex(
            model_name='personline',
            index=models.Index(condition=models.Q(('guest__isnull', False)), fields=['guest', 'day', 'id'], name='lines_of_a_guest'),
        ),
        migrations.AddIndex(
            model_name='personline',
            index=models.Index(fields=['day'], name='lines_of_a_day'),
        ),
        migrations.AddConstraint(
            model_name='personline',
            constraint=models.UniqueConstraint(fields=('game', 'number', 'seat'), name='a_hand_is_told_once_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='personline',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('guest__isnull', True), _connector='OR'), name='a_line_is_of_one_person_at_most'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.UniqueConstraint(fields=('game', 'number', 'seat', 'evaluator'), name='a_hand_is_reviewed_once_per_seat_and_evaluator'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.CheckConstraint(condition=models.Q(('after', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('before'), '+', models.F('luck')), '-', models.F('errors')), '+', models.F('rivals')), '-', models.F('partners')), '+', models.F('rest')))), name='a_review_adds_up'),
        ),
        migrations.AddIndex(
            model_name='decisionline',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'key', '-loss', '-id'], name='decisions_of_a_user'),
        ),
        migrations.AddIndex(
            model_name='decisionline',
            index=models.Index(condition=models.Q(('guest__isnull', False)), fields=['guest', 'key', '-loss', '-id'], name='decisions_of_a_guest'),
        ),
        migrations.AddConstraint(
            model_name='decisionline',
            constraint=models.UniqueConstraint(fields=('review', 'ordinal'), name='a_decision_is_listed_once'),
        ),
        migrations.AddConstraint(
            model_name='decisionline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('guest__isnull', True), ('user__isnull', False)), models.Q(('guest__isnull', False), ('user__isnull', True)), _connector='OR'), name='a_decision_is_of_one_person'),
        ),
        migrations.AddConstraint(
            model_name='said',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='what_was_said_has_its_place'),
        ),
        migrations.AddConstraint(
            model_name='said',
            constraint=models.CheckConstraint(condition=models.Q(('phrase__in', ['hello', 'good_luck', 'well_played', 'thanks', 'one_moment', 'back', 'close', 'another'])), name='only_set_phrases_are_said'),
        ),
        migrations.AddConstraint(
            model_name='seal',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='a_hand_is_sealed_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='seal',
            constraint=models.UniqueConstraint(condition=models.Q(('dealt_by', 'seal')), fields=('server_seed',), name='a_server_seed_is_used_once'),
        ),
        migrations.AddConstraint(
            model_name='givenseed',
            constraint=models.UniqueConstraint(fields=('seal', 'seat'), name='a_seat_gives_one_seed_a_deal'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'game'], name='games_of_a_user'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('guest__isnull', False)), fields=['guest', 'game'], name='games_of_a_guest'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='a_seat_is_taken_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='a_user_sits_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'guest'), name='a_guest_sits_once_per_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('guest__isnull', True), ('level', ''), ('name', ''), ('user__isnull', False)), models.Q(('guest__isnull', False), ('level', ''), ('name', ''), ('user__isnull', True)), models.Q(('guest__isnull', True), ('user__isnull', True)), _connector='OR'), name='a_seat_is_a_person_or_a_computer'),
        ),
        migrations.AddConstraint(
            model_name='practice',
            constraint=models.UniqueConstraint(fields=('seat', 'ordinal'), name='a_decision_is_practised_once'),
        ),
        migrations.AddConstraint(
            model_name='setup',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'key', 'variant'), name='a_user_keeps_one_setup_of_a_variant'),
        ),
        migrations.AddConstraint(
            model_name='setup',
            constraint=models.UniqueConstraint(condition=models.Q(('guest__isnull', False)), fields=('guest', 'key', 'variant'), name='a_guest_keeps_one_setup_of_a_variant'),
        ),
        migrations.AddConstraint(
            model_name='setup',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('guest__isnull', True), ('user__isnull', False)), models.Q(('guest__isnull', False), ('user__isnull', True)), _connector='OR'), name='a_setup_belongs_to_a_user_or_a_guest'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.CheckConstraint(condition=models.Q(('hand__isnull', True), ('hand__gte', 1), _connector='OR'), name='a_shared_hand_counts_from_one'),
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(fields=['day', 'span'], name='tallies_of_a_day'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'key', 'span', 'day', 'level'), name='a_users_day_is_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(condition=models.Q(('guest__isnull', False)), fields=('guest', 'key', 'span', 'day', 'level'), name='a_guests_day_is_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(condition=models.Q(('guest__isnull', True), ('user__isnull', True)), fields=('key', 'span', 'day', 'level'), name='the_houses_day_is_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('guest__isnull', True), _connector='OR'), name='a_tally_is_of_one_person_or_the_house'),
        ),
        migrations.AddConstraint(
            model_name='trick',
            constraint=models.UniqueConstraint(fields=('hand', 'number'), name='a_trick_is_played_once_per_hand'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.UniqueConstraint(fields=('trick', 'place'), name='a_place_in_a_trick_is_filled_once'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.UniqueConstraint(fields=('hand', 'shuffle', 'card'), name='a_card_is_played_once_between_shuffles'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.UniqueConstraint(fields=('room', 'number'), name='a_waiting_seat_is_there_once'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.UniqueConstraint(fields=('room', 'user'), name='a_user_waits_once_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.UniqueConstraint(fields=('room', 'guest'), name='a_guest_waits_once_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.UniqueConstraint(condition=models.Q(('is_openers', True)), fields=('room',), name='a_waiting_table_has_one_opener'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('guest__isnull', True), _connector='OR'), name='a_waiting_seat_is_one_persons_or_open'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.CheckConstraint(condition=models.Q(('is_openers', False), ('user__isnull', False), ('guest__isnull', False), _connector='OR'), name='an_openers_seat_is_not_open'),
        ),
        migrations.AddConstraint(
            model_name='waitingseat',
            constraint=models.CheckConstraint(condition=models.Q(('is_kept', False), models.Q(('guest__isnull', True), ('user__isnull', True)), _connector='OR'), name='a_seat_kept_for_a_computer_is_nobodys'),
        ),
    ]
