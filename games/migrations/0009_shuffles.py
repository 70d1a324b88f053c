"""A card may be played again in the same hand once the discards have become the deck, as in a duel."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_chairs"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="shuffle",
            field=models.PositiveSmallIntegerField(
                default=0, db_comment="How often the discards of this hand had become the deck before."
            ),
        ),
        migrations.RemoveConstraint(model_name="play", name="a_card_is_played_once_per_hand"),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.UniqueConstraint(
                fields=("hand", "shuffle", "card"), name="a_card_is_played_once_between_shuffles"
            ),
        ),
    ]
