"""Models named for what they are. Their tables keep their names, so nothing in the database changes."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_ranking'),
    ]

    operations = [
        migrations.AlterModelTable(name='career', table='games_career'),
        migrations.RenameModel(old_name='Career', new_name='LeaderboardRow'),
        migrations.AlterModelTable(name='night', table='games_night'),
        migrations.RenameModel(old_name='Night', new_name='CountingProgress'),
    ]
