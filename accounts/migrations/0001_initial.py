import accounts.models
import accounts.names
import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def skip_the_journal(apps, schema_editor):
    """Make the table of limits unlogged on PostgreSQL: its rows may be lost in a crash."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE accounts_allowance SET UNLOGGED")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Allowance',
            fields=[
                ('name', models.CharField(max_length=80, primary_key=True, serialize=False)),
                ('used_until', models.FloatField(db_comment='Seconds since 1970.')),
            ],
        ),
        migrations.RunPython(skip_the_journal, migrations.RunPython.noop),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'That name is taken.'}, max_length=30, unique=True, validators=[django.core.validators.MaxLengthValidator(30, 'A name has at most 30 characters.'), django.core.validators.RegexValidator('^[^\\W_]', 'A name starts with a letter or digit.'), accounts.names.only_letters_and_figures], verbose_name='name at the table')),
                ('folded_name', models.CharField(db_comment='Null, for at most an hour, in rows written by a version that did not fold names.', editable=False, max_length=255, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Guest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=accounts.models.new_token, editable=False, max_length=64, unique=True)),
                ('name', models.CharField(blank=True, max_length=30, validators=[django.core.validators.MaxLengthValidator(30, 'A name has at most 30 characters.'), django.core.validators.RegexValidator('^[^\\W_]', 'A name starts with a letter or digit.'), accounts.names.only_letters_and_figures])),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_seen', models.DateTimeField(auto_now_add=True)),
                ('adopted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('adopted_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='guests', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('theme', models.CharField(choices=[('system', 'Match device'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=8, verbose_name='theme')),
                ('deck', models.CharField(choices=[('four', 'Four colors'), ('two', 'Two colors')], default='four', max_length=8, verbose_name='deck')),
                ('card_size', models.CharField(choices=[('small', 'Small'), ('normal', 'Normal'), ('large', 'Large')], db_default='normal', default='normal', max_length=8, verbose_name='card size')),
                ('pace', models.CharField(choices=[('instant', 'Instant'), ('fast', 'Fast'), ('normal', 'Normal'), ('slow', 'Slow')], default='normal', max_length=8, verbose_name='game speed')),
                ('trick_rest', models.CharField(choices=[('read', 'Long enough to read'), ('off', 'Not at all'), ('one', '1 second'), ('two', '2 seconds'), ('tap', 'Until I tap')], db_default='read', default='read', max_length=8, verbose_name='how long a finished trick stays on the table')),
                ('spades_first', models.BooleanField(default=True, verbose_name='sort spades first')),
                ('aces_first', models.BooleanField(default=True, verbose_name='sort each suit from the ace down')),
                ('confirm_play', models.BooleanField(default=False, verbose_name='confirm before playing a card')),
                ('plays_out', models.BooleanField(db_default=False, default=False, verbose_name='play out every hand myself')),
                ('asks_blind_nil', models.CharField(choices=[('behind', 'When 200 points behind'), ('always', 'Before every hand'), ('never', 'Never')], db_comment='When to deal a hand of Spades face down, if its rules allow a blind nil.', db_default='behind', default='behind', max_length=8, verbose_name='ask me about blind nil')),
                ('letter_keys', models.BooleanField(default=True, verbose_name='use letter keys at the table')),
                ('remarks', models.BooleanField(default=True, verbose_name='opponent’s comments after a hand')),
                ('lessons', models.BooleanField(db_default=True, default=True, verbose_name='tips in my first game of each kind')),
                ('shows_phrases', models.BooleanField(db_default=True, default=True, verbose_name='show what others at my table say')),
                ('sounds', models.BooleanField(db_default=False, default=False, verbose_name='sounds')),
                ('shows_name', models.BooleanField(default=False, verbose_name='show my name on leaderboards and records')),
                ('language', models.CharField(blank=True, choices=[('en', 'English'), ('de', 'Deutsch')], db_comment="Empty: the browser's.", db_default='', default='', max_length=8, verbose_name='language')),
                ('time_zone', models.CharField(blank=True, db_comment='A name of the IANA database. Empty, which counts as UTC, until a browser has sent one.', db_default='', default='', max_length=64, verbose_name='time zone')),
                ('guest', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to='accounts.guest')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'preferences',
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='a_name_is_taken_once_in_any_case'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(condition=models.Q(('folded_name__isnull', False)), fields=('folded_name',), name='no_name_looks_like_another'),
        ),
        migrations.AddConstraint(
            model_name='guest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adopted_at', None), ('adopted_by', None)), models.Q(('adopted_at__isnull', False), ('adopted_by__isnull', False)), _connector='OR'), name='an_adopted_guest_names_the_account_and_the_time'),
        ),
        migrations.AddConstraint(
            model_name='preferences',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('guest', None), ('user__isnull', False)), models.Q(('guest__isnull', False), ('user', None)), _connector='OR'), name='preferences_belong_to_a_user_or_a_guest'),
        ),
    ]
