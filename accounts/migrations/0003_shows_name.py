from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_remarks")]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="shows_name",
            field=models.BooleanField(default=False, verbose_name="my name may stand on leaderboards and records"),
        ),
    ]
