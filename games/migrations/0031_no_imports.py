from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_no_bid_lines"),
    ]

    operations = [
        migrations.DeleteModel(name="ForeignSeal"),
        migrations.RemoveConstraint(model_name="game", name="an_imported_game_is_over_and_has_a_digest"),
        migrations.RemoveConstraint(model_name="personline", name="an_imported_game_is_not_ranked"),
        migrations.RemoveField(model_name="game", name="digest"),
        migrations.RemoveField(model_name="game", name="imported_at"),
        migrations.RemoveField(model_name="personline", name="is_imported"),
        migrations.AlterField(
            model_name="seat",
            name="name",
            field=models.CharField(
                blank=True, db_comment="Of a computer player with a name of its own; else empty.", max_length=40
            ),
        ),
    ]
