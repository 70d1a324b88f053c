from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_people")]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="remarks",
            field=models.BooleanField(default=True, verbose_name="Marta says a word after a hand"),
        ),
    ]
