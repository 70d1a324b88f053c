"""A player chooses how large the cards of the hand and of the trick are."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_shows_phrases'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='card_size',
            field=models.CharField(choices=[('small', 'Small'), ('normal', 'Normal'), ('large', 'Large')], db_default='normal', default='normal', max_length=8, verbose_name='card size'),
        ),
    ]
