"""Rows of games as they were at the first release: the log, what follows from it, seals, and what was counted.

Replaces the steps of before, all of which a database of then has gone through.
"""

import django.db.models.deletion
import games.models.kept
import games.models.log
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("games", "0001_rows"),
        ("games", "0002_nudge"),
        ("games", "0003_shares"),
        ("games", "0004_imports"),
        ("games", "0005_statistics"),
        ("games", "0006_night"),
        ("games", "0007_sides"),
        ("games", "0008_chairs"),
        ("games", "0009_shuffles"),
        ("games", "0010_setup"),
        ("games", "0011_longest_streak"),
        ("games", "0012_open_games"),
        ("games", "0013_help"),
        ("games", "0014_match"),
        ("games", "0015_first_game"),
        ("games", "0016_verification"),
        ("games", "0017_covered_indexes"),
    ]

    dependencies = [("accounts", "0001_start"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.models.log.new_code, max_length=16, unique=True)),
                ("key", models.CharField(db_comment="The ruleset's key.", max_length=16)),
                ("options", models.JSONField(db_comment="Only those that differ from their default.", default=dict)),
                ("carried", models.JSONField(blank=True, db_comment="What it starts with from the games before it.", db_default={}, default=dict)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("secret", models.BinaryField(db_comment="Feeds the computer players' chance; never the deal.", default=games.models.log.new_secret)),
                (
                    "status",
                    models.CharField(
                        choices=[("playing", "Playing"), ("finished", "Finished"), ("abandoned", "Abandoned")], default="playing", max_length=10
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "bot_due_at",
                    models.DateTimeField(blank=True, db_comment="Since when a computer player owes an action; null when none does.", null=True),
                ),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand in play, from 1.", default=0)),
                ("scores", models.JSONField(db_comment="Display scores by seat or side after the last hand.", default=list)),
                ("winner", models.SmallIntegerField(blank=True, null=True)),
                ("why", models.CharField(blank=True, max_length=16)),
                ("gave_up", models.PositiveSmallIntegerField(blank=True, db_comment="The seat that gave the game up.", null=True)),
                ("imported_at", models.DateTimeField(blank=True, db_comment="When it came in as a record; null for a game played here.", null=True)),
                (
                    "digest",
                    models.CharField(
                        blank=True, db_comment="SHA-256 of what was played, for an imported game; nobody takes one in twice.", max_length=64
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("moved_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("bot_due_at__isnull", False)), fields=["bot_due_at"], name="games_a_computer_owes"),
                    models.Index(condition=models.Q(("status", "playing")), fields=["status", "moved_at"], name="games_that_go_on"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("status", "playing")),
                            models.Q(models.Q(("status", "playing"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_game_that_goes_on_has_not_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status", "playing"), ("bot_due_at__isnull", True), _connector="OR"),
                        name="only_a_game_that_goes_on_waits_for_a_computer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("digest", ""), ("imported_at__isnull", True)),
                            models.Q(
                                ("imported_at__isnull", False),
                                models.Q(("digest", ""), _negated=True),
                                models.Q(("status", "playing"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="an_imported_game_is_over_and_has_a_digest",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("first", models.PositiveSmallIntegerField(db_comment="The seat that leads or speaks first.")),
                ("deal", models.JSONField(db_comment="The cards dealt: hands, and kitty and deck where there are any.")),
                ("auto", models.PositiveSmallIntegerField(db_comment="Plays at its end made by the table.", default=0)),
                ("hints", models.PositiveSmallIntegerField(db_comment="How often a choice was shown to somebody.", db_default=0, default=0)),
                ("undone", models.PositiveSmallIntegerField(db_comment="Actions that were taken back.", db_default=0, default=0)),
                ("result", models.JSONField(blank=True, db_comment="As in a record; null while it is played.", null=True)),
                ("sheet", models.JSONField(blank=True, db_comment="Where each point came from.", null=True)),
                ("dealt_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="games.game")),
            ],
        ),
        migrations.CreateModel(
            name="Discard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("card", models.CharField(max_length=2)),
                ("hand", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="discards", to="games.hand")),
            ],
        ),
        migrations.CreateModel(
            name="Bid",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=16)),
                ("tricks", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("blind", models.BooleanField(default=False)),
                ("hand", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="bids", to="games.hand")),
            ],
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("counted_until", models.DateField(blank=True, null=True)),
            ],
            options={"constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="there_is_one_night")]},
        ),
        migrations.CreateModel(
            name="PersonLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand, from 1; 0 is the game as a whole.")),
                ("seat", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, db_comment="Of the computer player on the other side.", max_length=16)),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                ("is_imported", models.BooleanField(default=False)),
                ("is_ranked", models.BooleanField(db_comment="Counts in leaderboards and records: played here, by the usual options.", default=True)),
                ("marks", models.TextField(db_comment='What it was, word by word, a blank on each side: " made led bid4 ".')),
                ("numbers", models.JSONField(default=dict)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="games.game")),
                ("guest", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="accounts.guest")),
                ("user", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand, from 1.")),
                ("server_seed", models.BinaryField(default=games.models.log.new_secret)),
                ("commitment", models.CharField(max_length=64)),
                ("player_seed", models.CharField(blank=True, max_length=64)),
                ("algorithm", models.CharField(max_length=40)),
                ("events", models.PositiveSmallIntegerField(db_comment="The dealer's actions so far in this hand.", default=0)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seals", to="games.game")),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField(db_comment="The side it plays on, as a game's winner is one.", default=0)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("bot_version", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "name",
                    models.CharField(
                        blank=True, db_comment="Of somebody who is not here, or of a computer player with one of its own; else empty.", max_length=40
                    ),
                ),
                ("is_first", models.BooleanField(db_comment="The person’s first game of its kind: it gives tips.", db_default=False, default=False)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game")),
                (
                    "guest",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="accounts.guest"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Setup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=16)),
                ("variant", models.CharField(blank=True, db_comment="Empty where the game has none.", max_length=16)),
                ("options", models.JSONField(db_comment="Only those that differ from the variant's defaults.", default=dict)),
                ("chairs", models.JSONField(db_comment="Level and name of each computer player, clockwise.", default=list)),
                ("used_at", models.DateTimeField()),
                (
                    "guest",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="setups", to="accounts.guest"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="setups", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Share",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(default=games.models.kept.new_token, max_length=22, unique=True)),
                ("hand", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("hides_names", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        db_comment="Whoever made it.", on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="games.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("span", models.CharField(choices=[("day", "Day"), ("week", "Week"), ("month", "Month")], max_length=5)),
                ("day", models.DateField(db_comment="The first day of it.")),
                ("key", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("measures", models.JSONField()),
                ("guest", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.guest")),
                ("user", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={"verbose_name_plural": "tallies"},
        ),
        migrations.CreateModel(
            name="Trick",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("leader", models.PositiveSmallIntegerField()),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("hand", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tricks", to="games.hand")),
            ],
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("card", models.CharField(max_length=2)),
                (
                    "shuffle",
                    models.PositiveSmallIntegerField(db_comment="How often the discards of this hand had become the deck before.", default=0),
                ),
                ("hand", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="plays", to="games.hand")),
                ("trick", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="plays", to="games.trick")),
            ],
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=16)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("ties", models.PositiveIntegerField()),
                ("streak", models.PositiveIntegerField(db_comment="The most games won in a row.")),
                ("rate", models.FloatField(db_comment="The lower end of the win rate's interval, 95 in a hundred.")),
                ("user", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("games__gte", 20)), fields=["key", "level", "-rate", "user"], name="careers_by_rate"),
                    models.Index(fields=["key", "level", "-streak", "user"], name="careers_by_streak"),
                    models.Index(fields=["key", "-streak", "user"], name="careers_by_any_streak"),
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "key", "level"), name="a_career_is_counted_once")],
            },
        ),
        migrations.CreateModel(
            name="ForeignSeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(db_comment="The hand, from 1.")),
                ("server_seed", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(max_length=64)),
                ("player_seed", models.CharField(blank=True, max_length=64)),
                ("algorithm", models.CharField(max_length=40)),
                (
                    "game",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="foreign_seals", to="games.game"),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("game", "number"), name="an_imported_hand_has_one_proof")]},
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ordinal", models.PositiveIntegerField()),
                ("hand", models.PositiveSmallIntegerField()),
                ("seat", models.SmallIntegerField(db_comment="-1 is the dealer.")),
                ("action", models.TextField(db_comment='The record\'s form without the seat: ["play","QH"].')),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("person", "Person"),
                            ("computer", "Computer"),
                            ("fallback", "a legal move made because the computer player failed or ran out of time"),
                            ("table", "played out by the table, since nothing was left to decide"),
                            ("dealer", "Dealer"),
                            ("hint", "no action: a computer player's choice, shown to the seat that asked for it"),
                            ("undo", "no action: the seat took back the one before"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.game")),
            ],
            options={
                "ordering": ["game", "ordinal"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ordinal"), name="an_ordinal_is_used_once_per_game"),
                    models.CheckConstraint(condition=models.Q(("ordinal__gte", 1)), name="an_ordinal_counts_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seat", -1), ("source", "dealer")),
                            models.Q(models.Q(("source", "dealer"), _negated=True), ("seat__gte", 0)),
                            _connector="OR",
                        ),
                        name="the_dealer_alone_acts_for_chance",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="hand", constraint=models.UniqueConstraint(fields=("game", "number"), name="a_hand_is_dealt_once_per_game")
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("result__isnull", True)),
                    models.Q(("ended_at__isnull", False), ("result__isnull", False)),
                    _connector="OR",
                ),
                name="a_hand_with_a_result_has_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="discard", constraint=models.UniqueConstraint(fields=("hand", "card"), name="a_card_is_discarded_once_per_hand")
        ),
        migrations.AddConstraint(
            model_name="bid", constraint=models.UniqueConstraint(fields=("hand", "place"), name="bids_are_made_one_after_another")
        ),
        migrations.AddIndex(
            model_name="personline",
            index=models.Index(condition=models.Q(("user__isnull", False)), fields=["user", "day", "id"], name="lines_of_a_user"),
        ),
        migrations.AddIndex(
            model_name="personline",
            index=models.Index(condition=models.Q(("guest__isnull", False)), fields=["guest", "day", "id"], name="lines_of_a_guest"),
        ),
        migrations.AddIndex(model_name="personline", index=models.Index(fields=["day"], name="lines_of_a_day")),
        migrations.AddConstraint(
            model_name="personline", constraint=models.UniqueConstraint(fields=("game", "number", "seat"), name="a_hand_is_told_once_per_seat")
        ),
        migrations.AddConstraint(
            model_name="personline",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("guest__isnull", True), _connector="OR"), name="a_line_is_of_one_person_at_most"
            ),
        ),
        migrations.AddConstraint(
            model_name="personline",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_imported", False), ("is_ranked", False), _connector="OR"), name="an_imported_game_is_not_ranked"
            ),
        ),
        migrations.AddConstraint(
            model_name="seal", constraint=models.UniqueConstraint(fields=("game", "number"), name="a_hand_is_sealed_once_per_game")
        ),
        migrations.AddConstraint(model_name="seal", constraint=models.UniqueConstraint(fields=("server_seed",), name="a_server_seed_is_used_once")),
        migrations.AddIndex(
            model_name="seat", index=models.Index(condition=models.Q(("user__isnull", False)), fields=["user", "game"], name="games_of_a_user")
        ),
        migrations.AddIndex(
            model_name="seat", index=models.Index(condition=models.Q(("guest__isnull", False)), fields=["guest", "game"], name="games_of_a_guest")
        ),
        migrations.AddConstraint(
            model_name="seat", constraint=models.UniqueConstraint(fields=("game", "number"), name="a_seat_is_taken_once_per_game")
        ),
        migrations.AddConstraint(model_name="seat", constraint=models.UniqueConstraint(fields=("game", "user"), name="a_user_sits_once_per_game")),
        migrations.AddConstraint(model_name="seat", constraint=models.UniqueConstraint(fields=("game", "guest"), name="a_guest_sits_once_per_game")),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("guest__isnull", True), ("level", ""), ("name", ""), ("user__isnull", False)),
                    models.Q(("guest__isnull", False), ("level", ""), ("name", ""), ("user__isnull", True)),
                    models.Q(("guest__isnull", True), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="a_seat_is_a_person_or_a_computer",
            ),
        ),
        migrations.AddConstraint(
            model_name="setup",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)), fields=("user", "key", "variant"), name="a_user_keeps_one_setup_of_a_variant"
            ),
        ),
        migrations.AddConstraint(
            model_name="setup",
            constraint=models.UniqueConstraint(
                condition=models.Q(("guest__isnull", False)), fields=("guest", "key", "variant"), name="a_guest_keeps_one_setup_of_a_variant"
            ),
        ),
        migrations.AddConstraint(
            model_name="setup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("guest__isnull", True), ("user__isnull", False)),
                    models.Q(("guest__isnull", False), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="a_setup_belongs_to_a_user_or_a_guest",
            ),
        ),
        migrations.AddConstraint(
            model_name="share",
            constraint=models.CheckConstraint(
                condition=models.Q(("hand__isnull", True), ("hand__gte", 1), _connector="OR"), name="a_shared_hand_counts_from_one"
            ),
        ),
        migrations.AddIndex(model_name="tally", index=models.Index(fields=["day", "span"], name="tallies_of_a_day")),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)), fields=("user", "key", "span", "day", "level"), name="a_users_day_is_counted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("guest__isnull", False)), fields=("guest", "key", "span", "day", "level"), name="a_guests_day_is_counted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("guest__isnull", True), ("user__isnull", True)),
                fields=("key", "span", "day", "level"),
                name="the_houses_day_is_counted_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("guest__isnull", True), _connector="OR"), name="a_tally_is_of_one_person_or_the_house"
            ),
        ),
        migrations.AddConstraint(
            model_name="trick", constraint=models.UniqueConstraint(fields=("hand", "number"), name="a_trick_is_played_once_per_hand")
        ),
        migrations.AddConstraint(
            model_name="play", constraint=models.UniqueConstraint(fields=("trick", "place"), name="a_place_in_a_trick_is_filled_once")
        ),
        migrations.AddConstraint(
            model_name="play", constraint=models.UniqueConstraint(fields=("hand", "shuffle", "card"), name="a_card_is_played_once_between_shuffles")
        ),
    ]
