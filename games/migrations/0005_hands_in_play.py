"""The bids, discards, tricks and plays of a hand are written when it is over: those of hands in play go, and their logs
have all that was in them. Backwards they are made by `manage.py rebuild_projections`.
"""

from django.db import migrations


def forget_hands_in_play(apps, schema_editor):
    hands = apps.get_model("games", "Hand").objects.filter(ended_at=None, game__status="playing").values("pk")
    for name in ("Play", "Trick", "Discard", "Bid"):
        apps.get_model("games", name).objects.filter(hand__in=hands).delete()
    apps.get_model("games", "Hand").objects.filter(pk__in=hands).update(hints=0, undone=0)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_plain_names'),
    ]

    operations = [
        migrations.RunPython(forget_hands_in_play, migrations.RunPython.noop),
    ]
